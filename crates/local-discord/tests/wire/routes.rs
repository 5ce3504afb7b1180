//! Asks every served route at least once. `specification/` compares each request and answer with
//! Discord's own specification; this test also leaves out each required field once.

use std::collections::BTreeSet;

use local_discord::served;
use local_discord::world::permissions;
use serde_json::{Map, Value, json};

use super::specification::required;
use super::stage::{Expected as _, Stage};

/// The path of a route with real ids, and a valid body.
async fn prepare(stage: &Stage, method: &str, route: &str) -> (String, Value) {
    let cast = &stage.cast;
    {
        let mut world = stage.sandbox.world();
        world
            .set_bot_permissions(cast.guild, cast.bot, permissions::ADMINISTRATOR)
            .unwrap();
        world
            .set_intents(cast.bot, local_discord::world::GUILD_MEMBERS)
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
    let command = if route.contains("/guilds/") {
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
        stage.bot("PUT", &path, body).await.is(204);
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
    stage.bot("PUT", &join, Value::Null).await.is(204);
    let begins_ms = local_discord::world::timestamp(super::stage::START_MS + 3_600_000);
    let ends_ms = local_discord::world::timestamp(super::stage::START_MS + 7_200_000);
    let new_event = json!({ "name": "Match", "privacy_level": 2, "entity_type": 3,
        "scheduled_start_time": begins_ms, "scheduled_end_time": ends_ms,
        "entity_metadata": { "location": "Here" } });
    let events = format!("/guilds/{}/scheduled-events", cast.guild);
    let event = stage.bot("POST", &events, new_event.clone()).await.is(200);
    let (interaction, token) = {
        let mut world = stage.sandbox.world();
        let id = world
            .give_command(cast.ec, cast.arena, "hello", &Map::new())
            .unwrap();
        (id.to_string(), world.interactions[&id].token.clone())
    };
    let mut message_id = text(&message["id"]);
    if route.starts_with("/webhooks") {
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
    let channel = if route.contains("thread-members") {
        text(&thread["id"])
    } else {
        cast.arena.to_string()
    };
    let user = if route.contains("reactions") {
        "@me".to_owned()
    } else {
        cast.dmo.to_string()
    };
    let path = [
        ("{application}", cast.application.to_string()),
        ("{guild}", cast.guild.to_string()),
        ("{channel}", channel),
        ("{message}", message_id),
        ("{command}", text(&command["id"])),
        ("{overwrite}", cast.spectator.to_string()),
        ("{user}", user),
        ("{role}", cast.players.to_string()),
        ("{emoji}", "%F0%9F%91%8D".to_owned()),
        ("{interaction}", interaction),
        ("{token}", token),
        ("{event}", text(&event["id"])),
    ]
    .into_iter()
    .fold(route.to_owned(), |path, (place, id)| {
        path.replace(place, &id)
    });
    let path = match route.rsplit('/').next() {
        Some("callback") => format!("{path}?with_response=true"),
        Some("search") => format!("{path}?query=d"),
        _ => path,
    };
    let body = match (method, route.rsplit('/').next().unwrap()) {
        ("GET" | "DELETE", _) => Value::Null,
        (_, "callback") => json!({ "type": 4, "data": { "content": "answer" } }),
        ("PUT", "commands") => json!([{ "name": "again", "description": "d" }]),
        (_, "commands" | "{command}") => json!({ "name": "other", "description": "d" }),
        (_, "threads") if route.contains("{message}") => json!({ "name": "thread" }),
        (_, "threads") => json!({ "name": "thread", "type": 11 }),
        (_, "bulk-delete") => json!({ "messages": [message["id"], second["id"]] }),
        ("POST", "channels") if path.starts_with("/users") => json!({ "recipient_id": cast.dmo }),
        ("PATCH", "{user}") => json!({ "nick": "Nick" }),
        (_, "scheduled-events") => new_event,
        (_, "{event}") => json!({ "name": "Another match" }),
        (_, "channels" | "{channel}") => json!({ "name": "new-name" }),
        (_, "@me" | "nick") => json!({ "nick": "Nick" }),
        (_, "{overwrite}") => json!({ "type": 1, "allow": "1024" }),
        ("PUT", _) | (_, "typing" | "{user}") => Value::Null,
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
    let (mut operations, mut exchanges) = (BTreeSet::new(), 0);
    for (method, route) in served() {
        let stage = Stage::new().await;
        let name = format!("{method} {route}");
        let (path, body) = prepare(&stage, method, route).await;
        for field in required(method, &path) {
            let mut without = body.clone();
            let form = match &mut without {
                Value::Array(forms) => &mut forms[0],
                form => form,
            };
            form.as_object_mut().unwrap().remove(&field);
            stage.bot(method, &path, without).await.is(400);
        }
        let (status, answer) = stage.bot(method, &path, body).await;
        assert!(status < 300, "{name} answered {status}: {answer}");
        assert_eq!(stage.sandbox.unknown_routes(), 0, "{name}");
        let (carried_out, passed) = stage.watch.tally();
        operations.extend(carried_out);
        exchanges += passed;
    }
    println!("{} operations in {exchanges} exchanges", operations.len());
}

#[tokio::test]
async fn unserved_routes_are_refused_and_counted() {
    let stage = Stage::new().await;
    let answer = stage
        .bot("GET", "/guilds/1/audit-log", Value::Null)
        .await
        .is(404);
    assert_eq!(answer, json!({ "message": "404: Not Found", "code": 0 }));
    let (status, answer) = stage.bot("DELETE", "/gateway", Value::Null).await;
    let refused = json!({ "message": "405: Method Not Allowed", "code": 0 });
    assert_eq!((status, answer), (405, refused));
    let (status, answer) = stage.bot("GET", "/guilds/1/audit-logs", Value::Null).await;
    let words = "501: The local Discord does not serve GET /guilds/{guild_id}/audit-logs";
    assert_eq!(
        (status, answer),
        (501, json!({ "message": words, "code": 0 }))
    );
    let _ = stage
        .bot("DELETE", "/guilds/1/audit-logs", Value::Null)
        .await
        .is(405);
    stage.bot("GET", "/guilds/1/audit-logs", Value::Null).await;
    let stats = stage.local_get("/stats").await;
    assert_eq!(stats["unknown_routes"], 5);
    let unknown = [
        "DELETE /api/v10/gateway",
        "DELETE /api/v10/guilds/1/audit-logs",
        "GET /api/v10/guilds/1/audit-log",
        "GET /api/v10/guilds/1/audit-logs",
    ];
    assert_eq!(stats["unknown"], json!(unknown));
}

#[tokio::test]
async fn older_addresses_lead_to_version_10() {
    let stage = Stage::new().await;
    let channel = format!("channels/{}", stage.cast.arena);
    for (address, status) in [
        ("/api/v10", 200),
        ("/api/v9", 200),
        ("/api", 200),
        ("/api/v11", 404),
        ("/api/v", 404),
    ] {
        let url = format!("{}{address}/{channel}", stage.sandbox.url());
        let request = stage.client.get(url);
        let request = request.header("authorization", format!("Bot {}", stage.cast.token));
        assert_eq!(super::stage::answer(request).await.0, status, "{address}");
    }
    // A failure that is asked for meets them too.
    let path = format!("/api/v10/{channel}");
    let fault = json!({ "method": "GET", "path": path, "status": 500 });
    stage.local("POST", "/faults", fault).await;
    let url = format!("{}/api/v9/{channel}", stage.sandbox.url());
    assert_eq!(stage.fetch(&url).await.0, 500);
}
