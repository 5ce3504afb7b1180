//! What people do without bots: reply, send files, react, join and leave threads. And what the
//! people API shows and sets for authors of bots.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Answer, Expected as _, START_MS, Stage, answer, has, text};
use local_discord::world::{Id, permissions};

impl Stage {
    /// A person sends this with a small text file.
    async fn sends_file(&self, user: Id, path: &str, body: Value, name: &str) -> Answer {
        let part = Part::bytes(b"a file".to_vec()).file_name(name.to_owned());
        let form = Form::new().text("payload_json", body.to_string());
        let url = format!("{}/local/as/{user}{path}", self.sandbox.url());
        let form = form.part("files[0]", part.mime_str("text/plain").unwrap());
        answer(self.client.post(url).multipart(form)).await
    }

    async fn says(&self, user: Id, body: Value) -> Answer {
        let path = self.messages();
        self.person(user, "POST", &path, body).await
    }
}

#[tokio::test]
async fn people_reply_and_send_files() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let asked = stage.post(json!({ "content": "Who is there?" })).await;
    let reply = json!({ "content": "Me", "message_reference": { "message_id": asked["id"] },
        "embeds": [{ "title": "nobody sends these" }] });
    let path = stage.messages();
    let sent = stage
        .sends_file(cast.ec, &path, reply, "note.txt")
        .await
        .is(200);
    assert_eq!(sent["referenced_message"]["content"], "Who is there?");
    assert_eq!(sent["type"], 19);
    assert_eq!(sent["embeds"], json!([]));
    let file = &sent["attachments"][0];
    has(file, json!({ "filename": "note.txt", "size": 6 }));
    let answer = stage.says(cast.ec, json!({})).await.is(400);
    assert_eq!(answer["error"], json!("Cannot send an empty message"));
}

#[tokio::test]
async fn a_person_can_wait_for_the_next_message() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let first = stage.post(json!({ "content": "first" })).await;
    let path = stage.messages();
    let after = format!("{path}?after={}", text(&first["id"]));
    let (_, none) = stage.reads(cast.ec, &after).await;
    assert_eq!(none, json!([]));
    let (_, none) = stage.reads(cast.ec, &format!("{after}&wait_ms=1")).await;
    assert_eq!(none, json!([]), "nothing came in time");
    let waiting = format!("{after}&wait_ms=60000");
    let (came, _) = tokio::join!(stage.reads(cast.ec, &waiting), async {
        stage.post(json!({ "content": "second" })).await;
        stage.post(json!({ "content": "third" })).await
    });
    assert_eq!(came.1[0]["content"], "second");
    let (_, all) = stage.reads(cast.ec, &after).await;
    assert_eq!(
        (&all[0]["content"], &all[1]["content"]),
        (&json!("second"), &json!("third"))
    );
}

#[tokio::test]
async fn people_attach_files_to_commands() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let option = json!({ "type": 11, "name": "picture", "description": "x", "required": true });
    let command = json!([{ "name": "show", "description": "x", "options": [option] }]);
    let path = format!("/applications/{}/commands", cast.application);
    stage.bot("PUT", &path, command).await.is(200);
    let call = |picture| json!({ "channel_id": cast.arena, "name": "show", "options": { "picture": picture } });
    let answer = stage
        .person(cast.ec, "POST", "/commands", call("x"))
        .await
        .is(400);
    assert_eq!(answer["error"], "The option \"picture\" takes a file.");
    stage.sandbox.world().limits.first_answer_ms = 50;
    stage
        .sends_file(cast.ec, "/commands", call("files[0]"), "b.txt")
        .await
        .is(200);
    let data = gateway.event("INTERACTION_CREATE").await["d"]["data"].clone();
    let id = text(&data["options"][0]["value"]);
    let file = &data["resolved"]["attachments"][id];
    has(file, json!({ "filename": "b.txt", "ephemeral": true }));
    let fetched = stage.client.get(text(&file["url"]));
    assert_eq!(answer_text(fetched).await, "a file");
}

#[tokio::test]
async fn people_upload_files_in_forms() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let command = json!([{ "name": "form", "description": "x" }]);
    let path = format!("/applications/{}/commands", cast.application);
    stage.bot("PUT", &path, command).await.is(200);
    let nothing = serde_json::Map::new();
    let opened = stage
        .sandbox
        .world()
        .give_command(cast.ec, cast.arena, "form", &nothing);
    let opened = opened.unwrap();
    let token = gateway.event("INTERACTION_CREATE").await["d"]["token"].clone();
    let path = format!(
        "/interactions/{opened}/{}/callback",
        token.as_str().unwrap()
    );
    let field = json!({ "type": 19, "custom_id": "file", "max_values": 2 });
    let label = json!({ "type": 18, "label": "Proof", "component": field });
    let form = json!({ "type": 9, "data":
        { "custom_id": "form", "title": "Form", "components": [label] } });
    stage.bot("POST", &path, form).await.is(204);
    stage.sandbox.world().limits.first_answer_ms = 50;
    let filled = json!({ "modal_id": opened, "fields": { "file": ["files[0]"] } });
    stage
        .sends_file(cast.ec, "/modals", filled, "b.txt")
        .await
        .is(200);
    let data = gateway.event("INTERACTION_CREATE").await["d"]["data"].clone();
    let id = text(&data["components"][0]["component"]["values"][0]);
    assert_eq!(data["resolved"]["attachments"][id]["filename"], "b.txt");
}

async fn answer_text(request: reqwest::RequestBuilder) -> String {
    request.send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn the_api_says_who_sees_a_message_and_why_others_do_not() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let stranger = stage.sandbox.world().add_person("una", "Una");
    let arena = stage.says(cast.ec, json!({ "content": "for all" })).await.1;
    let hidden = format!("/channels/{}/messages", cast.backstage);
    let hosts = json!({ "content": "for hosts" });
    let hidden = stage.person(cast.host, "POST", &hidden, hosts).await.1;
    let no_view = json!("lacks View Channel there");
    let content = "is told that it is there without what it says: Message Content is not granted";
    for (message, who, why) in [
        (&arena, cast.dmo, Value::Null),
        (&arena, stranger, json!("is not in the server")),
        (&arena, cast.bot, json!(content)),
        (&hidden, cast.host, Value::Null),
        (&hidden, cast.dmo, no_view.clone()),
        (&hidden, cast.bot, no_view),
    ] {
        let (channel, id) = (&message["channel_id"], &message["id"]);
        let (channel, id) = (channel.as_str().unwrap(), id.as_str().unwrap());
        let path = format!("/channels/{channel}/messages/{id}/seen-by");
        let seen = stage.reads(cast.host, &path).await.is(200);
        let mut seen = seen.as_array().unwrap().iter();
        let one = seen.find(|one| one["user_id"] == json!(who)).unwrap();
        has(one, json!({ "sees": why.is_null(), "why": why }));
    }
    // People learn nothing about a message that they cannot see.
    let (channel, id) = (cast.backstage, text(&hidden["id"]));
    let path = format!("/channels/{channel}/messages/{id}/seen-by");
    stage.reads(cast.dmo, &path).await.is(403);
    // A person without the history does not see earlier messages.
    let mut world = stage.sandbox.world();
    let everyone = world.guilds[&cast.guild].roles[&cast.guild].permissions;
    let without = everyone & !permissions::READ_MESSAGE_HISTORY;
    world
        .guilds
        .get_mut(&cast.guild)
        .unwrap()
        .roles
        .get_mut(&cast.guild)
        .unwrap()
        .permissions = without;
    let id = text(&arena["id"]).parse().unwrap();
    let message = world.channels[&cast.arena].messages[&id].clone();
    let why = world.unseen(&message, cast.dmo).unwrap().to_string();
    assert!(why.starts_with("lacks Read Message History"), "{why}");
}

#[tokio::test]
async fn the_clock_jumps_forward_and_to_the_next_named_time() {
    let stage = Stage::new().await;
    let began = START_MS + 60_000;
    let clock = stage.local_get("/clock").await;
    let still = json!({ "now_ms": began, "next_ms": null, "speed": 1.0, "can_be_set": true });
    assert_eq!(clock, still);
    let (_, clock) = stage
        .local("PUT", "/clock", json!({ "forward_ms": 5000 }))
        .await;
    assert_eq!(clock["now_ms"], began + 5_000);
    let answer = stage
        .local("PUT", "/clock", json!({ "next": true }))
        .await
        .is(409);
    assert_eq!(
        answer["error"],
        json!("No message names a time in the future.")
    );
    let soon = START_MS / 1000 + 600;
    let words = format!(
        "Until <t:{soon}:R>, or <t:{}:t>, not <t:{}>",
        soon + 60,
        soon - 600
    );
    stage.post(json!({ "content": words })).await;
    let (_, clock) = stage.local("PUT", "/clock", json!({ "next": true })).await;
    assert_eq!(clock["now_ms"], soon * 1000);
    assert_eq!(clock["next_ms"], (soon + 60) * 1000);
    // Later ids have the new time.
    let message = stage.post(json!({ "content": "later" })).await;
    let id: Id = text(&message["id"]).parse().unwrap();
    assert_eq!(id.made_ms(), soon * 1000);
    for wrong in [
        json!({ "speed": 0.5 }),
        json!({ "speed": 101 }),
        json!({ "back": 1 }),
    ] {
        stage.local("PUT", "/clock", wrong).await.is(400);
    }
    let (_, clock) = stage.local("PUT", "/clock", json!({ "speed": 50 })).await;
    assert_eq!(clock["speed"], 50.0);
    loop {
        let clock = stage.local_get("/clock").await;
        if clock["now_ms"].as_u64() > Some(soon * 1000 + 10_000) {
            break;
        }
        tokio::task::yield_now().await;
    }
    // The API cannot move a clock without a handle.
    let stage = Stage::with_clock(|| START_MS).await;
    stage
        .local("PUT", "/clock", json!({ "forward_ms": 1 }))
        .await
        .is(409);
}
