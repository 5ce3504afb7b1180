//! The letters to somebody who has to choose before a match, or who came to act in one, and what
//! becomes of them.

use super::{clock_time, countdown};
use crate::referee::Look;
use games::{Cast, CastId};
use matches::Stage;

/// Why somebody is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    New,
    Reminder,
    /// What was chosen was taken back.
    ChoiceBack,
    /// Whom it is for acts as this person of the cast from now on.
    Seated(CastId),
}

/// By whom somebody is asked to choose: an account, but for a practice of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentBy {
    Host(u64),
    /// The other of the two, who has opened the practice.
    Opponent(u64),
    Yourself,
}

/// The head of a letter to somebody who has to choose before a match. `alone`: nobody but its
/// reader sees it.
pub fn submission(kind: Submission, by: SentBy, alone: bool, look: &Look, cast: &Cast) -> String {
    let hosted = match by {
        SentBy::Host(host) => format!("; <@{host}> hosts it"),
        SentBy::Opponent(asker) => format!("; <@{asker}> asks you to practise"),
        SentBy::Yourself => String::new(),
    };
    let between = match look.setup().hosts_see {
        true => "you, Dealer and the hosts of this season, who may read it",
        false => "you and Dealer",
    };
    match kind {
        Submission::New if alone => {
            format!("A match needs a choice of yours. It stays between {between}{hosted}.")
        }
        Submission::New => format!("A match needs a choice of yours{hosted}."),
        Submission::Reminder => "A reminder: your choice for this match is not in yet.".to_owned(),
        Submission::ChoiceBack => "↩️ The host has taken the match back, and with it a choice of yours. This is how it stands now.".to_owned(),
        Submission::Seated(who) if !alone => format!(
            "{}{hosted}. `/board`, in any channel where you may write, shows you alone what is known to them.",
            acts_as(who, look, cast)
        ),
        Submission::Seated(who) => format!(
            "{}{hosted}. This is what is known to them and what they may do; it stays between {between}.",
            acts_as(who, look, cast)
        ),
    }
}

/// As [`settled`], of a live match to one person alone; None where they had no choice before it.
pub fn settled_choice(look: &Look, cast: &Cast) -> Option<String> {
    let chose = look.failed || counted(look, cast).is_some();
    chose.then(|| settled(look, cast, true))
}

/// As [`settled`], of a letter to somebody who came to act as a person of the cast: it may have
/// come when nothing was to be chosen, or too late for that.
pub fn settled_as(who: CastId, look: &Look, cast: &Cast, alone: bool) -> String {
    let is_live = look.standing.stage == Stage::Live;
    let chose = look.failed || counted(look, cast).is_some();
    let said = match is_live && !chose && look.party.is_some() {
        true => format!(
            "The match has begun in <#{}>: until it is over, its newest post there says for whom it waits.",
            look.row.channel
        ),
        false => settled(look, cast, alone),
    };
    match look.party {
        Some(_) => format!("{}.\n{said}", acts_as(who, look, cast)),
        None => said,
    }
}

/// To somebody who was replaced in a match: who acts there as this person, and since when.
pub fn replaced(who: CastId, (account, since_ms): (u64, u64), look: &Look, cast: &Cast) -> String {
    format!(
        "In this match <@{account}> acts as {} in your place, since {} ({}). If you have a question about that, ask the host, <@{}>.",
        cast.name(who),
        super::date(since_ms),
        countdown(since_ms),
        look.row.host
    )
}

/// What becomes of a letter with a choice before a match, when nothing can be chosen on it any
/// more. `alone`: nobody but its reader sees it, so that it may say what they chose.
pub fn settled(look: &Look, cast: &Cast, alone: bool) -> String {
    let (held, channel) = (look.standing.held, look.row.channel);
    match look.standing.stage {
        Stage::Preparing | Stage::Standing | Stage::Live if look.party.is_none() => {
            format!(
                "A host has given your part in the match in <#{channel}> to somebody else, so nothing is awaited of you any more."
            )
        }
        Stage::Preparing | Stage::Standing => all_in(look, cast, alone).unwrap_or_else(|| {
            "What counts of your choice, and the controls, are in a newer message.".to_owned()
        }),
        Stage::Live if look.failed => {
            let fate = match look.struck {
                true => super::fate(look, cast, "you", "you"),
                false => super::fate_of_guest(look, "you", "you"),
            };
            format!("The match has begun in <#{channel}>, and you had not chosen anything: {fate}.")
        }
        Stage::Live => match counted(look, cast) {
            Some(counted) if alone => {
                format!(
                    "The match has begun in <#{channel}>: {counted}. That cannot be changed any more."
                )
            }
            counted => {
                let shown = counted.map_or(
                    "",
                    |_| " `/board`, in any channel where you may write, shows it to you alone.",
                );
                format!(
                    "The match has begun in <#{channel}>: what counted of your choice then counts, and cannot be changed any more.{shown}"
                )
            }
        },
        Stage::Over if held => super::held(),
        Stage::Over if look.standing.called_off => super::called_off_choice(channel),
        Stage::Over => {
            format!("The match in <#{channel}> is over; its last post there shows everything.")
        }
    }
}

/// What somebody's own post says when all choices are in and none can be changed any more, but the
/// match has not begun; None where that is not so.
pub fn all_in(look: &Look, cast: &Cast, alone: bool) -> Option<String> {
    if look.standing.stage != Stage::Standing || look.mine.is_some() {
        return None;
    }
    let counted = counted(look, cast)?;
    let yours = match alone {
        true => format!(": {counted}"),
        false => String::new(),
    };
    let start = match look.standing.start_at_ms {
        Some(start) => format!(
            "The start is at {} ({}); both players are asked to press Ready before it.",
            clock_time(start),
            countdown(start)
        ),
        None => "The match starts when both players have pressed Ready on its card, or a host begins it.".to_owned(),
    };
    Some(format!(
        "All choices are in, and none can be changed any more{yours}. {start}"
    ))
}

/// As whom somebody acts in which match; it may be their own name, where their part was given back
/// to them.
fn acts_as(who: CastId, look: &Look, cast: &Cast) -> String {
    let title = super::match_title(look, cast);
    format!("You act as **{}** in {title} from now on", cast.name(who))
}

/// What whoever looks at a match chose before it; None where nothing is chosen then, or not by
/// them.
fn counted(look: &Look, cast: &Cast) -> Option<String> {
    let whose = look.party?;
    look.view.counted(whose, cast)
}
