//! Which fields each kind of channel has, and how permissions are written.

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::stage::{Expected as _, Stage, text};

#[tokio::test]
async fn a_channel_keeps_what_a_request_sets() {
    let stage = Stage::with(permissions::ADMINISTRATOR).await;
    let path = format!("/guilds/{}/channels", stage.cast.guild);
    for (kind, given, changed) in [
        (
            0,
            json!({ "rate_limit_per_user": 5, "nsfw": true, "position": 7,
                "default_auto_archive_duration": 60, "default_thread_rate_limit_per_user": 9 }),
            json!({ "rate_limit_per_user": 0, "nsfw": false, "topic": "New" }),
        ),
        (
            2,
            json!({ "bitrate": 96_000, "user_limit": 2, "rtc_region": "rotterdam",
                "video_quality_mode": 2 }),
            json!({ "bitrate": 8_000, "user_limit": 0, "rtc_region": null }),
        ),
    ] {
        let mut body = given.clone();
        (body["name"], body["type"]) = (json!("new"), json!(kind));
        let channel = stage.bot("POST", &path, body).await.is(201);
        let place = format!("/channels/{}", text(&channel["id"]));
        let (_, after) = stage.bot("PATCH", &place, changed.clone()).await;
        for (told, said) in [(channel, given), (after, changed)] {
            for (field, value) in said.as_object().unwrap() {
                assert_eq!(&told[field], value, "{field}");
            }
        }
    }
    let arena = format!("/channels/{}", stage.cast.arena);
    for (field, value) in [
        ("rate_limit_per_user", json!(21_601)),
        ("bitrate", json!(7_999)),
        ("user_limit", json!(100)),
        ("video_quality_mode", json!(3)),
        ("default_auto_archive_duration", json!(61)),
        ("nsfw", json!("yes")),
        ("type", json!(2)),
    ] {
        let answer = stage
            .bot("PATCH", &arena, json!({ field: value }))
            .await
            .is(400);
        assert!(!answer["errors"][field].is_null(), "{answer}");
    }
}

#[tokio::test]
async fn a_category_has_no_message_fields_and_a_thread_inherits_slow_mode() {
    let stage = Stage::with(permissions::ADMINISTRATOR).await;
    let path = format!("/guilds/{}/channels", stage.cast.guild);
    let (_, category) = stage
        .bot("POST", &path, json!({ "name": "All", "type": 4 }))
        .await;
    for field in ["last_message_id", "rate_limit_per_user", "nsfw", "bitrate"] {
        assert!(category.get(field).is_none(), "{field}");
    }
    let arena = format!("/channels/{}", stage.cast.arena);
    let slow = json!({ "default_thread_rate_limit_per_user": 30 });
    stage.bot("PATCH", &arena, slow).await;
    let path = format!("{arena}/threads");
    for (given, has) in [(Value::Null, 30), (json!(4), 4)] {
        let body = json!({ "name": "aside", "type": 11, "rate_limit_per_user": given });
        let (_, thread) = stage.bot("POST", &path, body).await;
        assert_eq!(thread["rate_limit_per_user"], json!(has));
    }
}

#[tokio::test]
async fn permissions_are_numbers_or_text() {
    let stage = Stage::with(permissions::ADMINISTRATOR).await;
    let cast = &stage.cast;
    let place = format!("/channels/{}/permissions/{}", cast.arena, cast.spectator);
    for deny in [json!(2048), json!("2048")] {
        let body = json!({ "type": 1, "deny": deny });
        stage.bot("PUT", &place, body).await.is(204);
        let arena = format!("/channels/{}", cast.arena);
        let arena = stage.get(&arena).await;
        assert_eq!(arena["permission_overwrites"][0]["deny"], "2048");
        let path = format!("/applications/{}/commands", cast.application);
        let command = json!({ "name": "c", "description": "d",
            "default_member_permissions": deny });
        let (_, command) = stage.bot("POST", &path, command).await;
        assert_eq!(command["default_member_permissions"], "2048");
    }
}
