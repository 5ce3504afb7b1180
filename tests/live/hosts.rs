//! Hosts who have the season's role but can't manage the server. They keep hosting their season's
//! matches when another season is current, and after it is archived.

use dealer::store::RoleId;
use serde_json::{Value, json};

use super::appointments::end_first;
use super::house::{House, Person, content, said, says};

const HALL: &str = "death-match";
const ONLY_HOSTS: &str = "Only a host can do that";

/// A server role without the permission to manage the server.
pub async fn role(house: &House, name: &str) -> RoleId {
    let world = house.get("/local/world").await;
    let roles = world["guilds"][0]["roles"].as_array().unwrap();
    let role = roles.iter().find(|role| role["name"] == name).unwrap();
    role["id"].as_str().unwrap().parse().unwrap()
}

/// Gives the current season another host role.
pub async fn hosted_by(house: House, role: RoleId) -> House {
    house
        .changed(|store, guild| {
            let changed = store.write(|tx| {
                let mut season = tx.current_season(guild)?.unwrap();
                season.host_role = Some(role);
                tx.set_season(&season)
            });
            changed
                .map_err(|error: dealer::store::StoreError| error)
                .unwrap();
        })
        .await
}

async fn season(host: &Person<'_>, name: &str, options: Value) -> String {
    let answer = host.command(HALL, &format!("season {name}"), options).await;
    said(&answer).to_owned()
}

/// The page of the season's settings that lists its roles.
async fn roles_page(host: &Person<'_>) -> String {
    let opened = host.types(HALL, "season settings").await;
    let page = json!(["roles"]);
    let page = host.choose(&opened["message"], "What to set", page).await;
    content(&page).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_archives_the_season_keeps_hosting() {
    let house = House::new("hosts-archive").await;
    end_first(&house).await;
    let role = role(&house, "Eliminated").await;
    let mut house = hosted_by(house, role).await;
    let [pim, bo] = house.people(["Pim", "Bo"]).await;
    let told = roles_page(&pim).await;
    assert!(told.contains(&format!("<@&{role}>")), "{told}");
    let told = season(&pim, "archive", json!({ "season": "Lantern House 1" })).await;
    assert!(told.contains("archived"), "{told}");
    let next = json!({ "name": "Lantern House 2" });
    let told = season(&bo, "new", next.clone()).await;
    assert!(told.contains(ONLY_HOSTS), "{told}");
    let told = season(&pim, "new", next).await;
    assert!(told.contains("has started"), "{told}");
    // The new season has the settings of the last one.
    let told = roles_page(&pim).await;
    assert!(told.contains(&format!("<@&{role}>")), "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_hosted_by_its_own_seasons_hosts() {
    let house = House::new("hosts-seasons").await;
    let (of_first, of_second) = (
        role(&house, "Eliminated").await,
        role(&house, "Player").await,
    );
    let house = hosted_by(house, of_first).await;
    let pim = house.person("Pim").await;
    let told = season(&pim, "new", json!({ "name": "Lantern House 2" })).await;
    assert!(told.contains("has started"), "{told}");
    let mut house = hosted_by(house, of_second).await;
    let [pim, bo] = house.people(["Pim", "Bo"]).await;
    // A host's button, as Dealer posts it when a player is absent.
    let label = "Begin (host)";
    let begin = json!({ "type": 2, "style": 1, "label": label, "custom_id": "begin:1:ask" });
    let rows = json!([{ "type": 1, "components": [begin] }]);
    let path = format!("/channels/{}/messages", pim.channel(HALL).await.unwrap());
    let body = json!({ "content": "Hosts are called", "components": rows });
    let call = house.as_bot("POST", &path, body).await;
    let asked = pim.press(&call, label).await;
    says(&asked, "Begin without them?");
    let refused = bo.press(&call, label).await;
    says(&refused, ONLY_HOSTS);
    house.shows_all_commands().await;
    // Their questions about the match are answered, and they decide where it continues.
    for (channel, command, options, told) in [
        (HALL, "match export", json!({}), "when the match ends"),
        (HALL, "ruling log", json!({}), "Nothing has been ruled"),
        (
            "lobby",
            "match pause",
            json!({}),
            "No match is open in this channel. Type the command",
        ),
        ("lobby", "match move", json!({}), "Move it to this channel?"),
    ] {
        let answer = pim.command(channel, command, options.clone()).await;
        says(&answer, told);
    }
    let answer = pim.types("lobby", "ruling log").await;
    says(&answer, ONLY_HOSTS);
    let answer = bo.types(HALL, "match export").await;
    says(&answer, ONLY_HOSTS);
    let refused = bo
        .confirms("lobby", "match move", json!({}), "Move Teo vs Mika here")
        .await;
    says(&refused, ONLY_HOSTS);
    // A match's log stays readable in its channel after the match is over.
    pim.voids(HALL).await;
    let answer = pim.types(HALL, "ruling log").await;
    says(&answer, "declared the match void");
    // In the server's current season they are not hosts.
    let told = season(&pim, "new", json!({ "name": "Lantern House 3" })).await;
    assert!(told.contains(ONLY_HOSTS), "{told}");
    house.close().await;
}
