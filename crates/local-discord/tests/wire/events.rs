//! Scheduled events: bots create and change them, and the clock starts and ends them.

use local_discord::world::{permissions, timestamp};
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, START_MS, Stage, has, text};

const HOUR: u64 = 60 * 60 * 1000;

/// The time this many hours after the start.
fn after(hours: u64) -> String {
    timestamp(START_MS + hours * HOUR)
}

fn external_event() -> Value {
    json!({ "name": "Death Match", "privacy_level": 2, "entity_type": 3,
        "scheduled_start_time": after(1), "scheduled_end_time": after(3),
        "entity_metadata": { "location": "#arena" } })
}

async fn stage_with_permissions(bits: u64) -> Stage {
    let stage = Stage::new().await;
    stage.allow(permissions::OF_BOTS & !permissions::CREATE_EVENTS | bits);
    stage
}

impl Stage {
    fn events(&self) -> String {
        format!("/guilds/{}/scheduled-events", self.cast.guild)
    }

    async fn new_event(&self, body: Value) -> String {
        let event = self.bot("POST", &self.events(), body).await.is(200);
        format!("{}/{}", self.events(), text(&event["id"]))
    }
}

#[tokio::test]
async fn a_bot_creates_and_changes_an_event_and_hears_of_it() {
    let stage = stage_with_permissions(permissions::CREATE_EVENTS).await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let mut body = external_event();
    body["description"] = json!("Two players");
    let picture = super::clients::picture();
    let encoded = base64_of(&picture);
    body["image"] = json!(format!("data:image/png;base64,{encoded}"));
    let path = stage.new_event(body).await;
    let event = stage.get(&path).await;
    assert_eq!(event["creator"]["id"], json!(stage.cast.bot));
    assert_eq!(event["status"], 1);
    assert_eq!(event["scheduled_start_time"], "2026-07-01T13:00:00+00:00");
    let told = gateway.event("GUILD_SCHEDULED_EVENT_CREATE").await["d"].take();
    has(&told, json!({ "id": event["id"], "name": "Death Match" }));
    let url = format!(
        "{}/guild-events/{}/{}.png",
        stage.sandbox.url(),
        text(&event["id"]),
        text(&event["image"])
    );
    assert_eq!(stage.fetch(&url).await.1, picture);
    let later = json!({ "scheduled_start_time": after(2), "image": null });
    let changed = stage.bot("PATCH", &path, later).await.is(200);
    assert_eq!(
        (&changed["image"], &changed["name"]),
        (&Value::Null, &event["name"])
    );
    let told = gateway.event("GUILD_SCHEDULED_EVENT_UPDATE").await["d"].take();
    assert_eq!(told["scheduled_start_time"], "2026-07-01T14:00:00+00:00");
    stage.bot("DELETE", &path, Value::Null).await.is(204);
    let told = gateway.event("GUILD_SCHEDULED_EVENT_DELETE").await["d"].take();
    assert_eq!(told["id"], event["id"]);
    stage
        .bot("GET", &path, Value::Null)
        .await
        .refused(404, 10070);
}

#[tokio::test]
async fn each_field_of_an_event_is_checked() {
    let stage = stage_with_permissions(permissions::CREATE_EVENTS).await;
    let voice = {
        let mut world = stage.sandbox.world();
        let new = local_discord::world::NewChannel {
            name: "Talk".to_owned(),
            kind: local_discord::world::ChannelKind::Voice,
            ..Default::default()
        };
        world.insert_channel(stage.cast.guild, new).unwrap()
    };
    let with = |changes: Value| {
        let mut body = external_event();
        local_discord::world::merge(&mut body, changes);
        body
    };
    let past = timestamp(START_MS);
    for (changes, wrong) in [
        (json!({}), None),
        (json!({ "name": "x".repeat(101) }), Some("/name")),
        (json!({ "name": "" }), Some("/name")),
        (
            json!({ "description": "x".repeat(1001) }),
            Some("/description"),
        ),
        (json!({ "privacy_level": 1 }), Some("/privacy_level")),
        (json!({ "entity_type": 4 }), Some("/entity_type")),
        (
            json!({ "scheduled_start_time": past }),
            Some("/scheduled_start_time"),
        ),
        (
            json!({ "scheduled_start_time": "soon" }),
            Some("/scheduled_start_time"),
        ),
        (
            json!({ "scheduled_end_time": null }),
            Some("/scheduled_end_time"),
        ),
        (
            json!({ "scheduled_end_time": after(1) }),
            Some("/scheduled_end_time"),
        ),
        (json!({ "entity_metadata": null }), Some("/entity_metadata")),
        (
            json!({ "entity_metadata": {} }),
            Some("/entity_metadata/location"),
        ),
        (json!({ "channel_id": voice }), Some("/channel_id")),
        (json!({ "image": "picture.png" }), Some("/image")),
        (json!({ "entity_type": 2 }), Some("/channel_id")),
        (
            json!({ "entity_type": 2, "channel_id": voice, "scheduled_end_time": null }),
            None,
        ),
    ] {
        let (status, answer) = stage
            .bot("POST", &stage.events(), with(changes.clone()))
            .await;
        let at = wrong.map(|wrong| format!("/errors{wrong}/_errors/0/code"));
        let found = at.map(|at| answer.pointer(&at).is_some());
        let expected = wrong.map_or((200, None), |_| (400, Some(true)));
        assert_eq!((status, found), expected, "{changes}: {answer}");
    }
    // An event cannot be in a text channel or in an unknown one.
    for (channel, code) in [(json!(stage.cast.arena), 50024), (json!("5"), 10003)] {
        let body = with(json!({ "entity_type": 2, "channel_id": channel }));
        let (_, answer) = stage.bot("POST", &stage.events(), body).await;
        assert_eq!(answer["code"], json!(code));
    }
}

#[tokio::test]
async fn events_need_permissions() {
    for (bits, created, changed) in [
        (0, 403, 403),
        (permissions::CREATE_EVENTS, 200, 403),
        (permissions::MANAGE_EVENTS, 403, 200),
    ] {
        let stage = stage_with_permissions(bits).await;
        let (got, answer) = stage.bot("POST", &stage.events(), external_event()).await;
        assert_eq!(got, created, "{answer}");
        let theirs = {
            let mut world = stage.sandbox.world();
            let (host, guild) = (stage.cast.host, stage.cast.guild);
            world.add_event(host, guild, &external_event()).unwrap()
        };
        let path = format!("{}/{theirs}", stage.events());
        let (got, answer) = stage.bot("PATCH", &path, json!({ "name": "x" })).await;
        assert_eq!(got, changed, "{answer}");
    }
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
