//! The commands of a season, from its cast to its history: who may use them, and what they answer.

use serde_json::{Value, json};

use super::HALL;
use crate::appointments;
use crate::house::{House, Person, content, controls, field, labels, lacks, said, says, says_all};

const SCRIPT: &str = include_str!("commands.txt");

/// Has a pasted list checked, answers the question, and gives the reply.
async fn adds_many(host: &Person<'_>, list: Value, answer: &str) -> String {
    let done = host.confirms(HALL, "season cast many", list, answer).await;
    said(&done).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_finds_their_way_round_the_season() {
    let mut house = House::new("season-ways").await;
    let [host, bo, spectator] = house.people(["Vesper", "Bo", "Nils"]).await;
    let whom = json!({ "who": spectator.id });
    let told = host.season("cast add", whom).await;
    assert!(told.contains("Nils is now in the cast"), "{told}");
    let people = format!("Ann, *Ben*, <@{}>", bo.id);
    let told = adds_many(
        &host,
        json!({ "people": people, "garnets": 2 }),
        "Add all 2",
    )
    .await;
    let expected = "Ann and \\*Ben\\* are now in the cast. Bo was already in it. Ann and \\*Ben\\* have no account, so nobody can play for them. Give them one with \
         </season cast account:";
    assert!(told.starts_with(expected), "{told}");
    // Adjacent mentions are separated.
    let (wren, rook) = (house.person("Wren").await.id, house.person("Rook").await.id);
    let people = format!("<@{wren}> <@!{rook}>");
    let told = host.season("cast many", json!({ "people": people })).await;
    assert_eq!(told, "Nobody was added. Wren and Rook were already in it.");
    // Another refusal than of the intent is Discord's own.
    let fault = json!({ "method": "GET", "path": "*/members", "status": 400, "code": 50035 });
    house.faults(fault).await;
    let told = host
        .season("cast many", json!({ "people": "Zed, <@&12345>" }))
        .await;
    assert!(!told.contains("Intent"), "{told}");
    let everybody = json!({ "people": "Zed", "having": house.guild().await });
    let told = host.season("cast many", everybody).await;
    assert!(told.contains("@everyone means the whole server"), "{told}");
    assert!(told.ends_with("```\nZed\n```"), "{told}");
    // Without names there is a menu.
    let asked = host.types(HALL, "season cast many").await;
    let (_, menu) = controls(&asked["message"]).remove(0);
    let chosen = json!([house.person("Cleo").await.id, wren]);
    let (status, outcome) = host.try_press(&asked["message"], &menu, chosen).await;
    assert!(status < 300, "{outcome}");
    host.sees(HALL, "- Cleo: <@").await;
    house.follows(SCRIPT, "the cast").await;
    let completed = host.complete(HALL, "season cast remove", "name", "be");
    assert_eq!(completed.await, ["Ben"]);
    house.follows(SCRIPT, "somebody leaves").await;
    let completed = host.complete(HALL, "season cast back", "name", "");
    assert_eq!(completed.await, ["Ben"]);
    house.follows(SCRIPT, "garnets and strikes").await;
    let drawn = bo.types(HALL, "season standings public: true").await;
    let picture = &drawn["message"]["attachments"][0];
    assert_eq!(picture["filename"], "standings.png", "{drawn}");
    let described = picture["description"].to_string();
    assert!(described.contains("Bo (2 garnets, 1 strike)"));
    assert!(controls(&drawn["message"]).is_empty(), "{drawn}");
    // Somebody who has read them alone can show them to everyone.
    let own = bo.types(HALL, "season standings").await;
    let shown = bo.press(&own["message"], "Show everyone").await;
    assert_eq!(shown["message"]["flags"].as_u64().unwrap_or(0) & 64, 0);
    let picture = &shown["message"]["attachments"][0];
    assert_eq!(picture["filename"], "standings.png", "{shown}");

    // The settings have several pages, and each change counts at once.
    let opened = host.types(HALL, "season settings").await;
    says(&opened, "take effect at once, even in open matches");
    // Each page shows only its own settings.
    lacks(&opened, "Quiet hours");
    let label = "✅ Public garnet counts: yes";
    let shown = controls(&opened["message"]).into_iter();
    let mut of_label = shown.filter(|(own, _)| own == label);
    let (_, hides) = of_label.next().unwrap();
    let pressed = host.press(&opened["message"], label).await;
    // A second tap sets the same value again.
    let twice = host.presses_again(HALL, &hides).await;
    assert_eq!(twice, said(&pressed));
    let labels = labels(&pressed["message"]);
    for label in [
        "⬜ Public garnet counts: no",
        "⬜ Players can give garnets: no",
    ] {
        assert!(labels.contains(&label.to_owned()), "{labels:?}");
    }
    says(&pressed, "hosts see all, players see their own");
    let form = host
        .press(&pressed["message"], "Bonus and strike limit …")
        .await;
    let wrong = host
        .fill(&form, json!({ "bonus": "two", "limit": "500" }))
        .await;
    // The answer names every field's mistake, and the form still has everything.
    let (_, problems) = said(&wrong).split_once("⚠️").unwrap();
    for told in ["bonus must be a number from 0", "strike limit must be"] {
        assert!(problems.contains(told), "{wrong}");
    }
    let form = host
        .press(&wrong["message"], "Bonus and strike limit …")
        .await;
    for (name, typed) in [("bonus", "two"), ("limit", "500")] {
        assert_eq!(field(&form, name), typed);
    }
    // Correct fields are saved all the same, and the answer says so.
    let half = host
        .fill(&form, json!({ "bonus": "7", "limit": "500" }))
        .await;
    let last = said(&half).lines().last().unwrap();
    assert!(
        !last.contains("bonus") && last.contains("Everything else is saved"),
        "{half}"
    );
    says(&half, "**7 garnets per elimination**");
    let right = host
        .fill(&form, json!({ "bonus": "2", "limit": "3" }))
        .await;
    lacks(&right, "⚠️");
    let form = host
        .press(&right["message"], "Bonus and strike limit …")
        .await;
    assert_eq!(field(&form, "bonus"), "2");
    says(&right, "after 3, hosts are told");
    let already = "Already at or above this limit: Bo (1 strike).";
    lacks(&right, "above this limit");
    let lower = host
        .fill(&form, json!({ "bonus": "2", "limit": "1" }))
        .await;
    says(&lower, already);
    let right = host
        .fill(&form, json!({ "bonus": "2", "limit": "3" }))
        .await;
    lacks(&right, "above this limit");
    let spoken = said(&right);
    assert!(
        spoken.contains("Winner's bonus: **2 garnets per"),
        "{right}"
    );
    let by_game = "Eliminated player's garnets: **game default (Gridlock: to the winner; otherwise to the bank)**";
    assert!(spoken.contains(by_game), "{right}");
    let form = host
        .press(&right["message"], "Bonus and strike limit …")
        .await;
    let right = host.fill(&form, json!({ "bonus": "", "limit": "3" })).await;
    let by_game = "Winner's bonus: **game default (1 garnet in DM Invitational; otherwise none)**";
    says(&right, by_game);
    let set = |to: &str| {
        host.choose(
            &right["message"],
            "Eliminated player's garnets …",
            json!([to]),
        )
    };
    let set_to = set("bank").await;
    says(&set_to, "garnets: **go to the bank**");
    let set_to = set("game").await;
    says(&set_to, "**game default (Gridlock: to");
    let items = &right["message"]["components"][0]["components"][0]["options"];
    assert_eq!(items[0]["label"], "What to set: Garnets and strikes");
    let page = host
        .choose(&right["message"], "What to set", json!(["matches"]))
        .await;
    let form = host.press(&page, "Pauses, time zone, quiet hours …").await;
    let fields = |zone: &str, quiet: &str| json!({ "pauses": "2", "minutes": "10", "zone": zone, "quiet": quiet });
    let wrong = host.fill(&form, fields("Atlantis", "late")).await;
    says_all(
        &wrong,
        [
            "There's no time zone called “Atlantis”",
            "Quiet hours must be two",
        ],
    );
    let again = host
        .press(&wrong["message"], "Pauses, time zone, quiet hours …")
        .await;
    for (name, typed) in [("zone", "Atlantis"), ("quiet", "late"), ("pauses", "2")] {
        assert_eq!(field(&again, name), typed);
    }
    let wrong = host.fill(&form, fields("UTC", "late")).await;
    says(&wrong, "Quiet hours must be two different hours");
    let right = host.fill(&form, fields("Europe/Berlin", "22-8")).await;
    says(&right, "22:00 to 8:00");
    let hall = host.channel(HALL).await.unwrap();
    let page = host
        .choose(&right["message"], "What to set", json!(["channels"]))
        .await;
    // An announcement channel (type 5) can be picked for announcements, and for nothing else.
    let menus = page["components"].as_array().unwrap().iter();
    let types = menus.map(|row| {
        let menu = &row["components"][0];
        (
            menu["placeholder"].as_str().unwrap_or_default(),
            &menu["channel_types"],
        )
    });
    let both: Vec<&str> = types
        .filter(|(_, types)| **types == json!([0, 5]))
        .map(|(label, _)| label)
        .collect();
    // The menu's placeholder keeps its purpose beside the chosen channel.
    let announcements = "Announcement channel: change";
    assert_eq!(both, [announcements], "{page}");
    let set = host.choose(&page, announcements, json!([hall])).await;
    says(&set, &format!("Announcements: **<#{hall}>**"));
    // The menu of pages can clear it.
    let set = host
        .choose(&set, "What to set", json!(["none announcements"]))
        .await;
    says(&set, "Announcements: **none**");
    // The person is no longer a host, so the panel refuses.
    let roles = host.take_roles().await;
    let refused = host
        .choose(&set, "Match channel: change", json!([hall]))
        .await;
    says(&refused, "Only a host");
    host.give_roles(roles).await;

    house.follows(SCRIPT, "the next season").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_season_can_be_read_and_its_matches_replayed() {
    let mut house = House::new("season-replay").await;
    let [host, teo, cleo] = house.people(["Vesper", "Teo", "Cleo"]).await;
    appointments::end_first(&house).await;
    appointments::live(&house).await;
    // A replay never shows an open match.
    let refused = cleo.types(HALL, "replay").await;
    says(&refused, "or none with that number");
    let refused = cleo.types(HALL, "replay match: 2").await;
    says(&refused, "or none with that number");
    let bid = json!({ "text": "bid 3" });
    teo.command(HALL, "act", bid).await;
    teo.resigns_in(HALL).await;
    cleo.sees(HALL, "Mika beats Teo").await;

    // A number's completions are numbers.
    let late = json!({ "to": "Bo", "reason": "late" });
    host.season("strike add", late).await;
    let strikes = host
        .complete(HALL, "season strike back", "number", "Bo: late")
        .await;
    assert_eq!(strikes.len(), 1, "{strikes:?}");
    host.season("new", json!({ "name": "The next" })).await;
    let named = cleo
        .complete(HALL, "season standings", "season", "lantern")
        .await;
    assert_eq!(named.len(), 1, "{named:?}");
    house.follows(SCRIPT, "an earlier season").await;

    // The match of the earlier season, entry by entry, shown only to the person who asked.
    let numbers = cleo.complete(HALL, "replay", "match", "lantern").await;
    assert_eq!(numbers, ["-2", "-1"]);
    let shown = cleo.types(HALL, "replay match: 2").await;
    says(&shown, "The beginning");
    let mut panel = cleo.newest_panel().await;
    assert_eq!(labels(&panel), ["▶", "⏭", "Jump to…"]);
    let first = panel["attachments"][0]["filename"].clone();
    for (label, words) in [
        ("▶", "**50%** · Teo bid 3."),
        ("▶", "**100%** · Teo resigns."),
        ("◀", "Teo bid 3."),
        ("▶", "Teo resigns."),
        ("⏮", "The beginning"),
    ] {
        cleo.press(&panel, label).await;
        panel = house
            .until(words, async || {
                let panel = cleo.newest_panel().await;
                content(&panel).contains(words).then_some(panel)
            })
            .await;
    }
    assert_eq!(panel["attachments"][0]["filename"], first);
    assert!(!teo.everything().await.contains("The beginning."));
    house.close().await;
}
