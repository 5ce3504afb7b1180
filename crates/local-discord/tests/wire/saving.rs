//! A saved world outlives its server.

use std::path::PathBuf;
use std::sync::Arc;

use local_discord::world::{MessageDraft, Upload, Viewer};
use local_discord::{Sandbox, SandboxConfig, World, start};
use serde_json::{Value, json};

use super::clients::picture;
use super::stage::{Cast, Expected as _, START_MS, answer, client, text, world};

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("local-discord-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn world(&self) -> PathBuf {
        self.0.join("world.json")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn start_saving(world: World, folder: &Folder) -> Sandbox {
    let listen = "127.0.0.1:0".parse().unwrap();
    let clock = Arc::new(|| START_MS + 1000);
    start(SandboxConfig {
        listen,
        world,
        save_to: Some(folder.world()),
        clock,
        forward: None,
    })
    .await
    .unwrap()
}

async fn bot(sandbox: &Sandbox, cast: &Cast, path: &str) -> Value {
    let request = client().get(format!("{}/api/v10{path}", sandbox.url()));
    let (status, value) =
        answer(request.header("authorization", format!("Bot {}", cast.token))).await;
    assert_eq!(status, 200, "{path}: {value}");
    value
}

/// Addresses contain the port, which differs after a restart.
fn without_port(value: &Value, sandbox: &Sandbox) -> String {
    value.to_string().replace(&sandbox.url(), "")
}

#[tokio::test]
async fn a_nonce_is_known_after_a_restart() {
    let folder = Folder::new("nonce");
    let (world, cast) = world();
    let mut sandbox = start_saving(world, &folder).await;
    let mut messages = Vec::new();
    for _ in 0..2 {
        let path = format!("/api/v10/channels/{}/messages", cast.arena);
        let request = client().post(format!("{}{path}", sandbox.url()));
        let request = request.header("authorization", format!("Bot {}", cast.token));
        let body = json!({ "content": "board", "nonce": "17", "enforce_nonce": true });
        let message = answer(request.json(&body)).await.is(200);
        messages.push(message["id"].clone());
        sandbox.stop().await;
        sandbox = start_saving(World::load(&folder.world()).unwrap(), &folder).await;
    }
    assert_eq!(messages[0], messages[1]);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_saved_world_carries_on_unchanged() {
    let folder = Folder::new("round-trip");
    let (world, cast) = world();
    let sandbox = start_saving(world, &folder).await;
    let form = reqwest::multipart::Form::new()
        .text(
            "payload_json",
            json!({ "content": format!("<@{}>", cast.ec) }).to_string(),
        )
        .part(
            "files[0]",
            reqwest::multipart::Part::bytes(picture()).file_name("board.png"),
        );
    let post = client().post(format!(
        "{}/api/v10/channels/{}/messages",
        sandbox.url(),
        cast.arena
    ));
    let (status, message) = answer(
        post.header("authorization", format!("Bot {}", cast.token))
            .multipart(form),
    )
    .await;
    assert_eq!(status, 200, "{message}");
    {
        let mut world = sandbox.world();
        world
            .set_commands(
                cast.application,
                None,
                &json!([{ "name": "go", "description": "d" }]),
            )
            .unwrap();
        world.set_dms_open(cast.dmo, false).unwrap();
    }
    let paths = [
        format!("/channels/{}/messages", cast.arena),
        format!("/guilds/{}/channels", cast.guild),
        format!("/guilds/{}/roles", cast.guild),
        format!("/guilds/{}/members/{}", cast.guild, cast.ec),
        format!("/applications/{}/commands", cast.application),
    ];
    let mut before = Vec::new();
    for path in &paths {
        before.push(without_port(&bot(&sandbox, &cast, path).await, &sandbox));
    }
    let last_id = sandbox.world().next_id();
    sandbox.stop().await;

    let sandbox = start_saving(World::load(&folder.world()).unwrap(), &folder).await;
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(
            without_port(&bot(&sandbox, &cast, path).await, &sandbox),
            before,
            "{path}"
        );
    }
    {
        let mut world = sandbox.world();
        assert!(world.next_id() > last_id);
        assert!(!world.users[&cast.dmo].dms_open);
        assert_eq!(world.badge(cast.ec), 1);
    }
    let messages = bot(&sandbox, &cast, &paths[0]).await;
    let url = text(&messages[0]["attachments"][0]["url"]).to_owned();
    assert_eq!(
        client()
            .get(url)
            .send()
            .await
            .unwrap()
            .bytes()
            .await
            .unwrap(),
        picture()
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn a_change_is_saved_while_the_server_runs() {
    let folder = Folder::new("while-running");
    let (world, cast) = world();
    let sandbox = start_saving(world, &folder).await;
    let message = sandbox
        .world()
        .send(cast.ec, cast.arena, MessageDraft::text("kept"))
        .unwrap();
    let saved = async {
        while !folder.world().exists() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::stage::PATIENCE, saved)
        .await
        .expect("the world is saved");
    let world = World::load(&folder.world()).unwrap();
    let found = &world.channels[&cast.arena].messages[&message.id];
    assert_eq!(world.message_json(found, Viewer::Person)["content"], "kept");
}

/// A picture as a bot uploads it.
fn board() -> Upload {
    Upload {
        index: 0,
        filename: "board.png".to_owned(),
        content_type: None,
        description: None,
        bytes: picture().into(),
    }
}

#[tokio::test]
async fn deleted_messages_take_their_files_with_them() {
    let folder = Folder::new("deleted");
    let (mut world, cast) = world();
    let draft = MessageDraft::parse(&json!({}), vec![board()]).unwrap();
    let sent = world.send(cast.host, cast.arena, draft).unwrap().id;
    world.save(&folder.world()).unwrap();
    let files = || {
        std::fs::read_dir(folder.0.join("world.files"))
            .unwrap()
            .count()
    };
    assert_eq!(files(), 1);
    world.delete_message(cast.host, cast.arena, sent).unwrap();
    world.save(&folder.world()).unwrap();
    assert_eq!(files(), 0);
}

/// A removed message takes its files and its share of the badges with it. A pinned message stays.
#[test]
fn a_full_channel_drops_its_oldest_messages() {
    let folder = Folder::new("kept");
    let (mut world, cast) = world();
    world.limits.kept_messages = Some(5);
    let mut said = Vec::new();
    for round in 0..20 {
        let body = json!({ "content": format!("<@{}> {round}", cast.ec) });
        let draft = MessageDraft::parse(&body, vec![board()]).unwrap();
        said.push(world.send(cast.host, cast.arena, draft).unwrap().id);
        if round == 1 {
            world
                .set_pinned(cast.host, cast.arena, said[1], true)
                .unwrap();
        }
    }
    let kept: Vec<_> = [said[1]].into_iter().chain(said[15..].to_vec()).collect();
    world.save(&folder.world()).unwrap();
    let files = std::fs::read_dir(folder.0.join("world.files")).unwrap();
    assert_eq!(files.count(), kept.len());
    let world = World::load(&folder.world()).unwrap();
    let standing = world.channels[&cast.arena].messages.keys();
    assert_eq!(standing.copied().collect::<Vec<_>>(), kept);
    assert_eq!(world.unread(cast.ec, cast.arena).mentions, 6);
}

#[test]
fn an_error_names_a_file_that_holds_no_world() {
    let folder = Folder::new("broken");
    std::fs::write(folder.world(), "{").unwrap();
    let error = World::load(&folder.world()).err().unwrap().to_string();
    assert!(error.contains("world.json is not a saved world"), "{error}");
    let missing = World::load(&folder.0.join("nothing.json"))
        .err()
        .unwrap()
        .to_string();
    assert!(missing.contains("nothing.json"), "{missing}");
}
