//! Requests of the right form that are refused, with the code that says why.

use local_discord::world::{Limits, Overwrite, permissions};
use serde_json::{Value, json};

use super::interaction;
use crate::stage::{Expected as _, Stage, text};

#[tokio::test]
async fn refusals_have_discords_codes() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let guild = cast.guild;
    // The bot has few permissions. It cannot see one channel and cannot write in another.
    let (silent, hidden, theirs, foreign, dm) = {
        let mut world = stage.sandbox.world();
        let deny = |bits| vec![Overwrite::role(guild, 0, bits)];
        let silent = world
            .add_text_channel(guild, "silent", None, deny(permissions::SEND_MESSAGES))
            .unwrap();
        let hidden = world
            .add_text_channel(guild, "hidden", None, deny(permissions::VIEW_CHANNEL))
            .unwrap();
        world
            .set_bot_permissions(guild, cast.bot, permissions::VIEW_CHANNEL)
            .unwrap();
        let draft = local_discord::world::MessageDraft::text("mine");
        let theirs = world.send(cast.ec, cast.arena, draft).unwrap().id;
        let owner = world.add_person("stranger", "Stranger");
        let foreign = world.add_guild("Elsewhere", owner);
        world.set_dms_open(cast.dmo, false).unwrap();
        let dm = world.open_dm(cast.bot, cast.dmo).unwrap();
        (silent, hidden, theirs, foreign, dm)
    };
    let stranger = stage.sandbox.world().guilds[&foreign].owner;
    let (_, unknown_dm) = stage
        .bot(
            "POST",
            "/users/@me/channels",
            json!({ "recipient_id": stranger }),
        )
        .await;
    let unknown_dm = text(&unknown_dm["id"]).to_owned();
    let arena = cast.arena;
    let (words, none) = (json!({ "content": "x" }), Value::Null);
    let answered = interaction(&stage);
    let answer = json!({ "type": 4, "data": { "content": "x" } });
    stage.bot("POST", &answered, answer.clone()).await.is(204);
    let unanswered = interaction(&stage);
    let webhook = |callback: &str| {
        let token = callback.split('/').nth(3).unwrap();
        format!("/webhooks/{}/{token}", cast.application)
    };
    let players = cast.players;
    for (what, method, path, body, status, code) in [
        (
            "an unknown channel",
            "GET",
            "/channels/5".to_owned(),
            &none,
            404,
            10003,
        ),
        (
            "a message into an unknown channel",
            "POST",
            "/channels/5/messages".to_owned(),
            &words,
            404,
            10003,
        ),
        (
            "an unknown guild",
            "GET",
            "/guilds/5".to_owned(),
            &none,
            404,
            10004,
        ),
        (
            "a guild that it is not in",
            "GET",
            format!("/guilds/{foreign}"),
            &none,
            403,
            50001,
        ),
        (
            "an unknown member",
            "GET",
            format!("/guilds/{guild}/members/{stranger}"),
            &none,
            404,
            10007,
        ),
        (
            "an unknown user",
            "GET",
            format!("/guilds/{guild}/members/5"),
            &none,
            404,
            10013,
        ),
        (
            "all members without the intent",
            "GET",
            format!("/guilds/{guild}/members"),
            &none,
            403,
            50001,
        ),
        (
            "an unknown message",
            "GET",
            format!("/channels/{arena}/messages/5"),
            &none,
            404,
            10008,
        ),
        (
            "an unknown overwrite",
            "DELETE",
            format!("/channels/{arena}/permissions/5"),
            &none,
            403,
            50013,
        ),
        (
            "a role above its own",
            "PUT",
            format!("/guilds/{guild}/members/{}/roles/{players}", cast.ec),
            &none,
            403,
            50013,
        ),
        (
            "an empty message",
            "POST",
            format!("/channels/{arena}/messages"),
            &json!({ "content": " " }),
            400,
            50006,
        ),
        (
            "no body at all",
            "POST",
            format!("/channels/{arena}/messages"),
            &none,
            400,
            50006,
        ),
        (
            "a hidden channel",
            "POST",
            format!("/channels/{hidden}/messages"),
            &words,
            403,
            50001,
        ),
        (
            "a read-only channel",
            "POST",
            format!("/channels/{silent}/messages"),
            &words,
            403,
            50013,
        ),
        (
            "another's message edited",
            "PATCH",
            format!("/channels/{arena}/messages/{theirs}"),
            &words,
            403,
            50005,
        ),
        (
            "another's message deleted",
            "DELETE",
            format!("/channels/{arena}/messages/{theirs}"),
            &none,
            403,
            50013,
        ),
        (
            "a pin without permission",
            "PUT",
            format!("/channels/{arena}/pins/{theirs}"),
            &none,
            403,
            50013,
        ),
        (
            "a reaction that isn't an emoji",
            "PUT",
            format!("/channels/{arena}/messages/{theirs}/reactions/x/@me"),
            &none,
            400,
            10014,
        ),
        (
            "a private thread without permission",
            "POST",
            format!("/channels/{arena}/threads"),
            &json!({ "name": "t" }),
            403,
            50013,
        ),
        (
            "closed direct messages",
            "POST",
            format!("/channels/{dm}/messages"),
            &words,
            403,
            50007,
        ),
        (
            "direct messages to a stranger",
            "POST",
            format!("/channels/{unknown_dm}/messages"),
            &words,
            403,
            50278,
        ),
        (
            "direct messages to nobody",
            "POST",
            "/users/@me/channels".to_owned(),
            &json!({ "recipient_id": "5" }),
            404,
            10013,
        ),
        (
            "direct messages to itself",
            "POST",
            "/users/@me/channels".to_owned(),
            &json!({ "recipient_id": cast.bot }),
            400,
            50033,
        ),
        (
            "a new channel without permission",
            "POST",
            format!("/guilds/{guild}/channels"),
            &json!({ "name": "c" }),
            403,
            50013,
        ),
        (
            "an unknown command",
            "GET",
            format!("/applications/{}/commands/5", cast.application),
            &none,
            404,
            10063,
        ),
        (
            "another's application",
            "GET",
            "/applications/5/commands".to_owned(),
            &none,
            403,
            50001,
        ),
        (
            "an unknown interaction",
            "POST",
            "/interactions/5/token/callback".to_owned(),
            &answer,
            404,
            10062,
        ),
        (
            "a second acknowledgement",
            "POST",
            answered.clone(),
            &answer,
            400,
            40060,
        ),
        (
            "a response of the wrong kind",
            "POST",
            unanswered.clone(),
            &json!({ "type": 7, "data": {} }),
            400,
            50035,
        ),
        (
            "an empty answer",
            "POST",
            unanswered.clone(),
            &json!({ "type": 4, "data": {} }),
            400,
            50006,
        ),
        (
            "a follow-up before the answer",
            "POST",
            webhook(&unanswered),
            &words,
            404,
            10015,
        ),
        (
            "an unknown webhook",
            "POST",
            "/webhooks/5/token".to_owned(),
            &words,
            404,
            10015,
        ),
        (
            "a wrong token",
            "POST",
            format!("/webhooks/{}/token", cast.application),
            &words,
            401,
            50027,
        ),
        (
            "a follow-up of another message",
            "PATCH",
            format!("{}/messages/{theirs}", webhook(&answered)),
            &words,
            404,
            10008,
        ),
    ] {
        let (got, answer) = stage.bot(method, &path, body.clone()).await;
        assert_eq!(
            (got, &answer["code"]),
            (status, &json!(code)),
            "{what}: {answer}"
        );
    }
    stage.pass(15 * 60 * 1000 + 1);
    stage
        .bot("POST", &webhook(&answered), words.clone())
        .await
        .refused(401, 50027);
    let request = stage
        .client
        .get(format!("{}/api/v10/users/@me", stage.sandbox.url()));
    let refused = crate::stage::answer(request.header("authorization", "Bot wrong")).await;
    assert_eq!(
        refused,
        (401, json!({ "message": "401: Unauthorized", "code": 0 }))
    );
}

#[tokio::test]
async fn an_answer_after_three_seconds_is_too_late() {
    let stage = Stage::new().await;
    assert_eq!(Limits::default().first_answer_ms, 3_000);
    stage.sandbox.world().limits.first_answer_ms = 50;
    let late = interaction(&stage);
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    stage
        .bot(
            "POST",
            &late,
            json!({ "type": 4, "data": { "content": "x" } }),
        )
        .await
        .refused(404, 10062);
}

#[tokio::test]
async fn mistakes_quote_little_of_what_was_sent() {
    let stage = Stage::new().await;
    let long = "a.".repeat(5 * 1024 * 1024);
    let events = format!("/guilds/{}/scheduled-events", stage.cast.guild);
    let event = json!({ "name": "x", "privacy_level": 2, "entity_type": 3,
        "scheduled_start_time": long });
    let (_, of_bot) = stage.bot("POST", &events, event).await;
    let (_, of_limit) = stage
        .local("PUT", "/limits", json!({ "shards": long }))
        .await;
    let (_, of_name) = stage.local("PUT", "/limits", json!({ long: 1 })).await;
    for answer in [of_bot, of_limit, of_name] {
        let length = answer.to_string().len();
        let start: String = answer.to_string().chars().take(300).collect();
        assert!((10..10_000).contains(&length), "{length}: {start}");
    }
}

#[tokio::test]
async fn large_files_are_refused() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.cast.arena);
    let file = vec![7; 10 * 1024 * 1024 + 1];
    let fits = stage
        .bot_with_files("POST", &path, json!({}), &[("a.bin", &file[1..])])
        .await;
    assert_eq!(
        (fits.0, &fits.1["attachments"][0]["size"]),
        (200, &json!(10 * 1024 * 1024))
    );
    stage
        .bot_with_files("POST", &path, json!({}), &[("a.bin", &file)])
        .await
        .refused(413, 40005);
    let together = [
        ("a.bin", &file[1..]),
        ("b.bin", &file[1..]),
        ("c.bin", &file[1..]),
    ];
    stage
        .bot_with_files("POST", &path, json!({}), &together)
        .await
        .refused(413, 40005);
}
