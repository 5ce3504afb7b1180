//! Says why something isn't possible, and what works instead.

use super::times::date_with_countdown;
use crate::referee::{ActRefusal, ConductRefusal, OpenRefusal};
use games::english::{
    cut, escape_markdown, list, names, party, refusal, seconds, setup_refusal, unknown_name,
};
use games::names::{meant, nearest};
use games::{Cast, Party, Refusal, WallMs, english};
use matches::{Pauser, TimeRefusal};
use std::slice;

/// The people in a cast whose names contain or resemble what was typed, or who may be meant by it.
fn near(typed: &str, cast: &Cast) -> Vec<String> {
    let named = cast.members().iter().map(|one| &one.name[..]);
    let holds = |name: &str, typed: &str| !typed.is_empty() && name.contains(typed);
    let mut found = meant(typed, named.clone().map(|name| (name, name)), holds);
    if found.is_empty() {
        found = nearest(typed, named);
    }
    found.into_iter().take(5).map(escape_markdown).collect()
}

/// In a cast that a host names by hand, the host is the dealer, unless they play.
pub fn no_dealer_by_hand() -> String {
    format!(
        "This game needs a dealer in the cast. That would be you as the host, but you're playing. \
         Have another host open this match. Or use a season's cast (*{}*) with a dealer in it: \
         `/season cast role` with `as: dealer`.",
        super::setup::FROM_SEASON
    )
}

/// Says why an action was refused, to the person who tried, in Discord's markdown.
pub fn act_refusal(why: &ActRefusal) -> String {
    match why {
        ActRefusal::NoSuchMatch => super::which_match::NO_SUCH_MATCH.to_owned(),
        ActRefusal::NotInMatch => super::which_match::NOT_IN_MATCH.to_owned(),
        ActRefusal::HostOnly => {
            "Only a host who isn't playing in this match can act for someone.".to_owned()
        }
        ActRefusal::HandShut { whose, cast } => {
            super::rulings::hand_shut(&english::party(*whose, cast))
        }
        ActRefusal::BeginOtherwise => {
            "Use `/match begin` to start a match: it tells you first who's missing.".to_owned()
        }
        ActRefusal::NotYours { cast, waiting } => {
            format!(
                "These buttons aren't yours. {}",
                waiting_for(cast, waiting, false)
            )
        }
        ActRefusal::Stale {
            cast,
            waiting,
            yours,
        } => format!(
            "These buttons are from earlier and no longer work. {} The newest post in the match's \
             channel has the current ones.",
            waiting_for(cast, waiting, *yours)
        ),
        ActRefusal::Twice {
            game,
            act,
            cast,
            waiting,
            yours,
        } => {
            let shown = cast.shown_as(escape_markdown);
            let done = game.map(|game| super::typed::done(game, slice::from_ref(act), &shown));
            let done = done.unwrap_or_else(|| format!("`{act}`"));
            let waiting = waiting_for(cast, waiting, *yours);
            format!("Your first press already counted: {done}. {waiting}")
        }
        ActRefusal::Time(TimeRefusal::NotStarted {
            start_at_ms,
            ready,
            chosen,
        }) => {
            let chosen = if *chosen {
                "The choices before the match are final. "
            } else {
                ""
            };
            format!("{chosen}{}", not_started(*start_at_ms, *ready))
        }
        ActRefusal::PracticeNotStarted { ready: false } => {
            "The match hasn't started yet. Press Ready on its card.".to_owned()
        }
        ActRefusal::PracticeNotStarted { ready: true } => {
            "The match hasn't started yet. It starts once your opponent presses Ready.".to_owned()
        }
        ActRefusal::Time(TimeRefusal::Paused) => {
            "The match is paused, and so is your clock. Try again when it resumes.".to_owned()
        }
        ActRefusal::Time(TimeRefusal::TooLate { by_ms }) => {
            format!("Too late: your time ran out {} ago.", seconds(*by_ms))
        }
        ActRefusal::Outdated => {
            "You've made a newer choice, so this one was ignored. `/submit` shows your choice and \
             lets you change it."
                .to_owned()
        }
        ActRefusal::NameUnquoted { line } => {
            let line = line.replace('`', "");
            format!("Put names with a space or a `>` in double quotes here. Did you mean `{line}`?")
        }
        ActRefusal::Misspelt { line } => {
            let line = line.replace('`', "");
            format!("I can't read that. Did you mean `{line}`?")
        }
        ActRefusal::Unreadable { typed, examples } => {
            let examples: Vec<String> = examples.iter().map(|act| format!("`{act}`")).collect();
            let (typed, examples) = (quoted(typed), list(&examples, "or"));
            format!("I can't read {typed} as something you can do now. Try {examples}.")
        }
        ActRefusal::NoNumber { typed, least, most } => {
            let typed = quoted(typed);
            format!("I can't read {typed} as a number. Type a whole number from {least} to {most}.")
        }
        ActRefusal::FirstOfLine { text, why } => {
            super::typed::first_of_line(text, &act_refusal(why))
        }
        ActRefusal::Rules {
            refusal: Refusal::UnknownName(name),
            cast,
        } => unknown_name(&escape_markdown(name), &near(name, cast)),
        ActRefusal::Rules { cast, refusal: why } => refusal(why, &cast.shown_as(escape_markdown)),
    }
}

/// Whose turn it is.
fn waiting_for(cast: &Cast, waiting: &[Party], yours: bool) -> String {
    if yours {
        return "It's your turn.".to_owned();
    }
    let names = waiting.iter();
    let names = names.map(|who| escape_markdown(&party(*who, cast)));
    match &names.collect::<Vec<String>>()[..] {
        [] => "Nobody has to move right now.".to_owned(),
        names => format!("Waiting for {}.", list(names, "and")),
    }
}

/// Quotes what somebody typed. Empty for an old stored answer without it.
fn quoted(typed: &str) -> String {
    match cut(typed, 100).replace('`', "'") {
        typed if typed.is_empty() => "that".to_owned(),
        typed => format!("`{typed}`"),
    }
}

/// Says what a match that has not started is waiting for. `start_at_ms`: its scheduled start, if
/// that is in the future. `ready`: both players are ready.
fn not_started(start_at_ms: Option<WallMs>, ready: bool) -> String {
    let start = start_at_ms.map(date_with_countdown);
    match (start, ready) {
        (Some(start), true) => {
            format!("The match hasn't started yet. Both players are ready, and it starts {start}.")
        }
        (Some(start), false) => format!(
            "The match hasn't started yet. It starts {start}, once both players press Ready."
        ),
        // Both are ready, but something else is in the way, which the match's card says.
        (None, _) => "The match hasn't started yet. It starts once both players press Ready, or \
             when a host starts it."
            .to_owned(),
    }
}

/// Why something cannot be done to a match.
pub fn conduct_refusal(why: &ConductRefusal, cast: &Cast) -> String {
    match why {
        ConductRefusal::NoSuchMatch => super::which_match::NO_SUCH_MATCH.to_owned(),
        ConductRefusal::HostInSeat => super::rights::HOST_IN_SEAT.to_owned(),
        ConductRefusal::AlreadyStarted => "The match has already started.".to_owned(),
        ConductRefusal::RoundClosed => {
            "That round is closed already. `/match status` has what comes next.".to_owned()
        }
        ConductRefusal::ChoicesPast => {
            "The match has already started. To give a player time, use `/ruling time`.".to_owned()
        }
        ConductRefusal::Over => super::which_match::MATCH_OVER.to_owned(),
        ConductRefusal::SeatOnly => super::rights::SEAT_ONLY.to_owned(),
        ConductRefusal::TooEarly { missing, yours } => {
            let awaited = match (missing, yours) {
                (1, true) => "your own choice is still missing".to_owned(),
                (1, false) => "one choice is still missing".to_owned(),
                (missing, true) => format!("{missing} choices are still missing, including yours"),
                (missing, false) => format!("{missing} choices are still missing"),
            };
            let how = if *yours {
                " Make it where Dealer asks you for it, or with `/submit`."
            } else {
                ""
            };
            format!("Not yet: {awaited}.{how} You can press Ready once all are in or time is up.")
        }
        ConductRefusal::StillChoosing { seats } => {
            let who: Vec<_> = seats.iter().filter_map(|seat| cast.seated(*seat)).collect();
            format!(
                "Not yet: {} must choose before the match can start. Remind them, or move the \
                 deadline with `/match extend` (an earlier one works too). If they miss it, they \
                 count as out of time.",
                names(&who, cast)
            )
        }
        ConductRefusal::CheckInLater { at_ms } => format!(
            "Not yet: both players are asked to press Ready 15 minutes before the start, {}.",
            english::countdown(*at_ms)
        ),
        ConductRefusal::NotLate => "Nobody is late: it isn't time to start yet.".to_owned(),
        ConductRefusal::WaitsAlready { until_ms } => format!(
            "The match is already waiting, until {}. If they're still missing then, you'll be \
             asked again.",
            english::countdown(*until_ms)
        ),
        ConductRefusal::JustReminded => {
            "They were reminded just now; give them a moment. `/match status` shows who's missing."
                .to_owned()
        }
        ConductRefusal::PollClosed => super::poll::POLL_CLOSED.to_owned(),
        ConductRefusal::EmptyNote => "The note is empty. Write it in `text:`.".to_owned(),
        ConductRefusal::NothingToExtend => {
            "There's no deadline to move: this match has no choices before it, or their time is \
             up. Late players can still choose until it starts."
                .to_owned()
        }
        ConductRefusal::DeadlinePassed => "That time has passed. Choose a later one.".to_owned(),
        ConductRefusal::DueThen { deadline_ms } => format!(
            "The deadline is already {}. Choose another time.",
            date_with_countdown(*deadline_ms)
        ),
        ConductRefusal::HostsAlready { host } => {
            format!("<@{host}> already hosts this match. Name another host with `to:`.")
        }
        ConductRefusal::PlaysHere { account } => format!(
            "<@{account}> plays in this match and can't host it. Name another host with `to:`."
        ),
        ConductRefusal::ChannelBusy(busy) => super::rights::channel_busy(busy),
        ConductRefusal::NothingHeld => "There's no result here to release.".to_owned(),
        ConductRefusal::AnotherHeld => "The result has changed since you looked. Press *Release \
             the result* again to see it."
            .to_owned(),
        ConductRefusal::Paused => "The match is paused. Resume it with `/match resume`.".to_owned(),
        ConductRefusal::PausedAlready { by, until_ms } => {
            let until =
                until_ms.map(|until| format!(" or by itself {}", english::countdown(until)));
            let until = until.unwrap_or_default();
            match by {
                Some(Pauser::Players) => format!(
                    "The match is already paused. It resumes when the players press Resume below \
                     the pause post{until}."
                ),
                _ => format!(
                    "The match is already paused. It resumes when a host resumes \
                     it{until}."
                ),
            }
        }
        ConductRefusal::NotPaused => "The match isn't paused.".to_owned(),
        ConductRefusal::ChannelGone => super::hosting::MOVE_FIRST.to_owned(),
        ConductRefusal::StartPassed => "That time has passed. Choose a later one.".to_owned(),
        ConductRefusal::NoStart => {
            "This match has no start: it's open for choices already. To move the \
             deadline, use `/match extend`."
                .to_owned()
        }
        ConductRefusal::NotLive => {
            "You can only pause a live match, and this one hasn't started.".to_owned()
        }
        ConductRefusal::NoPauseLeft { most: 0 } => {
            "Players can't pause matches in this season, but a host can.".to_owned()
        }
        ConductRefusal::NoPauseLeft { most: 1 } => {
            "You've used your one pause in this match. A host can still pause it.".to_owned()
        }
        ConductRefusal::NoPauseLeft { most } => {
            format!("You've used all {most} pauses in this match. A host can still pause it.")
        }
        ConductRefusal::PausedByOthers { host: Some(host) } => {
            format!("Only a host can resume this pause. The match's host is <@{host}>.")
        }
        ConductRefusal::PausedByOthers { host: None } => {
            "A host paused this practice, so only a host can resume it.".to_owned()
        }
        ConductRefusal::NobodyActs { who } => super::trouble::nobody_acts(who, cast),
        ConductRefusal::Rules(why) => refusal(why, cast),
    }
}

/// Why a match cannot be opened, as Discord shows it.
pub fn open_refusal(why: &OpenRefusal) -> String {
    match why {
        OpenRefusal::ChannelBusy(busy) => super::rights::channel_busy(busy),
        OpenRefusal::AccountTwice {
            names: [one, other],
        } => format!(
            "{} and {} have the same account. Each person needs their own.",
            escape_markdown(one),
            escape_markdown(other)
        ),
        OpenRefusal::SeatWithoutAccount(name) => format!(
            "{} has no Discord account in the cast, and players need one.",
            escape_markdown(name)
        ),
        OpenRefusal::HostPlays => {
            "You take part, so you can't run the rounds. Let them follow by themselves, without \
             ties for the host, or plan one round. Or another host opens the match."
                .to_owned()
        }
        OpenRefusal::StartPassed => "The start time has passed. Choose a later one.".to_owned(),
        OpenRefusal::DeadlinePassed => {
            "The deadline for choices has passed. Choose a later one.".to_owned()
        }
        OpenRefusal::DeadlineAfterStart => format!(
            "The deadline for choices is after the start. To mend it, press *{}* under *{}*.",
            super::start::CHOICES_UNTIL_START,
            super::setup::DATES_BUTTON
        ),
        OpenRefusal::SeasonArchived(season) => super::season::is_archived(&escape_markdown(season)),
        OpenRefusal::Setup(why) => setup_refusal(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast_of;
    use games::{Seat, SetupRefusal};
    use std::sync::Arc;

    #[test]
    fn a_match_that_has_not_started_says_what_it_waits_for() {
        let said = |start_at_ms, ready, chosen| {
            act_refusal(&ActRefusal::Time(TimeRefusal::NotStarted {
                start_at_ms,
                ready,
                chosen,
            }))
        };
        let start = Some(1_795_341_561_000);
        let ready = said(start.map(WallMs), true, false);
        assert!(ready.contains("Both players are ready, and it starts <t:1795341561:F>"));
        assert!(said(start.map(WallMs), false, false).contains("once both players press Ready"));
        let chosen = said(None, false, true);
        assert!(
            chosen.starts_with("The choices before the match are final"),
            "{chosen}"
        );
        assert!(chosen.contains("or when a host starts it"), "{chosen}");
    }

    #[test]
    fn names_are_escaped_in_refusals_but_not_in_examples() {
        let cast = Arc::new(cast_of("*Star* **bold**", "_x_"));
        let waiting = vec![Party::Seat(Seat::Dmo), Party::Seat(Seat::Ec)];
        let both = r"Waiting for \*Star\* \*\*bold\*\* and \_x\_.";
        let not_yours = ActRefusal::NotYours {
            cast: cast.clone(),
            waiting: waiting.clone(),
        };
        assert_eq!(
            act_refusal(&not_yours),
            format!("These buttons aren't yours. {both}")
        );
        let rules = |refusal| {
            let cast = cast.clone();
            act_refusal(&ActRefusal::Rules { cast, refusal })
        };
        let said = rules(Refusal::NotWaitedFor { waiting });
        assert!(said.contains(r"\*Star\* \*\*bold\*\* and \_x\_"), "{said}");
        let said = rules(Refusal::UnknownName("[x](http://e.vil)".to_owned()));
        assert!(said.contains(r"“\[x\]\(http\://e.vil\)”"), "{said}");
        // A game's sentence shows names as people type them.
        let of_game = serde_json::json!({ "invitational": "rank_first" });
        let said = rules(Refusal::OfGame(serde_json::from_value(of_game).unwrap()));
        assert!(
            said.contains("`rank \"*Star* **bold**\" > _x_ > …`"),
            "{said}"
        );
        let same = setup_refusal(&SetupRefusal::SameSeats("_x_".to_owned()));
        assert!(same.starts_with(r"“\_x\_”"), "{same}");
    }
}
