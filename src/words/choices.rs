//! Private messages to people who must choose before a match or who take somebody's place, and
//! their later versions.

use super::status::{channel_link, match_number, place};
use super::times::date_with_countdown;
use crate::referee::Snapshot;
use crate::store::AccountId;
use games::{Cast, CastId, Party, WallMs};
use matches::Stage;

/// How many choices before the match are in, and how many there are.
pub(super) fn preparations(snapshot: &Snapshot) -> (usize, usize) {
    if let Some(answered) = snapshot.view.answered() {
        return answered;
    }
    let choices = snapshot.status.prompts.iter();
    let choices: Vec<_> = choices
        .filter(|prompt| !prompt.live && matches!(prompt.who, Party::Cast(_) | Party::Seat(_)))
        .collect();
    (
        choices.iter().filter(|prompt| prompt.answered).count(),
        choices.len(),
    )
}

/// The people whose choice before the match is still missing.
pub(super) fn missing(snapshot: &Snapshot) -> Vec<CastId> {
    let prompts = snapshot.status.prompts.iter();
    let waiting = prompts.filter(|prompt| !prompt.live && !prompt.answered);
    let who = waiting.filter_map(|prompt| snapshot.cast().of_party(prompt.who));
    who.collect()
}

/// Why Dealer writes to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    New,
    /// It is said below that they have chosen.
    Chosen,
    Reminder,
    /// Their choice is still missing, and a host has left less time for it.
    Sooner,
    /// Their choice was taken back.
    ChoiceBack,
    /// The reader now acts as this person of the cast.
    Seated(CastId),
}

/// The account that asks somebody to choose; none in one's own practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentBy {
    Host(AccountId),
    /// The opponent, who opened the practice.
    Opponent(AccountId),
    Yourself,
}

/// The head of a private message to somebody who must choose before a match. `alone`: nobody else
/// sees it, so it may be read outside the server, and names that.
pub fn submission(
    kind: Submission,
    by: SentBy,
    alone: bool,
    server: Option<&str>,
    snapshot: &Snapshot,
    cast: &Cast,
) -> String {
    let place = if alone {
        place_from_afar(snapshot, server)
    } else {
        place(&snapshot.row)
    };
    let this = format!("{} in {place}", match_number(snapshot.row.name()));
    let which = match by {
        SentBy::Host(host) => format!("{this}, hosted by <@{host}>"),
        SentBy::Opponent(asker) => format!("a practice match with <@{asker}> in {place}"),
        SentBy::Yourself => "your practice match".to_owned(),
    };
    let setup = snapshot.setup();
    let seen_by = match (setup.has_seats(), setup.hosts_see) {
        (true, true) => "Only you, Dealer and this season's hosts can see it",
        (true, false) => "Only you and Dealer can see it",
        (false, true) => "Until it closes, only you, Dealer and this season's hosts can see it",
        (false, false) => "Until it closes, only you and Dealer can see it",
    };
    match kind {
        // A rewind has opened the round again.
        Submission::New if !snapshot.setup().has_seats() && has_chosen(snapshot) => {
            format!("It's open again: you can change your choice for {which}.")
        }
        Submission::New if alone => {
            format!(
                "You have a secret choice to make for {which}. {seen_by}. `/rules` explains the \
                 game."
            )
        }
        Submission::New => format!("You have a secret choice to make for {which}."),
        Submission::Chosen if alone && snapshot.row.guild.is_some() => format!("For {this}:"),
        Submission::Chosen => String::new(),
        Submission::Reminder => format!("Reminder: you haven't chosen for {this} yet."),
        Submission::Sooner => {
            format!("⏳ There's less time now to choose for {this}: the host moved it up.")
        }
        Submission::ChoiceBack => format!(
            "↩️ The host rewound the match, and that undid your choice for {this}. Here's where it \
             stands now:"
        ),
        Submission::Seated(who) if !alone => format!(
            "{}, {which}. Type `/board` in any channel to see what {} knows; only you will see \
             it.",
            playing_as(who, snapshot, cast),
            cast.name(who)
        ),
        Submission::Seated(who) => format!(
            "{}, {which}. Here's what {} knows and can do. {seen_by}.",
            playing_as(who, snapshot, cast),
            cast.name(who)
        ),
    }
}

/// A match in a direct message: `match 3 in #arena on Night Garden`. People may be asked for
/// several, in several servers.
pub fn this_match(snapshot: &Snapshot, server: Option<&str>) -> String {
    let number = match_number(snapshot.row.name());
    format!("{number} in {}", place_from_afar(snapshot, server))
}

fn place_from_afar(snapshot: &Snapshot, server: Option<&str>) -> String {
    let Some(guild) = snapshot.row.guild else {
        return place(&snapshot.row);
    };
    let server = server.map(|server| format!(" on **{server}**"));
    channel_link(Some(guild), snapshot.row.channel) + &server.unwrap_or_default()
}

fn has_chosen(snapshot: &Snapshot) -> bool {
    snapshot.mine.as_ref().is_some_and(|mine| mine.answered)
}

/// Like [`settled`], in a live match for one person alone; None if they had no choice before it.
pub fn settled_choice(snapshot: &Snapshot, cast: &Cast) -> Option<String> {
    let chose = snapshot.failed || counted(snapshot, cast).is_some();
    chose.then(|| settled(snapshot, cast, true))
}

/// Like [`settled`], for somebody who took over a person of the cast: perhaps there was nothing to
/// choose then, or it was too late.
pub fn settled_as(who: CastId, snapshot: &Snapshot, cast: &Cast, alone: bool) -> String {
    let is_live = snapshot.status.stage == Stage::Live;
    let chose = snapshot.failed || counted(snapshot, cast).is_some();
    let said = if is_live && !chose && snapshot.party.is_some() {
        format!(
            "The match is on in {}. The newest post there shows whose turn it is.",
            place(&snapshot.row)
        )
    } else {
        settled(snapshot, cast, alone)
    };
    match snapshot.party {
        Some(_) => format!("{}.\n{said}", playing_as(who, snapshot, cast)),
        None => said,
    }
}

/// To somebody who was replaced in a match: who acts there as this person, and since when.
pub fn replaced(
    who: CastId,
    account: AccountId,
    since_ms: WallMs,
    snapshot: &Snapshot,
    cast: &Cast,
) -> String {
    format!(
        "<@{account}> has taken your place as {} in this match since {}. Questions? Ask the \
         host, <@{}>.",
        cast.name(who),
        date_with_countdown(since_ms),
        snapshot.row.host
    )
}

/// The final version of a private message with a choice before a match. `alone`: nobody else sees
/// it, so it may say what they chose.
pub fn settled(snapshot: &Snapshot, cast: &Cast, alone: bool) -> String {
    let (held, place) = (snapshot.status.held, place(&snapshot.row));
    match snapshot.status.stage {
        Stage::Preparing | Stage::Standing | Stage::Live if snapshot.party.is_none() => {
            format!(
                "A host gave your place in the match in {place} to someone else, so there's \
                 nothing left for you to do."
            )
        }
        Stage::Preparing | Stage::Standing => all_in(snapshot, cast, alone)
            .unwrap_or_else(|| "A newer message has the buttons for your choice.".to_owned()),
        Stage::Live if snapshot.failed => {
            let fate = if snapshot.struck {
                super::terms::fate(snapshot, cast, "you", "you")
            } else {
                super::terms::fate_of_guest(snapshot, "you", "you")
            };
            format!("The match has begun in {place}. You hadn't chosen, so {fate}.")
        }
        Stage::Live => match counted(snapshot, cast) {
            Some(counted) if alone => {
                format!("The match has begun in {place}: {counted}. You can't change it now.")
            }
            counted => {
                let shown = counted.map_or(
                    "",
                    |_| " Type `/board` in any channel to see it; only you will.",
                );
                format!(
                    "The match has begun in {place}, so you can't change your choice \
                     now.{shown}"
                )
            }
        },
        Stage::Over if held => super::result::HELD.to_owned(),
        Stage::Over if snapshot.status.called_off => super::result::called_off_choice(&place),
        Stage::Over if !snapshot.setup().has_seats() => {
            let own = counted(snapshot, cast).filter(|_| alone);
            let own = own.map_or_else(String::new, |own| format!(": {own}"));
            format!("The match in {place} is over{own}. Its result is there.")
        }
        Stage::Over => {
            format!("The match in {place} is over. Its result there shows everything.")
        }
    }
}

/// Somebody's own post when all choices are in and final, but the match has not begun; None
/// otherwise.
pub fn all_in(snapshot: &Snapshot, cast: &Cast, alone: bool) -> Option<String> {
    if snapshot.status.stage != Stage::Standing || snapshot.mine.is_some() {
        return None;
    }
    let counted = counted(snapshot, cast);
    let has_seats = snapshot.setup().has_seats();
    let yours = match &counted {
        Some(counted) if alone => format!(": {counted}"),
        None if has_seats => return None,
        _ => String::new(),
    };
    if !has_seats {
        return Some(format!(
            "The round in {} is closed{yours}.",
            place(&snapshot.row)
        ));
    }
    let starts = match snapshot.status.start_at_ms {
        Some(start) => format!(
            "starts {}. Both players are asked to press Ready before that.",
            date_with_countdown(start)
        ),
        None if snapshot.has_no_host() => {
            "starts once both players press Ready on its card.".to_owned()
        }
        None => {
            "starts once both players press Ready on its card, or when a host starts it.".to_owned()
        }
    };
    let place = place(&snapshot.row);
    Some(format!(
        "All choices are in and final{yours}. The match in {place} {starts}"
    ))
}

/// To a substitute for a player who hosts in the server.
pub const SEATED_HOST: &str = "You're a host too. While you play this match, you can't rule on it.";

/// Says as whom somebody plays in which match. It's their own name if they got their part back.
fn playing_as(who: CastId, snapshot: &Snapshot, cast: &Cast) -> String {
    let title = super::status::match_title(snapshot, cast);
    format!("You now play as **{}** in {title}", cast.name(who))
}

/// The reader's choice before the match; None if they had none.
fn counted(snapshot: &Snapshot, cast: &Cast) -> Option<String> {
    let whose = snapshot.party?;
    snapshot.view.choice_outcome(whose, cast)
}
