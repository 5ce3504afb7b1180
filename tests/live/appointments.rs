//! Appointments over the wire: choices with more time, check-in, nobody there, a moved start, two
//! timeouts, a result that waits.

use dealer::store::{SeasonSettings, ServerId, Store, StoreError};
use matches::Event;
use serde_json::json;

use super::house::{House, Person, content, controls, labels, lacks, said, says, says_all};

const HALL: &str = "lobby";

/// Opens a match of Teo (DMO) and Mika (EC) in the hall, hosted by Vesper.
pub async fn open(house: &House, game: &str) {
    open_in(house, HALL, game).await;
}

/// Like [`open`], in another channel.
pub async fn open_in(house: &House, channel: &str, game: &str) {
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let seats = json!({ "game": game, "dmo": dmo.id, "ec": ec.id });
    let host = house.person("Vesper").await;
    let panel = host.command(channel, "match new", seats).await;
    host.press(&panel["message"], "Open the match").await;
    // An earlier match may have its card here too.
    house
        .until("the panel says that the match is open", async || {
            let messages = host.messages(channel).await.into_iter();
            let mut same = messages.filter(|found| found["id"] == panel["message"]["id"]);
            same.any(|found| content(&found).contains("is open in"))
                .then_some(())
        })
        .await;
    host.sees(channel, "# ").await;
}

/// Ends the match that each rehearsal starts with.
pub async fn end_first(house: &House) {
    let host = house.person("Vesper").await;
    host.voids("death-match").await;
    host.sees("death-match", "# Void").await;
}

/// Opens a match with [`open`] and begins it. Crossfire needs no choices first.
pub async fn live(house: &House) {
    let cleo = house.person("Cleo").await;
    let begun = async || {
        let posts = cleo.messages(HALL).await.into_iter();
        let begun = posts.filter(|post| content(post).contains("The match begins"));
        begun.count()
    };
    let before = begun().await;
    open(house, "crossfire").await;
    let card = house
        .until("the match's card is posted", async || {
            let posts = cleo.messages(HALL).await.into_iter();
            let is_card = |post: &serde_json::Value| {
                let is_open = controls(post).iter().any(|(label, _)| label == "Ready");
                is_open && content(post).contains("# Crossfire")
            };
            posts.rev().find(is_card)
        })
        .await;
    for name in ["Teo", "Mika"] {
        house.person(name).await.press(&card, "Ready").await;
    }
    house
        .until("the match begins", async || {
            (begun().await > before).then_some(())
        })
        .await;
}

/// Changes the settings of the server's season.
pub fn set(store: &mut Store, guild: ServerId, change: impl FnOnce(&mut SeasonSettings)) {
    store
        .write(|tx| {
            let mut season = tx.current_season(guild)?.unwrap();
            change(&mut season.settings);
            tx.set_season(&season)
        })
        .map_err(|error: StoreError| error)
        .unwrap();
}

pub const MINUTE_MS: u64 = 60_000;

/// Lets this much time pass, the last seconds of it in small steps, until somebody sees something.
pub async fn until_seen(house: &House, who: &Person<'_>, channel: &str, words: &str, ms: u64) {
    house.advance(ms - 5_000);
    house
        .until(&format!("time brings “{words}”"), async || {
            house.advance(50);
            let posts = who.messages(channel).await;
            posts
                .iter()
                .any(|post| content(post).contains(words))
                .then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_handles_players_who_do_not_come() {
    let mut house = House::new("appointments").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    end_first(&house).await;
    open(&house, "crossfire").await;

    // Dealer shows the start before it counts.
    let asked = host.types(HALL, "match schedule at: in 1h").await;
    says(&asked, "Set the start to <t:");
    assert!(!teo.everything().await.contains(crate::phrases::NEW_START));
    host.press(&asked["message"], "Move the start").await;
    teo.sees(HALL, crate::phrases::NEW_START).await;
    let wrong = host.types(HALL, "match schedule at: soon").await;
    says(&wrong, "can't read `soon`");

    // Ready counts once check-in has opened.
    let card = teo.sees(HALL, "# Crossfire").await;
    let early = teo.press(&card, "Ready").await;
    says(&early, "15 minutes before");
    // Nobody chooses before this match, so its card has no button for a panel.
    assert_eq!(labels(&card), ["Ready", "Rules"]);
    let panel = teo.types(HALL, "help").await;
    says(&panel, "you'll be asked to press Ready 15 minutes before");
    until_seen(
        &house,
        &teo,
        HALL,
        crate::phrases::PRESS_READY,
        45 * MINUTE_MS,
    )
    .await;
    let check_in = teo.sees(HALL, crate::phrases::PRESS_READY).await;
    teo.press(&check_in, "Ready").await;

    // Players are missing: the host is called. The buttons refuse everybody else.
    until_seen(&house, &host, "@Dealer", "Mika isn't ready", 15 * MINUTE_MS).await;
    let call = host.sees("@Dealer", "Mika isn't ready").await;
    let public = mika.sees(HALL, "Mika isn't ready").await;
    // The call has Ready now, so the check-in above it has none.
    teo.loses_controls(&check_in).await;
    let refused = mika.press(&public, "Wait 5 minutes").await;
    says(&refused, "Only a host");
    // A player who is called has Ready at hand. Teo has already pressed it.
    let again = teo.press(&public, "Ready").await;
    says(&again, "You're ready");
    // The buttons work in a direct message too, where Discord doesn't say who is a host.
    let waits = host.press(&call, "Wait 5 minutes").await;
    says(&waits, "Waiting until");
    let waiting = mika.sees(HALL, "The host is waiting for Mika").await;
    // The status says the same, and the card says that the start has passed.
    let status = host.types(HALL, "match status").await;
    says_all(
        &status,
        [
            "scheduled for <t:",
            "✅ **Teo** is ready. Mika isn't ready yet.",
            "The host is waiting for Mika until <t:",
        ],
    );
    let is_past = async || {
        let posts = mika.messages(HALL).await.into_iter();
        let card = posts.rev().find(|post| post["id"] == card["id"])?;
        let is_past = content(&card).contains("scheduled for <t:");
        is_past.then_some(())
    };
    house
        .until("the card says that the start has passed", is_past)
        .await;
    // The used buttons go. The news has those that still make sense.
    host.loses_controls(&call).await;
    says(&call, " · **");
    mika.loses_controls(&public).await;
    assert_eq!(
        labels(&waiting),
        [
            "Ready",
            "Begin (host)",
            "Move the start",
            "Declare it void",
            "Mika forfeits"
        ],
        "{waiting}"
    );
    // The log that hosts read shows times in Discord's form.
    let log = host.types(HALL, "ruling log").await;
    assert_eq!(
        said(&log).matches("is waiting until <t:").count(),
        1,
        "{log}"
    );

    // A form moves the start. Dealer shows the time that it read, and waits for confirmation.
    let form = host.press(&waiting, "Move the start").await;
    let shown = host.fill(&form, json!({ "start": "" })).await;
    says(&shown, "Remove the start time?");
    host.press(&shown["message"], "Cancel").await;
    let form = host.press(&waiting, "Move the start").await;
    let shown = host.fill(&form, json!({ "start": "in 20m" })).await;
    says(&shown, "Set the start to <t:");
    host.press(&shown["message"], "Move the start").await;
    mika.loses_controls(&waiting).await;
    // Players who were ready are asked again.
    until_seen(
        &house,
        &host,
        "@Dealer",
        "Teo and Mika aren't ready",
        20 * MINUTE_MS,
    )
    .await;
    let call = host.sees("@Dealer", "Teo and Mika aren't ready").await;
    assert!(
        controls(&call)
            .iter()
            .all(|(label, _)| !label.contains("forfeits")),
        "both are missing, so nobody can win: {call}"
    );
    let public = mika.sees(HALL, "Teo and Mika aren't ready").await;
    mika.press(&public, "Ready").await;
    // A player who comes is no longer called missing, neither in public nor to the host.
    for (who, channel) in [(&teo, HALL), (&host, "@Dealer")] {
        let now = who.sees(channel, "Teo isn't ready").await;
        lacks(&now, "Mika were");
        assert!(labels(&now).contains(&"Teo forfeits".to_owned()), "{now}");
    }
    host.press(&call, "Wait 5 minutes").await;
    host.loses_controls(&call).await;
    house.advance(5 * MINUTE_MS - 5_000);
    let call = house
        .until("the host is called again", async || {
            house.advance(50);
            let told = host.messages("@Dealer").await.into_iter();
            let mut again = told.filter(|post| content(post).contains("Teo isn't ready"));
            again.find(|post| post["id"] != call["id"])
        })
        .await;
    // A ruling is shown before it counts. It works in a direct message too.
    // The reason comes last, and the form says what it is for.
    let asked = host.press(&call, "Teo forfeits").await["message"].clone();
    let form = host.press(&asked, "Yes, forfeit").await;
    assert_eq!(form["modal"]["title"], "Teo forfeits", "{form}");
    let blank = host.fill(&form, json!({ "reason": "  " })).await;
    says(&blank, "needs a reason");
    let form = host.press(&asked, "Yes, forfeit").await;
    host.fill(&form, json!({ "reason": "asleep" })).await;
    let result = mika.sees(HALL, "Mika beats Teo by forfeit").await;
    says(&result, "asleep");
    super::asks::nothing_is_asked(&house, HALL, &[&host, &teo, &mika]).await;
    house.close().await;
}

/// A host waits for choices and for an absent player. Once that player comes, everybody reads only
/// about the choices.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_comes_is_no_longer_waited_for() {
    let mut house = House::new("waits-for-choices").await;
    let [host, teo, mika, bo] = house.people(["Vesper", "Teo", "Mika", "Bo"]).await;
    end_first(&house).await;
    open(&house, "gridlock").await;
    let due = json!({ "until": "in 5m" });
    host.confirms(HALL, "match extend", due, "Move the deadline")
        .await;
    let start = json!({ "at": "in 10m" });
    host.confirms(HALL, "match schedule", start, "Move the start")
        .await;
    let absent = "Teo and Mika aren't ready";
    until_seen(&house, &host, "@Dealer", absent, 30 * MINUTE_MS).await;
    let call = host.sees("@Dealer", absent).await;
    // The deadline has passed, so "by then" would mean nothing.
    let told = "If you haven't chosen by the time the match starts";
    lacks(&bo.sees("@Dealer", told).await, "by then");
    host.press(&call, "Wait 5 minutes").await;
    let waits = teo
        .sees(
            HALL,
            "The host is waiting for Teo and Mika and the missing choices",
        )
        .await;
    teo.press(&waits, "Ready").await;
    teo.sees(HALL, "The host is waiting for Mika and the missing choices")
        .await;
    mika.press(&waits, "Ready").await;
    for (person, channel) in [(&teo, HALL), (&host, "@Dealer")] {
        let now = "The host is waiting for the missing choices";
        let now = person.sees(channel, now).await;
        let labels = labels(&now);
        assert!(
            !labels.iter().any(|label| label.contains("forfeits")),
            "{labels:?}"
        );
        assert!(!labels.contains(&"Ready".to_owned()), "{labels:?}");
    }
    let call = host
        .sees("@Dealer", "waiting for the missing choices")
        .await;
    let asked = host.press(&call, "Begin (host)").await;
    host.press(&asked["message"], "Begin without them").await;
    host.loses_controls(&call).await;
    house.close().await;
}

/// The players are called before their choices are in. Ready comes once they are: before that it
/// would be refused.
#[tokio::test(flavor = "multi_thread")]
async fn players_are_asked_for_ready_only_when_it_counts() {
    let mut house = House::new("called-too-early").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    end_first(&house).await;
    open(&house, "invitational").await;
    let asked = host.types(HALL, "match schedule at: in 20m").await;
    let kept = host.press(&asked["message"], "Keep that deadline").await;
    says(&kept, "Choices stay due <t:");
    let awaited = "Some choices are still missing";
    until_seen(&house, &teo, HALL, awaited, 5 * MINUTE_MS).await;
    let call = teo.sees(HALL, awaited).await;
    let labels = |post: &serde_json::Value| {
        let labels = controls(post).into_iter().map(|(label, _)| label);
        labels.collect::<Vec<_>>()
    };
    assert_eq!(labels(&call), ["Open my panel", "Begin (host)"], "{call}");

    // Players who press Ready elsewhere hear whether their own choice is missing, but not whose
    // else.
    let card = teo.sees(HALL, "# DM Invitational").await;
    let refused = teo.press(&card, "Ready").await;
    says(&refused, "2 choices are still missing, including yours");
    let rank = async |who: &Person<'_>| {
        let houses = json!({ "houses": "Rook > Bartholomea > …" });
        let taken = who.command(HALL, "invitational rank", houses).await;
        says(&taken, "you ranked the houses: 1. Rook");
    };
    rank(&teo).await;
    let refused = teo.press(&card, "Ready").await;
    let other = "Not yet: one choice is still missing. You can press Ready";
    says(&refused, other);
    let refused = mika.press(&card, "Ready").await;
    let own = "your own choice is still missing. Make it where Dealer asks you";
    says(&refused, own);

    // The host can't begin without Mika's choice. Dealer offers a reminder instead.
    let refused = host.types(HALL, "match begin").await;
    let words = "Mika must choose before the match can start. Remind";
    says(&refused, words);
    host.press(&refused["message"], "Remind them").await;
    mika.sees("@Dealer", crate::phrases::REMINDER).await;

    rank(&mika).await;
    let call = teo.sees(HALL, crate::phrases::PRESS_READY).await;
    assert_eq!(labels(&call), ["Ready", "Begin (host)"], "{call}");
    teo.press(&call, "Ready").await;
    let asked = host.types(HALL, "match begin").await;
    says(&asked, "Mika hasn't pressed Ready");
    host.press(&asked["message"], "Begin now").await;
    teo.sees(HALL, crate::phrases::HOST_STARTS).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_gives_time_pins_notes_and_sends_reminders() {
    let mut house = House::new("more-time").await;
    let [host, bo, juniper] = house.people(["Vesper", "Bo", "Juniper"]).await;
    end_first(&house).await;
    open(&house, "gridlock").await;
    host.sees(HALL, "Everyone with a choice to make is getting a message")
        .await;
    // When a pause is over, its posts lose their controls, even before the first board.
    host.types(HALL, "match pause").await;
    let paused = host.sees(HALL, "The host pauses the match").await;
    assert!(!controls(&paused).is_empty(), "{paused}");
    host.press(&paused, "Resume (host)").await;
    host.loses_controls(&paused).await;
    juniper.types(HALL, "submit choice: A1").await;
    // A message outside the server names it, also once they have chosen.
    for (person, words) in [(&bo, "You have a secret choice"), (&juniper, "For match ")] {
        let letter = person.sees("@Dealer", words).await;
        says(&letter, " on **");
    }
    let letter = juniper.sees("@Dealer", "For match ").await;
    juniper.press(&letter, "B1").await;
    let changed = juniper.sees("@Dealer", "**B1**").await;
    says(&changed, "For match ");
    let refused = host.types(HALL, "match extend until: yesterday").await;
    assert!(controls(&refused["message"]).is_empty(), "{refused}");
    // A new deadline is shown before it counts.
    let asked = host.types(HALL, "match extend until: in 2d").await;
    says(&asked, "Set the deadline for choices to <t:");
    assert!(
        !bo.everything()
            .await
            .contains("The new deadline for choices")
    );
    host.press(&asked["message"], "Move the deadline").await;
    bo.sees(HALL, "The new deadline for choices").await;

    let blank = json!({ "text": " \n " });
    let refused = host.command(HALL, "match clarify", blank).await;
    says(&refused, "is empty");
    // The note is pinned, and pings nobody.
    host.command(
        HALL,
        "match clarify",
        json!({ "text": "Ties are **shared**, @everyone\n\nsaid *twice*" }),
    )
    .await;
    let note = bo.sees(HALL, "Ties are **shared**").await;
    house
        .until("the note is pinned", async || {
            let posts = bo.messages(HALL).await;
            let note = posts.into_iter().find(|post| post["id"] == note["id"])?;
            (note["pinned"] == true).then_some(())
        })
        .await;
    assert_eq!(note["mention_everyone"], false, "{note}");
    let log = host.types(HALL, "ruling log").await;
    let logged =
        "posted a note: “Ties are \\*\\*shared\\*\\*, @\u{200b}everyone / said \\*twice\\*”";
    says(&log, logged);
    says(&log, "moved the deadline for choices to <t:");

    // The log has every note, however many there are.
    for word in ["first", "second"] {
        let text = format!("{word} {} the {word}'s end", "*_`~ ".repeat(340));
        host.command(HALL, "match clarify", json!({ "text": text }))
            .await;
    }
    host.types(HALL, "ruling log").await;
    house
        .until("the log has every note", async || {
            let messages = host.messages(HALL).await;
            let answers = messages.iter().filter(|post| post["ephemeral"] == true);
            let all: String = answers.map(content).collect();
            let ends = ["first's end”", "second's end”"];
            ends.iter().all(|end| all.contains(end)).then_some(())
        })
        .await;

    // Only people who are missing get reminders. Half time is two days after the opening.
    until_seen(
        &house,
        &bo,
        "@Dealer",
        crate::phrases::REMINDER,
        24 * 60 * MINUTE_MS,
    )
    .await;
    assert!(
        !juniper
            .everything()
            .await
            .contains(crate::phrases::REMINDER)
    );
    // Reminders asked for twice go out once.
    host.types(HALL, "match remind").await;
    let again = host.types(HALL, "match remind").await;
    says(&again, "were reminded just now");

    // Before a start that comes before the deadline is set, typed or offered in a poll, Dealer asks
    // about the deadline. Then people are told once.
    let label = "Choices until the start";
    let offer = host.types(HALL, "match schedule at: in 4h; in 5h").await;
    host.press(&offer["message"], "Ask about these 2").await;
    let picked = host.types(HALL, "match schedule").await["message"].take();
    let (time, _) = controls(&picked).into_iter().next().unwrap();
    host.press(&picked, &time).await;
    host.sees(HALL, "Choices are due later").await;
    let asked = host.types(HALL, "match schedule at: in 3h");
    let asked = asked.await["message"].take();
    let shown = bo.types(HALL, "submit").await["message"].take();
    let is_set = |event: &Event| matches!(event, Event::StartMoved { .. });
    assert!(!house.events().iter().any(is_set));
    let letters = bo.messages("@Dealer").await.len();
    host.press(&asked, label).await;
    let is_shorter = |event: &Event| matches!(event, Event::Shortened { .. });
    let events = house.events();
    assert!(events.iter().any(is_shorter) && events.iter().any(is_set));
    let told = bo.sees("@Dealer", "less time now").await;
    says(&told, "The match starts then");
    // What a command has shown follows, too.
    bo.turns_into(&shown, "The match starts then").await;
    house.settled().await;
    assert_eq!(bo.messages("@Dealer").await.len(), letters + 1);
    // Ready stands out once it counts.
    let card = host.sees(HALL, "Until the start").await;
    let buttons = card["components"][0]["components"].as_array().unwrap();
    let ready = buttons.iter().find(|button| button["label"] == "Ready");
    assert_eq!(ready.unwrap()["style"], 2, "{card}");
    house.close().await;
}

/// The same two people have two open matches, one in each channel.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_can_play_two_matches() {
    let mut house = House::new("two-matches").await;
    // This match comes beside the rehearsal's own, which waits for choices.
    live(&house).await;
    let [teo, mika, cleo] = house.people(["Teo", "Mika", "Cleo"]).await;
    let taken = teo.types(HALL, "act text: bid 3").await;
    says(&taken, "Got it");
    let refused = teo.types("death-match", "act text: bid 3").await;
    lacks(&refused, "Got it");
    mika.types(HALL, "act text: bid 2").await;
    cleo.sees(HALL, "wins the bid").await;
    mika.resigns_in(HALL).await;
    cleo.sees(HALL, "Teo beats Mika by resignation").await;
    let host = house.person("Vesper").await;
    let list = host.types(HALL, "match list").await;
    says(&list, "Gridlock");
    house.close().await;
}

/// A seat runs out of time twice in a row: the match pauses, and the host decides what happens.
#[tokio::test(flavor = "multi_thread")]
async fn two_timeouts_in_a_row_call_the_host() {
    let mut house = House::new("two-timeouts").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    let asked = host.types("death-match", "match begin").await;
    host.press(&asked["message"], "Begin without strikes").await;
    let arena = "death-match";
    let prompt = teo.sees(arena, "choose one").await;
    teo.press(&prompt, "Go first").await;
    let prompt = mika.sees(arena, "choose your axis").await;
    mika.press(&prompt, "Left and right").await;
    teo.sees(arena, "move the Guard").await;
    // Base time and the whole reserve pass.
    until_seen(&house, &mika, arena, "Teo ran out of time", 6 * MINUTE_MS).await;
    for direction in ["left", "right", "up", "down"] {
        let moved = mika
            .command(arena, "act", json!({ "text": direction }))
            .await;
        if said(&moved).contains("Got it") {
            break;
        }
    }
    until_seen(&house, &host, "@Dealer", "twice in a row", 2 * MINUTE_MS).await;
    let call = host.sees("@Dealer", "twice in a row").await;
    assert!(
        labels(&call).contains(&"Keep it paused".to_owned()),
        "{call}"
    );
    let refused = mika.types(arena, "act text: left").await;
    says(&refused, "paused");
    let paused = mika.sees(arena, "It resumes by itself at").await;
    host.press(&call, "Keep it paused").await;
    // No post still says that the match will resume. A newer message has what the host can do.
    let past = "The match was paused because Teo ran out of time twice in a row.";
    let told = [(&mika, &paused), (&host, &call)];
    for (person, told) in told {
        person.closes(told, past).await;
    }
    let newer = host
        .sees("@Dealer", "twice in a row, so the match is paused")
        .await;
    assert_eq!(
        labels(&newer),
        ["Resume (host)", "Teo forfeits", "Declare it void"]
    );
    lacks(&newer, "by itself");
    house.advance(20 * 60_000);
    host.types(arena, "match resume").await;
    mika.sees(arena, crate::phrases::RESUMED).await;
    host.closes(&newer, past).await;
    // Posts about the timed pause say that it's over, too.
    for (person, told) in told {
        let said = person.closes(told, past).await;
        for untrue in ["is paused", "by itself"] {
            assert!(!said.contains(untrue), "{said}");
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_waits_until_the_quiet_hours_end() {
    const HOUR_MS: u64 = 3_600_000;
    let house = House::new("quiet").await;
    end_first(&house).await;
    // Half time is in a day, at about this hour. Quiet hours last more than two hours longer.
    let hour = (house.clock.now().0 / HOUR_MS % 24) as u8;
    let (from, to) = ((hour + 23) % 24, (hour + 4) % 24);
    let quiet = |settings: &mut SeasonSettings| settings.quiet_hours = Some((from, to));
    let mut house = house.changed(|store, guild| set(store, guild, quiet)).await;
    let bo = house.person("Bo").await;
    open(&house, "gridlock").await;
    bo.sees("@Dealer", "Choose the tile").await;
    let half_ms = house.clock.now().0 + 24 * HOUR_MS;
    let until_quiet_ends = (u64::from(to) + 24 - half_ms / HOUR_MS % 24) % 24;
    let end_ms = (half_ms / HOUR_MS + until_quiet_ends) * HOUR_MS;
    // This is one jump: smaller steps could leave a sign of life on its way.
    let left_ms = end_ms - house.clock.now().0;
    until_seen(&house, &bo, "@Dealer", crate::phrases::REMINDER, left_ms).await;
    let reminder = bo.sees("@Dealer", crate::phrases::REMINDER).await;
    let id: u64 = reminder["id"].as_str().unwrap().parse().unwrap();
    // Discord documentation, "Snowflakes": milliseconds since the start of 2015. A jump of the
    // clock may correct it by seconds.
    let written_ms = (id >> 22) + 1_420_070_400_000;
    assert!(written_ms + 60_000 > end_ms, "{reminder}");
    house.close().await;
}
