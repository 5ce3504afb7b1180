//! Requests of the right form that are refused, with the code that says why.

use local_discord::world::{Limits, Overwrite, permissions};
use serde_json::{Value, json};

use super::cells;
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
    let words = json!({ "content": "x" });
    let answered = stage.begin().1;
    let answer = json!({ "type": 4, "data": { "content": "x" } });
    stage.bot("POST", &answered, answer.clone()).await.is(204);
    let unanswered = stage.begin().1;
    let webhook = |callback: &str| {
        let token = callback.split('/').nth(3).unwrap();
        format!("/webhooks/{}/{token}", cast.application)
    };
    let named = [
        ("application", cast.application.to_string()),
        ("arena", cast.arena.to_string()),
        ("bot", cast.bot.to_string()),
        ("ec", cast.ec.to_string()),
        ("guild", guild.to_string()),
        ("players", cast.players.to_string()),
        ("silent", silent.to_string()),
        ("hidden", hidden.to_string()),
        ("theirs", theirs.to_string()),
        ("foreign", foreign.to_string()),
        ("stranger", stranger.to_string()),
        ("dm", dm.to_string()),
        ("unknown_dm", unknown_dm),
        ("follow_up to answered", webhook(&answered)),
        ("follow_up to unanswered", webhook(&unanswered)),
        ("answered", answered.clone()),
        ("unanswered", unanswered),
    ];
    let filled = |text: &str| {
        named.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    };
    for [what, request, body, refusal] in include_str!("codes.txt").lines().filter_map(cells) {
        let request = filled(request);
        let (method, path) = request.split_once(' ').unwrap();
        let body = match body {
            "-" => Value::Null,
            body => serde_json::from_str(&filled(body)).unwrap(),
        };
        let (status, answer) = stage.bot(method, path, body).await;
        assert_eq!(
            format!("{status} {}", answer["code"]),
            refusal,
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
    let late = stage.begin().1;
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
    let path = stage.messages();
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
