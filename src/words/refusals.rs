//! Why something is not possible, and what would be.

use super::{list, names, party, plain, refusal, seconds, setup_refusal, unknown_name};
use crate::referee::{ActRefusal, ConductRefusal, OpenRefusal};
use games::names::{meant, nearest};
use games::{AnyGame, Cast, Party, Refusal};
use matches::{Pauser, TimeRefusal};

/// Those of a cast whose names hold what was typed for one, or are nearest to it, or of whom
/// several may be meant.
fn near(typed: &str, cast: &Cast) -> Vec<String> {
    let named = cast.members().iter().map(|one| &one.name[..]);
    let holds = |name: &str, typed: &str| !typed.is_empty() && name.contains(typed);
    let mut found = meant(typed, named.clone().map(|name| (name, name)), holds);
    if found.is_empty() {
        found = nearest(typed, named);
    }
    found.into_iter().take(5).map(plain).collect()
}

/// In a cast that a host names by hand, the host is the dealer; one who plays is none.
pub fn no_dealer_by_hand() -> String {
    format!(
        "This game needs at least one dealer in the cast. Of a cast that is named here the host is it, but you play in it yourself: another host can open this match, or it is played with the cast of a season (“{}”) in which `/season cast role` with `as: dealer` makes somebody one.",
        super::from_season()
    )
}

/// Why there is no moving picture of a record.
pub const NOTHING_TO_ANIMATE: &str =
    "Nothing has happened in this record yet, so that there is nothing to animate.";

/// That a file is written but larger than Discord takes.
pub fn too_large_to_upload(file: &str, bytes: usize, most_bytes: usize) -> String {
    let mb = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    format!(
        "{file} is written. It has {:.1} MiB, and Discord takes files of up to {:.0} MiB: it would have to be made smaller first.",
        mb(bytes),
        mb(most_bytes),
    )
}

/// That everything in a record is right; `game`: to where it leads.
pub fn record_right(entries: usize, game: &AnyGame) -> String {
    let title = super::title(game.id());
    let entries = match entries {
        1 => "1 entry".to_owned(),
        entries => format!("{entries} entries"),
    };
    let result = match game.outcome() {
        Some(end) => format!(
            "the result follows from them: {}",
            super::outcome(end, game.cast())
        ),
        None => "the match goes on".to_owned(),
    };
    format!("{title}: {entries}, all legal, and {result}.")
}

/// Why an action was not taken, to the person who tried, as Discord shows it.
pub fn act_refusal(why: &ActRefusal) -> String {
    let waiting_for = |cast: &Cast, waiting: &[Party]| {
        let names = waiting.iter().map(|who| plain(&party(*who, cast)));
        let names: Vec<String> = names.collect();
        match names.as_slice() {
            [] => "Nothing is awaited of you right now.".to_owned(),
            names => format!("The match waits for {}.", list(names, "and")),
        }
    };
    match why {
        ActRefusal::NoSuchMatch => super::no_such_match(),
        ActRefusal::NotInMatch => super::not_in_match(),
        ActRefusal::HostOnly => {
            "Only a host who does not sit in this match can act for somebody.".to_owned()
        }
        ActRefusal::HandShut { whose, cast } => super::hand_shut(&super::party(*whose, cast)),
        ActRefusal::BeginOtherwise => {
            "A match is begun with `/match begin`, which tells first who is missing.".to_owned()
        }
        ActRefusal::NotYours { cast, waiting } => {
            format!(
                "These controls are not yours. {}",
                waiting_for(cast, waiting)
            )
        }
        ActRefusal::Stale { cast, waiting } => format!(
            "These controls are from earlier and change nothing any more. {} The newest post in the match's channel has the current ones.",
            waiting_for(cast, waiting)
        ),
        ActRefusal::Twice { act, cast, waiting } => format!(
            "Your first press counted: `{act}`. {}",
            waiting_for(cast, waiting)
        ),
        ActRefusal::Time(TimeRefusal::NotStarted { start_at_ms, ready, chosen }) => {
            let chosen = match chosen {
                true => "What was chosen before the match is in and cannot be changed any more. ",
                false => "",
            };
            format!("{chosen}{}", not_started(*start_at_ms, *ready))
        }
        ActRefusal::Time(TimeRefusal::Paused) => {
            "The match is paused, and so is your clock. Act when it goes on.".to_owned()
        }
        ActRefusal::Time(TimeRefusal::TooLate { by_ms }) => format!(
            "That came {} too late: your time was up before.",
            seconds(*by_ms)
        ),
        ActRefusal::Outdated => {
            "A later choice of yours counts already, so this one changes nothing. `/submit` shows what counts; to change it, choose once more.".to_owned()
        }
        ActRefusal::NameUnquoted { line } => {
            let line = line.replace('`', "");
            format!("A name with a blank or a `>` in it goes in double quotes here. You may mean `{line}`.")
        }
        ActRefusal::Misspelt { line } => {
            let line = line.replace('`', "");
            format!("I can't read that. Did you mean `{line}`?")
        }
        ActRefusal::Unreadable { examples } => {
            let examples: Vec<String> = examples.iter().map(|act| format!("`{act}`")).collect();
            format!(
                "I can't read that as something you can do now. Try, for example: {}.",
                list(&examples, "or")
            )
        }
        ActRefusal::NoNumber { least, most } => {
            format!("I can't read that as a number. Type a whole number from {least} to {most}.")
        }
        ActRefusal::FirstOfLine { text, why } => super::first_of_line(text, &act_refusal(why)),
        ActRefusal::Rules {
            refusal: Refusal::UnknownName(name),
            cast,
        } => unknown_name(&plain(name), &near(name, cast)),
        ActRefusal::Rules { cast, refusal: why } => refusal(why, &cast.shown_as(plain)),
    }
}

/// For what a match waits that has not started. `start_at_ms`: its appointed start, which is to
/// come. `ready`: both players are.
fn not_started(start_at_ms: Option<u64>, ready: bool) -> String {
    let start = start_at_ms.map(|at| format!("{} ({})", super::date(at), super::countdown(at)));
    match (start, ready) {
        (Some(start), true) => {
            format!("The match has not started yet: both players are ready, and it starts {start}.")
        }
        (Some(start), false) => format!(
            "The match has not started yet: it starts {start}, once both players have pressed Ready."
        ),
        // Both are ready, but something else is in the way, which the match's card says.
        (None, _) => "The match has not started yet: it waits for both players to press Ready, or for a host to begin it.".to_owned(),
    }
}

/// Why something is not done to a match.
pub fn conduct_refusal(why: &ConductRefusal, cast: &Cast) -> String {
    match why {
        ConductRefusal::NoSuchMatch => super::no_such_match(),
        ConductRefusal::HostInSeat => super::host_in_seat(),
        ConductRefusal::AlreadyStarted => "The match has started already.".to_owned(),
        ConductRefusal::Over => super::match_over(),
        ConductRefusal::SeatOnly => super::seat_only(),
        ConductRefusal::TooEarly { missing, yours } => {
            let awaited = match (missing, yours) {
                (1, true) => "your own choice is still awaited".to_owned(),
                (1, false) => "one choice is still awaited".to_owned(),
                (missing, true) => format!("{missing} choices are still awaited, yours among them"),
                (missing, false) => format!("{missing} choices are still awaited"),
            };
            let how = match yours {
                true => " “Open my panel” on the match's card, or `/submit`, is where you make it.",
                false => "",
            };
            format!("Not yet: {awaited}.{how} Ready counts once all are in or their time is up.")
        }
        ConductRefusal::StillChoosing { seats } => {
            let who: Vec<_> = seats.iter().map(|seat| cast.seated(*seat)).collect();
            format!(
                "Not yet: {} must choose before the match can begin. You may remind them, or move the deadline with `/match extend`, also to a sooner one: when it comes, what the rules of this match say of who is late is done.",
                names(&who, cast)
            )
        }
        ConductRefusal::CheckInLater { at_ms } => format!(
            "Not yet: the two are asked to be ready a quarter of an hour before the start, {}.",
            super::countdown(*at_ms)
        ),
        ConductRefusal::NotLate => "Nobody is late: the appointed start has not come.".to_owned(),
        ConductRefusal::WaitsAlready { until_ms } => format!(
            "The match waits already, until {}, and nothing was changed. If they are not there then, you are asked again.",
            super::countdown(*until_ms)
        ),
        ConductRefusal::JustReminded => {
            "Who is missing was reminded just now; give them a moment. `/match status` shows who it is."
                .to_owned()
        }
        ConductRefusal::EmptyNote => {
            "The note says nothing: write with `text:` what is to be known.".to_owned()
        }
        ConductRefusal::NothingToExtend => {
            "This match waits for no choices before it, or their time is up; who is missing may still choose until it begins.".to_owned()
        }
        ConductRefusal::DeadlinePassed => {
            "That time has passed already; name one that is to come.".to_owned()
        }
        ConductRefusal::DueThen { deadline_ms } => format!(
            "The choices are due {} ({}) already; name another time.",
            super::date(*deadline_ms),
            super::countdown(*deadline_ms)
        ),
        ConductRefusal::HostsAlready { host } => {
            format!("<@{host}> hosts this match already; name another host with `to:`.")
        }
        ConductRefusal::PlaysHere { account } => format!(
            "<@{account}> plays in this match and cannot host it; name another host with `to:`."
        ),
        ConductRefusal::ChannelBusy(busy) => super::channel_busy(busy),
        ConductRefusal::NothingHeld => "No result waits here to be released.".to_owned(),
        ConductRefusal::AnotherHeld => "Another result waits by now than the one that you were shown. Press *Release the result* again to see it."
            .to_owned(),
        ConductRefusal::Paused => "The match is paused. `/match resume` lets it go on.".to_owned(),
        ConductRefusal::PausedAlready { by, until_ms } => {
            let until = until_ms.map(|until| format!(", {} at the latest", super::countdown(until)));
            let until = until.unwrap_or_default();
            match by {
                Some(Pauser::Players) => format!(
                    "The match is paused already. It goes on when both of you have pressed Resume below the post that says so{until}."
                ),
                _ => format!("The match is paused already; a host lets it go on{until}."),
            }
        }
        ConductRefusal::NotPaused => "The match is not paused.".to_owned(),
        ConductRefusal::ChannelGone => super::move_first(),
        ConductRefusal::StartPassed => {
            "That time has passed already; choose a later one.".to_owned()
        }
        ConductRefusal::NotLive => "Only a match that is live is paused; this one is not yet.".to_owned(),
        ConductRefusal::NoPauseLeft { most: 0 } => {
            "The players of this season have no pauses of their own; a host can pause the match."
                .to_owned()
        }
        ConductRefusal::NoPauseLeft { most: 1 } => {
            "You two have had your one pause of this match; a host can pause it still.".to_owned()
        }
        ConductRefusal::NoPauseLeft { most } => format!(
            "You two have had your {most} pauses of this match; a host can pause it still."
        ),
        ConductRefusal::PausedByOthers { host: Some(host) } => format!(
            "It was not you two who paused the match, so a host lets it go on: <@{host}> hosts it."
        ),
        ConductRefusal::PausedByOthers { host: None } => {
            "A host of this server has paused the practice, so a host lets it go on.".to_owned()
        }
        ConductRefusal::NobodyActs { who } => super::nobody_acts(who, cast),
        ConductRefusal::Rules(why) => refusal(why, cast),
    }
}

/// Why a match is not opened, as Discord shows it.
pub fn open_refusal(why: &OpenRefusal) -> String {
    match why {
        OpenRefusal::ChannelBusy(busy) => super::channel_busy(busy),
        OpenRefusal::AccountTwice {
            names: [one, other],
        } => format!(
            "{} and {} have the same account; each person needs their own.",
            plain(one),
            plain(other)
        ),
        OpenRefusal::SeatWithoutAccount(name) => format!(
            "{} has no Discord account in the cast, and whoever takes a seat needs one.",
            plain(name)
        ),
        OpenRefusal::StartPassed => {
            "The appointed start has passed already; choose a later one.".to_owned()
        }
        OpenRefusal::DeadlinePassed => {
            "The time until which the choices before the match are due has passed already; set a later one.".to_owned()
        }
        OpenRefusal::DeadlineAfterStart => {
            "The choices before the match would be due only after its start. Set a sooner deadline, or a later start.".to_owned()
        }
        OpenRefusal::SeasonArchived(season) => super::season::is_archived(&plain(season)),
        OpenRefusal::Setup(why) => setup_refusal(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{BySeat, Member, Role, Seat, SetupRefusal};
    use std::sync::Arc;

    #[test]
    fn for_what_a_match_waits_that_has_not_started_is_said() {
        let said = |start_at_ms, ready, chosen| {
            act_refusal(&ActRefusal::Time(TimeRefusal::NotStarted {
                start_at_ms,
                ready,
                chosen,
            }))
        };
        let start = Some(1_795_341_561_000);
        let ready = said(start, true, false);
        assert!(ready.contains("both players are ready, and it starts <t:1795341561:F>"));
        assert!(said(start, false, false).contains("once both players have pressed Ready"));
        let chosen = said(None, false, true);
        assert!(
            chosen.starts_with("What was chosen before the match is in"),
            "{chosen}"
        );
        assert!(chosen.contains("or for a host to begin it"), "{chosen}");
    }

    #[test]
    fn names_are_escaped_in_refusals_but_not_in_examples() {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let members = vec![member("*Star* **bold**"), member("_x_")];
        let seats = BySeat {
            dmo: members[0].name.clone(),
            ec: members[1].name.clone(),
        };
        let cast = Cast::new(members, seats, &Default::default()).expect("two names");
        let cast = Arc::new(cast);
        let waiting = vec![Party::Seat(Seat::Dmo), Party::Seat(Seat::Ec)];
        let both = r"The match waits for \*Star\* \*\*bold\*\* and \_x\_.";
        let not_yours = ActRefusal::NotYours {
            cast: cast.clone(),
            waiting: waiting.clone(),
        };
        assert_eq!(
            act_refusal(&not_yours),
            format!("These controls are not yours. {both}")
        );
        let rules = |refusal| {
            let cast = cast.clone();
            act_refusal(&ActRefusal::Rules { cast, refusal })
        };
        let said = rules(Refusal::NotWaitedFor { waiting });
        assert!(said.contains(r"\*Star\* \*\*bold\*\* and \_x\_"), "{said}");
        let said = rules(Refusal::UnknownName("[x](http://e.vil)".to_owned()));
        assert!(said.contains(r"“\[x\]\(http\://e.vil\)”"), "{said}");
        // In a sentence of a game, names stand as they are typed.
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
