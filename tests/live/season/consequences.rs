//! What a match or a strike does to the season.

use dealer::store::{AtStrikeLimit, SeasonSettings};
use local_discord::world::permissions::{MANAGE_ROLES, OF_BOTS};
use matches::record::Record;
use serde_json::{Value, json};

use super::HALL;
use crate::appointments;
use crate::house::{House, content, controls, lacks, said, says};

const SCRIPT: &str = include_str!("consequences.txt");

/// The end of an announcement: its link to a post of the match.
fn link_to(post: &Value) -> String {
    let [channel, id] = ["channel_id", "id"].map(|key| post[key].as_str().unwrap());
    format!("/{channel}/{id})")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_opens_the_next_match_of_a_best_of_three() {
    let mut house = House::new("season-series").await;
    let [host, mika, teo] = house.people(["Vesper", "Mika", "Teo"]).await;
    let seats = json!({ "game": "crossfire", "dmo": teo.id, "ec": mika.id });
    host.confirms(HALL, "match new", seats, "Stakes: elimination")
        .await;
    let panel = host.sees_control("Stakes: best of three").await;
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "# Crossfire").await;
    mika.resigns_in(HALL).await;
    let told = host.sees("@Dealer", "Teo leads the best of three").await;
    let label = "Open the next match";
    let asked = host.press(&told, label).await;
    host.press(&asked["message"], label).await;
    house
        .until("the next match has its card", async || {
            (host.count(HALL, "# Crossfire").await == 2).then_some(())
        })
        .await;
    let card = host.sees(HALL, "# Crossfire").await;
    says(&card, "Teo leads the best of three, 1–0");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_ends_and_the_season_follows() {
    let mut house = House::new("season-match").await;
    let [host, mika, teo] = house.people(["Vesper", "Mika", "Teo"]).await;
    let seats = json!({ "game": "crossfire", "dmo": teo.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await;
    // The loser is out, unless the host says otherwise.
    says(&panel, "A match of Crossfire");
    let stakes =
        "**Elimination match:** the loser leaves the season. Their garnets go to the bank.";
    says(&panel, stakes);
    for label in [
        "Stakes: elimination",
        "Stakes: best of three",
        "Stakes: nothing",
    ] {
        let panel = host.sees_control(label).await;
        host.press(&panel, label).await;
    }
    let panel = host.sees_control("Stakes: elimination").await;
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "There's nothing to choose before it").await;
    let card = host.sees(HALL, "# Crossfire").await;
    let open = "A match of Crossfire is open in <#";
    let told = host.sees("announcements", open).await;
    says(&told, ": Teo vs Mika.");
    assert!(content(&told).ends_with(&link_to(&card)), "{told}");
    // Once the start is set, the announcement says when it is.
    lacks(&told, "It starts");
    let asked = host.types(HALL, "match schedule at: in 2h");
    host.press(&asked.await["message"], "Move the start").await;
    let told = host.sees("announcements", "vs Mika. It starts <t:").await;
    lacks(&told, ":R>");
    let words = "**Elimination match:** the loser leaves the season. Their garnets go to the bank.";
    says(&card, words);
    assert_eq!(mika.roles().await, ["Player"]);

    // Dealer can't change roles for a while. The host hears so once, and Dealer does it when it
    // can.
    house.bot_permissions(OF_BOTS).await;
    mika.resigns_in(HALL).await;
    let result = mika.sees(HALL, "# Teo beats Mika by resignation").await;
    let words = "**Mika is out of the season.**\nMika's 3 garnets go to the bank.";
    says(&result, words);
    let told = host.sees("announcements", "ended in").await;
    assert!(
        content(&told).contains("Teo beats Mika by resignation")
            && content(&told).contains("Mika is out of the season")
            && content(&told).ends_with(&link_to(&result)),
        "{told}"
    );
    let out = mika.sees("@Dealer", "You're out of Lantern House 1.").await;
    // The match with which the house begins still asks for her choice.
    let other = house
        .person("Vesper")
        .await
        .channel("death-match")
        .await
        .unwrap();
    says(&out, &format!("You're still in the match in <#{other}>"));
    let told = host
        .sees("@Dealer", "Dealer can't change Mika's roles")
        .await;
    says(&told, "Manage Roles");
    assert_eq!(mika.roles().await, ["Player"]);
    house.bot_permissions(OF_BOTS | MANAGE_ROLES).await;
    let told = host.season("roles", json!({})).await;
    assert!(told.contains("I'm updating the Discord roles"), "{told}");
    mika.has_roles(&["Eliminated"]).await;
    assert_eq!(teo.roles().await, ["Player"]);

    // The season's books have the consequences.
    let told = teo.season("standings", json!({ "words_only": true })).await;
    let eliminated = told
        .lines()
        .find(|line| line.starts_with("**Eliminated"))
        .unwrap();
    assert!(eliminated.contains("Mika (no garnets)"), "{told}");
    let told = teo.types(HALL, "season history match: 2").await;
    let file = &told["message"]["attachments"][0];
    assert_eq!(file["filename"], "crossfire-2.json", "{told}");
    let record: Record =
        serde_json::from_str(&house.text(file["url"].as_str().unwrap()).await).unwrap();
    record.replay(|_, _| {}).unwrap();
    // A host brings Mika back, and gives her role back with that.
    house.follows(SCRIPT, "the books").await;
    mika.has_roles(&["Player"]).await;
    // A person whom a host takes out is told in private too.
    let out = json!({ "name": "Rook", "as": 1, "reason": "has left" });
    host.season("cast role", out).await;
    let rook = house.person("Rook").await;
    rook.sees(
        "@Dealer",
        "A host took you out of Lantern House 1: “has left”.",
    )
    .await;

    // From now on another account plays for Mika. It takes over her role.
    let nils = house.person("Nils").await;
    let account = json!({ "name": "Mika", "who": nils.id });
    let told = host.season("cast account", account).await;
    assert!(told.contains(&format!("<@{}>", nils.id)), "{told}");
    let plays = async || nils.roles().await.contains(&"Player".to_owned());
    let has_role = async || plays().await.then_some(());
    house.until("the new account has the role", has_role).await;
    mika.has_roles(&[]).await;

    // A new season leaves the old roles in place, and says how to take them back later.
    house.follows(SCRIPT, "a new season").await;
    appointments::end_first(&house).await;
    let told = host.sees("announcements", "is void").await;
    let void = host.sees("death-match", "# Void").await;
    assert!(content(&told).ends_with(&link_to(&void)), "{told}");
    house.follows(SCRIPT, "the old season").await;
    teo.has_roles(&["Player"]).await;
    house.follows(SCRIPT, "the old roles").await;
    teo.has_roles(&[]).await;
    assert!(plays().await);
    // A server without a current season still has seasons. Dealer says how to pick one where that
    // matters.
    house.follows(SCRIPT, "no season").await;
    let bo = house.person("Bo").await;
    let seats = json!({ "game": "crossfire", "dmo": teo.id, "ec": bo.id });
    let panel = host.command("lobby", "match new", seats).await;
    let none =
        "It doesn't count: this server has no current season. Pick one with </season switch:";
    says(&panel, none);
    house.close().await;
}

/// A button gives a strike that eliminates somebody, and only once.
#[tokio::test(flavor = "multi_thread")]
async fn a_strike_that_eliminates_needs_confirmation() {
    let house = House::new("strike").await;
    let set = |settings: &mut SeasonSettings| {
        settings.strike_limit = Some(1);
        settings.at_strike_limit = AtStrikeLimit::Eliminate;
    };
    let mut house = house
        .changed(|store, guild| appointments::set(store, guild, set))
        .await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    let strike = json!({ "to": "Bo", "reason": "left the game" });
    let asked = host.command(HALL, "season strike add", strike).await;
    let would = "Bo would have 1 strike, the season's limit, and be eliminated";
    says(&asked, would);
    let told = bo.season("standings", json!({ "words_only": true })).await;
    assert!(!told.contains("1 strike"), "{told}");
    let (_, yes) = controls(&asked["message"]).remove(0);
    let given = host.press(&asked["message"], "Yes, give the strike").await;
    let is_out = "Bo now has 1 strike. That's the season's limit of 1: Bo is eliminated";
    says(&given, is_out);
    bo.sees("@Dealer", "“left the game”").await;
    // A second press gives no second strike, and repeats the first press's answer.
    assert_eq!(host.presses_again(HALL, &yes).await, said(&given));
    let told = host.season("strike list", json!({})).await;
    assert_eq!(told.matches("left the game").count(), 1, "{told}");
    house.close().await;
}
