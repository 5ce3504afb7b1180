//! Who plays, chooses or deals in a set-up panel.

use serde_json::{Value, json};

use super::{HALL, sets_up};
use crate::house::{House, content, controls, lacks, says, says_all};
use crate::phrases::SAFE_MENU;

#[tokio::test(flavor = "multi_thread")]
async fn names_are_looked_up_once_and_a_fault_keeps_the_panel() {
    let mut house = House::new("setup-names").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    // Dealer waits for a passing fault.
    let members = |times: u32| json!({ "method": "GET", "path": "*/members/*", "status": 400, "code": 50035, "times": times });
    house.faults(members(1)).await;
    let menu = SAFE_MENU;
    let (_, id) = controls(&panel)
        .into_iter()
        .find(|(label, _)| label == menu)
        .unwrap();
    host.try_press(&panel, &id, json!([bo.id, cleo.id])).await;
    // The fault stands above the controls that retry it.
    let panel = host
        .sees(HALL, "Discord isn't giving me everyone's names")
        .await;
    host.press(&panel, "Swap seats").await;
    let panel = host.sees(HALL, "Safe players: 2 · Bo and Cleo").await;
    lacks(&panel, "isn't giving me");
    // From then on Dealer knows the names.
    house.faults(members(1_000)).await;
    host.press(&panel, "Swap seats").await;
    let seated = format!("DMO: <@{}>", dmo.id);
    let panel = host.sees(HALL, &seated).await;
    says(&panel, "Bo and Cleo");
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "The match is open in").await;
    house.close().await;
}

/// How many names the menu shows as chosen.
fn named(panel: &Value) -> usize {
    let menu = &panel["components"][0]["components"][0];
    menu["default_values"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_offers_names_while_they_count() {
    let mut house = House::new("setup-everybody").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    assert_eq!(named(&panel), 0, "{panel}");
    let menu = controls(&panel)[0].1.clone();
    host.try_press(&panel, &menu, json!([bo.id, cleo.id])).await;
    let panel = host.sees(HALL, "Safe players: 2 · Bo and Cleo").await;
    assert_eq!(named(&panel), 2, "{panel}");
    says(&panel, "The first menu below sets the safe players.");
    host.press(&panel, crate::phrases::EVERYONE).await;
    let panel = host.sees(HALL, "Safe players (from the season): ").await;
    assert_eq!(named(&panel), 0, "{panel}");
    // A value that is already set has no button.
    let shown = controls(&panel);
    let is_it = |(label, _): &(String, String)| label.contains("Everybody");
    assert!(!shown.iter().any(is_it), "{panel}");
    house.close().await;
}

/// If the players are wrong, the panel says how to pick others.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_players_are_named_with_a_way_to_pick_others() {
    let mut house = House::new("setup-players").await;
    let [host, bo, nils] = house.people(["Vesper", "Bo", "Nils"]).await;
    let (cleo, vesper) = (house.person("Cleo").await, &host);
    let both = format!("<@{}> and <@{}> aren't in the", cleo.id, nils.id);
    // These are a person of the cast, a stranger and the host.
    let [one, stranger, dealer] = [&bo, &nils, vesper]
        .map(|person| format!("⚠️ <@{}> can't play against themselves", person.id));
    for (dmo, ec, wrong) in [
        (&bo, &bo, &one[..]),
        (&nils, &nils, &stranger[..]),
        (vesper, vesper, &dealer[..]),
        (&bo, &nils, "isn't in the season's cast"),
        // Both wrong players are named at once.
        (&cleo, &nils, &both[..]),
        (vesper, &nils, "“Vesper” isn't a player in the season"),
        (vesper, &nils, "isn't in the season's cast"),
    ] {
        let seats = json!({ "game": "crossfire", "dmo": dmo.id, "ec": ec.id });
        let panel = host.command(HALL, "match new", seats).await;
        let how = "Use *Players* to pick someone else";
        says_all(&panel, [wrong, how]);
        // The Players page doesn't send anybody to itself.
        host.press(&panel["message"], "Players").await;
        let page = host.until_newest(wrong, "The Elimination Candidate").await;
        lacks(&page, how);
    }
    house.close().await;
}

/// A wrongly named player doesn't cost the host the panel: they pick another one in it.
#[tokio::test(flavor = "multi_thread")]
async fn players_can_be_changed_in_the_panel() {
    let mut house = House::new("setup-others").await;
    let [host, teo, mika, bo] = house.people(["Vesper", "Teo", "Mika", "Bo"]).await;
    let seats = json!({ "game": "roundabout", "dmo": teo.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await["message"].take();
    let both = json!({ "dmo": ["Teo", "Bo", "Wren"], "ec": ["Mika", "Rook", "Imre"] });
    host.chooses_entourages(&panel, &both).await;
    let panel = host.until_newest("Teo, Bo and Wren", "Players").await;

    host.press(&panel, "Players").await;
    let [dmo, ec] = [
        "The Death Match Opponent (DMO)",
        "The Elimination Candidate (EC)",
    ];
    let page = host.until_newest(&teo.id, ec).await;
    // A player who takes the other's seat gives up their own.
    host.choose(&page, dmo, json!([mika.id])).await;
    let swapped = format!("DMO: <@{}> · EC: <@{}>", mika.id, teo.id);
    let page = host.until_newest(&swapped, ec).await;
    // The page says what isn't possible.
    host.choose(&page, dmo, json!([bo.id])).await;
    let taken = format!("DMO: <@{}> · EC: <@{}>", bo.id, teo.id);
    let page = host.until_newest(&taken, ec).await;
    let last = content(&page).lines().last().unwrap();
    assert!(last.starts_with("⚠️"), "{page}");
    host.choose(&page, dmo, json!([mika.id])).await;
    let page = host.until_newest(&swapped, ec).await;
    host.press(&page, "Back").await;
    // The other seat's entourage has stayed with its player.
    let kept = host.until_newest("Teo, Bo and Wren", "Players").await;
    says(&kept, &swapped);
    lacks(&kept, "Rook");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_plays_is_told_why_there_is_no_dealer() {
    let mut house = House::new("setup-no-dealer").await;
    let [host, mika] = house.people(["Vesper", "Mika"]).await;
    let seats = json!({ "game": "invitational", "dmo": host.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await["message"].take();
    let mut safe = Vec::new();
    // All that is missing is said at once.
    let bo = house.person("Bo").await.id;
    host.choose(&panel, SAFE_MENU, json!([bo])).await;
    let panel = host.until_newest("needs a cast of 8", "Players").await;
    says(&panel, "needs a dealer");
    for name in ["Juniper", "Bo", "Wren", "Rook", "Imre", "Teo"] {
        safe.push(house.person(name).await.id);
    }
    host.choose(&panel, SAFE_MENU, json!(safe)).await;
    let panel = host.until_newest("needs a dealer", "Players").await;
    says(&panel, "Have another host open this match");
    house.close().await;
}

/// Dealer can't write to a person without an account. The host learns that while there is time.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_told_at_once_for_whom_they_choose() {
    let mut house = House::new("setup-guests").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let guest = json!({ "name": "Bo" });
    let without = host.command(HALL, "season cast account", guest).await;
    says(&without, "guest");
    for (game, told) in [
        (
            "gridlock",
            "Nobody plays for Bo: choose for them yourself with </ruling act:",
        ),
        ("crossfire", "There's nothing to choose before it"),
    ] {
        let seats = json!({ "game": game, "dmo": dmo.id, "ec": ec.id });
        host.confirms(HALL, "match new", seats, "Open the match")
            .await;
        let opened = host.sees(HALL, told).await;
        assert!(
            content(&opened).starts_with("The match is open"),
            "{opened}"
        );
        let names_guest = content(&opened).contains("Bo");
        assert_eq!(names_guest, game == "gridlock", "{opened}");
        host.voids(HALL).await;
        host.sees(HALL, "# Void").await;
    }
    house.close().await;
}
