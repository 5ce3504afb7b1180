//! What is posted for everybody, and the letters to single people.

use super::{clock_time, countdown, names, pairing, reason, stretch};
use crate::games::{
    Cast, CastId, Happening, Outcome, Reason, Seat, View, crossfire, gridlock, invitational,
    short_circuit,
};
use crate::matches::{Pauser, Stage, Starter};
use crate::referee::{Asked, Line, Look};

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

/// The head of a letter to somebody who has to choose before a match. `host`: none of a practice that one of the two opened. `alone`: nobody but its
/// reader sees it.
pub fn submission(
    kind: Submission,
    host: Option<u64>,
    alone: bool,
    look: &Look,
    cast: &Cast,
) -> String {
    let hosted = host.map(|host| format!("; <@{host}> hosts it"));
    let hosted = hosted.unwrap_or_default();
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

/// As whom somebody acts in which match; it may be their own name, where their part was given back to them.
fn acts_as(who: CastId, look: &Look, cast: &Cast) -> String {
    let title = super::match_title(look, cast);
    format!("You act as **{}** in {title} from now on", cast.name(who))
}

/// As [`settled`], of a live match to one person alone; None where they had no choice before it.
pub fn settled_choice(look: &Look, cast: &Cast) -> Option<String> {
    let chose = look.failed || counted(look, cast).is_some();
    chose.then(|| settled(look, cast, true))
}

/// As [`settled`], of a letter to somebody who came to act as a person of the cast: it may have come when nothing was to be chosen, or too late for that.
pub fn settled_as(who: CastId, look: &Look, cast: &Cast, alone: bool) -> String {
    let is_live = look.standing.stage == Stage::Live;
    let chose = look.failed || counted(look, cast).is_some();
    let said = match is_live && !chose && look.party.is_some() {
        true => format!(
            "The match has begun in <#{}>, and its newest post there says for whom it waits.",
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

/// What becomes of a letter with a choice before a match, when nothing can be chosen on it any more. `alone`: nobody but its reader sees it, so that it
/// may say what they chose.
pub fn settled(look: &Look, cast: &Cast, alone: bool) -> String {
    let (held, channel) = (look.standing.held, look.row.channel);
    match look.standing.stage {
        Stage::Preparing | Stage::Standing | Stage::Live if look.party.is_none() => {
            format!(
                "A host has given your part in the match in <#{channel}> to somebody else, so nothing is awaited of you any more."
            )
        }
        Stage::Preparing | Stage::Standing => {
            "What counts of your choice, and the controls, are in a newer message.".to_owned()
        }
        Stage::Live if look.failed => format!(
            "The match has begun in <#{channel}>, and you had not chosen anything: {}.",
            super::fate(look, cast, "you", "you")
        ),
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

/// What somebody's own post says when all choices are in and none can be changed any more, but the match has not begun; None where that is not so.
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

/// What whoever looks at a match chose before it; None where nothing is chosen then, or not by them.
fn counted(look: &Look, cast: &Cast) -> Option<String> {
    let whose = look.party?;
    match &look.view {
        View::Gridlock(view) => super::gridlock::counted(view, whose),
        View::Invitational(view) => super::invitational::counted(view, whose, cast),
        View::Roundabout(_) | View::ShortCircuit(_) | View::Crossfire(_) => None,
    }
}

/// What happened, a sentence each, as one text that ends with a line break when there is any.
pub fn lines(lines: &[Line], cast: &Cast) -> String {
    let said: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, said)| match said {
            Line::HostActed { seat } => host_acted(*seat, tells(&lines[at + 1..], cast), cast),
            said => line(said, cast),
        })
        .filter(|said| !said.is_empty())
        .collect();
    match said.as_slice() {
        [] => String::new(),
        said => said.join("\n") + "\n",
    }
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

/// What was done for somebody, the end of a sentence; without the acts where others may read along.
fn said_to_one(acts: &[String]) -> String {
    match acts {
        [] => ". Your panel shows what, to you alone.".to_owned(),
        acts => format!(": **{}**.", acts.join(", ")),
    }
}

fn line(line: &Line, cast: &Cast) -> String {
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match line {
        Line::Happened(happened) => happening(happened, cast),
        Line::TimedOut { seat } => format!("⏰ {}'s time is up. The clock decides:", seated(seat)),
        Line::Overtime { seat, every_s, first_ms } => {
            let first = first_ms.map(|at| format!(", the first at {} ({})", clock_time(at), countdown(at)));
            format!(
                "⏰ {}'s reserve is used up. From now on every {every_s} seconds costs a chip, until {} acts{}.",
                seated(seat),
                seated(seat),
                first.unwrap_or_default()
            )
        }
        Line::HostActed { seat } => host_acted(*seat, false, cast),
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
            format!("⚠️ The match has begun, and nothing of yours was in{strike}.")
        }
        Line::Missed { who } => format!("Nothing was submitted in time by {}.", names(who, cast)),
        Line::Started { by: Starter::Host } => "**The match begins**, by the host's word.".to_owned(),
        Line::Started { by: Starter::Ready } => "**The match begins**: both players are ready.".to_owned(),
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
            said_to_one(acts)
        ),
        Line::DealtForYou { acts } => format!(
            "⏰ The time for choices is up, and nothing of yours was sealed, so chance has chosen for you{}",
            said_to_one(acts)
        ),
        Line::Paused { by: Pauser::Host, .. } => "⏸️ The host pauses the match. Both clocks stand still.".to_owned(),
        Line::Paused { by: Pauser::Players, until_ms } => {
            let until = until_ms.map(|until| format!(" It goes on by itself at {}, or when both press Resume.", clock_time(until)));
            format!("⏸️ Both players asked for a pause. Both clocks stand still.{}", until.unwrap_or_default())
        }
        Line::Paused { by: Pauser::BothLate, .. } => "⏸️ The time of both was up at the same moment. The match is paused for the host: `/match resume` gives both the time once more, `/match void` ends it without a winner.".to_owned(),
        Line::Paused { by: Pauser::Removed, .. } => "⏸️ Dealer was taken out of this server, so the match is paused and both clocks stand still. When Dealer is back in it, a host resumes it.".to_owned(),
        Line::Paused { by: Pauser::ChannelGone, .. } => "⏸️ The channel in which the match was played is gone, so the match is paused and both clocks stand still. It goes on here when a host resumes it.".to_owned(),
        Line::Paused { by: Pauser::Timeouts(seat), until_ms } => {
            let until = until_ms.map(|until| format!(" It goes on by itself at {}.", clock_time(until)));
            format!(
                "⏸️ {} ran out of time twice in a row. The match is paused so that the host can look.{} A host resumes it with `/match resume`.",
                seated(seat),
                until.unwrap_or_default()
            )
        }
        Line::Paused { by: Pauser::LastPrice(seat), until_ms } => super::before_last_chip(*seat, *until_ms, cast),
        Line::PracticePaused { by, until_ms } => super::practice_paused(*by, *until_ms, cast),
        Line::PauseWished { seat, left, minutes } => super::pause_wished(*seat, *left, *minutes, cast),
        Line::ResumeWished { seat } => format!("▶️ {} would go on. {}: press Resume, and it does.", seated(seat), seated(&seat.other())),
        Line::Rewound { before } => super::rewound(before, cast),
        Line::EndsAgain { outcome } => {
            format!("**The match has its result again: {}.**", super::outcome(*outcome, cast))
        }
        Line::NobodyActs { who } => super::nobody_acts(who, cast),
        Line::TimeChanged { seat, delta_ms, reserve_ms, deadline_ms, price_ms } => {
            super::time_changed(*seat, *delta_ms, (*reserve_ms, *deadline_ms, *price_ms), cast)
        }
        Line::Substituted { who } => format!("🔁 Another account acts for {} from now on.", cast.name(*who)),
        Line::NotAnyMore { who } => format!(
            "A host has given your part in a match, {}, to somebody else. Its controls do nothing for you any more.",
            cast.name(*who)
        ),
        Line::ActedForYou { acts } => format!("A host acted for you{}", said_to_one(acts)),
        Line::Reason { reason } => format!("The host's reason: {reason}"),
        Line::Resumed => "▶️ The match goes on.".to_owned(),
        Line::Credited { ms, waits } => {
            let mut said = format!("The connection was away: {} is given back to everybody, no less than it took.", stretch(*ms));
            for (seat, until_ms) in waits {
                let (until, left) = (clock_time(*until_ms), countdown(*until_ms));
                said.push_str(&format!("\n{}: your clock runs again, until {until} ({left}).", seated(seat)));
            }
            said
        }
        Line::StartMoved { to_ms: Some(to) } => format!("The start is moved to {} ({}).", super::date(*to), countdown(*to)),
        Line::StartMoved { to_ms: None } => "The match has no appointed start any more: it begins as soon as both players have pressed Ready, or when a host begins it.".to_owned(),
        Line::Waits { until_ms, who, missing } => host_waits(*until_ms, who, *missing, cast),
        Line::Tied => "Nobody wins by the rules, so it waits for you to settle it.".to_owned(),
        Line::Extended { to_ms } => super::extended(*to_ms),
        Line::ChoicesOpen { to_ms } => super::choices_open(*to_ms),
        Line::NoShow { who, missing: 0 } if who.is_empty() => "The appointed start came, but not everything was in. A host decides how it goes on.".to_owned(),
        Line::NoShow { who, missing } => {
            let not_in = match missing {
                0 => None,
                1 => Some("one choice was missing".to_owned()),
                missing => Some(format!("{missing} choices were missing")),
            };
            let not_ready = match who.as_slice() {
                [] => None,
                [one] => Some(format!("{} was not ready", cast.name(*one))),
                who => Some(format!("{} were not ready", names(who, cast))),
            };
            let why: Vec<String> = not_in.into_iter().chain(not_ready).collect();
            let how = match missing {
                0 => "wait, move the start, or end the match",
                _ => "begin without them, wait, move the start, or end the match",
            };
            let decides = match who.is_empty() {
                true => "A host decides",
                false => "It begins as soon as both players have pressed Ready; else a host decides",
            };
            format!("When the appointed start came, {}. {decides}: {how}.", super::list(&why, "and"))
        }
        Line::ReserveRuns { seat, deadline_ms, overtime_s } => format!(
            "⏳ {}: the base time is used up, the reserve runs. Until {} ({}){}.",
            seated(seat),
            clock_time(*deadline_ms),
            countdown(*deadline_ms),
            super::then_overtime(*overtime_s)
        ),
        Line::LastMinute { seat, deadline_ms, overtime_s } => format!(
            "⏳ {}: **the last minute.** Until {} ({}){}.",
            seated(seat),
            clock_time(*deadline_ms),
            countdown(*deadline_ms),
            super::then_overtime(*overtime_s)
        ),
        Line::Unreached { who, live } => super::unreached(who, *live, cast),
        Line::HostIs { host } => super::host_is(*host),
        Line::HandedToYou { by } => super::handed_to_you(*by),
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
        Line::Left { who } => super::left(who, cast),
        Line::Trouble { sentence } => sentence.clone(),
        Line::Eliminated { .. }
        | Line::Spoils { .. }
        | Line::Bonus { .. }
        | Line::Series { .. }
        | Line::NextOfSeries
        | Line::AtStrikeLimit { .. }
        | Line::OutAlready { .. }
        | Line::StaysIn { .. }
        | Line::Ended { .. } => super::season::line(line, cast),
    }
}

/// A host waits until then for these, who are not there at the start, and for so many choices.
pub fn host_waits(until_ms: u64, who: &[CastId], missing: u32, cast: &Cast) -> String {
    let whom = match who {
        [] => "the choices that are not in".to_owned(),
        who if missing > 0 => format!("{} and the choices that are not in", names(who, cast)),
        who => names(who, cast),
    };
    let all_in = if missing > 0 { "they are in and " } else { "" };
    format!(
        "The host waits for {whom}, until {} ({}). The match begins as soon as {all_in}both are ready.",
        clock_time(until_ms),
        countdown(until_ms)
    )
}

/// Whom the lines concern, so that they are pinged: those whose clock runs out.
pub fn concerned(lines: &[Line], cast: &Cast) -> Vec<CastId> {
    let mut who = Vec::new();
    for line in lines {
        match line {
            Line::ReserveRuns { seat, .. }
            | Line::LastMinute { seat, .. }
            | Line::Overtime { seat, .. } => who.push(cast.seated(*seat)),
            Line::PauseWished { seat, .. } | Line::ResumeWished { seat } => {
                who.push(cast.seated(seat.other()));
            }
            // It is theirs to end, or to be there.
            Line::StartMoved { .. } | Line::TimeChanged { .. } | Line::PracticePaused { .. } => {
                who.extend(Seat::BOTH.map(|seat| cast.seated(seat)));
            }
            Line::Substituted { who: substituted } => who.push(*substituted),
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

/// Something that everybody learns of a match.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Resigned { seat } => format!("{} resigns.", cast.seat_name(*seat)),
        Happening::Forfeited { seat, late: true } => {
            format!(
                "{} forfeits the match: the time is up.",
                cast.seat_name(*seat)
            )
        }
        Happening::Forfeited { seat, late: false } => {
            format!(
                "{} forfeits the match, by the host's word.",
                cast.seat_name(*seat)
            )
        }
        Happening::Voided => "The host declares the match void.".to_owned(),
        Happening::Settled { seat } => {
            format!("The host settles it for {}.", cast.seat_name(*seat))
        }
        Happening::Roundabout(happening) => super::roundabout::happening(happening, cast),
        Happening::Gridlock(happening) => super::gridlock::happening(happening, cast),
        Happening::ShortCircuit(happening) => super::short_circuit::happening(happening, cast),
        Happening::Crossfire(happening) => super::crossfire::happening(happening, cast),
        Happening::Invitational(happening) => super::invitational::happening(happening, cast),
    }
}

/// How an account is called; `instead_of`: whose place it is, where it acts for somebody else.
pub fn called(account: u64, instead_of: Option<&str>) -> String {
    match instead_of {
        Some(name) => format!("<@{account}> (for {name})"),
        None => format!("<@{account}>"),
    }
}

/// The line of a live prompt that asks a seat.
pub fn asked(asked: &Asked, view: &View, mention: &str, cast: &Cast, now_ms: u64) -> String {
    let ask = super::ask(view, crate::games::Party::Seat(asked.seat), &asked.ask);
    let time = match asked.overtime_s.filter(|_| asked.late) {
        Some(every) => format!("⏱️ all time is used up: every {every} seconds costs a chip"),
        None => {
            super::base_and_reserve(now_ms + asked.base_ms, asked.reserve_ms)
                + &super::then_overtime(asked.overtime_s)
        }
    };
    let who = if mention.is_empty() {
        format!("**{}**", cast.seat_name(asked.seat))
    } else {
        mention.to_owned()
    };
    format!("{who}: {ask}\n{time}\n")
}

/// What a seat is asked as soon as a paused match goes on, and how much time it has then.
pub fn asked_later(asked: &Asked, view: &View, cast: &Cast) -> String {
    let ask = super::ask(view, crate::games::Party::Seat(asked.seat), &asked.ask);
    let time = match asked.late {
        true => "no time left".to_owned(),
        false => super::when_it_goes_on(asked.base_ms, asked.reserve_ms),
    };
    let time = time + &super::then_overtime(asked.overtime_s);
    format!(
        "When the match goes on, **{}** has {time}: {ask}\n",
        cast.seat_name(asked.seat)
    )
}

/// The line of a live prompt for a seat that has answered, while the other is still waited for.
pub fn answered(seat: Seat, view: &View, cast: &Cast) -> String {
    let did = match view {
        View::Crossfire(_) => "has bid",
        View::Roundabout(_) | View::Gridlock(_) | View::ShortCircuit(_) => "has chosen",
        View::Invitational(_) => "has ordered",
    };
    format!("✅ **{}** {did}.\n", cast.seat_name(seat))
}

/// What being late has cost a seat since the open prompt was asked; empty where it has cost nothing.
pub fn overtime(seat: Seat, view: &View, cast: &Cast) -> String {
    match view {
        View::Crossfire(view) => super::crossfire::overtime(view, seat, cast),
        View::Roundabout(_) | View::Gridlock(_) | View::ShortCircuit(_) | View::Invitational(_) => {
            String::new()
        }
    }
}

/// Both players are asked to press Ready, or told when they will be. The first line is the same whatever has become of it, so that the post is known by it.
pub fn check_in(start_ms: Option<u64>, look: &Look, cast: &Cast) -> String {
    let pairing = pairing(cast);
    let mut said = match start_ms {
        Some(start) => format!(
            "**{pairing}**: the match starts {} ({}).",
            clock_time(start),
            countdown(start)
        ),
        None => format!(
            "**{pairing}**: the match can start. It begins as soon as both of you have pressed Ready, or a host begins it."
        ),
    };
    if look.standing.stage == Stage::Preparing {
        said.push_str("\nChoices before it are still awaited: whoever has one to make presses “Open my panel”. When all are in, or their time is up, you are asked to press Ready.");
    } else if start_ms.is_some() {
        said.push_str("\nPress Ready when you are here.");
    }
    if let Some(readiness) = super::readiness(look, cast) {
        said.push('\n');
        said.push_str(&readiness);
    }
    said
}

/// The result's post: what happened last, how it ends, what is revealed, and what it brings about in the season.
pub fn result(
    said: &str,
    outcome: Outcome,
    view: &View,
    consequences: &str,
    cast: &Cast,
) -> String {
    let end = end(outcome, cast);
    let revealed = match view {
        View::Roundabout(view) => super::roundabout::revealed(view, cast),
        View::Gridlock(view) => super::gridlock::revealed(view, cast),
        View::ShortCircuit(view) => super::short_circuit::revealed(view),
        View::Crossfire(view) => super::crossfire::revealed(view, cast),
        View::Invitational(view) => super::invitational::revealed(view, cast),
    };
    let revealed = if revealed.is_empty() {
        revealed
    } else {
        revealed + "\n"
    };
    format!("{said}{end}\n{consequences}{revealed}The record of the match is attached.")
}

/// How a match ends, above its result's post.
fn end(outcome: Outcome, cast: &Cast) -> String {
    match outcome.winner {
        Some(winner) => format!(
            "# {} wins\n{}",
            cast.seat_name(winner),
            beats(winner, outcome.reason, cast)
        ),
        None if outcome.is_tie() => {
            "# A tie\nNobody wins by the rules; a host settles it with `/ruling settle`, typed here."
                .to_owned()
        }
        None => "# Void\nThe match ends without a winner.".to_owned(),
    }
}

/// Who wins against whom, and why.
pub fn beats(winner: Seat, why: Reason, cast: &Cast) -> String {
    format!(
        "{} beats {} {}.",
        cast.seat_name(winner),
        cast.seat_name(winner.other()),
        reason(why)
    )
}

/// At the end of a board's description that is too long for Discord.
pub fn rest_in_words() -> &'static str {
    "The rest: `/board` with `words_only`."
}

/// The name of a private thread for somebody.
pub fn thread_name(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("Dealer and {name}")
}

/// The private thread in which a host is written to whose direct messages are closed.
pub fn host_thread_name() -> String {
    "Dealer and the host".to_owned()
}

/// One board of a match that is gone through once more; `entry`: what has just been written, None at the beginning.
pub fn replay(title: &str, step: u32, last: u32, entry: Option<&str>) -> String {
    let what = entry.unwrap_or("The beginning.");
    format!("{title}\n**{step} of {last}** · {what}")
}

/// An entry of a record: what everybody was told of it, else the act itself.
pub fn replay_entry(
    (by, whose): (&str, Option<&str>),
    told: &[Happening],
    act: &str,
    cast: &Cast,
) -> String {
    if told.iter().all(is_less_than_the_act) {
        return match whose {
            Some(whose) => format!("{by}, for {whose}: {act}"),
            None => format!("{by}: {act}"),
        };
    }
    let said = super::told(told, cast);
    match whose {
        Some(whose) if !told.first().is_some_and(names_who_acts) => {
            format!("{by}, for {whose}: {said}")
        }
        _ => said,
    }
}

/// Whether what everybody was told of an act leaves out what it was: it was a secret then.
fn is_less_than_the_act(happened: &Happening) -> bool {
    matches!(
        happened,
        Happening::Gridlock(gridlock::Happening::Sealed { .. })
            | Happening::Invitational(
                invitational::Happening::Ranked { .. } | invitational::Happening::Ordered { .. }
            )
            | Happening::Crossfire(crossfire::Happening::HasBid { .. })
    )
}

/// Whether it is said with something that happened that the clock or a host brought it about.
fn names_who_acts(happened: &Happening) -> bool {
    matches!(
        happened,
        Happening::Forfeited { .. }
            | Happening::Crossfire(crossfire::Happening::Drained { .. })
            | Happening::ShortCircuit(short_circuit::Happening::Conceded { late: true, .. })
    )
}

/// Somebody by a record's word for them: the seats by name.
pub fn entry_party(word: &str, cast: &Cast, shown: impl Fn(&str) -> String) -> String {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.word() == word);
    match (seat, word) {
        (Some(seat), _) => cast.seat_name(seat).to_owned(),
        (None, "host") => "The host".to_owned(),
        (None, "clock") => "The clock".to_owned(),
        (None, "dealer") => "Dealer".to_owned(),
        (None, name) => shown(name),
    }
}

/// There is no match that could be gone through once more.
pub fn nothing_to_replay() -> String {
    "There is no match of this server that is over under this number, or in this channel. `/season history` lists those of the season."
        .to_owned()
}

/// Of a match of no season, to somebody who was not in it.
pub fn replayed_elsewhere() -> String {
    "That match was of no season, so others than its people go through it only in the channel in which it was played: type `/replay` there.".to_owned()
}

/// In the place of a picture that could not be drawn.
pub const PICTURE_MISSING: &str = "This picture could not be drawn. The match goes on.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BySeat, Member, Reason, Role};

    fn cast() -> Cast {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "Teo".to_owned(),
            ec: "Mika".to_owned(),
        };
        Cast::new(
            vec![member("Teo"), member("Mika")],
            seats,
            &Default::default(),
        )
        .unwrap()
    }

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
            let said = lines(&[Line::NoShow { who, missing }], &cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn a_step_of_a_replay_is_said_as_it_was_told() {
        let drained =
            |seat, left| Happening::Crossfire(crossfire::Happening::Drained { seat, left });
        let (dmo, ec) = (Seat::Dmo, Seat::Ec);
        let bid = Happening::Crossfire(crossfire::Happening::HasBid { seat: dmo });
        let resigns = Happening::Resigned { seat: dmo };
        for (by, whose, told, act, expected) in [
            ("Teo", None, vec![bid], "bid 3", "Teo: bid 3"),
            ("Bo", None, vec![], "hide A1", "Bo: hide A1"),
            ("Teo", None, vec![resigns.clone()], "resign", "Teo resigns."),
            (
                "The host",
                Some("Teo"),
                vec![resigns],
                "resign",
                "The host, for Teo: Teo resigns.",
            ),
            (
                "The clock",
                Some("Mika"),
                vec![
                    drained(ec, 3),
                    drained(dmo, 7),
                    drained(ec, 2),
                    drained(ec, 1),
                ],
                "drain 1",
                "Teo is late and loses a chip; 7 chips left. Mika is late and loses 3 chips; 1 chip left.",
            ),
        ] {
            assert_eq!(replay_entry((by, whose), &told, act, &cast()), expected);
        }
    }

    #[test]
    fn a_match_without_a_start_begins_by_ready_too() {
        let said = lines(&[Line::StartMoved { to_ms: None }], &cast());
        assert!(said.contains("both players have pressed Ready"), "{said}");
    }

    #[test]
    fn whose_clock_runs_after_an_outage_is_called() {
        let waits = vec![(Seat::Ec, 1_795_341_561_000)];
        let back = [Line::Credited { ms: 60_000, waits }];
        assert_eq!(concerned(&back, &cast()), [CastId(1)]);
        let said = lines(&back, &cast());
        assert!(said.contains("Mika: your clock runs again"), "{said}");
    }

    #[test]
    fn the_post_of_a_tie_names_the_command_that_settles_it() {
        let outcome = Outcome {
            winner: None,
            reason: Reason::Tie,
        };
        assert!(super::super::outcome(outcome, &cast()).contains("tie"));
        let said = end(outcome, &cast());
        assert!(said.contains("`/ruling settle`"), "{said}");
    }
}
