//! Messages: nonces, files, pings, history, pins, threads and overwrites.

use local_discord::world::{ChannelKind, NewChannel, Overwrite, permissions};
use serde_json::{Value, json};

use super::stage::{Expected as _, Stage};

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
