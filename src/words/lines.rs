//! Sentences about what happened in and around a match, and whom it concerns.

use super::clocks::price_of;
use super::start::{host_waits, missing_at_start, who_is_missing};
use super::times::{clock_with_countdown, date_with_countdown};
use crate::referee::Line;
use games::english::{clock_time, happening, names, stretch};
use games::{Cast, CastId, GameId, Happening, Seat, WallMs, english};
use matches::{BaseAndReserve, CHECK_IN_MS, Starter};

/// What happened, a sentence for each line, as one text. It ends with a line break unless it is
/// empty.
pub fn lines(lines: &[Line], game: GameId, cast: &Cast) -> String {
    joined(lines, game, cast, |_| None)
}

/// What happened, as one text; `other` may replace the sentence of a line.
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
            (None, Line::TimedOut { .. }) if says_time_ran_out(lines.get(at + 1), cast) => {
                String::new()
            }
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

/// The people whom lines concern, so that they are pinged: for example those whose clock is
/// running. `at_ms` is when the lines were written.
pub fn concerned(lines: &[Line], at_ms: WallMs, cast: &Cast) -> Vec<CastId> {
    // Both get the question whether they are ready at once, and that post pings them.
    let asks_at_once = |line: &&Line| matches!(line, Line::StartMoved { to_ms: Some(to), .. } if *to <= at_ms + CHECK_IN_MS);
    let lines = lines.iter().filter(|line| !asks_at_once(line));
    lines.flat_map(|line| line.called(cast)).collect()
}

/// Whether a line itself says that somebody's time ran out: a forfeit, or what is lost by it.
fn says_time_ran_out(line: Option<&Line>, cast: &Cast) -> bool {
    match line {
        Some(Line::Happened(Happening::Forfeited { .. })) => true,
        Some(Line::Happened(happened)) => happening(happened, cast).starts_with('⏰'),
        _ => false,
    }
}

/// Whether these lines begin with a sentence about something that happened.
fn tells(lines: &[Line], cast: &Cast) -> bool {
    let mut happened = lines.iter().map_while(|line| match line {
        Line::Happened(happened) => Some(happening(happened, cast)),
        _ => None,
    });
    happened.any(|said| !said.is_empty())
}

/// Says that the host acts for somebody. `told`: the result comes right after.
fn host_acted(seat: Seat, told: bool, cast: &Cast) -> String {
    let name = cast.seat_name(seat);
    if told {
        format!("The host acts for {name}:")
    } else {
        format!("The host acts for {name}. You'll see later what was done.")
    }
}

/// Says that a host has opened somebody's hand.
fn opened(name: &str) -> String {
    format!(
        "👁️ A host opened {name}'s hand to act for {name}. Until someone acts for {name}, that \
         host sees what only {name} may see."
    )
}

/// The acts that were done for somebody, as the end of a sentence; without the acts if others can
/// read it.
fn said_to_one(game: GameId, acts: &[String], cast: &Cast) -> String {
    match acts {
        [] => ". Open your panel to see it.".to_owned(),
        acts => format!(": **{}**.", super::typed::done(game, acts, cast)),
    }
}

fn line(line: &Line, game: GameId, cast: &Cast) -> String {
    let price = price_of(game);
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match line {
        Line::Happened(happened) => happening(happened, cast),
        Line::TimedOut { seat } => format!("⏰ {} ran out of time. Automatic move:", seated(seat)),
        Line::Overtime {
            seat,
            every_s,
            first_ms,
        } => {
            let first = first_ms.map(|at| format!(", the first at {}", clock_time(at)));
            format!(
                "⏰ {}'s reserve is gone. Until {} acts, every {every_s} seconds costs a {}{}.",
                seated(seat),
                seated(seat),
                price.one,
                first.unwrap_or_default()
            )
        }
        Line::HostActed { seat } => host_acted(*seat, false, cast),
        Line::HandOpened { who } => opened(cast.name(*who)),
        Line::Struck { who } => format!("Strike for {}: no choice in time.", names(who, cast)),
        Line::FailedYou { struck, out, of } => {
            let (whose, who) = match of.map(|who| cast.name(who)) {
                Some(name) => (format!(" for {name}"), format!("{name} is")),
                None => (String::new(), "you are".to_owned()),
            };
            let strike = match (struck, out) {
                (false, _) => String::new(),
                (true, false) => format!(" That's a strike{whose}."),
                (true, true) => format!(
                    " That's a strike{whose}, and it means {who} out of the season when the match \
                     ends."
                ),
            };
            let what = if cast.seats().is_some() {
                "The match started"
            } else {
                "The round closed"
            };
            format!("⚠️ {what} before you had chosen.{strike}")
        }
        Line::Spared if cast.seats().is_none() => {
            "The host closed it without strikes, so you get none.".to_owned()
        }
        Line::Spared => "The host started it without strikes, so you get none.".to_owned(),
        Line::Missed { who } => format!("No choice from {}.", names(who, cast)),
        Line::Started { by: Starter::Host } => "**The host starts the match.**".to_owned(),
        Line::Started { by: Starter::Ready } => "**The match begins.**".to_owned(),
        Line::PlayersApart => {
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            format!(
                "The match has begun. Until it's over, you and the players ({dmo} and {ec}) may \
                 not talk to each other."
            )
        }
        Line::KeptApart => {
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            format!("No talking between {dmo}, {ec} and the safe players until it's over.")
        }
        Line::PracticeRound => {
            "**Practice round first.** When it's over, the match itself opens here with a new draw."
                .to_owned()
        }
        Line::NowItCounts => {
            "**Now it counts.** The practice round is over; this is the match.".to_owned()
        }
        Line::PreparationOver { missing: 1 } => {
            "Time's up for choosing. One player didn't choose.".to_owned()
        }
        Line::PreparationOver { missing } => format!(
            "Time's up for choosing. {missing} players \
             didn't choose."
        ),
        Line::Missing { who } => {
            let plays = who.iter().any(|who| cast.seat_of(*who).is_some());
            let then = if plays {
                "You can wait, use `/match remind`, or give more time with `/match \
                 extend`. The match can't start without both players' choices."
            } else {
                "You can wait, use `/match remind`, or start without them."
            };
            format!(
                "Didn't choose in time (only you see this): {}. {then}",
                who_is_missing(who, cast)
            )
        }
        Line::Dealt { count: 1 } => {
            "One player didn't choose, so a random choice was made.".to_owned()
        }
        Line::Dealt { count } => format!(
            "{count} players didn't choose, so random choices were \
             made."
        ),
        Line::DealtFor { who } => format!(
            "Didn't choose in time (only you see this): {}. Random choices were made for them. To \
             let them choose after all, use `/ruling rewind`.",
            names(who, cast)
        ),
        Line::DraftTaken { acts } => format!(
            "⏰ Time's up. Your draft was submitted for you{}",
            said_to_one(game, acts, cast)
        ),
        Line::DealtForYou { acts } => format!(
            "⏰ Time's up and you hadn't chosen, so a random choice was made for you{}",
            said_to_one(game, acts, cast)
        ),
        Line::Paused {
            by,
            until_ms,
            stays,
        } => super::pauses::match_paused(*by, *stays, *until_ms, price, cast),
        Line::PracticePaused { by, until_ms } => {
            super::pauses::practice_paused(*by, *until_ms, price, cast)
        }
        Line::PauseWished {
            seat,
            left,
            minutes,
        } => super::pauses::pause_wished(*seat, *left, *minutes, cast),
        Line::ResumeWished { seat } => format!(
            "▶️ {} is ready to resume. {}, press Resume to \
             continue.",
            seated(seat),
            seated(&seat.other())
        ),
        Line::HasThen {
            seat,
            base_ms,
            reserve_ms,
            overtime_s,
            late,
        } => {
            let left = BaseAndReserve {
                base_ms: *base_ms,
                reserve_ms: *reserve_ms,
            };
            super::pauses::time_after_pause(*seat, left, *overtime_s, *late, price, cast) + "."
        }
        Line::Rewound { before } => super::entries::rewound(before, cast),
        Line::OpenAgain { players, garnets } => super::entries::open_again(players, garnets, cast),
        Line::EndsAgain { outcome } => {
            format!(
                "**The result counts again: {}.**",
                english::outcome(*outcome, cast)
            )
        }
        Line::NobodyActs { who } => super::trouble::nobody_acts(who, cast),
        Line::TimeChanged {
            seat,
            delta_ms,
            reserve_ms,
            deadline_ms,
            price_ms,
        } => {
            let (name, time) = (seated(seat), stretch(delta_ms.unsigned_abs()));
            let changed = if *delta_ms < 0 {
                format!("⏱️ The host takes {time} from {name}.")
            } else {
                format!("⏱️ The host gives {name} {time}.")
            };
            match (price_ms, deadline_ms) {
                (Some(next), _) => format!(
                    "{changed} The next {} is lost at {}; lost {} don't come back.",
                    price.one,
                    clock_time(*next),
                    price.many
                ),
                (None, Some(at)) => format!("{changed} Time runs out at {}.", clock_time(*at)),
                (None, None) => format!("{changed} Reserve: {}.", stretch(*reserve_ms)),
            }
        }
        Line::Substituted {
            who,
            until_ms,
            account,
        } => {
            let until = until_ms
                .map(|until| format!(" The clock is running, until {}.", clock_time(until)));
            format!(
                "🔁 {} now plays for {}.{}",
                super::people::account_or_other(*account),
                cast.name(*who),
                until.unwrap_or_default()
            )
        }
        Line::NotAnyMore { account, .. } => format!(
            "{} now plays for you in {}.",
            super::people::account_or_other(*account),
            super::status::versus(cast)
        ),
        Line::ActedForYou { acts } => {
            format!("A host acted for you{}", said_to_one(game, acts, cast))
        }
        Line::Reason { reason } => format!("The host's reason: {reason}"),
        Line::Resumed => "▶️ The match resumes.".to_owned(),
        Line::Credited { ms, waits } => {
            let mut said = format!("Dealer was offline. Everyone gets {} back.", stretch(*ms));
            for (seat, until_ms) in waits {
                let until = match until_ms {
                    Some(until_ms) => format!("until {} with your reserve", clock_time(*until_ms)),
                    None => "and you're out of time".to_owned(),
                };
                let who = seated(seat);
                said.push_str(&format!("\n{who}: your clock is running again, {until}."));
            }
            said
        }
        Line::StartMoved {
            to_ms: Some(to),
            due,
        } => {
            let due = if *due { " Choices are due then." } else { "" };
            format!("New start: {}.{due}", english::date(*to))
        }
        Line::StartMoved { to_ms: None, .. } => {
            "The match no longer has a start time. It starts once \
             both players press Ready, or when a host starts it."
                .to_owned()
        }
        Line::Waits {
            until_ms,
            who,
            missing,
            due,
        } => host_waits(*until_ms, who, *missing, *due, cast),
        Line::Tied => "Decide it below, or with `/ruling settle`.".to_owned(),
        Line::Extended { to_ms } => super::start::extended(*to_ms),
        Line::ChoicesOpen { to_ms } => {
            let until = to_ms.map(|to_ms| format!(" until {}", english::date(to_ms)));
            format!("The choices are open again{}.", until.unwrap_or_default())
        }
        Line::NoShow { who, missing: 0 } if who.is_empty() => "It's time, but something is still \
             missing. A host decides how to go on."
            .to_owned(),
        Line::NoShow { who, missing } => {
            let decides = if who.is_empty() {
                "A host decides"
            } else {
                "The match starts once both players press Ready. Otherwise a host decides"
            };
            format!(
                "It's time, but {}. {decides}: start anyway, wait, move the start, or end the match.",
                missing_at_start(who, *missing, true, cast)
            )
        }
        Line::ReserveRuns {
            seat,
            deadline_ms,
            overtime_s,
        } => format!(
            "⏳ {}, you're on your reserve now – it ends at {}{}.",
            seated(seat),
            clock_with_countdown(*deadline_ms),
            super::clocks::then_overtime(*overtime_s, price)
        ),
        Line::LastMinute {
            seat,
            deadline_ms,
            overtime_s,
        } => format!(
            "⏳ {}, **your time is almost up:** {}{}.",
            seated(seat),
            clock_with_countdown(*deadline_ms),
            super::clocks::then_overtime(*overtime_s, price)
        ),
        Line::Unreached { who, live } => super::trouble::unreached(who, *live, cast),
        Line::HostIs { host } => format!("🤝 <@{host}> now hosts this match."),
        Line::HandedToYou { by } => format!(
            "🤝 <@{by}> handed you a match, so you now host it. Messages for its host come to you. \
             Type `/match status` in its channel to see where it stands."
        ),
        Line::PracticeIdle => "Nobody started this practice for a day.".to_owned(),
        Line::PracticeMadeWay => {
            "This practice hadn't started, so it made way for a match of the host's.".to_owned()
        }
        Line::PracticeDeclined { seat } => {
            format!("{} called the practice off.", seated(seat))
        }
        Line::TimesPassed => {
            "📅 None of the start times that you offered was picked, and all have \
                              passed. `/match schedule` sets a start or offers new times."
                .to_owned()
        }
        Line::GoesOnIn { channel } => super::hosting::goes_on_in(*channel),
        Line::CameFrom { game, channel } => {
            let before = match channel {
                Some(channel) => format!("it was in <#{channel}> until now"),
                None => "its old channel is gone".to_owned(),
            };
            format!(
                "➡️ **{}**, {}, continues here: {before}.",
                super::catalogue::title(*game),
                super::status::versus(cast)
            )
        }
        Line::Held => super::result::HELD.to_owned(),
        Line::PutBack { copy_ms } => format!(
            "⏪ Dealer was restored from a backup of {}. The match is back to where it was \
             then; later posts and choices don't count.",
            date_with_countdown(*copy_ms)
        ),
        Line::ChoicePutBack => format!(
            "Your choice for this match is back to what it was then. Check it with *{}*, and \
             choose again if you want another.",
            super::controls::PANEL_BUTTON
        ),
        Line::TieWaits => "It's a tie. Nobody else knows until you release the result. You can \
             decide it with `/ruling settle`, now or afterwards."
            .to_owned(),
        Line::ChannelGone { paused, .. } => super::trouble::channel_gone(*paused, cast),
        Line::Shut { why, paused } => super::trouble::channel_shut(why, *paused, cast),
        Line::UnderTimeout { who, until_ms } => {
            super::trouble::under_timeout(*who, *until_ms, cast)
        }
        Line::Left { who } => super::trouble::left(who, cast),
        Line::Trouble(trouble) => super::trouble::trouble(trouble),
        Line::Unposted { channel, code } => super::trouble::unposted(*channel, *code),
        Line::Eliminated { .. }
        | Line::Spoils { .. }
        | Line::Bonus { .. }
        | Line::Series { .. }
        | Line::NextOfSeries
        | Line::ForHosts { .. }
        | Line::Paid { .. }
        | Line::Earned { .. }
        | Line::ToldByHost { .. }
        | Line::DeathMatch { .. }
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
    use crate::store::AccountId;
    use crate::words::tests::cast;

    #[test]
    fn a_match_that_has_not_started_says_why() {
        for (who, missing, expected) in [
            (vec![], 2, "2 choices are missing. A host decides: start"),
            (vec![CastId(0)], 0, "Teo isn't ready. The match starts once"),
            (
                vec![CastId(0), CastId(1)],
                1,
                "one choice is missing and Teo and Mika aren't ready.",
            ),
        ] {
            let said = lines(&[Line::NoShow { who, missing }], GameId::ALL[0], &cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn the_text_says_what_the_host_waits_for() {
        for (who, missing, due, expected) in [
            (
                vec![CastId(1)],
                0,
                false,
                "for Mika until <t:1795341561:T> (<t:1795341561:R>). The match starts as soon as \
                 both players are ready.",
            ),
            (
                vec![CastId(1)],
                2,
                false,
                "both players are ready. After that, it starts without them.",
            ),
            (
                vec![],
                2,
                true,
                "both players are ready. After that, a host decides.",
            ),
        ] {
            let said = host_waits(WallMs(1_795_341_561_000), &who, missing, due, &cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn a_match_without_a_start_begins_by_ready_too() {
        let said = lines(
            &[Line::StartMoved {
                to_ms: None,
                due: false,
            }],
            GameId::ALL[0],
            &cast(),
        );
        assert!(said.contains("both players press Ready"), "{said}");
    }

    #[test]
    fn a_reopened_match_pings_both_players() {
        let open = Line::OpenAgain {
            players: vec![CastId(1)],
            garnets: Vec::new(),
        };
        assert_eq!(
            concerned(&[open], WallMs(0), &cast()),
            [CastId(0), CastId(1)]
        );
    }

    #[test]
    fn a_substitute_in_a_turn_reads_when_it_ends() {
        let who = CastId(1);
        for (until_ms, expected) in [
            (None, "<@7> now plays for Mika.\n"),
            (
                Some(1_795_341_561_000),
                "<@7> now plays for Mika. The clock is running, until <t:1795341561:T>.\n",
            ),
        ] {
            let line = Line::Substituted {
                who,
                until_ms: until_ms.map(WallMs),
                account: AccountId(7),
            };
            assert!(
                lines(&[line], GameId::ALL[0], &cast()).ends_with(expected),
                "{expected}"
            );
        }
    }

    #[test]
    fn an_outages_end_pings_the_player_whose_clock_runs() {
        let waits = vec![
            (Seat::Ec, Some(WallMs(1_795_341_561_000))),
            (Seat::Dmo, None),
        ];
        let back = [Line::Credited { ms: 60_000, waits }];
        assert_eq!(concerned(&back, WallMs(0), &cast()), [CastId(1), CastId(0)]);
        let said = lines(&back, GameId::ALL[0], &cast());
        let [base, late] = ["until <t:1795341561:T> with your reserve", "out of time"];
        assert!(said.contains(base) && said.contains(late), "{said}");
    }
}
