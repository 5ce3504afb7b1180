//! Lists that come in pages, and the spelling of queries and addresses.

use local_discord::world::{GUILD_MEMBERS, permissions};
use serde_json::{Value, json};

use super::stage::{Expected as _, Stage, text};

fn ids(list: &Value, place: &str) -> Vec<String> {
    let list = list
        .as_array()
        .unwrap_or_else(|| panic!("{list} is not a list"));
    let id = |item: &Value| item.pointer(place).unwrap().as_str().unwrap().to_owned();
    list.iter().map(id).collect()
}

/// Reads a list page by page, each page after the last item of the one before.
async fn read_in_pages(stage: &Stage, path: &str, size: usize, place: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    loop {
        let after = all
            .last()
            .map_or(String::new(), |last| format!("&after={last}"));
        let address = format!("{path}limit={size}{after}");
        let page = stage.bot("GET", &address, Value::Null).await.is(200);
        let page = ids(&page, place);
        assert!(page.len() <= size, "{address}");
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

#[tokio::test]
async fn lists_are_paged_by_ids() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let message = stage.post(json!({ "content": "liked" })).await;
    let liked = text(&message["id"]).parse().unwrap();
    let everybody = [cast.host, cast.ec, cast.dmo, cast.spectator];
    let guilds = {
        let mut world = stage.sandbox.world();
        let all = permissions::ADMINISTRATOR;
        world
            .set_bot_permissions(cast.guild, cast.bot, all)
            .unwrap();
        world.set_intents(cast.bot, GUILD_MEMBERS).unwrap();
        for user in everybody {
            world.react(user, cast.arena, liked, "👍", true).unwrap();
        }
        let another = world.add_guild("Another", cast.host);
        world.add_member(another, cast.bot, &[]).unwrap();
        [cast.guild, another]
    };
    let path = format!("/channels/{}/threads", cast.arena);
    let body = json!({ "name": "aside", "type": 12 });
    let (_, thread) = stage.bot("POST", &path, body).await;
    let thread = format!("/channels/{}", text(&thread["id"]));
    for user in everybody {
        let path = format!("{thread}/thread-members/{user}");
        stage.bot("PUT", &path, Value::Null).await.is(204);
    }
    let texts = |ids: &[local_discord::Id]| -> Vec<String> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.iter().map(ToString::to_string).collect()
    };
    let reactions = format!("/channels/{}/messages/{liked}/reactions/👍?", cast.arena);
    let all = read_in_pages(&stage, &reactions, 3, "/id").await;
    assert_eq!(all, texts(&everybody));
    let paid_for = stage.get(&format!("{reactions}type=1")).await;
    assert_eq!(paid_for, json!([]));
    let members = format!("{thread}/thread-members?with_member=1&");
    let all = read_in_pages(&stage, &members, 2, "/member/user/id").await;
    let with_bot = [cast.host, cast.ec, cast.dmo, cast.spectator, cast.bot];
    assert_eq!(all, texts(&with_bot));
    // Without `with_member` the list is not paged.
    let whole = format!("{thread}/thread-members?limit=1");
    let whole = stage.get(&whole).await;
    assert_eq!(ids(&whole, "/user_id"), texts(&with_bot));
    assert!(whole[0].get("member").is_none());
    let all = read_in_pages(&stage, "/users/@me/guilds?", 1, "/id").await;
    assert_eq!(all, texts(&guilds));
    let last = format!("/users/@me/guilds?limit=1&before={}", guilds[1]);
    let before = stage.get(&last).await;
    assert_eq!(ids(&before, "/id"), texts(&guilds[..1]));
}

#[tokio::test]
async fn queries_take_booleans_in_three_spellings() {
    let stage = Stage::new().await;
    let path = format!("/guilds/{}?with_counts=", stage.cast.guild);
    for (written, status, counted) in [
        ("true", 200, true),
        ("True", 200, true),
        ("1", 200, true),
        ("false", 200, false),
        ("False", 200, false),
        ("0", 200, false),
        ("yes", 400, false),
        ("TRUE", 400, false),
    ] {
        let (got, guild) = stage
            .bot("GET", &format!("{path}{written}"), Value::Null)
            .await;
        let has_count = guild.get("approximate_member_count").is_some();
        assert_eq!((got, has_count), (status, counted), "{written}");
    }
}

#[tokio::test]
async fn page_sizes_have_bounds() {
    let stage = Stage::new().await;
    let arena = format!("/channels/{}", stage.cast.arena);
    let message = stage.post(json!({ "content": "here" })).await;
    let reactions = format!("{arena}/messages/{}/reactions/👍", text(&message["id"]));
    for (path, least, most) in [
        ("/users/@me/guilds", 1, 200),
        (&reactions, 1, 100),
        (&format!("{arena}/messages"), 1, 100),
        (&format!("{arena}/messages/pins"), 1, 50),
        (&format!("{arena}/threads/archived/public"), 2, 100),
        (
            &format!("{arena}/users/@me/threads/archived/private"),
            2,
            100,
        ),
    ] {
        for (limit, status) in [(least - 1, 400), (least, 200), (most, 200), (most + 1, 400)] {
            let address = format!("{path}?limit={limit}");
            let (got, answer) = stage.bot("GET", &address, Value::Null).await;
            assert_eq!(got, status, "{address}: {answer}");
        }
    }
}

#[tokio::test]
async fn at_me_may_be_percent_encoded() {
    let stage = Stage::new().await;
    let plain = stage.get("/users/@me").await;
    let encoded = stage.bot("GET", "/users/%40me", Value::Null).await.is(200);
    assert_eq!(encoded, plain);
}
