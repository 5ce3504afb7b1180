//! What Discord refuses: each request with its status and its code.

use dealer::sandbox::world::{Overwrite, permissions};
use serde_json::{Map, Value, json};

use super::stage::Stage;

/// A row with these components.
fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Press", "custom_id": custom_id })
}

fn menu(options: usize) -> Value {
    let options: Vec<_> = (0..options)
        .map(|n| json!({ "label": format!("{n}"), "value": format!("{n}") }))
        .collect();
    json!({ "type": 3, "custom_id": "menu", "options": options })
}

fn letters(count: usize) -> String {
    "x".repeat(count)
}

fn embeds(count: usize, embed: Value) -> Value {
    json!({ "embeds": vec![embed; count] })
}

/// Bodies of messages and the wrong field: None is accepted.
fn messages() -> Vec<(&'static str, Value, Option<&'static str>)> {
    let rows = |rows: Vec<Value>| json!({ "content": "x", "components": rows });
    let with = |component: Value| rows(vec![row(json!([component]))]);
    let change = |mut object: Value, field: &str, value: Value| {
        object[field] = value;
        object
    };
    let many_fields =
        |count| json!({ "fields": vec![json!({ "name": "n", "value": "v" }); count] });
    vec![
        ("2000 characters", json!({ "content": letters(2000) }), None),
        (
            "2000 letters of two bytes",
            json!({ "content": "é".repeat(2000) }),
            None,
        ),
        (
            "2001 characters",
            json!({ "content": letters(2001) }),
            Some("content"),
        ),
        (
            "content that is no text",
            json!({ "content": [] }),
            Some("content"),
        ),
        ("10 embeds", embeds(10, json!({ "title": "t" })), None),
        (
            "11 embeds",
            embeds(11, json!({ "title": "t" })),
            Some("embeds"),
        ),
        (
            "embeds of 6000 characters",
            embeds(2, json!({ "description": letters(3000) })),
            None,
        ),
        (
            "embeds of 6002 characters",
            embeds(2, json!({ "description": letters(3001) })),
            Some("embeds"),
        ),
        (
            "a title of 257",
            embeds(1, json!({ "title": letters(257) })),
            Some("embeds.0.title"),
        ),
        (
            "a description of 4097",
            embeds(1, json!({ "description": letters(4097) })),
            Some("embeds.0.description"),
        ),
        ("25 fields", embeds(1, many_fields(25)), None),
        (
            "26 fields",
            embeds(1, many_fields(26)),
            Some("embeds.0.fields"),
        ),
        (
            "a field without a value",
            embeds(1, json!({ "fields": [{ "name": "n", "value": "" }] })),
            Some("embeds.0.fields.0.value"),
        ),
        (
            "a footer of 2049",
            embeds(1, json!({ "footer": { "text": letters(2049) } })),
            Some("embeds.0.footer.text"),
        ),
        (
            "an embed of nothing",
            embeds(1, json!({})),
            Some("embeds.0.description"),
        ),
        (
            "a picture from a file",
            embeds(1, json!({ "image": { "url": "file:///etc/passwd" } })),
            Some("embeds.0.image.url"),
        ),
        (
            "5 rows",
            rows(
                (0..5)
                    .map(|n| row(json!([button(&n.to_string())])))
                    .collect(),
            ),
            None,
        ),
        (
            "6 rows",
            rows(
                (0..6)
                    .map(|n| row(json!([button(&n.to_string())])))
                    .collect(),
            ),
            Some("components"),
        ),
        (
            "6 buttons in a row",
            rows(vec![row((0..6).map(|n| button(&n.to_string())).collect())]),
            Some("components.0.components"),
        ),
        (
            "an empty row",
            rows(vec![row(json!([]))]),
            Some("components.0.components"),
        ),
        (
            "the same custom id twice",
            rows(vec![row(json!([button("a")])), row(json!([button("a")]))]),
            Some("components.1.components.0.custom_id"),
        ),
        ("a custom id of 100", with(button(&letters(100))), None),
        (
            "a custom id of 101",
            with(button(&letters(101))),
            Some("components.0.components.0.custom_id"),
        ),
        (
            "a label of 81",
            with(change(button("a"), "label", json!(letters(81)))),
            Some("components.0.components.0.label"),
        ),
        (
            "a button without label and emoji",
            with(change(button("a"), "label", Value::Null)),
            Some("components.0.components.0"),
        ),
        (
            "a button of no style",
            with(change(button("a"), "style", json!(9))),
            Some("components.0.components.0.style"),
        ),
        ("25 options", with(menu(25)), None),
        (
            "26 options",
            with(menu(26)),
            Some("components.0.components.0.options"),
        ),
        (
            "no options",
            with(menu(0)),
            Some("components.0.components.0.options"),
        ),
        (
            "a placeholder of 151",
            with(change(menu(1), "placeholder", json!(letters(151)))),
            Some("components.0.components.0.placeholder"),
        ),
        (
            "more values than options",
            with(change(menu(2), "max_values", json!(3))),
            Some("components.0.components.0.max_values"),
        ),
        (
            "the same option twice",
            with(change(
                menu(1),
                "options",
                json!([{ "label": "a", "value": "a" }, { "label": "b", "value": "a" }]),
            )),
            Some("components.0.components.0.options.1.value"),
        ),
        (
            "people and roles that are chosen from the start",
            with(
                json!({ "type": 7, "custom_id": "menu", "max_values": 2, "default_values":
                [{ "id": "5", "type": "user" }, { "id": "6", "type": "role" }] }),
            ),
            None,
        ),
        (
            "a role that is chosen among people from the start",
            with(
                json!({ "type": 5, "custom_id": "menu", "max_values": 2, "default_values":
                [{ "id": "5", "type": "user" }, { "id": "6", "type": "role" }] }),
            ),
            Some("components.0.components.0.default_values.1.type"),
        ),
        (
            "more that is chosen from the start than may be chosen",
            with(json!({ "type": 8, "custom_id": "menu", "default_values":
                [{ "id": "5", "type": "channel" }, { "id": "6", "type": "channel" }] })),
            Some("components.0.components.0.default_values"),
        ),
        (
            "a menu beside a button",
            rows(vec![row(json!([menu(1), button("a")]))]),
            Some("components.0.components.0"),
        ),
        (
            "a text input in a message",
            with(json!({ "type": 4, "custom_id": "a", "style": 1, "label": "l" })),
            Some("components.0.components.0.type"),
        ),
        (
            "a nonce of 25",
            json!({ "content": "x", "nonce": letters(25) }),
            None,
        ),
        (
            "a nonce of 26",
            json!({ "content": "x", "nonce": letters(26) }),
            Some("nonce"),
        ),
        (
            "pings of users in two ways",
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            Some("allowed_mentions"),
        ),
        (
            "the same ping twice",
            json!({ "content": "x", "allowed_mentions": { "users": ["1", "1"] } }),
            Some("allowed_mentions.users.1"),
        ),
        (
            "an attachment that is not there",
            json!({ "content": "x", "attachments": [{ "id": 0 }] }),
            Some("attachments.0.id"),
        ),
        (
            "a reply to nothing",
            json!({ "content": "x", "message_reference": { "message_id": "5" } }),
            Some("message_reference"),
        ),
        (
            "components of the second version",
            json!({ "flags": 1 << 15, "components": [] }),
            Some("flags"),
        ),
    ]
}

#[tokio::test]
async fn messages_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.cast.arena);
    for (what, body, wrong) in messages() {
        let (status, answer) = stage.bot("POST", &path, body).await;
        check_form(what, status, &answer, wrong);
    }
}

/// The form was accepted, or refused with 50035 for the field `wrong`.
fn check_form(what: &str, status: u16, answer: &Value, wrong: Option<&str>) {
    match wrong {
        None => assert!((200..300).contains(&status), "{what}: {answer}"),
        Some(field) => {
            assert_eq!(
                (status, &answer["code"]),
                (400, &json!(50035)),
                "{what}: {answer}"
            );
            let steps = field.split('.').filter(|step| !step.is_empty());
            let place = steps.fold(&answer["errors"], |place, step| &place[step]);
            assert!(
                place["_errors"][0]["message"].is_string(),
                "{what}: {answer}"
            );
        }
    }
}

#[tokio::test]
async fn commands_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let path = format!("/applications/{}/commands", stage.cast.application);
    let command = |name: &str| json!({ "name": name, "description": "d" });
    let with_options =
        |options: Value| json!([{ "name": "a", "description": "d", "options": options }]);
    let option = |name: &str, kind: u8| json!({ "name": name, "description": "d", "type": kind });
    let choices = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|n| json!({ "name": n.to_string(), "value": n.to_string() }))
            .collect()
    };
    let long = |count: usize| -> Value {
        (0..25).map(|n| json!({ "name": format!("o{n}"), "description": letters(90), "type": 3,
            "choices": (0..count).map(|c| json!({ "name": format!("{c}{}", letters(40)), "value": format!("{c}{}", letters(40)) })).collect::<Vec<_>>() })).collect()
    };
    for (what, body, wrong) in [
        ("a plain one", json!([command("match")]), None),
        ("a Korean one", json!([command("데스매치")]), None),
        ("capital letters", json!([command("Match")]), Some("0.name")),
        ("a blank", json!([command("a b")]), Some("0.name")),
        ("33 letters", json!([command(&letters(33))]), Some("0.name")),
        (
            "no description",
            json!([{ "name": "a" }]),
            Some("0.description"),
        ),
        (
            "a description of 101",
            json!([{ "name": "a", "description": letters(101) }]),
            Some("0.description"),
        ),
        (
            "the same name twice",
            json!([command("a"), command("a")]),
            Some("1.name"),
        ),
        (
            "100 commands",
            (0..100).map(|n| command(&format!("c{n}"))).collect(),
            None,
        ),
        (
            "101 commands",
            (0..101).map(|n| command(&format!("c{n}"))).collect(),
            Some(""),
        ),
        (
            "25 options",
            with_options((0..25).map(|n| option(&format!("o{n}"), 3)).collect()),
            None,
        ),
        (
            "26 options",
            with_options((0..26).map(|n| option(&format!("o{n}"), 3)).collect()),
            Some("0.options"),
        ),
        (
            "an option of no type",
            with_options(json!([option("a", 12)])),
            Some("0.options.0.type"),
        ),
        (
            "two options of one name",
            with_options(json!([option("a", 3), option("a", 3)])),
            Some("0.options.1.name"),
        ),
        (
            "required after optional",
            with_options(
                json!([option("a", 3), { "name": "b", "description": "d", "type": 3, "required": true }]),
            ),
            Some("0.options.1"),
        ),
        (
            "a subcommand beside an option",
            with_options(json!([option("a", 1), option("b", 3)])),
            Some("0.options.1.type"),
        ),
        (
            "a group in a group",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 2, "options": [option("b", 2)] }]),
            ),
            Some("0.options.0.options.0.type"),
        ),
        (
            "26 choices",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 3, "choices": choices(26) }]),
            ),
            Some("0.options.0.choices"),
        ),
        (
            "completion and choices",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 3, "choices": choices(1), "autocomplete": true }]),
            ),
            Some("0.options.0.autocomplete"),
        ),
        (
            "a text as the choice of a number",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 4, "choices": choices(1) }]),
            ),
            Some("0.options.0.choices.0.value"),
        ),
        (
            "a command of 8000 letters and more",
            with_options(long(3)),
            Some("0"),
        ),
        (
            "a context that is none",
            json!([{ "name": "a", "description": "d", "contexts": [0, 3] }]),
            Some("0.contexts.1"),
        ),
    ] {
        let (status, answer) = stage.bot("PUT", &path, body).await;
        check_form(what, status, &answer, wrong);
    }
}

/// An interaction of the EC in the arena that the bot has not answered: its address.
fn interaction(stage: &Stage) -> String {
    let mut world = stage.sandbox.world();
    let application = stage.cast.application;
    if world.commands(application, None).is_empty() {
        world
            .set_commands(
                application,
                None,
                &json!([{ "name": "go", "description": "d" }]),
            )
            .unwrap();
    }
    let id = world
        .give_command(stage.cast.ec, stage.cast.arena, "go", &Map::new())
        .unwrap();
    format!(
        "/interactions/{id}/{}/callback",
        world.interactions[&id].token
    )
}

#[tokio::test]
async fn modals_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let input = |id: &str| row(json!([{ "type": 4, "custom_id": id, "style": 1, "label": "l" }]));
    let inputs =
        |count: usize| -> Vec<Value> { (0..count).map(|n| input(&n.to_string())).collect() };
    let modal = |title: &str, rows: Vec<Value>| json!({ "title": title, "custom_id": "m", "components": rows });
    for (what, data, wrong) in [
        ("5 inputs", modal(&letters(45), inputs(5)), None),
        ("6 inputs", modal("t", inputs(6)), Some("data.components")),
        ("no inputs", modal("t", inputs(0)), Some("data.components")),
        (
            "a title of 46",
            modal(&letters(46), inputs(1)),
            Some("data.title"),
        ),
        (
            "no title",
            json!({ "custom_id": "m", "components": inputs(1) }),
            Some("data.title"),
        ),
        (
            "one id twice",
            modal("t", vec![input("a"), input("a")]),
            Some("data.components.1.components.0.custom_id"),
        ),
        (
            "a button",
            modal("t", vec![row(json!([button("a")]))]),
            Some("data.components.0.components.0.type"),
        ),
    ] {
        let (status, answer) = stage
            .bot(
                "POST",
                &interaction(&stage),
                json!({ "type": 9, "data": data }),
            )
            .await;
        check_form(what, status, &answer, wrong);
    }
}

#[tokio::test]
async fn other_refusals_have_discords_codes() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let guild = cast.guild;
    // The bot may do little; one channel it does not see, in another it may not write.
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
        let draft = dealer::sandbox::world::MessageDraft::text("mine");
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
    let unknown_dm = unknown_dm["id"].as_str().unwrap().to_owned();
    let arena = cast.arena;
    let (words, none) = (json!({ "content": "x" }), Value::Null);
    let answered = interaction(&stage);
    let answer = json!({ "type": 4, "data": { "content": "x" } });
    assert_eq!(stage.bot("POST", &answered, answer.clone()).await.0, 204);
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
            "a guild of others",
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
            "a role that it may not give",
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
            "a channel that it does not see",
            "POST",
            format!("/channels/{hidden}/messages"),
            &words,
            403,
            50001,
        ),
        (
            "a channel in which it may not write",
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
            "a reaction that is no emoji",
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
            "a channel made without permission",
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
            "a response that does not fit",
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
    let (status, answer) = stage.bot("POST", &webhook(&answered), words.clone()).await;
    assert_eq!(
        (status, &answer["code"]),
        (401, &json!(50027)),
        "a token of 15 minutes: {answer}"
    );
    let request = stage
        .client
        .get(format!("{}/api/v10/users/@me", stage.sandbox.url()));
    let refused = super::stage::answer(request.header("authorization", "Bot wrong")).await;
    assert_eq!(
        refused,
        (401, json!({ "message": "401: Unauthorized", "code": 0 }))
    );
}

#[tokio::test]
async fn an_answer_after_three_seconds_is_too_late() {
    let stage = Stage::new().await;
    let late = interaction(&stage);
    tokio::time::sleep(std::time::Duration::from_millis(3100)).await;
    let (status, answer) = stage
        .bot(
            "POST",
            &late,
            json!({ "type": 4, "data": { "content": "x" } }),
        )
        .await;
    assert_eq!((status, &answer["code"]), (404, &json!(10062)));
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
    let (status, answer) = stage
        .bot_with_files("POST", &path, json!({}), &[("a.bin", &file)])
        .await;
    assert_eq!((status, &answer["code"]), (413, &json!(40005)));
    let together = [
        ("a.bin", &file[1..]),
        ("b.bin", &file[1..]),
        ("c.bin", &file[1..]),
    ];
    let (status, answer) = stage
        .bot_with_files("POST", &path, json!({}), &together)
        .await;
    assert_eq!((status, &answer["code"]), (413, &json!(40005)));
}
