//! What happened in and around a match, a sentence each, and whom it concerns.

use super::{clock_time, countdown, names, price_of, stretch};
use crate::referee::Line;
use games::english::happening;
use games::{Cast, CastId, GameId, Seat};
use matches::{CHECK_IN_MS, Pauser, Starter};

/// What happened, a sentence each, as one text that ends with a line break when there is any.
pub fn lines(lines: &[Line], game: GameId, cast: &Cast) -> String {
    joined(lines, game, cast, |_| None)
}

/// The same, with what `other` has of a line in the place of what it says.
pub(super) fn joined(
    lines: &[Line],
    game: GameId,
    cast: &Cast,
    other: impl Fn(&Line) -> Option<String>,
) -> String {
    let said: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, said)| match (other(said), said) {
            (Some(other), _) => other,
            (None, Line::HostActed { seat }) => {
                host_acted(*seat, tells(&lines[at + 1..], cast), cast)
            }
            (None, said) => line(said, game, cast),
        })
        .filter(|said| !said.is_empty())
        .collect();
    match said.as_slice() {
        [] => String::new(),
        said => said.join("\n") + "\n",
    }
}

/// Whom lines that were written at a time concern, so that they are pinged: those whose clock runs
/// out, say. `at_ms` is in milliseconds since the Unix epoch.
pub fn concerned(lines: &[Line], at_ms: u64, cast: &Cast) -> Vec<CastId> {
    let mut who = Vec::new();
    for line in lines {
        match line {
            Line::ReserveRuns { seat, .. }
            | Line::LastMinute { seat, .. }
            | Line::Overtime { seat, .. } => who.push(cast.seated(*seat)),
            Line::PauseWished { seat, .. } | Line::ResumeWished { seat } => {
                who.push(cast.seated(seat.other()));
            }
            // Both are asked at once whether they are ready, which calls them.
            Line::StartMoved { to_ms: Some(to) } if *to <= at_ms + CHECK_IN_MS => {}
            // It is theirs to end, or to be there.
            Line::StartMoved { .. }
            | Line::TimeChanged { .. }
            | Line::PracticePaused { .. }
            | Line::OpenAgain { .. } => {
                who.extend(Seat::BOTH.map(|seat| cast.seated(seat)));
            }
            Line::Substituted {
                who: substituted, ..
            } => who.push(*substituted),
            Line::NoShow { who: absent, .. } | Line::Waits { who: absent, .. } => {
                who.extend(absent);
            }
            Line::Credited { waits, .. } => {
                who.extend(waits.iter().map(|(seat, _)| cast.seated(*seat)));
            }
            _ => {}
        }
    }
    who
}

/// A host waits until then for these, who are not there at the start, and for so many choices;
/// `due`: before they are in, or their own time is up, nobody can be ready.
pub fn host_waits(until_ms: u64, who: &[CastId], missing: u32, due: bool, cast: &Cast) -> String {
    let whom = waited_for(who, missing, cast);
    let begins = match missing {
        _ if due => {
            "they are in and both have pressed Ready then; when that time is over it begins if nothing is due any more and both are ready, else a host decides anew"
        }
        0 => "both are ready",
        _ => {
            "they are in and both are ready; when that time is over it begins without them, if both are ready"
        }
    };
    format!(
        "The host waits for {whom}, until {} ({}). The match begins as soon as {begins}.",
        clock_time(until_ms),
        countdown(until_ms)
    )
}

/// For whom and what a host waits at the start.
pub(super) fn waited_for(who: &[CastId], missing: u32, cast: &Cast) -> String {
    match who {
        [] => "the choices that are not in".to_owned(),
        who if missing > 0 => format!("{} and the choices that are not in", names(who, cast)),
        who => names(who, cast),
    }
}

/// What was missing when the appointed start came: who was not ready, and how many choices were not
/// in.
pub(super) fn was_missing(who: &[CastId], missing: u32, cast: &Cast) -> String {
    let not_in = match missing {
        0 if who.is_empty() => Some("not everything was in".to_owned()),
        0 => None,
        1 => Some("one choice was missing".to_owned()),
        missing => Some(format!("{missing} choices were missing")),
    };
    let not_ready = match who {
        [] => None,
        [one] => Some(format!("{} was not ready", cast.name(*one))),
        who => Some(format!("{} were not ready", names(who, cast))),
    };
    let why: Vec<String> = not_in.into_iter().chain(not_ready).collect();
    super::list(&why, "and")
}

/// Whether something that happened is said at the beginning of these.
fn tells(lines: &[Line], cast: &Cast) -> bool {
    let mut happened = lines.iter().map_while(|line| match line {
        Line::Happened(happened) => Some(happening(happened, cast)),
        _ => None,
    });
    happened.any(|said| !said.is_empty())
}

/// That the host acts for somebody; `told`: what comes of it stands right after.
fn host_acted(seat: Seat, told: bool, cast: &Cast) -> String {
    let name = cast.seat_name(seat);
    match told {
        true => format!("The host acts for {name}:"),
        false => format!("The host acts for {name}; what was done shows later."),
    }
}

/// That a host has opened somebody's hand.
fn opened(name: &str) -> String {
    format!(
        "👁️ A host opened {name}'s hand to act for {name}. Until somebody acts for {name}, that host \
         sees what only {name} may see."
    )
}

/// What was done for somebody, the end of a sentence; without the acts where others may read along.
fn said_to_one(acts: &[String], cast: &Cast) -> String {
    let said = |act: &String| super::in_words(act, cast).unwrap_or_else(|| act.clone());
    match acts {
        [] => ". Your panel shows what, to you alone.".to_owned(),
        acts => format!(
            ": **{}**.",
            acts.iter().map(said).collect::<Vec<_>>().join(", ")
        ),
    }
}

fn line(line: &Line, game: GameId, cast: &Cast) -> String {
    let price = price_of(game);
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match line {
        Line::Happened(happened) => happening(happened, cast),
        Line::TimedOut { seat } => format!("⏰ {}'s time is up. The clock decides:", seated(seat)),
        Line::Overtime { seat, every_s, first_ms } => {
            let first = first_ms.map(|at| format!(", the first at {}", clock_time(at)));
            format!(
                "⏰ {}'s reserve is used up. From now on every {every_s} seconds costs a {}, until {} acts{}.",
                seated(seat),
                price.one,
                seated(seat),
                first.unwrap_or_default()
            )
        }
        Line::HostActed { seat } => host_acted(*seat, false, cast),
        Line::HandOpened { who } => opened(cast.name(*who)),
        Line::Struck { who } => format!("A strike for {}: nothing was submitted in time.", names(who, cast)),
        Line::FailedYou { struck, out, of } => {
            let (whose, who) = match of.map(|who| cast.name(who)) {
                Some(name) => (format!(" for {name}"), format!("{name} is")),
                None => (String::new(), "you are".to_owned()),
            };
            let strike = match (struck, out) {
                (false, _) => String::new(),
                (true, false) => format!(": that is a strike{whose}"),
                (true, true) => format!(
                    ": that is a strike{whose}, and with it {who} out of the season when the match is over"
                ),
            };
            format!("⚠️ When the match began nothing of yours was in{strike}.")
        }
        Line::Spared => "The host began it without strikes, so you get none.".to_owned(),
        Line::Missed { who } => format!("Nothing was submitted in time by {}.", names(who, cast)),
        Line::Started { by: Starter::Host } => "**The match begins**, by the host's word.".to_owned(),
        Line::Started { by: Starter::Ready } => "**The match begins**: both players are ready.".to_owned(),
        Line::PlayersApart => {
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            format!(
                "The match has begun. Until it's over, {dmo} and {ec} may not talk to you, \
                 and you may not talk to them."
            )
        }
        Line::PracticeRound => super::practice_round_card().to_owned(),
        Line::NowItCounts => super::now_it_counts().to_owned(),
        Line::PreparationOver { missing: 1 } => "The time for choices is up; one was missing then.".to_owned(),
        Line::PreparationOver { missing } => format!("The time for choices is up; {missing} were missing then."),
        Line::Missing { who } => {
            let plays = who.iter().any(|who| cast.seat_of(*who).is_some());
            let then = match plays {
                true => "wait, remind them with `/match remind`, or give more time with `/match extend`. Without a player's choice the match cannot begin.",
                false => "wait, remind them with `/match remind`, or begin without them.",
            };
            format!("Nothing submitted by then (seen by you alone): {}. You may {then}", names(who, cast))
        }
        Line::Dealt { count: 1 } => "Chance chose for one who had sealed nothing.".to_owned(),
        Line::Dealt { count } => format!("Chance chose for {count} who had sealed nothing."),
        Line::DealtFor { who } => format!(
            "Nothing sealed by then (seen by you alone): {}. Chance has chosen instead. To let somebody choose after all, take it back with `/ruling rewind`.",
            names(who, cast)
        ),
        Line::DraftTaken { acts } => format!(
            "⏰ The time for choices is up. What you had put together counts, though it was not handed in{}",
            said_to_one(acts, cast)
        ),
        Line::DealtForYou { acts } => format!(
            "⏰ The time for choices is up, and nothing of yours was sealed, so chance has chosen for you{}",
            said_to_one(acts, cast)
        ),
        Line::Paused { by: Pauser::Host, .. } => "⏸️ The host pauses the match. Both clocks stand still.".to_owned(),
        Line::Paused { by: Pauser::Players, until_ms } => {
            let until = until_ms.map(|until| format!(" It goes on by itself at {}, or when both press Resume.", clock_time(until)));
            format!("⏸️ Both players asked for a pause. Both clocks stand still.{}", until.unwrap_or_default())
        }
        Line::Paused { by: Pauser::BothLate, .. } => "⏸️ The time of both was up at the same moment. The match is paused for the host: `/match resume` gives both the time once more, `/match void` ends it without a winner.".to_owned(),
        Line::Paused { by: Pauser::Removed, .. } => "⏸️ Dealer was taken out of this server, so the match is paused and both clocks stand still. When Dealer is back in it, a host resumes it.".to_owned(),
        Line::Paused { by: Pauser::ChannelGone, .. } => "⏸️ The channel in which the match was played is gone, so the match is paused and both clocks stand still. It goes on here when a host resumes it.".to_owned(),
        Line::Paused { by: Pauser::ChannelShut, .. } => "⏸️ This channel could not be used for the match, so it is paused and both \
             clocks are stopped. A host resumes it."
            .to_owned(),
        Line::Paused { by: Pauser::Deleted, .. } => "⏸️ What asks here is deleted again and again, so the match is paused and both clocks stand still. When that has stopped, a host resumes it, and it is posted again.".to_owned(),
        Line::Paused { by: Pauser::Timeouts(seat), until_ms } => {
            let until = until_ms.map(|until| format!(" It goes on by itself at {}.", clock_time(until)));
            format!(
                "⏸️ {} ran out of time twice in a row. The match is paused so that the host can look.{} A host resumes it with `/match resume`.",
                seated(seat),
                until.unwrap_or_default()
            )
        }
        Line::Paused { by: Pauser::LastPrice(seat), until_ms } => super::before_last_price(*seat, *until_ms, price, cast),
        Line::PracticePaused { by, until_ms } => super::practice_paused(*by, *until_ms, price, cast),
        Line::PauseWished { seat, left, minutes } => super::pause_wished(*seat, *left, *minutes, cast),
        Line::ResumeWished { seat } => format!("▶️ {} would go on. {}: press Resume, and it does.", seated(seat), seated(&seat.other())),
        Line::HasThen { seat, base_ms, reserve_ms, overtime_s, late } => {
            super::has_then(*seat, (*base_ms, *reserve_ms), (*overtime_s, *late), price, cast) + "."
        }
        Line::Rewound { before } => super::rewound(before, cast),
        Line::OpenAgain { players, garnets } => super::open_again(players, garnets, cast),
        Line::EndsAgain { outcome } => {
            format!("**The match has its result again: {}.**", super::outcome(*outcome, cast))
        }
        Line::NobodyActs { who } => super::nobody_acts(who, cast),
        Line::TimeChanged { seat, delta_ms, reserve_ms, deadline_ms, price_ms } => {
            super::time_changed(*seat, *delta_ms, (*reserve_ms, *deadline_ms, *price_ms), price, cast)
        }
        Line::Substituted { who, until_ms } => {
            let until = until_ms.map(|until| format!(" The clock runs on, until {}.", clock_time(until)));
            format!("🔁 Another account acts for {} from now on.{}", cast.name(*who), until.unwrap_or_default())
        }
        Line::NotAnyMore { who } => format!(
            "A host has given your part in a match, {}, to somebody else. Its controls do nothing for you any more.",
            cast.name(*who)
        ),
        Line::ActedForYou { acts } => format!("A host acted for you{}", said_to_one(acts, cast)),
        Line::Reason { reason } => format!("The host's reason: {reason}"),
        Line::Resumed => "▶️ The match goes on.".to_owned(),
        Line::Credited { ms, waits } => {
            let mut said = format!("The connection was away: {} is given back to everybody, no less than it took.", stretch(*ms));
            for (seat, until_ms) in waits {
                let until = clock_time(*until_ms);
                said.push_str(&format!("\n{}: your clock runs again, until {until}.", seated(seat)));
            }
            said
        }
        Line::StartMoved { to_ms: Some(to) } => format!("The start is moved to {}.", super::date(*to)),
        Line::StartMoved { to_ms: None } => "The match has no appointed start any more: it begins as soon as both players have pressed Ready, or when a host begins it.".to_owned(),
        Line::Waits { until_ms, who, missing, due } => host_waits(*until_ms, who, *missing, *due, cast),
        Line::Tied => "Nobody wins by the rules, so it waits for you to settle it.".to_owned(),
        Line::Extended { to_ms } => super::extended(*to_ms),
        Line::ChoicesOpen { to_ms } => super::choices_open(*to_ms),
        Line::NoShow { who, missing: 0 } if who.is_empty() => "The appointed start came, but not everything was in. A host decides how it goes on.".to_owned(),
        Line::NoShow { who, missing } => {
            let how = match missing {
                0 => "wait, move the start, or end the match",
                _ => "begin without them, wait, move the start, or end the match",
            };
            let decides = match who.is_empty() {
                true => "A host decides",
                false => "It begins as soon as both players have pressed Ready; else a host decides",
            };
            format!("When the appointed start came, {}. {decides}: {how}.", was_missing(who, *missing, cast))
        }
        Line::ReserveRuns { seat, deadline_ms, overtime_s } => format!(
            "⏳ {}: the base time is used up, the reserve runs. Until {} ({}){}.",
            seated(seat),
            clock_time(*deadline_ms),
            countdown(*deadline_ms),
            super::then_overtime(*overtime_s, price)
        ),
        Line::LastMinute { seat, deadline_ms, overtime_s } => format!(
            "⏳ {}: **your time is nearly up.** Until {} ({}){}.",
            seated(seat),
            clock_time(*deadline_ms),
            countdown(*deadline_ms),
            super::then_overtime(*overtime_s, price)
        ),
        Line::Unreached { who, live } => super::unreached(who, *live, cast),
        Line::HostIs { host } => super::host_is(*host),
        Line::HandedToYou { by } => super::handed_to_you(*by),
        Line::GoesOnIn { channel } => super::goes_on_in(*channel),
        Line::CameFrom { game, channel } => super::came_from(*game, *channel, cast),
        Line::Held => super::held(),
        Line::PutBack { copy_ms } => format!(
            "⏪ A copy of Dealer's database, of {} ({}), was put back. What was posted and chosen after that does not count; the match stands as it did then.",
            super::date(*copy_ms),
            countdown(*copy_ms)
        ),
        Line::ChoicePutBack => format!(
            "So your choice for this match is what it was then, if you had made one: “{}” shows what counts. If that is not what you want, choose once more.",
            super::panel_button()
        ),
        Line::TieWaits => "It is a tie, which nobody else is told before it is released. `/ruling settle` settles it, then or now already: how it is settled is told with it.".to_owned(),
        Line::ChannelGone { paused, .. } => super::channel_gone(*paused, cast),
        Line::Shut { why, paused } => super::channel_shut(why, *paused, cast),
        Line::UnderTimeout { who, until_ms } => super::under_timeout(*who, *until_ms, cast),
        Line::Left { who } => super::left(who, cast),
        Line::Trouble(trouble) => super::trouble(trouble),
        Line::Unposted { channel, code } => super::unposted(*channel, *code),
        Line::Eliminated { .. }
        | Line::Spoils { .. }
        | Line::Bonus { .. }
        | Line::Series { .. }
        | Line::NextOfSeries
        | Line::AtStrikeLimit { .. }
        | Line::OutAlready { .. }
        | Line::StaysIn { .. }
        | Line::Opened { .. }
        | Line::Ended { .. } => super::season::line(line, cast),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;

    #[test]
    fn why_a_match_has_not_started_is_said() {
        for (who, missing, expected) in [
            (vec![], 2, "2 choices were missing. A host decides: begin"),
            (
                vec![CastId(0)],
                0,
                "Teo was not ready. It begins as soon as",
            ),
            (
                vec![CastId(0), CastId(1)],
                1,
                "one choice was missing and Teo and Mika were not ready.",
            ),
        ] {
            let said = lines(&[Line::NoShow { who, missing }], GameId::ALL[0], &cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn what_a_host_waits_for_holds_the_match() {
        for (who, missing, due, expected) in [
            (
                vec![CastId(1)],
                0,
                false,
                "for Mika, until <t:1795341561:T> (<t:1795341561:R>). The match begins as soon as both are ready.",
            ),
            (
                vec![CastId(1)],
                2,
                false,
                "as soon as they are in and both are ready; when that time is over it begins without them, if both are ready.",
            ),
            (
                vec![],
                2,
                true,
                "as soon as they are in and both have pressed Ready then; when that time is over it begins if nothing is due any more and both are ready, else a host decides anew.",
            ),
        ] {
            let said = host_waits(1_795_341_561_000, &who, missing, due, &cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn a_match_without_a_start_begins_by_ready_too() {
        let said = lines(&[Line::StartMoved { to_ms: None }], GameId::ALL[0], &cast());
        assert!(said.contains("both players have pressed Ready"), "{said}");
    }

    #[test]
    fn both_are_called_to_a_match_that_is_open_again() {
        let open = Line::OpenAgain {
            players: vec![CastId(1)],
            garnets: Vec::new(),
        };
        assert_eq!(concerned(&[open], 0, &cast()), [CastId(0), CastId(1)]);
    }

    #[test]
    fn whoever_comes_in_a_turn_is_told_until_when_it_is() {
        let who = CastId(1);
        for (until_ms, expected) in [
            (None, "acts for Mika from now on.\n"),
            (
                Some(1_795_341_561_000),
                "acts for Mika from now on. The clock runs on, until <t:1795341561:T>.\n",
            ),
        ] {
            let line = Line::Substituted { who, until_ms };
            assert!(
                lines(&[line], GameId::ALL[0], &cast()).ends_with(expected),
                "{expected}"
            );
        }
    }

    #[test]
    fn whose_clock_runs_after_an_outage_is_called() {
        let waits = vec![(Seat::Ec, 1_795_341_561_000)];
        let back = [Line::Credited { ms: 60_000, waits }];
        assert_eq!(concerned(&back, 0, &cast()), [CastId(1)]);
        let said = lines(&back, GameId::ALL[0], &cast());
        assert!(said.contains("Mika: your clock runs again"), "{said}");
    }
}
