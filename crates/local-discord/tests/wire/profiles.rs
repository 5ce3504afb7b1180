//! Bots change themselves and servers, and publish messages.

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage};

#[tokio::test]
async fn a_bot_changes_its_name_and_its_picture() {
    use base64::Engine as _;
    let stage = Stage::new().await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let before = stage.get("/users/@me").await;
    let picture = base64::engine::general_purpose::STANDARD.encode(super::clients::picture());
    let change =
        json!({ "username": "herald", "avatar": format!("data:image/png;base64,{picture}") });
    let (status, after) = stage.bot("PATCH", "/users/@me", change).await;
    assert_eq!(
        (status, &after["username"]),
        (200, &json!("herald")),
        "{after}"
    );
    assert_ne!(after["avatar"], before["avatar"]);
    assert_eq!(gateway.event("USER_UPDATE").await["d"], after);
    for (wrong, code) in [
        (json!({ "username": "edgar" }), "USERNAME_ALREADY_TAKEN"),
        (json!({ "username": "x" }), "BASE_TYPE_BAD_LENGTH"),
        (
            json!({ "banner": "data:image/png;base64,AAAA" }),
            "LOCAL_UNKNOWN",
        ),
        (json!({ "avatar": "not a picture" }), "IMAGE_INVALID"),
    ] {
        let answer = stage.bot("PATCH", "/users/@me", wrong).await.is(400);
        assert!(answer.to_string().contains(code), "{answer}");
    }
}

#[tokio::test]
async fn a_bot_renames_a_server_and_sets_the_channel_for_greetings() {
    let stage = Stage::with(permissions::MANAGE_GUILD).await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let path = format!("/guilds/{}", cast.guild);
    let change = json!({ "name": "Theatre", "system_channel_id": cast.arena, "icon": null });
    let (status, changed) = stage.bot("PATCH", &path, change).await;
    assert_eq!(
        (status, &changed["name"]),
        (200, &json!("Theatre")),
        "{changed}"
    );
    assert_eq!(
        gateway.event("GUILD_UPDATE").await["d"]["system_channel_id"],
        json!(cast.arena)
    );
    let nora = json!({ "username": "nora", "name": "Nora", "guild_id": cast.guild });
    let (_, nora) = stage.local("POST", "/people", nora).await;
    let said = gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&said["d"]["type"], &said["d"]["author"]["id"]),
        (&json!(7), &nora["id"])
    );
    let unknown = json!({ "verification_level": 1 });
    let answer = stage.bot("PATCH", &path, unknown).await.is(400);
    assert!(answer.to_string().contains("LOCAL_UNKNOWN"), "{answer}");
    // Deleting the channel clears the setting.
    stage.sandbox.world().delete_channel(cast.arena).unwrap();
    let after = stage.get(&path).await;
    assert_eq!(after["system_channel_id"], Value::Null);
}
