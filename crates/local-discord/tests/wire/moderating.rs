//! Roles that bots create; nicknames and timeouts, and who may give them; cleared reactions.

use local_discord::Id;
use local_discord::world::{permissions, timestamp};
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{START_MS, Stage};

/// A stage whose bot has these permissions.
async fn stage_with_permissions(bits: u64) -> Stage {
    let stage = Stage::new().await;
    let (guild, bot) = (stage.cast.guild, stage.cast.bot);
    let mut world = stage.sandbox.world();
    world
        .set_bot_permissions(guild, bot, permissions::OF_BOTS | bits)
        .unwrap();
    drop(world);
    stage
}

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
    let stage = stage_with_permissions(permissions::MANAGE_ROLES).await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let roles = stage.guild("/roles");
    let body = json!({ "name": "Safe", "hoist": true, "colors": { "primary_color": 0xFF_00_00 },
        "permissions": permissions::SEND_MESSAGES.to_string() });
    let (status, role) = stage.bot("POST", &roles, body).await;
    assert_eq!(status, 200, "{role}");
    assert_eq!(
        (&role["position"], &role["hoist"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(
        (&role["color"], &role["mentionable"]),
        (&json!(0xFF_00_00), &json!(false))
    );
    let told = gateway.event("GUILD_ROLE_CREATE").await;
    assert_eq!(told["d"]["role"]["id"], role["id"]);
    let place = format!("{roles}/{}", role["id"].as_str().unwrap());
    let change = json!({ "name": "Safer", "mentionable": true });
    let (_, changed) = stage.bot("PATCH", &place, change).await;
    assert_eq!(
        (&changed["name"], &changed["hoist"]),
        (&json!("Safer"), &json!(true))
    );
    assert_eq!(stage.bot("DELETE", &place, Value::Null).await.0, 204);
    assert_eq!(
        stage.status_and_code("GET", &place, Value::Null).await,
        (404, 10011)
    );
}

#[tokio::test]
async fn a_bot_cannot_change_roles_beyond_its_own() {
    let stage = stage_with_permissions(permissions::MANAGE_ROLES).await;
    let cast = &stage.cast;
    let roles = stage.guild("/roles");
    let (_, all) = stage.bot("GET", &roles, Value::Null).await;
    let all = all.as_array().unwrap();
    let own = all.iter().find(|role| role["managed"] == true).unwrap();
    let own = format!("{roles}/{}", own["id"].as_str().unwrap());
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
    let powerless = stage_with_permissions(0).await;
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
    let stage = stage_with_permissions(bits).await;
    let cast = &stage.cast;
    let member = |user: Id| stage.guild(&format!("/members/{user}"));
    let ec = member(cast.ec);
    let until = timestamp(START_MS + 3_600_000);
    let change = json!({ "nick": "Eddie", "roles": [], "communication_disabled_until": until });
    let (status, changed) = stage.bot("PATCH", &ec, change).await;
    assert_eq!(status, 200, "{changed}");
    assert_eq!(
        (&changed["nick"], &changed["roles"]),
        (&json!("Eddie"), &json!([]))
    );
    assert_eq!(changed["communication_disabled_until"], json!(until));
    let path = format!("/channels/{}/messages", cast.arena);
    let words = json!({ "content": "x" });
    assert_eq!(
        stage.person(cast.ec, "POST", &path, words.clone()).await.0,
        403
    );
    let over = json!({ "communication_disabled_until": null });
    assert_eq!(stage.bot("PATCH", &ec, over).await.0, 200);
    assert_eq!(stage.person(cast.ec, "POST", &path, words).await.0, 200);
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
    let stage = stage_with_permissions(permissions::MANAGE_MESSAGES).await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let message = stage.post(json!({ "content": "liked" })).await;
    let id = message["id"].as_str().unwrap().parse().unwrap();
    let react = || {
        let mut world = stage.sandbox.world();
        for (user, emoji) in [(cast.ec, "👍"), (cast.dmo, "👍"), (cast.ec, "🎲")] {
            world.react(user, cast.arena, id, emoji, true).unwrap();
        }
    };
    react();
    let path = format!("/channels/{}/messages/{id}", cast.arena);
    let thumbs = format!("{path}/reactions/👍");
    assert_eq!(stage.bot("DELETE", &thumbs, Value::Null).await.0, 204);
    let told = gateway.event("MESSAGE_REACTION_REMOVE_EMOJI").await;
    assert_eq!(told["d"]["emoji"]["name"], "👍");
    let (_, left) = stage.bot("GET", &path, Value::Null).await;
    assert_eq!(left["reactions"].as_array().unwrap().len(), 1);
    assert_eq!(
        stage.status_and_code("DELETE", &thumbs, Value::Null).await,
        (400, 10014)
    );
    react();
    let all = format!("{path}/reactions");
    assert_eq!(stage.bot("DELETE", &all, Value::Null).await.0, 204);
    let told = gateway.event("MESSAGE_REACTION_REMOVE_ALL").await;
    assert_eq!(told["d"]["message_id"], json!(id));
    let (_, left) = stage.bot("GET", &path, Value::Null).await;
    assert!(left.get("reactions").is_none());
    stage
        .sandbox
        .world()
        .set_bot_permissions(cast.guild, cast.bot, permissions::OF_BOTS)
        .unwrap();
    assert_eq!(
        stage.status_and_code("DELETE", &all, Value::Null).await,
        (403, 50013)
    );
}
