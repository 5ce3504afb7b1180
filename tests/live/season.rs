//! `/season` over the wire: as host, player, safe player, spectator, and in words that each of them reads.

use dealer::matches::record::Record;
use dealer::sandbox::world::permissions::{MANAGE_ROLES, OF_BOTS};
use dealer::store::{AtStrikeLimit, SeasonSettings};
use serde_json::{Value, json};

use super::house::{House, Person, calls, content, controls, said};

const HALL: &str = "lobby";

impl Person<'_> {
    /// Types a command of `/season`; what is said to it.
    async fn season(&self, name: &str, options: Value) -> String {
        let outcome = self.command(HALL, &format!("season {name}"), options).await;
        said(&outcome).to_owned()
    }

    /// The newest message that this person alone sees in the hall.
    pub async fn newest_panel(&self) -> Value {
        let messages = self.messages(HALL).await.into_iter();
        let mut own = messages
            .rev()
            .filter(|message| message["ephemeral"] == true);
        own.next().unwrap()
    }

    /// The names of the roles that somebody has.
    async fn roles(&self) -> Vec<String> {
        let world = self.house.get("/local/world").await;
        let guild = &world["guilds"][0];
        let people = world["people"].as_array().unwrap();
        let me = people
            .iter()
            .find(|one| one["id"] == self.id.as_str())
            .unwrap();
        let own = me["roles"][guild["id"].as_str().unwrap()]
            .as_array()
            .unwrap();
        let roles = guild["roles"].as_array().unwrap();
        let mut names: Vec<String> = own
            .iter()
            .filter_map(|id| roles.iter().find(|role| role["id"] == *id))
            .map(|role| role["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    }

    async fn has_roles(&self, expected: &[&str]) {
        self.house
            .until("somebody's roles are changed", async || {
                (self.roles().await == expected).then_some(())
            })
            .await;
    }

    /// Waits for a message in the hall with this control.
    async fn sees_control(&self, label: &str) -> Value {
        self.house
            .until(label, async || {
                let mut messages = self.messages(HALL).await.into_iter();
                messages.find(|message| controls(message).iter().any(|(own, _)| own == label))
            })
            .await
    }

    /// Chooses in a menu of a panel; the panel as it is then.
    pub async fn choose(&self, panel: &Value, label: &str, values: Value) -> Value {
        let menus = controls(panel);
        let (_, custom_id) = menus.iter().find(|(found, _)| found == label).expect(label);
        let (status, outcome) = self.try_press(panel, custom_id, values).await;
        assert!(status < 300, "{outcome}");
        outcome["message"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_finds_their_way_round_the_season() {
    let mut house = House::new("season-ways").await;
    let (host, bo, spectator) = (
        house.person("Vesper").await,
        house.person("Bo").await,
        house.person("Nils").await,
    );
    // Who may not is told so in private, whatever they try; nothing changes.
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
    assert!(told.contains("do not give garnets away"), "{told}");
    let told = spectator
        .season("garnets gift", json!({ "to": "Teo", "count": 1 }))
        .await;
    assert!(told.contains("not in the cast"), "{told}");

    // The cast: an account, guests, a pasted list; what cannot be is said with what would be right.
    let told = host
        .season("cast add", json!({ "who": spectator.id }))
        .await;
    assert!(told.contains("Nils is in the cast now"), "{told}");
    let told = host.season("cast add", json!({ "name": "teo" })).await;
    assert!(told.contains("There would be two called Teo"), "{told}");
    let told = host.season("cast add", json!({})).await;
    assert!(told.contains("Say whom"), "{told}");
    let people = format!("Ann, *Ben*, <@{}>", bo.id);
    let told = host
        .season("cast many", json!({ "people": people, "garnets": 2 }))
        .await;
    assert_eq!(
        told,
        "Ann and \\*Ben\\* are in the cast now. Bo was before. Ann and \\*Ben\\* are without an account, so nobody can act for them: \
         `/season cast account` gives them one."
    );
    let told = host
        .season("cast many", json!({ "people": "Zed, Cleo @cleo" }))
        .await;
    assert!(told.contains("came as text"), "{told}");
    assert!(told.ends_with("```\nZed, Cleo @cleo\n```"), "{told}");
    // Mentions side by side divide themselves; a name among several is nobody's for sure.
    let (wren, rook) = (house.person("Wren").await.id, house.person("Rook").await.id);
    let people = format!("<@{wren}> <@!{rook}>");
    let told = host.season("cast many", json!({ "people": people })).await;
    assert_eq!(told, "Nobody was added. Wren and Rook were before.");
    let people = format!("<@{wren}> Zed <@{rook}>");
    let told = host.season("cast many", json!({ "people": people })).await;
    assert!(told.contains("Put a comma between people"), "{told}");
    // A role is nobody by itself, and that of everybody is no choice.
    let told = host
        .season("cast many", json!({ "people": "Zed, <@&12345>" }))
        .await;
    assert!(told.contains("Choose the role in `having:`"), "{told}");
    assert!(told.ends_with("```\nZed, <@&12345>\n```"), "{told}");
    let everybody = json!({ "people": "Zed", "having": house.guild().await });
    let told = host.season("cast many", everybody).await;
    assert!(told.contains("@everyone is everybody"), "{told}");
    assert!(told.ends_with("```\nZed\n```"), "{told}");
    // Of a list of which one is not in the server nothing is lost.
    let told = host
        .season("cast many", json!({ "people": "Zed, <@12345>, Yan" }))
        .await;
    assert!(told.ends_with("```\nZed, <@12345>, Yan\n```"), "{told}");
    let told = host
        .season("cast rename", json!({ "name": "*ben*", "to": "Ben" }))
        .await;
    assert!(told.contains("They are called Ben now"), "{told}");
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
    assert!(told.contains("Everybody in this server can read"), "{told}");
    let told = host
        .season("cast bind", json!({ "name": "Bo", "channel": audit }))
        .await;
    assert!(
        told.contains("From the next match on Bo is written to"),
        "{told}"
    );

    // Garnets and strikes.
    let told = host
        .season(
            "garnets give",
            json!({ "to": "Bo", "count": 3, "reason": "a prize" }),
        )
        .await;
    assert!(told.contains("Bo has 3 garnets now"), "{told}");
    let told = host
        .season("garnets take", json!({ "from": "Bo", "count": 9 }))
        .await;
    assert!(told.contains("Bo has 3 garnets, not 9"), "{told}");
    let told = host
        .season(
            "garnets bank",
            json!({ "way": 0, "name": "Bo", "count": 1 }),
        )
        .await;
    assert!(
        told.contains("Bo has 2 garnets now and the bank 1 garnet"),
        "{told}"
    );
    let told = bo.season("garnets list", json!({})).await;
    assert!(told.contains("3 · outside → Bo · a prize"), "{told}");
    let told = host
        .season("strike add", json!({ "to": "Bo", "reason": "late" }))
        .await;
    assert!(told.contains("Bo has 1 strike now"), "{told}");
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

    // Settings: a page at a time, each change at once.
    let opened = host.command(HALL, "season settings", json!({})).await;
    let when = "counts at once, also for matches that are open";
    assert!(said(&opened).contains(when), "{opened}");
    let pressed = host.press(&opened["message"], "Counts are public").await;
    assert!(
        said(&pressed).contains("for hosts, and each player their own"),
        "{pressed}"
    );
    let form = host.press(&pressed["message"], "Bonus and limit …").await;
    let wrong = host
        .fill(&form, json!({ "bonus": "two", "limit": "" }))
        .await;
    assert!(
        said(&wrong).contains("“two” is not a whole number"),
        "{wrong}"
    );
    let right = host
        .fill(&form, json!({ "bonus": "2", "limit": "3" }))
        .await;
    assert!(said(&right).contains("at 3: hosts are told"), "{right}");
    let already = "At this limit already, or above it: Bo (1 strike).";
    assert!(!said(&right).contains("At this limit"), "{right}");
    let lower = host
        .fill(&form, json!({ "bonus": "2", "limit": "1" }))
        .await;
    assert!(said(&lower).contains(already), "{lower}");
    let right = host
        .fill(&form, json!({ "bonus": "2", "limit": "3" }))
        .await;
    assert!(!said(&right).contains("At this limit"), "{right}");
    let spoken = said(&right);
    assert!(spoken.contains("winner gets: **2 garnets when"), "{right}");
    let by_game = "eliminated: **as the game has it: to the winner in Gridlock, else to the bank**";
    assert!(spoken.contains(by_game), "{right}");
    let form = host.press(&right["message"], "Bonus and limit …").await;
    let right = host.fill(&form, json!({ "bonus": "", "limit": "3" })).await;
    let by_game = "winner gets: **as the game has it: 1 garnet in DM Invitational, else nothing**";
    assert!(said(&right).contains(by_game), "{right}");
    let set = |to: &str| {
        host.choose(
            &right["message"],
            "Garnets of who is eliminated …",
            json!([to]),
        )
    };
    let set_to = set("bank").await;
    let bank = "eliminated: **go to the bank**";
    assert!(content(&set_to).contains(bank), "{set_to}");
    let set_to = set("game").await;
    assert!(
        content(&set_to).contains("**as the game has it: to"),
        "{set_to}"
    );
    let page = host
        .choose(&right["message"], "What to set", json!(["matches"]))
        .await;
    let form = host.press(&page, "Pauses, time zone, quiet hours …").await;
    let fields = |zone: &str, quiet: &str| json!({ "pauses": "2", "minutes": "10", "zone": zone, "quiet": quiet });
    let wrong = host.fill(&form, fields("Atlantis", "")).await;
    assert!(
        said(&wrong).contains("There is no time zone called “Atlantis”"),
        "{wrong}"
    );
    let wrong = host.fill(&form, fields("UTC", "late")).await;
    assert!(
        said(&wrong).contains("Quiet hours are two different hours"),
        "{wrong}"
    );
    let right = host.fill(&form, fields("Europe/Berlin", "22-8")).await;
    assert!(said(&right).contains("22:00 to 8:00"), "{right}");
    let page = host
        .choose(&right["message"], "What to set", json!(["channels"]))
        .await;
    // A community's own channel for announcements (type 5) is offered too, and for nothing else.
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
    assert_eq!(both, ["The channel for announcements"], "{page}");
    let set = host
        .choose(&page, "The channel for announcements", json!([hall]))
        .await;
    assert!(
        content(&set).contains(&format!("Announcements: **<#{hall}>**")),
        "{set}"
    );
    let set = host
        .choose(&set, "The channel for announcements", json!([]))
        .await;
    assert!(content(&set).contains("Announcements: **none**"), "{set}");
    // A host no longer: the panel does nothing any more.
    let roles = host.take_roles().await;
    let refused = host
        .choose(&set, "The channel of the matches", json!([]))
        .await;
    assert!(content(&refused).contains("Only a host"), "{refused}");
    host.give_roles(roles).await;

    // Counts that are not public: each sees their own.
    let told = bo.season("standings", json!({ "words_only": true })).await;
    assert!(
        told.contains("You have 2 garnets (seen by you alone)"),
        "{told}"
    );
    assert!(!told.contains("Rook ("), "{told}");
    let told = bo.season("garnets list", json!({})).await;
    assert!(told.starts_with("Garnets: Bo 2.\n"), "{told}");

    // Another season, and back.
    let told = host
        .season("new", json!({ "name": "Lantern House 2" }))
        .await;
    assert!(told.contains("**Lantern House 2** has begun"), "{told}");
    let told = host.season("list", json!({})).await;
    assert!(
        told.contains("**Lantern House 2** · 0 people · **current**"),
        "{told}"
    );
    let told = host
        .season("switch", json!({ "to": "Lantern House 1" }))
        .await;
    assert!(told.contains("is the current season now"), "{told}");
    let told = host
        .season("archive", json!({ "season": "Lantern House 1" }))
        .await;
    assert!(told.contains("A match of this season is open in"), "{told}");
    house.close().await;
}

/// A strike that takes somebody out of the season is given by a button, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_strike_that_eliminates_is_asked_back() {
    let house = House::new("strike").await;
    let set = |settings: &mut SeasonSettings| {
        settings.strike_limit = Some(1);
        settings.at_strike_limit = AtStrikeLimit::Eliminate;
    };
    let mut house = house
        .changed(|store, guild| super::appointments::set(store, guild, set))
        .await;
    let (host, bo) = (house.person("Vesper").await, house.person("Bo").await);
    let strike = json!({ "to": "Bo", "reason": "left the game" });
    let asked = host.command(HALL, "season strike add", strike).await;
    let would =
        "Nothing was done yet: Bo would have 1 strike, the season's limit, and be eliminated";
    assert!(said(&asked).contains(would), "{asked}");
    let told = bo.season("standings", json!({ "words_only": true })).await;
    assert!(!told.contains("1 strike"), "{told}");
    let (_, yes) = controls(&asked["message"]).remove(0);
    let given = host.press(&asked["message"], "Yes, give the strike").await;
    let is_out = "Bo has 1 strike now. That is the season's limit of 1: Bo is eliminated";
    assert!(said(&given).contains(is_out), "{given}");
    bo.sees("@Dealer", "“left the game”").await;
    // Pressed once more it gives no second one.
    let (_, again) = host.try_press(&asked["message"], &yes, json!([])).await;
    let told = host.season("strike list", json!({})).await;
    assert_eq!(told.matches("left the game").count(), 1, "{told} {again}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_ends_and_the_season_follows() {
    let mut house = House::new("season-match").await;
    let (host, mika, teo) = (
        house.person("Vesper").await,
        house.person("Mika").await,
        house.person("Teo").await,
    );
    let seats = json!({ "game": "crossfire", "dmo": teo.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await;
    // Who loses is out, unless the host says otherwise.
    assert!(said(&panel).contains("A match of Crossfire"), "{panel}");
    let stakes = "played for the place in the season: who loses is out; as the season is set now, their garnets go to the bank.";
    assert!(said(&panel).contains(stakes), "{panel}");
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
    host.sees(HALL, "Nobody has anything to choose before it")
        .await;
    let card = host.sees(HALL, "# Crossfire").await;
    assert!(
        content(&card).contains(
            "for the place in the season: who loses is out; as the season is set now, their garnets go to the bank."
        ),
        "{card}"
    );
    assert_eq!(mika.roles().await, ["Player"]);

    // Dealer may not change roles for a while: the host is told once, and it is done when it may.
    house.bot_permissions(OF_BOTS).await;
    let asked = mika.command(HALL, "resign", json!({})).await;
    mika.press(&asked["message"], "Yes, I resign").await;
    let result = mika.sees(HALL, "# Teo wins").await;
    assert!(
        content(&result)
            .contains("**Mika is out of the season.**\nMika's 3 garnets go to the bank."),
        "{result}"
    );
    let told = host.sees("announcements", "has ended in").await;
    assert!(
        content(&told).contains("Teo beats Mika by resignation")
            && content(&told).contains("Mika is out of the season"),
        "{told}"
    );
    let told = host
        .sees("@Dealer", "Dealer may not change Mika's roles")
        .await;
    assert!(content(&told).contains("Manage Roles"), "{told}");
    assert_eq!(mika.roles().await, ["Player"]);
    house.bot_permissions(OF_BOTS | MANAGE_ROLES).await;
    let told = host.season("roles", json!({})).await;
    assert!(told.contains("are brought in line"), "{told}");
    mika.has_roles(&["Eliminated"]).await;
    assert_eq!(teo.roles().await, ["Player"]);

    // What it did is in the season's books.
    let told = teo.season("standings", json!({ "words_only": true })).await;
    let eliminated = told
        .lines()
        .find(|line| line.starts_with("**Eliminated"))
        .unwrap();
    assert!(eliminated.contains("Mika (no garnets)"), "{told}");
    let told = teo.season("garnets list", json!({})).await;
    assert!(
        told.contains("3 · Mika → the bank · Mika was eliminated · match 2"),
        "{told}"
    );
    let told = teo.season("history", json!({})).await;
    assert!(
        told.contains("**#2** Crossfire: Teo against Mika · **Teo wins by resignation**"),
        "{told}"
    );
    let told = teo
        .command(HALL, "season history", json!({ "match": 2 }))
        .await;
    let file = &told["message"]["attachments"][0];
    assert_eq!(file["filename"], "crossfire-2.json", "{told}");
    let record: Record =
        serde_json::from_str(&house.text(file["url"].as_str().unwrap()).await).unwrap();
    record.replay(|_, _| {}).unwrap();
    let told = teo.season("history", json!({ "match": 99 })).await;
    assert!(
        told.contains("No match of this server's seasons that is over has this number"),
        "{told}"
    );

    // A host brings Mika back, and the role follows.
    let told = host
        .season(
            "cast role",
            json!({ "name": "mika", "as": 0, "reason": "a ruling" }),
        )
        .await;
    assert!(told.contains("Mika is a player now"), "{told}");
    mika.has_roles(&["Player"]).await;

    // Another account acts for Mika from now on: the role goes over to it.
    let nils = house.person("Nils").await;
    let told = host
        .season("cast account", json!({ "name": "Mika", "who": nils.id }))
        .await;
    assert!(told.contains(&format!("<@{}>", nils.id)), "{told}");
    house
        .until("the new account has the role", async || {
            let roles = nils.roles().await;
            roles.contains(&"Player".to_owned()).then_some(())
        })
        .await;
    mika.has_roles(&[]).await;

    // The next season leaves its roles where they are, and says how they are taken back when this one is over.
    let told = host
        .season("new", json!({ "name": "Lantern House 2" }))
        .await;
    let next = "keeps them; when that is over, `/season archive` it, and `/season roles` with `of` takes them back";
    assert!(told.contains(next), "{told}");
    let nils = json!({ "who": nils.id });
    let told = host.season("cast add", nils).await;
    assert!(told.contains("is in the cast now"), "{told}");
    super::appointments::end_first(&house).await;
    let first = json!({ "season": "Lantern House 1" });
    let told = host.season("archive", first).await;
    assert!(told.contains("may still have its Discord roles"), "{told}");
    teo.has_roles(&["Player"]).await;
    let told = host
        .season("roles", json!({ "of": "Lantern House 1" }))
        .await;
    assert!(told.contains("are taken back now"), "{told}");
    teo.has_roles(&[]).await;
    let roles = house.person("Nils").await.roles().await;
    assert!(roles.contains(&"Player".to_owned()), "{roles:?}");
    // No current season is not no season, and how there is one again is said where it matters.
    let none = "This server has no current season now: `/season switch`";
    assert!(!told.contains(none), "{told}");
    let second = json!({ "season": "Lantern House 2" });
    let told = host.season("archive", second).await;
    assert!(told.contains(none), "{told}");
    let bo = house.person("Bo").await;
    let seats = json!({ "game": "crossfire", "dmo": teo.id, "ec": bo.id });
    let panel = host.command("lobby", "match new", seats).await;
    let none = "It counts for nothing: this server has no current season. `/season switch`";
    assert!(said(&panel).contains(none), "{panel}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_without_direct_messages_is_told_of_roles_where_hosts_read() {
    let mut house = House::new("season-roles-told").await;
    let host = house.person("Vesper").await;
    house.bot_permissions(OF_BOTS).await;
    // A fault of Discord's does not make anybody forget it either.
    let path = "*/users/@me/channels";
    let fault = json!({ "method": "POST", "path": path, "status": 500 });
    house.faults(fault).await;
    let out = json!({ "name": "Bo", "as": 1 });
    host.season("cast role", out).await;
    host.direct_messages(false).await;
    host.season("roles", json!({})).await;
    let told = host.sees("audit", "Dealer may not change Bo's roles").await;
    assert!(calls(&told, &host), "{told}");
    house.close().await;
}

/// Nobody can be told, and it is not tried at each of everybody's changes.
#[tokio::test(flavor = "multi_thread")]
async fn roles_that_nobody_can_be_told_of_wait_for_their_time() {
    let house = House::new("season-roles-untold").await;
    let mut house = house
        .changed(|store, guild| {
            super::appointments::set(store, guild, |settings| settings.audit_channel = None);
        })
        .await;
    let (host, bo) = (house.person("Vesper").await, house.person("Bo").await);
    host.direct_messages(false).await;
    bo.has_roles(&["Player"]).await;
    // Were it tried again, it would be done.
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
    // Another's duty is a new one, with which it is tried again.
    host.season("cast role", json!({ "name": "Juniper", "as": 1 }))
        .await;
    bo.has_roles(&["Eliminated"]).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_found_among_more_members_than_discord_lists_at_once() {
    let name = "season-large";
    let house = House::new(name).await;
    // A bot that may list members. The world is on the disk when the house is closed.
    let mut house = house
        .changed(|_, _| {
            let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
                .join(name)
                .join("world.json");
            let mut world: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            for application in world["applications"].as_object_mut().unwrap().values_mut() {
                application["privileged_intents"] =
                    json!(dealer::sandbox::world::PRIVILEGED_INTENTS);
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
    let told = host.season("cast many", json!({ "having": role })).await;
    assert!(told.contains("Member 1000 is in the cast now"), "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_others_read_is_bound_to_nobody() {
    let mut house = House::new("season-bound").await;
    let (host, bo) = (house.person("Vesper").await, house.person("Bo").await);
    let guild = house.guild().await;
    let everything = json!({ "permissions": ((1u64 << 53) - 1).to_string() });
    let permissions = format!("/guilds/{guild}/bot-permissions");
    house.stage("PUT", &permissions, everything).await;
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
            format!("Whoever has <@&{}>", role("Player")),
        ),
        (
            "by-name",
            sees(&other.id, 1),
            format!("<@{}> can read", other.id),
        ),
        (
            "by-hosts",
            sees(&role("Host"), 0),
            "Bo is written to".to_owned(),
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
    // As long as Discord does not say who reads a channel, nothing secret is sent there.
    let channel = host.channel("by-hosts").await.unwrap();
    for (status, code) in [(500, 0), (429, 0), (403, 50001)] {
        let path = format!("*/guilds/{guild}");
        let fault = json!({ "method": "GET", "path": path, "status": status, "code": code });
        house.faults(fault).await;
        let bound = json!({ "name": "Juniper", "channel": channel });
        let answer = host.season("cast bind", bound).await;
        assert!(answer.contains("cannot find out who reads"), "{answer}");
    }
    let path = format!("*/channels/{channel}");
    let unseen = json!({ "method": "GET", "path": path, "status": 403, "code": 50001, "times": 3 });
    house.faults(unseen).await;
    let answer = host.command(HALL, "preflight", json!({})).await;
    let amiss = format!("⚠️ **Bound channels** · who reads <#{channel}> of Bo cannot be found out");
    assert!(said(&answer).contains(&amiss), "{answer}");
    let answer = host.command(HALL, "preflight", json!({})).await;
    let well = "✅ **Bound channels** · 1, each read by its owner and hosts alone";
    assert!(said(&answer).contains(well), "{answer}");
    // Somebody lets another in later.
    let path = format!("/channels/{channel}/permissions/{}", other.id);
    let let_in = json!({ "type": 1, "allow": "1024", "deny": "0" });
    house.as_bot("PUT", &path, let_in).await;
    let answer = host.command(HALL, "preflight", json!({})).await;
    let amiss = format!(
        "⚠️ **Bound channels** · <#{channel}> of Bo can be read by <@{}>",
        other.id
    );
    assert!(said(&answer).contains(&amiss), "{answer}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_season_is_looked_at_and_its_matches_are_replayed() {
    let mut house = House::new("season-replay").await;
    let (host, teo, cleo) = (
        house.person("Vesper").await,
        house.person("Teo").await,
        house.person("Cleo").await,
    );
    super::appointments::end_first(&house).await;
    super::appointments::live(&house).await;
    // What is open is not shown.
    let refused = cleo.command(HALL, "replay", json!({})).await;
    assert!(
        said(&refused).contains("no match of this server that is over"),
        "{refused}"
    );
    let refused = cleo.command(HALL, "replay", json!({ "match": 2 })).await;
    assert!(
        said(&refused).contains("no match of this server that is over"),
        "{refused}"
    );
    let bid = json!({ "text": "bid 3" });
    teo.command(HALL, "act", bid).await;
    let asked = teo.command(HALL, "resign", json!({})).await;
    teo.press(&asked["message"], "Yes, I resign").await;
    cleo.sees(HALL, "Mika beats Teo").await;

    // What completes a number is a number.
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
    assert!(
        told.contains("**#2** Crossfire: Teo against Mika"),
        "{told}"
    );
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

    // The match of the earlier season, entry by entry, seen by who asks alone.
    let numbers = cleo.complete(HALL, "replay", "match", "Crossfire").await;
    assert_eq!(numbers, ["2"]);
    let shown = cleo.command(HALL, "replay", json!({ "match": 2 })).await;
    assert!(said(&shown).contains("The beginning"), "{shown}");
    let labels = |panel: &Value| -> Vec<String> {
        controls(panel)
            .into_iter()
            .map(|(label, _)| label)
            .collect()
    };
    let mut panel = cleo.newest_panel().await;
    assert_eq!(labels(&panel), ["▶", "⏭"]);
    let first = panel["attachments"][0]["filename"].clone();
    for (label, words) in [
        ("▶", "**1 of 2** · Teo: bid 3"),
        ("▶", "**2 of 2** · Teo resigns."),
        ("◀", "Teo: bid 3"),
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
