//! Choosing a time: a host offers the two players times for the start, both say in private which
//! ones suit them, and the host picks one.

use super::status::versus;
use super::times::{date_with_countdown, shown};
use crate::referee::Poll;
use games::english::{cut, date, list};
use games::{Cast, Seat, WallMs};

/// The times with their numbers, a line each, as each reader's own clock shows them.
fn numbered(times: &[(usize, WallMs)], behind: impl Fn(WallMs) -> String) -> String {
    let line = |(number, at_ms): &(usize, WallMs)| {
        format!("\n{number}. {}{}", date(*at_ms), behind(*at_ms))
    };
    times.iter().map(line).collect()
}

/// The post that asks both players; `to_come`: the times that have not passed, `waiting`: who is
/// still to answer. Its first line stays the same for as long as it asks.
pub fn poll(poll: &Poll, to_come: &[(usize, WallMs)], waiting: &[Seat], cast: &Cast) -> String {
    let head = format!("📅 **{}**: choosing a time\n", versus(cast));
    if to_come.is_empty() {
        return head + ALL_PASSED;
    }
    let bold = |seat: &Seat| format!("**{}**", cast.seat_name(*seat));
    let answered = Seat::BOTH.into_iter();
    let answered: Vec<Seat> = answered
        .filter(|seat| poll.suits[*seat].is_some())
        .collect();
    let done = match answered.as_slice() {
        [] => String::new(),
        [one] => format!("✅ {} has answered. ", bold(one)),
        _ => "✅ Both have answered. ".to_owned(),
    };
    let asks = match (waiting, answered.is_empty()) {
        ([], _) => "Waiting for the host to pick.".to_owned(),
        ([one], false) => format!(
            "{}, when can you play? Only the host sees your answer.",
            bold(one)
        ),
        _ => "When can you play? Only the host sees your answer.".to_owned(),
    };
    format!("{head}{done}{asks}{}", numbered(to_come, |_| String::new()))
}

/// On offer, in what a host reads of the match.
pub fn poll_in_status(poll: &Poll, cast: &Cast) -> String {
    let waiting = Seat::BOTH
        .into_iter()
        .filter(|seat| poll.suits[*seat].is_none());
    let waiting: Vec<String> = waiting
        .map(|seat| cast.seat_name(seat).to_owned())
        .collect();
    let answers = if waiting.is_empty() {
        "both have answered".to_owned()
    } else {
        format!("waiting for {}", list(&waiting, "and"))
    };
    format!("\n📅 **Start times on offer** · {answers}. `/match schedule` shows who can when.")
}

/// What stays of that post, and of the message to the host that both have answered. `is_picked`:
/// whether the match has a start now.
pub fn was_polled(is_picked: bool, cast: &Cast) -> String {
    // The post that tells everybody the start says which it is.
    let picked = if is_picked { "a start" } else { "no start" };
    format!("📅 **{}**: {picked} was picked.", versus(cast))
}

const ALL_PASSED: &str =
    "All the times on offer have passed. A host can offer others with `/match schedule`.";

/// Below the post that asks.
pub const CHOOSE_TIMES_BUTTON: &str = "Choose times";

/// A player's own panel.
pub fn own_times(poll: &Poll, to_come: &[(usize, WallMs)], seat: Seat) -> String {
    let head = "When can you play? You can change your answer until the host picks a time.";
    format!(
        "{head}{}\n{}",
        numbered(to_come, |_| String::new()),
        own_answer(poll, to_come, seat)
    )
}

fn own_answer(poll: &Poll, to_come: &[(usize, WallMs)], seat: Seat) -> String {
    if to_come.is_empty() {
        return ALL_PASSED.to_owned();
    }
    let Some(ticked) = &poll.suits[seat] else {
        return "You haven't answered yet.".to_owned();
    };
    let numbers = to_come.iter().filter(|(_, at_ms)| ticked.contains(at_ms));
    let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
    match numbers.len() {
        0 => "✅ Your answer: none of these. The host can see that.".to_owned(),
        1 => format!("✅ Your answer: only {}.", numbers[0]),
        _ => format!("✅ Your answer: {}.", list(&numbers, "and")),
    }
}

/// The placeholder of the menu in a player's own panel. Its items name their time zone.
pub const CHOOSE_TIMES: &str = "Choose every time that suits you";

pub const ALL_TIMES_BUTTON: &str = "All of these";

pub const NO_TIMES_BUTTON: &str = "None of these";

/// A time in a menu or on a button; `at`: as a clock shows it in the season's time zone.
pub fn numbered_time(number: usize, at: &str) -> String {
    format!("{number}. {at}")
}

/// To the host: who can play when. `zone`: the time zone of the times on the buttons.
pub fn who_can_when(poll: &Poll, to_come: &[(usize, WallMs)], cast: &Cast, zone: &str) -> String {
    let answered = |seat: &Seat| poll.suits[*seat].is_some();
    let seats = || Seat::BOTH.into_iter();
    let names = |seats: Vec<Seat>| -> Vec<String> {
        let names = seats.into_iter().map(|seat| cast.seat_name(seat));
        names.map(str::to_owned).collect()
    };
    let missing = names(seats().filter(|seat| !answered(seat)).collect());
    let mut said = if missing.is_empty() {
        format!("📅 **{}**: both players have answered.", versus(cast))
    } else {
        format!(
            "📅 **{}**: waiting for {}.",
            versus(cast),
            list(&missing, "and")
        )
    };
    let who = |at_ms| {
        let can = names(seats().filter(|seat| poll.suits(*seat, at_ms)).collect());
        match (can.as_slice(), missing.is_empty()) {
            ([_, _], _) => " – **both can**".to_owned(),
            ([one], true) => format!(" – only {one}"),
            ([one], false) => format!(" – {one} can"),
            (_, true) => " – neither".to_owned(),
            (_, false) => String::new(),
        }
    };
    said.push_str(&numbered(to_come, who));
    for seat in seats() {
        if poll.suits[seat].as_ref().is_some_and(Vec::is_empty) {
            let name = cast.seat_name(seat);
            said.push_str(&format!("\n{name} can't play at any of these times."));
        }
    }
    said.push('\n');
    if to_come.is_empty() {
        said.push_str(ALL_PASSED)
    } else {
        said.push_str("Tap a time to set the start. ");
        said.push_str(&format!("The buttons show it in {zone}."));
    }
    said
}

/// Above the ways to set the start, if no times are offered.
pub fn start_now(start_ms: Option<WallMs>) -> String {
    match start_ms {
        Some(at) => format!("The match starts {}.", date_with_countdown(at)),
        None => "The match has no start time. It starts once both players are ready.".to_owned(),
    }
}

pub const TYPE_TIME_BUTTON: &str = "Type a time";

/// `again`: others are on offer.
pub fn offer_button(again: bool) -> &'static str {
    if again {
        "Offer other times"
    } else {
        "Ask the players"
    }
}

pub const STOP_OFFERING_BUTTON: &str = "Stop asking";

pub const OFFER_TITLE: &str = "Times to offer";

/// Above the field of that form.
pub fn offer_label(zone: &str) -> String {
    format!("Times, one per line ({})", super::setup::short_zone(zone))
}

pub const OFFER_PLACEHOLDER: &str = "fri 20:00; 30 Nov 3pm; in 2h";

/// The times to offer, to be confirmed before anybody is asked.
pub fn confirm_offer(times: &[(usize, WallMs)], cast: &Cast) -> String {
    let names = Seat::BOTH.map(|seat| cast.seat_name(seat).to_owned());
    if times.is_empty() {
        "There's no time to offer yet.".to_owned()
    } else {
        format!(
            "Ask {} which of these suit them?{}",
            list(&names, "and"),
            numbered(times, |_| String::new())
        )
    }
}

pub fn ask_button(count: usize) -> String {
    match count {
        1 => "Ask about this one".to_owned(),
        count => format!("Ask about these {count}"),
    }
}

pub const CHANGE_TIMES_BUTTON: &str = "Change the times";

/// What is wrong with typed times: each with its reason; only the first reason is said. `count`:
/// how many can be read; `most`: how many can be offered.
pub fn times_refused(refused: &[(String, String)], count: usize, most: usize) -> Option<String> {
    let mut wrong = Vec::new();
    if let [(_, why), others @ ..] = refused {
        wrong.push(why.clone());
        let others = others
            .iter()
            .map(|(typed, _)| format!("`{}`", shown(typed)));
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            wrong.push(format!("Fix these too: {}.", list(&others, "and")));
        }
    }
    if count > most {
        let over = count - most;
        wrong.push(format!(
            "That's {count} times; you can offer {most}. Remove {over}."
        ));
    }
    (!wrong.is_empty()).then(|| cut(&wrong.join("\n"), 900))
}

pub const NOTHING_TYPED: &str =
    "There's no time in that. Try `fri 20:00`, and another one on the next line.";

/// To the host: the players are asked.
pub const ASKED_WHEN: &str = "I've asked both players. You'll get a message when both have \
     answered. `/match schedule` shows their answers so far.";

pub const NOT_ASKED_ANY_MORE: &str = "You've stopped asking the players.";

/// About times that are no longer offered.
pub const POLL_CLOSED: &str = "Those times are no longer on offer.";

/// In the audit log, in plain text.
pub fn offered(times: &[String]) -> String {
    cut(
        &format!("offered times for the start: {}.", times.join(", ")),
        400,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AccountId;
    use crate::words::tests::cast;
    use games::BySeat;

    #[test]
    fn the_post_asks_only_players_who_have_not_answered() {
        let mut asked = Poll {
            by: AccountId(1),
            asked_ms: WallMs(0),
            times: [1000, 2000].map(WallMs).to_vec(),
            suits: BySeat::default(),
        };
        let said = |asked: &Poll, waiting: &[Seat]| {
            let said = poll(asked, &[(2, WallMs(2000))], waiting, &cast());
            assert!(said.ends_with("\n2. <t:2:F>"), "{said}");
            said.lines().nth(1).unwrap().to_owned()
        };
        let both = said(&asked, &Seat::BOTH);
        assert_eq!(both, "When can you play? Only the host sees your answer.");
        asked.suits.dmo = Some(vec![WallMs(2000)]);
        let one = said(&asked, &[Seat::Ec]);
        let rest = "**Mika**, when can you play? Only the host sees your answer.";
        assert_eq!(one, format!("✅ **Teo** has answered. {rest}"));
        // A guest has no account, so cannot answer.
        let guest = said(&asked, &[]);
        let rest = "Waiting for the host to pick.";
        assert_eq!(guest, format!("✅ **Teo** has answered. {rest}"));
        asked.suits.ec = Some(Vec::new());
        assert_eq!(said(&asked, &[]), format!("✅ Both have answered. {rest}"));
        let passed = poll(&asked, &[], &[], &cast());
        assert!(passed.ends_with(ALL_PASSED), "{passed}");
    }

    #[test]
    fn the_host_sees_who_can_when() {
        let mut poll = Poll {
            by: AccountId(1),
            asked_ms: WallMs(0),
            times: [1000, 2000, 3000].map(WallMs).to_vec(),
            suits: BySeat::default(),
        };
        let to_come = [(2, WallMs(2000)), (3, WallMs(3000))];
        let said = |poll: &Poll| who_can_when(poll, &to_come, &cast(), "UTC");
        assert!(said(&poll).contains("waiting for Teo and Mika"));
        poll.suits.dmo = Some(vec![WallMs(2000)]);
        assert!(said(&poll).contains("2. <t:2:F> – Teo can\n3. <t:3:F>\n"));
        poll.suits.ec = Some(vec![WallMs(2000)]);
        let both = said(&poll);
        assert!(both.contains("2. <t:2:F> – **both can**\n3. <t:3:F> – neither\n"));
        poll.suits.ec = Some(Vec::new());
        let none = said(&poll);
        assert!(none.contains("2. <t:2:F> – only Teo\n"), "{none}");
        assert!(none.contains("\nMika can't play at any of these times."));
    }
}
