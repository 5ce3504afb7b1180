//! Messages: nonces, files, pings, history, pins, threads and overwrites.

use local_discord::world::{ChannelKind, NewChannel, Overwrite, permissions};
use serde_json::{Value, json};

use super::clients::picture;
use super::stage::{Expected as _, Stage, has, text};

fn names(list: &Value, field: &str) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| text(&item[field]).to_owned())
        .collect()
}

#[tokio::test]
async fn an_enforced_nonce_makes_a_message_unique_for_minutes() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let once = json!({ "content": "board", "nonce": "row-17", "enforce_nonce": true });
    let (_, first) = stage.bot("POST", &path, once.clone()).await;
    let (_, again) = stage.bot("POST", &path, once.clone()).await;
    has(&first, json!({ "id": again["id"], "nonce": "row-17" }));
    // The nonce belongs to its author, whatever the channel.
    let elsewhere = format!("/channels/{}/messages", stage.direct().await);
    let (_, same) = stage.bot("POST", &elsewhere, once.clone()).await;
    has(
        &same,
        json!({ "id": first["id"], "channel_id": first["channel_id"] }),
    );
    // Without `enforce_nonce` the message only repeats its nonce.
    let (_, echo) = stage
        .bot(
            "POST",
            &path,
            json!({ "content": "board", "nonce": "row-17" }),
        )
        .await;
    assert_ne!(first["id"], echo["id"]);
    let history = stage.get(&path).await;
    assert_eq!(history.as_array().unwrap().len(), 2);
    assert!(
        history
            .as_array()
            .unwrap()
            .iter()
            .all(|message| message.get("nonce").is_none())
    );
    stage.pass(10 * 60 * 1000);
    let (_, later) = stage.bot("POST", &path, once).await;
    assert_ne!(first["id"], later["id"]);
}

#[tokio::test]
async fn edits_keep_add_and_drop_files() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let png = picture();
    let body = json!({ "attachments": [{ "id": 0, "description": "A blue board" }] });
    let (status, message) = stage
        .bot_with_files("POST", &path, body, &[("board 1.png", &png)])
        .await;
    let file = &message["attachments"][0];
    assert_eq!(status, 200);
    has(
        file,
        json!({ "filename": "board_1.png", "description": "A blue board" }),
    );
    has(
        file,
        json!({ "width": 4, "height": 2, "content_type": "image/png" }),
    );
    assert_eq!(stage.fetch(text(&file["url"])).await.1, png);

    let edit = format!("{path}/{}", text(&message["id"]));
    let (_, same) = stage
        .bot("PATCH", &edit, json!({ "content": "words" }))
        .await;
    assert_eq!(
        same["attachments"], message["attachments"],
        "an edit without `attachments` keeps the files"
    );
    let keep = json!({ "attachments": [{ "id": file["id"] }, { "id": 0, "filename": "log.txt" }] });
    let (_, more) = stage
        .bot_with_files("PATCH", &edit, keep, &[("x", b"a1")])
        .await;
    assert_eq!(
        names(&more["attachments"], "filename"),
        ["board_1.png", "log.txt"]
    );
    let (_, fewer) = stage
        .bot(
            "PATCH",
            &edit,
            json!({ "attachments": [{ "id": more["attachments"][1]["id"] }] }),
        )
        .await;
    assert_eq!(names(&fewer["attachments"], "filename"), ["log.txt"]);
    assert_eq!(stage.fetch(text(&file["url"])).await.0, 404);
    stage
        .bot("PATCH", &edit, json!({ "content": "", "attachments": [] }))
        .await
        .refused(400, 50006);
    // A refused edit removes nothing.
    let url = text(&more["attachments"][1]["url"]);
    assert_eq!(stage.fetch(url).await.1, b"a1".as_slice());
}

#[tokio::test]
async fn a_refused_message_does_not_use_up_its_nonce() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let mut draft = json!({ "content": "x", "nonce": "n", "enforce_nonce": true,
        "attachments": [{ "id": "1" }] });
    stage.bot("POST", &path, draft.clone()).await.is(400);
    draft["attachments"] = json!([]);
    let first = stage.post(draft.clone()).await;
    let again = stage.post(draft).await;
    assert_eq!(again["id"], first["id"]);
}

#[tokio::test]
async fn a_reply_pings_the_author_unless_it_says_otherwise() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let said = json!({ "content": "x" });
    let (_, said) = stage.person(stage.cast.ec, "POST", &path, said).await;
    let ec = stage.cast.ec.to_string();
    for (allowed, called) in [
        (Value::Null, true),
        (json!({ "parse": [] }), false),
        (json!({ "replied_user": true }), true),
    ] {
        let reply = stage
            .post(
                json!({ "content": "y", "message_reference": { "message_id": said["id"] },
                "allowed_mentions": allowed }),
            )
            .await;
        let expected = if called { vec![ec.as_str()] } else { vec![] };
        assert_eq!(names(&reply["mentions"], "id"), expected, "{allowed}");
    }
}

#[tokio::test]
async fn a_file_in_an_embed_is_not_listed_as_well() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let body = json!({ "embeds": [{ "image": { "url": "attachment://board.png" } }] });
    let (_, message) = stage
        .bot_with_files("POST", &path, body, &[("board.png", &picture())])
        .await;
    assert_eq!(message["attachments"], json!([]));
    let image = &message["embeds"][0]["image"];
    has(image, json!({ "width": 4, "height": 2 }));
    assert_eq!(stage.fetch(text(&image["url"])).await.0, 200);
}

#[tokio::test]
async fn a_file_without_a_name_is_found_again() {
    let stage = Stage::new().await;
    let path = stage.messages();
    for name in [".", "..", ""] {
        let file = [(name, &b"text"[..])];
        let (_, message) = stage.bot_with_files("POST", &path, json!({}), &file).await;
        let address = message["attachments"][0]["url"].as_str();
        let address = address.unwrap_or_else(|| panic!("{name:?}: {message}"));
        let found = stage.client.get(address).send().await.unwrap();
        assert_eq!(found.text().await.unwrap(), "text", "{name:?}");
    }
}

/// Libraries send messages as JSON, as a form with the JSON in it, or field by field.
#[tokio::test]
async fn a_message_comes_in_any_form() {
    let stage = Stage::new().await;
    let path = format!("/api/v10/channels/{}/messages", stage.cast.arena);
    let request = || {
        let request = stage.client.post(format!("{}{path}", stage.sandbox.url()));
        request.header("authorization", format!("Bot {}", stage.cast.token))
    };
    let payload = json!({ "content": "Hé & hello" }).to_string();
    let by_field = reqwest::multipart::Form::new().text("content", "Hé & hello");
    let encoded = |form: &str| {
        let kind = "application/x-www-form-urlencoded";
        request().header("content-type", kind).body(form.to_owned())
    };
    for request in [
        request().json(&json!({ "content": "Hé & hello" })),
        encoded(&format!("payload_json={}", payload.replace('&', "%26"))),
        encoded("content=H%C3%A9+%26+hello"),
        request().multipart(reqwest::multipart::Form::new().text("payload_json", payload)),
        request().multipart(by_field),
    ] {
        let message = super::stage::answer(request).await.is(200);
        assert_eq!(message["content"], "Hé & hello");
        assert_eq!(message["attachments"], json!([]));
    }
}

#[tokio::test]
async fn only_allowed_mentions_ping() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let content = format!(
        "<@{}> <@{}> <@&{}> @everyone",
        cast.ec, cast.dmo, cast.players
    );
    let (ec, dmo, players) = (
        cast.ec.to_string(),
        cast.dmo.to_string(),
        cast.players.to_string(),
    );
    let both = vec![ec.clone(), dmo.clone()];
    let may = |bits: u64| stage.allow(permissions::OF_BOTS | bits);
    let cases = [
        (0, Value::Null, both.clone(), vec![], false),
        (
            permissions::MENTION_EVERYONE,
            Value::Null,
            both.clone(),
            vec![players.clone()],
            true,
        ),
        (
            permissions::MENTION_EVERYONE,
            json!({ "parse": [] }),
            vec![],
            vec![],
            false,
        ),
        (
            permissions::MENTION_EVERYONE,
            json!({ "parse": ["everyone"] }),
            vec![],
            vec![],
            true,
        ),
        (0, json!({ "parse": ["everyone"] }), vec![], vec![], false),
        (0, json!({ "users": [ec] }), vec![ec.clone()], vec![], false),
        // An allowed mention pings only a person whom the content names.
        (
            0,
            json!({ "users": [ec, cast.host.to_string()] }),
            vec![ec.clone()],
            vec![],
            false,
        ),
        (
            permissions::MENTION_EVERYONE,
            json!({ "parse": ["users"], "roles": [players] }),
            both,
            vec![players.clone()],
            false,
        ),
    ];
    for (bits, allowed, users, roles, everyone) in cases {
        may(bits);
        let message = stage
            .post(json!({ "content": content, "allowed_mentions": allowed }))
            .await;
        assert_eq!(names(&message["mentions"], "id"), users, "{allowed}");
        assert_eq!(message["mention_roles"], json!(roles), "{allowed}");
        assert_eq!(message["mention_everyone"], json!(everyone), "{allowed}");
    }
}

#[tokio::test]
async fn history_is_paged_from_the_newest() {
    let stage = Stage::new().await;
    let mut ids = Vec::new();
    for n in 0..6 {
        stage.pass(10);
        ids.push(
            stage.post(json!({ "content": n.to_string() })).await["id"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    let path = stage.messages();
    for (query, expected) in [
        (String::new(), vec!["5", "4", "3", "2", "1", "0"]),
        ("?limit=2".to_owned(), vec!["5", "4"]),
        (format!("?limit=2&before={}", ids[3]), vec!["2", "1"]),
        (format!("?limit=2&after={}", ids[3]), vec!["5", "4"]),
        (format!("?limit=2&after={}", ids[1]), vec!["3", "2"]),
        (format!("?limit=3&around={}", ids[3]), vec!["4", "3", "2"]),
    ] {
        let messages = stage.get(&format!("{path}{query}")).await;
        assert_eq!(names(&messages, "content"), expected, "{query}");
    }
}

#[tokio::test]
async fn a_bot_without_the_intent_reads_only_messages_that_mention_it() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let write = stage.messages();
    for content in ["to all".to_owned(), format!("to <@{}>", cast.bot)] {
        stage
            .person(cast.ec, "POST", &write, json!({ "content": content }))
            .await
            .is(200);
    }
    let history = stage.get(&write).await;
    assert_eq!(
        names(&history, "content"),
        [format!("to <@{}>", cast.bot), String::new()]
    );
}

#[tokio::test]
async fn only_members_see_a_private_thread() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let path = format!("/channels/{}/threads", cast.arena);
    let (status, thread) = stage
        .bot(
            "POST",
            &path,
            json!({ "name": "aside", "type": 12, "invitable": false }),
        )
        .await;
    assert_eq!(
        (status, &thread["type"], &thread["parent_id"]),
        (201, &json!(12), &json!(cast.arena))
    );
    let thread = text(&thread["id"]).to_owned();
    let messages = format!("/channels/{thread}/messages");
    stage.reads(cast.ec, &messages).await.is(403);
    // A mention invites its person.
    stage
        .bot(
            "POST",
            &messages,
            json!({ "content": format!("<@{}>", cast.ec) }),
        )
        .await;
    let member = format!("/channels/{thread}/thread-members/{}", cast.dmo);
    stage.bot("PUT", &member, Value::Null).await.is(204);
    for (user, status) in [(cast.ec, 200), (cast.dmo, 200), (cast.spectator, 403)] {
        stage.reads(user, &messages).await.is(status);
    }
    stage.bot("DELETE", &member, Value::Null).await.is(204);
    stage.reads(cast.dmo, &messages).await.is(403);
    // In an archived thread nobody can come, go or edit until it is open again.
    let itself = format!("/channels/{thread}");
    let (_, message) = stage
        .bot("POST", &messages, json!({ "content": "x" }))
        .await;
    let message = format!("{messages}/{}", text(&message["id"]));
    for archived in [true, false] {
        let change = json!({ "archived": archived });
        stage.bot("PATCH", &itself, change).await.is(200);
        let edit = json!({ "content": "y" });
        for (method, path, body, done) in [
            ("PUT", &member, Value::Null, 204),
            ("PATCH", &message, edit, 200),
            ("DELETE", &member, Value::Null, 204),
        ] {
            let (status, answer) = stage.bot(method, path, body).await;
            let refused = (400, json!(50083));
            let expected = if archived {
                refused
            } else {
                (done, Value::Null)
            };
            assert_eq!((status, answer["code"].clone()), expected, "{method}");
        }
    }
    // A locked thread is closed to its members and to the bot, which cannot even edit its own
    // messages there.
    let lock = |locked: bool| {
        let mut world = stage.sandbox.world();
        let id = thread.parse().unwrap();
        let thread = world.channels.get_mut(&id).unwrap().thread.as_mut();
        thread.unwrap().locked = locked;
    };
    lock(true);
    for (method, path) in [("POST", &messages), ("PATCH", &message)] {
        stage
            .bot(method, path, json!({ "content": "z" }))
            .await
            .refused(403, 50013);
    }
    lock(false);
    // A message by a manager of threads opens an archived one.
    let managing = permissions::OF_BOTS | permissions::MANAGE_THREADS;
    stage.allow(managing);
    let _ = stage
        .bot(
            "PATCH",
            &format!("/channels/{thread}"),
            json!({ "archived": true, "locked": true }),
        )
        .await
        .is(200);
    stage.writes(cast.ec, &messages, "x").await.is(400);
    stage
        .bot("POST", &messages, json!({ "content": "x" }))
        .await;
    let thread = stage.get(&format!("/channels/{thread}")).await;
    assert_eq!(thread["thread_metadata"]["archived"], json!(false));
}

#[tokio::test]
async fn overwrites_open_and_close_a_channel() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let messages = format!("/channels/{}/messages", cast.backstage);
    let bits = permissions::OF_BOTS | permissions::MANAGE_ROLES | permissions::MANAGE_CHANNELS;
    {
        let mut world = stage.sandbox.world();
        world
            .set_bot_permissions(cast.guild, cast.bot, bits)
            .unwrap();
        let own = Overwrite::member(cast.bot, permissions::VIEW_CHANNEL, 0);
        world
            .change_overwrite(cast.backstage, cast.bot, Some(own))
            .unwrap();
    }
    stage.reads(cast.ec, &messages).await.is(403);
    let overwrite = format!("/channels/{}/permissions/{}", cast.backstage, cast.ec);
    let allow = json!({ "type": 1, "allow": permissions::VIEW_CHANNEL.to_string(), "deny": permissions::SEND_MESSAGES.to_string() });
    stage.bot("PUT", &overwrite, allow).await.is(204);
    stage.reads(cast.ec, &messages).await.is(200);
    stage.writes(cast.ec, &messages, "x").await.is(403);
    stage.bot("DELETE", &overwrite, Value::Null).await.is(204);
    stage.reads(cast.ec, &messages).await.is(403);
}

#[tokio::test]
async fn a_bot_overwrites_only_permissions_it_has_in_the_server_or_category() {
    use permissions::{
        ADMINISTRATOR, MANAGE_GUILD, MANAGE_MESSAGES, MANAGE_ROLES, OF_BOTS, SEND_MESSAGES,
        VIEW_CHANNEL,
    };
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let category = NewChannel {
        name: "all".to_owned(),
        kind: ChannelKind::Category,
        ..NewChannel::default()
    };
    let category = stage.sandbox.world().insert_channel(cast.guild, category);
    let category = category.unwrap();
    let overwrite = format!("/channels/{}/permissions/{}", cast.arena, cast.ec);
    let managing = OF_BOTS | MANAGE_ROLES;
    // The bot's permissions in the server, and its overwrites in the channel and in its category
    // (if it has one). May the bot deny this?
    for (large, here, above, bits, may) in [
        (managing, 0, None, SEND_MESSAGES, true),
        (managing, 0, None, MANAGE_GUILD, false),
        (managing, MANAGE_MESSAGES, None, MANAGE_MESSAGES, false),
        (managing | MANAGE_MESSAGES, 0, None, MANAGE_MESSAGES, true),
        (
            managing,
            0,
            Some((MANAGE_MESSAGES, 0)),
            MANAGE_MESSAGES,
            true,
        ),
        (managing, 0, Some((0, SEND_MESSAGES)), SEND_MESSAGES, false),
        (
            managing,
            VIEW_CHANNEL,
            Some((0, VIEW_CHANNEL)),
            SEND_MESSAGES,
            false,
        ),
        (managing, 0, None, MANAGE_ROLES, false),
        (managing, 0, Some((MANAGE_ROLES, 0)), MANAGE_ROLES, false),
        (
            managing,
            MANAGE_ROLES,
            None,
            MANAGE_ROLES | MANAGE_GUILD,
            true,
        ),
        (
            OF_BOTS,
            MANAGE_ROLES,
            Some((0, SEND_MESSAGES)),
            SEND_MESSAGES,
            true,
        ),
        (OF_BOTS | ADMINISTRATOR, 0, None, MANAGE_ROLES, true),
        (OF_BOTS, 0, None, SEND_MESSAGES, false),
    ] {
        {
            let mut world = stage.sandbox.world();
            world
                .set_bot_permissions(cast.guild, cast.bot, large)
                .unwrap();
            let own = |allow, deny| Some(Overwrite::member(cast.bot, allow, deny));
            world
                .change_overwrite(cast.arena, cast.bot, own(here, 0))
                .unwrap();
            let (allow, deny) = above.unwrap_or_default();
            world
                .change_overwrite(category, cast.bot, own(allow, deny))
                .unwrap();
            let place = world.channels.get_mut(&cast.arena).unwrap();
            place.parent_id = above.map(|_| category);
        }
        let body = json!({ "type": 1, "deny": bits.to_string() });
        let (status, refusal) = stage.bot("PUT", &overwrite, body).await;
        let expected = if may {
            (204, Value::Null)
        } else {
            (403, json!(50013))
        };
        assert_eq!(
            (status, refusal["code"].clone()),
            expected,
            "{large:x} {here:x} {above:x?} {bits:x}"
        );
    }
}
