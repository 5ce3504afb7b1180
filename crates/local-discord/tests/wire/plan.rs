//! Plans of worlds, in a file at the start and in a request.

use local_discord::World;
use local_discord::world::{GUILD_MEMBERS, Id, Plan, permissions};
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::refusals::cells;
use super::stage::{Expected as _, START_MS, Stage, text};

/// The world that a plan makes, and the ids and tokens of its parts.
fn add_plan(plan: &Value) -> (World, Value) {
    let mut world = World::new(START_MS);
    let plan = Plan::read(&plan.to_string()).unwrap();
    let added = world.add(&plan).unwrap();
    (world, added)
}

fn id(value: &Value) -> Id {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn the_built_in_plan_makes_a_world() {
    let plan: Value = serde_json::from_str(include_str!("../../docs/plan.json")).unwrap();
    let (world, added) = add_plan(&plan);
    let guild = &world.guilds[&id(&added["servers"]["Workshop"]["id"])];
    assert_eq!(guild.members.len(), 4);
    let general = id(&added["servers"]["Workshop"]["channels"]["general"]);
    assert_eq!(guild.system_channel, Some(general));
    // Members who are there from the start get no greeting.
    assert!(world.channels[&general].messages.is_empty());
    let bot = id(&added["bots"]["Bot"]["id"]);
    assert_eq!(world.guild_permissions(guild.id, bot), permissions::ALL);
}

#[test]
fn a_plan_can_set_ids_and_tokens() {
    let (world, added) = add_plan(&json!({
        "people": [{ "username": "olive", "id": "100000000000000001", "dms_open": false }],
        "bots": [{ "name": "Tickets", "id": "100000000000000002", "token": "secret",
            "intents": ["members"] }],
        "servers": [{
            "name": "Workshop", "id": "100000000000000003", "owner": "olive",
            "roles": [{ "name": "Helper", "id": "100000000000000004", "color": 255 }],
            "members": [{ "who": "olive", "roles": ["Helper"] }, { "who": "Tickets" }],
            "channels": [
                { "name": "Tickets", "type": 4, "id": "100000000000000005" },
                { "name": "ticket-log", "category": "Tickets", "id": "100000000000000006",
                    "overwrites": [{ "of": "@everyone", "deny": "1024" },
                        { "of": "Tickets", "allow": "1024" }] },
            ],
        }],
    }));
    let server = &added["servers"]["Workshop"];
    let named = [
        (&added["people"]["olive"], "100000000000000001"),
        (&added["bots"]["Tickets"]["id"], "100000000000000002"),
        (
            &added["bots"]["Tickets"]["application_id"],
            "100000000000000002",
        ),
        (&added["bots"]["Tickets"]["token"], "secret"),
        (&server["id"], "100000000000000003"),
        (&server["roles"]["Helper"], "100000000000000004"),
        (&server["channels"]["Tickets"], "100000000000000005"),
        (&server["channels"]["ticket-log"], "100000000000000006"),
    ];
    for (value, wanted) in named {
        assert_eq!(value, wanted, "{added}");
    }
    let (olive, log) = (
        id(&added["people"]["olive"]),
        id(&server["channels"]["ticket-log"]),
    );
    assert!(!world.users[&olive].dms_open);
    let application = world.application_with_token("secret").unwrap();
    assert_eq!(application.privileged_intents, GUILD_MEMBERS);
    let channel = &world.channels[&log];
    assert_eq!(channel.parent_id, Some(Id(100_000_000_000_000_005)));
    assert!(world.may_view(channel, application.bot));
    assert_eq!(
        world.guilds[&id(&server["id"])].members[&olive].roles.len(),
        1
    );
}

#[tokio::test]
async fn a_plan_in_a_request_adds_to_the_world_and_the_bot_hears_of_it() {
    let stage = Stage::new().await;
    stage
        .sandbox
        .world()
        .set_intents(stage.cast.bot, GUILD_MEMBERS)
        .unwrap();
    let mut gateway = Gateway::connect(&stage).await;
    let identify = json!({ "token": stage.cast.token, "intents": 3, "properties": {} });
    gateway.send(2, identify).await;
    gateway.event("READY").await;
    let plan = json!({
        "people": [{ "username": "nora", "name": "Nora" }],
        "servers": [{ "name": "Rehearsal", "members": [{ "who": "nora", "roles": ["Player"] }],
            "channels": [{ "name": "lobby" }] }],
    });
    let added = stage.local("POST", "/plan", plan).await.is(200);
    let joined = gateway.event("GUILD_MEMBER_ADD").await;
    assert_eq!(joined["d"]["user"]["id"], added["people"]["nora"]);
    let opened = gateway.event("CHANNEL_CREATE").await;
    assert_eq!(
        opened["d"]["id"],
        added["servers"]["Rehearsal"]["channels"]["lobby"]
    );
    let world = stage.local_get("/world").await;
    let channels = world["guilds"][0]["channels"].as_array().unwrap();
    assert!(channels.iter().any(|channel| channel["name"] == "lobby"));
}

#[tokio::test]
async fn a_wrong_plan_says_why_and_adds_nothing() {
    let stage = Stage::new().await;
    let count = |world: &Value, of: &str| world[of].as_array().unwrap().len();
    for [plan, status, sentence] in include_str!("refusals/plans.txt").lines().filter_map(cells) {
        let filled = plan.replace("{guild}", &stage.cast.guild.to_string());
        let filled = filled.replace("{token}", &stage.cast.token);
        let filled = serde_json::from_str(&filled).unwrap();
        let (given, answer) = stage.local("POST", "/plan", filled).await;
        assert_eq!(given.to_string(), status, "{plan}: {answer}");
        let said = text(&answer["error"]);
        assert!(said.contains(sentence), "{plan}: {said}");
        let world = stage.local_get("/world").await;
        let counts = (count(&world, "guilds"), count(&world, "people"));
        assert_eq!(counts, (1, 5), "{plan}");
    }
}
