//! Discord roles that Dealer can't change, and who hears of it.

use local_discord::world::permissions::{MANAGE_ROLES, OF_BOTS};
use serde_json::json;

use super::HALL;
use crate::appointments;
use crate::house::{House, calls, controls, lacks, says};

#[tokio::test(flavor = "multi_thread")]
async fn a_host_without_direct_messages_is_told_of_roles_in_the_audit_channel() {
    let mut house = House::new("season-roles-told").await;
    let host = house.person("Vesper").await;
    house.bot_permissions(OF_BOTS).await;
    host.direct_messages(false).await;
    // A fault on Discord's side doesn't end the duty either.
    let path = "*/users/@me/channels";
    let fault = json!({ "method": "POST", "path": path, "status": 500 });
    house.faults(fault).await;
    let out = json!({ "name": "Bo", "as": 1 });
    host.season("cast role", out).await;
    host.season("roles", json!({})).await;
    let told = host.sees("audit", "Dealer can't change Bo's roles").await;
    assert!(calls(&told, &host), "{told}");
    house.close().await;
}

/// Nobody can assign a bot's or another integration's own role.
#[tokio::test(flavor = "multi_thread")]
async fn a_managed_role_is_refused_and_found() {
    let house = House::new("season-roles-managed").await;
    let world = house.get("/local/world").await;
    let roles = world["guilds"][0]["roles"].as_array().unwrap();
    let id = |name: &str| {
        let found = roles.iter().find(|role| role["name"] == name);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let (managed, host_role) = (id("Dealer"), id("Host"));
    let why = format!("<@&{managed}> belongs to a bot or an integration");
    let host = house.person("Vesper").await;
    let opened = host.types(HALL, "season settings").await;
    let page = json!(["roles"]);
    let page = host.choose(&opened["message"], "What to set", page).await;
    let choose = async |word: &str, role: &str| {
        let menus = controls(&page).into_iter();
        let mut menus = menus.filter(|(_, id)| id.contains(&format!(":{word}")));
        let (_, menu) = menus.next().unwrap();
        let (_, outcome) = host.try_press(&page, &menu, json!([role])).await;
        outcome["message"].clone()
    };
    for word in ["player-role", "eliminated-role"] {
        let refused = choose(word, &managed).await;
        says(&refused, &why);
    }
    // Without the permission, that is said when a role is set.
    house.bot_permissions(OF_BOTS).await;
    let set = choose("player-role", &id("Player")).await;
    says(&set, "Manage Roles");
    let owner = house.person("Marlow").await;
    let setup = owner.types(HALL, "setup").await;
    says(&setup, "⬜ **Roles**");
    house.bot_permissions(OF_BOTS | MANAGE_ROLES).await;
    let setup = owner.types(HALL, "setup").await;
    says(&setup, "✅ **Roles**");
    // Who leaves and joins again has lost their roles.
    let rook = house.person("Rook").await;
    let member = format!("/guilds/{}/members/{}", house.guild().await, rook.id);
    house.stage("DELETE", &member, json!({})).await;
    house.stage("PUT", &member, json!({ "role_ids": [] })).await;
    let answer = host.types(HALL, "preflight").await;
    says(
        &answer,
        "⚠️ **Roles** · not as the season gives them: Rook.",
    );
    host.season("roles", json!({})).await;
    rook.has_roles(&["Player"]).await;
    // As the host role, Dealer would only read it.
    let taken = choose("host-role", &managed).await;
    lacks(&taken, &why);
    choose("host-role", &host_role).await;
    let answer = host.types(HALL, "preflight").await;
    says(&answer, "✅ **Roles**");
    let managed = managed.parse().unwrap();
    let mut house = house
        .changed(|store, guild| {
            appointments::set(store, guild, |settings| {
                settings.player_role = Some(managed)
            });
        })
        .await;
    let host = house.person("Vesper").await;
    let answer = host.types(HALL, "preflight").await;
    says(&answer, &format!("⚠️ **Roles** · {why}"));
    house.close().await;
}

/// Nobody can be told of the failure. Dealer doesn't retry at every other change.
#[tokio::test(flavor = "multi_thread")]
async fn roles_that_nobody_can_be_told_of_are_not_retried_at_once() {
    let house = House::new("season-roles-untold").await;
    let mut house = house
        .changed(|store, guild| {
            appointments::set(store, guild, |settings| settings.audit_channel = None);
        })
        .await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    host.direct_messages(false).await;
    bo.has_roles(&["Player"]).await;
    // A second try would succeed.
    let refused =
        json!({ "method": "PUT", "path": "*/roles/*", "status": 403, "code": 50013, "times": 1 });
    house.faults(refused).await;
    host.season("cast role", json!({ "name": "Bo", "as": 1 }))
        .await;
    for _ in 0..6 {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        host.season("garnets give", json!({ "to": "Juniper", "count": 1 }))
            .await;
    }
    assert!(!bo.roles().await.contains(&"Eliminated".to_owned()));
    // Another person's change is a new duty, and Dealer tries both.
    host.season("cast role", json!({ "name": "Juniper", "as": 1 }))
        .await;
    bo.has_roles(&["Eliminated"]).await;
    house.close().await;
}
