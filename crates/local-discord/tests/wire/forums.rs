//! Forums, whose threads are posts with tags; and slow mode, which makes people wait.

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage, has, text};

/// A forum, and a stage whose bot has these permissions.
async fn stage_with_forum(bits: u64, more: Value) -> (Stage, Value) {
    let stage = Stage::new().await;
    let guild = stage.cast.guild;
    stage.allow(permissions::ADMINISTRATOR);
    let mut new = json!({ "name": "Help Desk", "type": 15, "available_tags": [
        { "name": "bug", "emoji_name": "🐛" }, { "name": "solved", "moderated": true }] });
    new.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let forum = stage
        .bot("POST", &format!("/guilds/{guild}/channels"), new)
        .await
        .is(201);
    stage.allow(permissions::OF_BOTS | bits);
    (stage, forum)
}

#[tokio::test]
async fn a_forum_post_has_a_first_message_and_tags() {
    let more = json!({ "default_reaction_emoji": { "emoji_name": "👍" },
        "default_sort_order": 1, "default_forum_layout": 2 });
    let (stage, forum) = stage_with_forum(permissions::MANAGE_CHANNELS, more).await;
    let tags = &forum["available_tags"];
    assert_eq!(forum["name"], "help-desk");
    has(&tags[0], json!({ "name": "bug", "emoji_name": "🐛" }));
    assert_eq!(
        (&tags[1]["moderated"], &forum["default_forum_layout"]),
        (&json!(true), &json!(2))
    );
    let at = format!("/channels/{}", text(&forum["id"]));
    let needs_tag = json!({ "flags": 16 });
    let changed = stage.bot("PATCH", &at, needs_tag).await.is(200);
    assert_eq!(changed["flags"], json!(16));
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let threads = format!("/channels/{}/threads", text(&forum["id"]));
    let post = |tags: Value| {
        json!({ "name": "It broke", "message": { "content": "See <the picture>" },
            "applied_tags": tags })
    };
    let (status, made) = stage
        .bot_with_files(
            "POST",
            &threads,
            post(json!([tags[0]["id"]])),
            &[("a.txt", b"x")],
        )
        .await;
    assert_eq!(status, 201, "{made}");
    has(&made, json!({ "type": 11, "id": made["message"]["id"] }));
    assert_eq!(made["message"]["attachments"][0]["filename"], "a.txt");
    assert_eq!(made["applied_tags"], json!([tags[0]["id"]]));
    has(
        &made,
        json!({ "message_count": 0, "total_message_sent": 0 }),
    );
    assert_eq!(gateway.event("THREAD_CREATE").await["d"]["id"], made["id"]);
    assert_eq!(gateway.event("MESSAGE_CREATE").await["d"]["id"], made["id"]);
    // A post that does not fit is refused with Discord's code.
    for (body, status, code) in [
        (post(json!([])), 400, 40067),
        (post(json!(["5"])), 404, 10087),
        (post(json!([tags[1]["id"]])), 403, 50013),
        (
            json!({ "name": "x", "message": {}, "applied_tags": [tags[0]["id"]] }),
            400,
            50006,
        ),
        (json!({ "name": "x" }), 400, 50035),
    ] {
        let (given, answer) = stage.bot("POST", &threads, body.clone()).await;
        assert_eq!(
            (given, &answer["code"]),
            (status, &json!(code)),
            "{body}: {answer}"
        );
    }
    let path = format!("/channels/{}/messages", text(&forum["id"]));
    stage
        .bot("POST", &path, json!({ "content": "x" }))
        .await
        .refused(400, 50008);
    // An unknown tag is refused. The forum's old tags keep their ids, and new ones get some.
    let at = format!("/channels/{}", text(&made["id"]));
    stage
        .bot("PATCH", &at, json!({ "applied_tags": ["5"] }))
        .await
        .refused(404, 10087);
    let kept = json!({ "available_tags": [tags[0], { "name": "new" }] });
    let at = format!("/channels/{}", text(&forum["id"]));
    let changed = stage.bot("PATCH", &at, kept).await.is(200);
    assert_eq!(changed["available_tags"][0]["id"], tags[0]["id"]);
    assert_ne!(changed["available_tags"][1]["id"], "0");
}

#[tokio::test]
async fn people_post_in_forums_and_moderators_pin_posts() {
    let (stage, forum) = stage_with_forum(permissions::MANAGE_THREADS, json!({})).await;
    let (ec, forum_id) = (stage.cast.ec, text(&forum["id"]));
    let path = format!("/channels/{forum_id}/threads");
    let post = json!({ "name": "How?", "content": "Like this?" });
    let started = stage.person(ec, "POST", &path, post).await.is(200);
    let at = format!("/channels/{}", text(&started["id"]));
    let (_, messages) = stage.reads(ec, &format!("{at}/messages")).await;
    assert_eq!(messages[0]["content"], "Like this?");
    let solved = json!({ "applied_tags": [forum["available_tags"][1]["id"]], "flags": 2 });
    let changed = stage.bot("PATCH", &at, solved).await.is(200);
    assert_eq!(changed["flags"], json!(2));
    assert_eq!(
        changed["applied_tags"],
        json!([forum["available_tags"][1]["id"]])
    );
}

#[tokio::test]
async fn slow_mode_makes_people_wait_but_not_bots() {
    let stage = Stage::new().await;
    let (cast, arena) = (&stage.cast, stage.cast.arena);
    let allowed = permissions::OF_BOTS | permissions::MANAGE_CHANNELS;
    stage.allow(allowed);
    let slow = json!({ "rate_limit_per_user": 30 });
    stage
        .bot("PATCH", &format!("/channels/{arena}"), slow)
        .await
        .is(200);
    let path = format!("/channels/{arena}/messages");
    let word = json!({ "content": "x" });
    let write = async |user| stage.person(user, "POST", &path, word.clone()).await;
    write(cast.ec).await.is(200);
    let answer = write(cast.ec).await.is(429);
    assert!(
        text(&answer["error"]).contains("write again in 30 s"),
        "{answer}"
    );
    // The others have not written yet; the owner and bots never wait.
    for user in [cast.dmo, cast.host, cast.host] {
        write(user).await.is(200);
    }
    stage.post(word.clone()).await;
    stage.post(word.clone()).await;
    stage.pass(30_000);
    write(cast.ec).await.is(200);
}
