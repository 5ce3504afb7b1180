//! Every route that the local Discord serves, against Discord's own specification: the status, the
//! fields of the answer, and a refusal when a required field of the request is missing.

use local_discord::world::permissions;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::stage::Stage;

#[derive(Deserialize)]
struct Specification {
    routes: Vec<Route>,
}

#[derive(Deserialize)]
struct Route {
    method: String,
    path: String,
    statuses: Vec<u16>,
    #[serde(default)]
    list: bool,
    #[serde(default)]
    answer: Vec<String>,
    #[serde(default)]
    body: Vec<String>,
}

/// A path with real ids, and a body that fits.
async fn prepared(stage: &Stage, route: &Route) -> (String, Value) {
    let cast = &stage.cast;
    {
        let mut world = stage.sandbox.world();
        world
            .set_bot_permissions(cast.guild, cast.bot, permissions::ADMINISTRATOR)
            .unwrap();
        world
            .grant_intents(cast.bot, local_discord::world::GUILD_MEMBERS)
            .unwrap();
    }
    let (_, commands) = stage
        .bot(
            "PUT",
            &format!("/applications/{}/commands", cast.application),
            json!([{ "name": "hello", "description": "d" }]),
        )
        .await;
    let guild_commands = format!(
        "/applications/{}/guilds/{}/commands",
        cast.application, cast.guild
    );
    let (_, own) = stage
        .bot(
            "PUT",
            &guild_commands,
            json!([{ "name": "here", "description": "d" }]),
        )
        .await;
    let command = if route.path.contains("/guilds/") {
        &own[0]
    } else {
        &commands[0]
    };
    let message = stage.post(json!({ "content": "first" })).await;
    let second = stage.post(json!({ "content": "second" })).await;
    let arena = format!("/channels/{}", cast.arena);
    let thumb = format!(
        "{arena}/messages/{}/reactions/%F0%9F%91%8D/@me",
        text(&message["id"])
    );
    let pin = format!("{arena}/pins/{}", text(&message["id"]));
    let overwrite = format!("{arena}/permissions/{}", cast.spectator);
    for (path, body) in [
        (thumb, Value::Null),
        (pin, Value::Null),
        (overwrite, json!({ "type": 1, "deny": "2048" })),
    ] {
        assert_eq!(stage.bot("PUT", &path, body).await.0, 204, "{path}");
    }
    let (_, thread) = stage
        .bot(
            "POST",
            &format!("{arena}/threads"),
            json!({ "name": "aside", "type": 11 }),
        )
        .await;
    let join = format!(
        "/channels/{}/thread-members/{}",
        text(&thread["id"]),
        cast.dmo
    );
    assert_eq!(stage.bot("PUT", &join, Value::Null).await.0, 204);
    let (interaction, token) = {
        let mut world = stage.sandbox.world();
        let id = world
            .give_command(cast.ec, cast.arena, "hello", &Map::new())
            .unwrap();
        (id.to_string(), world.interactions[&id].token.clone())
    };
    let mut message_id = text(&message["id"]);
    if route.path.starts_with("/webhooks") {
        let callback = format!("/interactions/{interaction}/{token}/callback");
        stage
            .bot(
                "POST",
                &callback,
                json!({ "type": 4, "data": { "content": "answer" } }),
            )
            .await;
        message_id = "@original".to_owned();
    }
    let channel = if route.path.contains("thread-members") {
        text(&thread["id"])
    } else {
        cast.arena.to_string()
    };
    let user = if route.path.contains("reactions") {
        cast.bot
    } else {
        cast.dmo
    };
    let path = [
        ("{application_id}", cast.application.to_string()),
        ("{webhook_id}", cast.application.to_string()),
        ("{guild_id}", cast.guild.to_string()),
        ("{channel_id}", channel),
        ("{message_id}", message_id),
        ("{command_id}", text(&command["id"])),
        ("{overwrite_id}", cast.spectator.to_string()),
        ("{user_id}", user.to_string()),
        ("{role_id}", cast.players.to_string()),
        ("{emoji_name}", "%F0%9F%91%8D".to_owned()),
        ("{interaction_id}", interaction),
        ("{interaction_token}", token.clone()),
        ("{webhook_token}", token),
    ]
    .into_iter()
    .fold(route.path.clone(), |path, (place, id)| {
        path.replace(place, &id)
    });
    let path = match route.path.rsplit('/').next() {
        Some("callback") => format!("{path}?with_response=true"),
        Some("search") => format!("{path}?query=d"),
        _ => path,
    };
    let body = match (
        route.method.as_str(),
        route.path.rsplit('/').next().unwrap(),
    ) {
        ("GET" | "DELETE", _) => Value::Null,
        (_, "callback") => json!({ "type": 4, "data": { "content": "answer" } }),
        ("PUT", "commands") => json!([{ "name": "again", "description": "d" }]),
        (_, "commands" | "{command_id}") => json!({ "name": "other", "description": "d" }),
        (_, "threads") => json!({ "name": "thread", "type": 11 }),
        (_, "bulk-delete") => json!({ "messages": [message["id"], second["id"]] }),
        ("POST", "channels") if path.starts_with("/users") => json!({ "recipient_id": cast.dmo }),
        (_, "channels" | "{channel_id}") => json!({ "name": "new-name" }),
        (_, "@me") if path.starts_with("/guilds") => json!({ "nick": "Nick" }),
        (_, "{overwrite_id}") => json!({ "type": 1, "allow": "1024" }),
        _ => json!({ "content": "words" }),
    };
    (path, body)
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no id"))
        .to_owned()
}

#[tokio::test]
async fn every_route_answers_as_discords_specification_says() {
    let specification: Specification =
        serde_json::from_str(include_str!("discord_routes.json")).unwrap();
    for route in &specification.routes {
        let stage = Stage::new().await;
        let name = format!("{} {}", route.method, route.path);
        let (path, body) = prepared(&stage, route).await;
        for field in &route.body {
            let mut without = body.clone();
            let form = match &mut without {
                Value::Array(forms) => &mut forms[0],
                form => form,
            };
            form.as_object_mut().unwrap().remove(field);
            let (status, answer) = stage.bot(&route.method, &path, without).await;
            assert_eq!(status, 400, "{name} without {field}: {answer}");
        }
        let (status, answer) = stage.bot(&route.method, &path, body).await;
        // Discord itself answers 204 to some requests for which its specification only has 200.
        let fits = route.statuses.contains(&status) || status == 204 && route.answer.is_empty();
        assert!(fits, "{name} answered {status}: {answer}");
        if status == 204 {
            continue;
        }
        let shown = if route.list { &answer[0] } else { &answer };
        for field in &route.answer {
            assert!(
                shown.get(field).is_some(),
                "{name} has no {field} in {shown}"
            );
        }
        assert_eq!(stage.sandbox.unknown_routes(), 0, "{name}");
    }
}

#[tokio::test]
async fn unknown_routes_are_loud() {
    let stage = Stage::new().await;
    let (status, answer) = stage.bot("GET", "/guilds/1/audit-logs", Value::Null).await;
    assert_eq!(status, 501);
    assert_eq!(
        answer["message"],
        "the local Discord does not know GET /api/v10/guilds/1/audit-logs"
    );
    let (status, _) = stage.bot("DELETE", "/gateway", Value::Null).await;
    assert_eq!((status, stage.sandbox.unknown_routes()), (501, 2));
}
