//! How people join the cast by a role or a list of names, and which channels can be somebody's own.

use serde_json::{Value, json};

use super::HALL;
use crate::house::{EVERYTHING, House, controls, said, says};

#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_found_among_more_members_than_discord_lists_at_once() {
    let name = "season-large";
    let house = House::new(name).await;
    // The bot may list members. Closing the house writes the world to the disk.
    let mut house = house
        .changed(|_, _| {
            let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
                .join(name)
                .join("world.json");
            let mut world: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            for application in world["applications"].as_object_mut().unwrap().values_mut() {
                application["privileged_intents"] = json!(local_discord::world::PRIVILEGED_INTENTS);
            }
            std::fs::write(&path, world.to_string()).unwrap();
        })
        .await;
    let guild = house.guild().await;
    let world = house.get("/local/world").await;
    let roles = world["guilds"][0]["roles"].as_array().unwrap();
    let role = roles.iter().find(|role| role["name"] == "Host").unwrap()["id"].clone();
    for number in 0..1001 {
        let roles = if number == 1000 {
            json!([role])
        } else {
            json!([])
        };
        let person = json!({
            "username": format!("m{number}"), "name": format!("Member {number}"), "guild_id": guild, "role_ids": roles,
        });
        house.stage("POST", "/people", person).await;
    }
    let host = house.person("Vesper").await;
    let having = json!({ "people": format!("Zed, <@&{}>", role.as_str().unwrap()) });
    let asked = host.command(HALL, "season cast many", having).await;
    says(&asked, "- Member 1000: <@");
    let done = host
        .press(&asked["message"], "Add the 1 with an account")
        .await;
    let told = said(&done);
    assert!(told.contains("Member 1000 is now in the cast"), "{told}");
    house.close().await;
}

/// Names are enough to find accounts: of people with that name in an earlier season or on the
/// server. The host sees them before they count. Later, a mention gives a guest an account.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_names_finds_the_accounts() {
    let mut house = House::new("season-names").await;
    let host = house.person("Vesper").await;
    let guild = house.guild().await;
    let id = async |name: &str| house.person(name).await.id;
    let (teo, cleo, bo) = (id("Teo").await, id("Cleo").await, id("Bo").await);
    // Bo had another name in the last season. Nobody on the server has that name.
    let renamed = json!({ "name": "Bo", "to": "Captain" });
    host.season("cast rename", renamed).await;
    for name in ["twin_one", "twin_two"] {
        let twin = json!({ "username": name, "name": "Twin", "guild_id": guild, "role_ids": [] });
        house.stage("POST", "/people", twin).await;
    }
    let next = json!({ "name": "Lantern House 2" });
    host.season("new", next).await;

    let list = json!({ "people": "Teo, cleo, Captain, Twin, Nobody Known", "garnets": 2 });
    let asked = host.command(HALL, "season cast many", list).await;
    let preview = said(&asked).to_owned();
    for line in [
        "**Nobody is added yet.**".to_owned(),
        "**5 people would join** (as: player, with 2 garnets each):".to_owned(),
        format!("- Teo: <@{teo}>, as in Lantern House 1"),
        format!("- Cleo: <@{cleo}>, found by their name in this server"),
        format!("- Captain: <@{bo}>, as in Lantern House 1"),
        "No account found for these".to_owned(),
        "- Twin: several people have that name, for example <@".to_owned(),
        "- Nobody Known: nobody here has that name".to_owned(),
    ] {
        assert!(preview.contains(&line), "{line}: {preview}");
    }
    let nobody = host.season("cast list", json!({})).await;
    assert!(!nobody.contains("Teo"), "{nobody}");
    let button = |message: &Value, label: &str| {
        let found = controls(message).into_iter().find(|(own, _)| own == label);
        found.unwrap_or_else(|| panic!("no {label} in {message}")).1
    };
    let with = "Add the 3 with an account";
    let pressed = button(&asked["message"], with);
    let done = host.press(&asked["message"], with).await;
    let added = "Teo, Cleo and Captain are now in the cast.";
    assert_eq!(said(&done), added);
    // A second press repeats the first one's answer.
    assert_eq!(host.presses_again(HALL, &pressed).await, added);

    // A list that the host cancels isn't lost.
    let list = json!({ "people": "Nobody Known, Cleo" });
    let left = host
        .confirms(HALL, "season cast many", list.clone(), "Cancel")
        .await;
    let kept = "Nobody was added.\nHere's what you typed";
    assert!(said(&left).starts_with(kept), "{left}");
    says(&left, "Nobody Known, Cleo");

    // A person who is mentioned later under a guest's name is that guest.
    let guest = json!({ "name": "Juniper" });
    let told = host.season("cast add", guest).await;
    assert!(told.contains("has no account"), "{told}");
    let juniper = id("Juniper").await;
    let list = json!({ "people": format!("<@{juniper}>, Captain") });
    let asked = host.command(HALL, "season cast many", list).await;
    let given = format!("**Guests who get their account:**\n- Juniper: <@{juniper}>");
    says(&asked, &given);
    let done = host.press(&asked["message"], "Add them").await;
    let told =
        format!("From the next match on, <@{juniper}> is Juniper. Captain was already in it.");
    assert_eq!(said(&done), told);
    let told = host.season("cast list", json!({})).await;
    assert!(told.contains(&format!("<@{juniper}>")), "{told}");

    // Discord may be unable to say who has which name.
    let path = format!("*/guilds/{guild}/members/search");
    let fault = json!({ "method": "GET", "path": path, "status": 403, "code": 50001 });
    house.faults(fault).await;
    let told = host
        .season("cast many", json!({ "people": "Rooky, Pim" }))
        .await;
    assert!(
        told.starts_with("Discord didn't give me the names"),
        "{told}"
    );
    assert!(told.contains("Rooky, Pim"), "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_others_read_cannot_be_somebodys_own() {
    let mut house = House::new("season-bound").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    let guild = house.guild().await;
    house.bot_permissions(EVERYTHING).await;
    let world = house.get("/local/world").await;
    let roles = world["guilds"][0]["roles"].as_array().unwrap();
    let role = |name: &str| {
        let found = roles.iter().find(|role| role["name"] == name);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let sees = |id: &str, kind: u8| json!({ "id": id, "type": kind, "allow": "1024" });
    let hidden = json!({ "id": guild, "type": 0, "deny": "1024" });
    let other = house.person("Juniper").await;
    for (name, reader, told) in [
        (
            "by-role",
            sees(&role("Player"), 0),
            format!("Everyone with <@&{}>", role("Player")),
        ),
        (
            "by-name",
            sees(&other.id, 1),
            format!("<@{}> can read", other.id),
        ),
        (
            "by-hosts",
            sees(&role("Host"), 0),
            "Dealer messages Bo".to_owned(),
        ),
    ] {
        let exceptions = [hidden.clone(), sees(&bo.id, 1), reader];
        let body = json!({ "name": name, "permission_overwrites": exceptions });
        let path = format!("/guilds/{guild}/channels");
        let channel = house.as_bot("POST", &path, body).await["id"].clone();
        let answer = host
            .season("cast bind", json!({ "name": "Bo", "channel": channel }))
            .await;
        assert!(answer.contains(&told), "{name}: {answer}");
    }
    // Until Discord says who reads a channel, Dealer sends nothing secret there.
    let channel = host.channel("by-hosts").await.unwrap();
    let path = format!("*/guilds/{guild}");
    // Dealer asks the same by itself, a second after a channel was changed.
    let fault =
        json!({ "method": "GET", "path": path, "status": 403, "code": 50001, "times": 1_000 });
    house.faults(fault).await;
    let bound = json!({ "name": "Juniper", "channel": channel });
    let answer = host.season("cast bind", bound).await;
    assert!(answer.contains("can't tell who reads"), "{answer}");
    house.stage("DELETE", "/faults", json!({})).await;
    let path = format!("*/channels/{channel}");
    let unseen =
        json!({ "method": "GET", "path": path, "status": 403, "code": 50001, "times": 1_000 });
    house.faults(unseen).await;
    let answer = host.types(HALL, "preflight").await;
    let amiss = format!(
        "⚠️ **Private channels** · Dealer can't tell who reads <#{channel}>, which is Bo's"
    );
    says(&answer, &amiss);
    house.stage("DELETE", "/faults", json!({})).await;
    let answer = host.types(HALL, "preflight").await;
    let well = "✅ **Private channels** · 1, each visible only to its owner and hosts";
    says(&answer, well);
    // Later somebody lets another person in.
    let path = format!("/channels/{channel}/permissions/{}", other.id);
    let let_in = json!({ "type": 1, "allow": "1024", "deny": "0" });
    house.as_bot("PUT", &path, let_in).await;
    let answer = host.types(HALL, "preflight").await;
    let amiss = format!(
        "⚠️ **Private channels** · <@{}> can read <#{channel}>, which is Bo's",
        other.id
    );
    says(&answer, &amiss);
    house.close().await;
}
