//! Nicknames, roles and timeouts that a bot gives members.

use local_discord::Id;
use local_discord::world::{permissions, timestamp};
use serde_json::{Value, json};

use super::stage::{Expected as _, START_MS, Stage, has};

impl Stage {
    fn guild(&self, rest: &str) -> String {
        format!("/guilds/{}{rest}", self.cast.guild)
    }

    async fn status_and_code(&self, method: &str, path: &str, body: Value) -> (u16, u64) {
        let (status, answer) = self.bot(method, path, body).await;
        (status, answer["code"].as_u64().unwrap_or(0))
    }
}

#[tokio::test]
async fn a_bot_renames_members_times_them_out_and_gives_roles() {
    let bits =
        permissions::MANAGE_NICKNAMES | permissions::MODERATE_MEMBERS | permissions::MANAGE_ROLES;
    let stage = Stage::with(bits).await;
    let cast = &stage.cast;
    let member = |user: Id| stage.guild(&format!("/members/{user}"));
    let ec = member(cast.ec);
    let until = timestamp(START_MS + 3_600_000);
    let change = json!({ "nick": "Eddie", "roles": [], "communication_disabled_until": until });
    let changed = stage.bot("PATCH", &ec, change).await.is(200);
    has(&changed, json!({ "nick": "Eddie", "roles": [] }));
    assert_eq!(changed["communication_disabled_until"], json!(until));
    let path = stage.messages();
    let words = json!({ "content": "x" });
    stage
        .person(cast.ec, "POST", &path, words.clone())
        .await
        .is(403);
    let over = json!({ "communication_disabled_until": null });
    stage.bot("PATCH", &ec, over).await.is(200);
    stage.person(cast.ec, "POST", &path, words).await.is(200);
    let too_long = timestamp(START_MS + 29 * 24 * 3_600_000);
    for (user, body, refused) in [
        (cast.ec, json!({ "nick": "x".repeat(33) }), (400, 50035)),
        (
            cast.ec,
            json!({ "communication_disabled_until": too_long }),
            (400, 50035),
        ),
        (cast.ec, json!({ "mute": true }), (400, 40032)),
        (cast.ec, json!({ "roles": ["5"] }), (404, 10011)),
        // The owner outranks everybody.
        (cast.host, json!({ "nick": "x" }), (403, 50013)),
        (
            cast.host,
            json!({ "communication_disabled_until": until }),
            (403, 50013),
        ),
        (Id(5), json!({ "nick": "x" }), (404, 10007)),
    ] {
        let got = stage
            .status_and_code("PATCH", &member(user), body.clone())
            .await;
        assert_eq!(got, refused, "{user} {body}");
    }
}
