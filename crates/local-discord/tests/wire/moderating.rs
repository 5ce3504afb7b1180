//! Roles that bots create; nicknames and timeouts, and who may give them; cleared reactions.

use local_discord::Id;
use local_discord::world::{permissions, timestamp};
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, START_MS, Stage, has, text};

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
async fn a_bot_creates_changes_and_deletes_a_role() {
    let stage = Stage::with(permissions::MANAGE_ROLES).await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let roles = stage.guild("/roles");
    let body = json!({ "name": "Safe", "hoist": true, "colors": { "primary_color": 0xFF_00_00 },
        "permissions": permissions::SEND_MESSAGES.to_string() });
    let role = stage.bot("POST", &roles, body).await.is(200);
    has(&role, json!({ "position": 1, "hoist": true }));
    has(&role, json!({ "color": 0xFF_00_00, "mentionable": false }));
    let told = gateway.event("GUILD_ROLE_CREATE").await;
    assert_eq!(told["d"]["role"]["id"], role["id"]);
    let place = format!("{roles}/{}", text(&role["id"]));
    let change = json!({ "name": "Safer", "mentionable": true });
    let (_, changed) = stage.bot("PATCH", &place, change).await;
    has(&changed, json!({ "name": "Safer", "hoist": true }));
    stage.bot("DELETE", &place, Value::Null).await.is(204);
    stage
        .bot("GET", &place, Value::Null)
        .await
        .refused(404, 10011);
}

#[tokio::test]
async fn a_bot_cannot_change_roles_beyond_its_own() {
    let stage = Stage::with(permissions::MANAGE_ROLES).await;
    let cast = &stage.cast;
    let roles = stage.guild("/roles");
    let all = stage.get(&roles).await;
    let all = all.as_array().unwrap();
    let own = all.iter().find(|role| role["managed"] == true).unwrap();
    let own = format!("{roles}/{}", text(&own["id"]));
    let everyone = format!("{roles}/{}", cast.guild);
    let paid_for = json!({ "colors": { "primary_color": 1, "secondary_color": 2 } });
    for (method, path, body, refused) in [
        ("POST", &roles, json!({ "permissions": "32" }), (403, 50013)),
        (
            "POST",
            &roles,
            json!({ "name": "x".repeat(101) }),
            (400, 50035),
        ),
        ("POST", &roles, json!({ "color": 0x100_0000 }), (400, 50035)),
        ("POST", &roles, json!({ "hoist": "yes" }), (400, 50035)),
        (
            "POST",
            &roles,
            json!({ "unicode_emoji": "🎲" }),
            (403, 50101),
        ),
        ("POST", &roles, paid_for, (403, 50101)),
        ("PATCH", &own, json!({ "name": "Mine" }), (403, 50013)),
        ("DELETE", &everyone, Value::Null, (400, 50028)),
        ("DELETE", &format!("{roles}/5"), Value::Null, (404, 10011)),
    ] {
        let got = stage.status_and_code(method, path, body.clone()).await;
        assert_eq!(got, refused, "{method} {path} {body}");
    }
    let powerless = Stage::with(0).await;
    let roles = powerless.guild("/roles");
    assert_eq!(
        powerless.status_and_code("POST", &roles, json!({})).await,
        (403, 50013)
    );
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

#[tokio::test]
async fn a_bot_clears_reactions() {
    let stage = Stage::with(permissions::MANAGE_MESSAGES).await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let message = stage.post(json!({ "content": "liked" })).await;
    let id = text(&message["id"]).parse().unwrap();
    let react = || {
        let mut world = stage.sandbox.world();
        for (user, emoji) in [(cast.ec, "👍"), (cast.dmo, "👍"), (cast.ec, "🎲")] {
            world.react(user, cast.arena, id, emoji, true).unwrap();
        }
    };
    react();
    let path = format!("/channels/{}/messages/{id}", cast.arena);
    let thumbs = format!("{path}/reactions/👍");
    stage.bot("DELETE", &thumbs, Value::Null).await.is(204);
    let told = gateway.event("MESSAGE_REACTION_REMOVE_EMOJI").await;
    assert_eq!(told["d"]["emoji"]["name"], "👍");
    let left = stage.get(&path).await;
    assert_eq!(left["reactions"].as_array().unwrap().len(), 1);
    stage
        .bot("DELETE", &thumbs, Value::Null)
        .await
        .refused(400, 10014);
    react();
    let all = format!("{path}/reactions");
    stage.bot("DELETE", &all, Value::Null).await.is(204);
    let told = gateway.event("MESSAGE_REACTION_REMOVE_ALL").await;
    assert_eq!(told["d"]["message_id"], json!(id));
    let left = stage.get(&path).await;
    assert!(left.get("reactions").is_none());
    stage.allow(permissions::OF_BOTS);
    stage
        .bot("DELETE", &all, Value::Null)
        .await
        .refused(403, 50013);
}
