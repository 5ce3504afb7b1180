//! The commands of a season, from its cast to its history: who may use them, and what they answer.

use serde_json::{Value, json};

use super::HALL;
use crate::appointments;
use crate::house::{House, Person, content, controls, field, labels, said, says};

/// Has a pasted list checked, answers the question, and gives the reply.
async fn adds_many(host: &Person<'_>, list: Value, answer: &str) -> String {
    let done = host.confirms(HALL, "season cast many", list, answer).await;
    said(&done).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_finds_their_way_round_the_season() {
    let mut house = House::new("season-ways").await;
    let [host, bo, spectator] = house.people(["Vesper", "Bo", "Nils"]).await;
    // People without the right hear so in private, and nothing changes.
    let before = bo.season("standings", json!({ "words_only": true })).await;
    for (name, options) in [
        ("new", json!({ "name": "Mine" })),
        ("rename", json!({ "name": "Mine" })),
        ("switch", json!({ "to": "Lantern House 1" })),
        ("archive", json!({ "season": "Lantern House 1" })),
        ("settings", json!({})),
        ("roles", json!({})),
        ("cast add", json!({ "name": "Friend" })),
        ("cast many", json!({ "people": "Friend, Foe" })),
        ("cast remove", json!({ "name": "Teo" })),
        ("cast back", json!({ "name": "Teo" })),
        ("cast rename", json!({ "name": "Teo", "to": "Toe" })),
        ("cast role", json!({ "name": "Teo", "as": 1 })),
        ("cast account", json!({ "name": "Teo" })),
        ("cast bind", json!({ "name": "Teo" })),
        ("garnets give", json!({ "to": "Bo", "count": 5 })),
        ("garnets take", json!({ "from": "Teo", "count": 1 })),
        (
            "garnets move",
            json!({ "from": "Teo", "to": "Bo", "count": 1 }),
        ),
        ("garnets bank", json!({ "way": 0, "count": 1 })),
        ("strike add", json!({ "to": "Teo", "reason": "dull" })),
        ("strike back", json!({ "number": 1 })),
        ("strike list", json!({})),
    ] {
        for person in [&bo, &spectator] {
            let told = person.season(name, options.clone()).await;
            assert!(told.contains("Only a host can do that"), "{name}: {told}");
        }
    }
    assert_eq!(
        bo.season("standings", json!({ "words_only": true })).await,
        before
    );
    let told = bo
        .season("garnets gift", json!({ "to": "Teo", "count": 1 }))
        .await;
    assert!(told.contains("can't give garnets"), "{told}");
    let told = spectator
        .season("garnets gift", json!({ "to": "Teo", "count": 1 }))
        .await;
    assert!(told.contains("not in this season's cast"), "{told}");

    // The cast: an account, guests, a pasted list. Mistakes come back with what works.
    let told = host
        .season("cast add", json!({ "who": spectator.id }))
        .await;
    assert!(told.contains("Nils is now in the cast"), "{told}");
    let told = host.season("cast add", json!({ "name": "teo" })).await;
    assert!(told.contains("Two people would be called Teo"), "{told}");
    let told = host.season("cast add", json!({})).await;
    assert!(told.contains("Say who to add"), "{told}");
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
    let told = host
        .season("cast many", json!({ "people": "Zed, Cleo @cleo" }))
        .await;
    assert!(told.contains("is only text"), "{told}");
    assert!(told.ends_with("```\nZed, Cleo @cleo\n```"), "{told}");
    // Adjacent mentions are separated. A name among several fits nobody for sure.
    let (wren, rook) = (house.person("Wren").await.id, house.person("Rook").await.id);
    let people = format!("<@{wren}> <@!{rook}>");
    let told = host.season("cast many", json!({ "people": people })).await;
    assert_eq!(told, "Nobody was added. Wren and Rook were already in it.");
    let people = format!("<@{wren}> Zed <@{rook}>");
    let told = host.season("cast many", json!({ "people": people })).await;
    assert!(told.contains("Put commas between people"), "{told}");
    // A role stands for its people, and the everyone role can't be chosen.
    let told = host
        .season("cast many", json!({ "people": "Zed, <@&12345>" }))
        .await;
    assert!(told.contains("Discord doesn't tell Dealer who"), "{told}");
    assert!(told.ends_with("\n> Zed, <@&12345>"), "{told}");
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
    // One name on the list isn't on the server, but the list isn't lost.
    let told = host
        .season("cast many", json!({ "people": "Zed, <@12345>, Yan" }))
        .await;
    assert!(told.ends_with("\n> Zed, <@12345>, Yan"), "{told}");
    // Without names there is a menu.
    let asked = host.command(HALL, "season cast many", json!({})).await;
    let (_, menu) = controls(&asked["message"]).remove(0);
    let chosen = json!([house.person("Cleo").await.id, wren]);
    let (status, outcome) = host.try_press(&asked["message"], &menu, chosen).await;
    assert!(status < 300, "{outcome}");
    host.sees(HALL, "- Cleo: <@").await;
    let told = host
        .season("cast rename", json!({ "name": "*ben*", "to": "Ben" }))
        .await;
    assert!(told.contains("They're now called Ben"), "{told}");
    let completed = host
        .complete(HALL, "season cast remove", "name", "be")
        .await;
    assert_eq!(completed, ["Ben"]);
    host.season(
        "cast remove",
        json!({ "name": "Ben", "reason": "a mistake" }),
    )
    .await;
    let completed = host.complete(HALL, "season cast back", "name", "").await;
    assert_eq!(completed, ["Ben"]);
    let told = host.season("cast list", json!({})).await;
    assert!(told.contains("Left the season: Ben."), "{told}");
    let channel = |name: &'static str| host.channel(name);
    let (hall, audit) = (
        channel(HALL).await.unwrap(),
        channel("audit").await.unwrap(),
    );
    let told = host
        .season("cast bind", json!({ "name": "Bo", "channel": hall }))
        .await;
    assert!(told.contains("Everyone in this server can read"), "{told}");
    let told = host
        .season("cast bind", json!({ "name": "Bo", "channel": audit }))
        .await;
    // Only hosts can see this channel, so Bo would find nothing there.
    assert!(told.contains("is missing View Channel"), "{told}");
    assert!(told.contains("couldn't read or answer"), "{told}");

    let told = host
        .season(
            "garnets give",
            json!({ "to": "Bo", "count": 3, "reason": "a prize" }),
        )
        .await;
    assert!(
        told.contains("Bo gets 3 garnets and now has 3 garnets"),
        "{told}"
    );
    let told = host
        .season("garnets take", json!({ "from": "Bo", "count": 9 }))
        .await;
    assert!(told.contains("Bo only has 3 garnets, not 9"), "{told}");
    // A refusal returns what was typed.
    let typed = "/season garnets take from: Bo count: 9\n";
    assert!(told.contains(typed), "{told}");
    let late = json!({ "to": "Boo", "reason": "late to the *feast*" });
    let told = host.season("strike add", late).await;
    for part in [
        "“Boo”",
        "/season strike add to: Boo reason: late to the *feast*\n",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let told = host
        .season(
            "garnets bank",
            json!({ "way": 0, "name": "Bo", "count": 1 }),
        )
        .await;
    assert!(
        told.contains("Bo now has 2 garnets and the bank 1 garnet"),
        "{told}"
    );
    let told = bo.season("garnets list", json!({})).await;
    assert!(told.contains("3 · new → Bo · a prize"), "{told}");
    let told = host
        .season("strike add", json!({ "to": "Bo", "reason": "late" }))
        .await;
    assert!(told.contains("Bo now has 1 strike"), "{told}");
    let told = bo.season("standings", json!({ "words_only": true })).await;
    assert!(told.contains("Bo (2 garnets, 1 strike)"), "{told}");
    let drawn = bo
        .command(HALL, "season standings", json!({ "public": true }))
        .await;
    let picture = &drawn["message"]["attachments"][0];
    assert_eq!(picture["filename"], "standings.png", "{drawn}");
    assert!(
        picture["description"]
            .as_str()
            .unwrap()
            .contains("Bo (2 garnets, 1 strike)")
    );
    assert!(controls(&drawn["message"]).is_empty(), "{drawn}");
    // Somebody who has read them alone can show them to everyone.
    let own = bo.command(HALL, "season standings", json!({})).await;
    let shown = bo.press(&own["message"], "Show everyone").await;
    assert_eq!(shown["message"]["flags"].as_u64().unwrap_or(0) & 64, 0);
    let picture = &shown["message"]["attachments"][0];
    assert_eq!(picture["filename"], "standings.png", "{shown}");

    // The settings have several pages, and each change counts at once.
    let opened = host.command(HALL, "season settings", json!({})).await;
    says(&opened, "take effect at once, even in open matches");
    // Each page shows only its own settings.
    assert!(!said(&opened).contains("Quiet hours"), "{opened}");
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
    // The last line names every field's mistake, and the form still has everything.
    let last = said(&wrong).lines().last().unwrap();
    for told in [
        "⚠️",
        "bonus must be a number from 0",
        "strike limit must be",
    ] {
        assert!(last.contains(told), "{wrong}");
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
    assert!(!said(&right).contains("⚠️"), "{right}");
    let form = host
        .press(&right["message"], "Bonus and strike limit …")
        .await;
    assert_eq!(field(&form, "bonus"), "2");
    says(&right, "after 3, hosts are told");
    let already = "Already at or above this limit: Bo (1 strike).";
    assert!(!said(&right).contains("above this limit"), "{right}");
    let lower = host
        .fill(&form, json!({ "bonus": "2", "limit": "1" }))
        .await;
    says(&lower, already);
    let right = host
        .fill(&form, json!({ "bonus": "2", "limit": "3" }))
        .await;
    assert!(!said(&right).contains("above this limit"), "{right}");
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
    for told in [
        "There's no time zone called “Atlantis”",
        "Quiet hours must be two",
    ] {
        says(&wrong, told);
    }
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

    // Counts aren't public, so each player sees only their own.
    let told = bo.season("standings", json!({ "words_only": true })).await;
    assert!(
        told.contains("You have 2 garnets (only you see this)"),
        "{told}"
    );
    assert!(!told.contains("Rook ("), "{told}");
    let told = bo.season("garnets list", json!({})).await;
    assert!(told.starts_with("Garnets: Bo 2.\n"), "{told}");

    let told = host
        .season("new", json!({ "name": "Lantern House 2" }))
        .await;
    assert!(told.contains("**Lantern House 2** has started"), "{told}");
    let told = host.season("list", json!({})).await;
    assert!(
        told.contains("**Lantern House 2** · 0 people · **current**"),
        "{told}"
    );
    let told = host
        .season("switch", json!({ "to": "Lantern House 1" }))
        .await;
    assert!(told.contains("is now the current season"), "{told}");
    let told = host
        .season("archive", json!({ "season": "Lantern House 1" }))
        .await;
    assert!(told.contains("A match of this season is open in"), "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_season_can_be_read_and_its_matches_replayed() {
    let mut house = House::new("season-replay").await;
    let [host, teo, cleo] = house.people(["Vesper", "Teo", "Cleo"]).await;
    appointments::end_first(&house).await;
    appointments::live(&house).await;
    // A replay never shows an open match.
    let refused = cleo.command(HALL, "replay", json!({})).await;
    says(&refused, "or none with that number");
    let refused = cleo.command(HALL, "replay", json!({ "match": 2 })).await;
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
    let earlier = json!({ "season": named[0] });
    let told = cleo.season("history", earlier.clone()).await;
    assert!(told.contains("**#2** Crossfire: Teo vs Mika"), "{told}");
    let told = cleo.season("history", json!({})).await;
    assert!(!told.contains("Crossfire"), "{told}");
    let told = cleo.season("cast list", earlier.clone()).await;
    assert!(told.contains("Juniper"), "{told}");
    let told = cleo.season("garnets list", earlier.clone()).await;
    assert!(told.contains("Juniper"), "{told}");
    let words = json!({ "season": named[0], "words_only": true });
    let told = cleo.season("standings", words).await;
    assert!(told.contains("Juniper"), "{told}");
    let told = cleo
        .season("history", json!({ "season": "None such" }))
        .await;
    assert!(told.contains("None such"), "{told}");

    // The match of the earlier season, entry by entry, shown only to the person who asked.
    let numbers = cleo.complete(HALL, "replay", "match", "lantern").await;
    assert_eq!(numbers, ["-2", "-1"]);
    let shown = cleo.command(HALL, "replay", json!({ "match": 2 })).await;
    says(&shown, "The beginning");
    let labels = |panel: &Value| -> Vec<String> {
        controls(panel)
            .into_iter()
            .map(|(label, _)| label)
            .collect()
    };
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
