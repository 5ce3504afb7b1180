//! An earlier entry in words: for a host who chooses one, and for everybody without secrets.

use crate::referee::{EntryKind, Past};
use games::english::{Price, happening, list, names, party};
use games::{Author, Cast, CastId, Happening, Party, Placement, Seat, WallMs, english};
use matches::{Event, Starter};

/// The host has told people something, say.
const HOST_STEP: &str = "a step by the host.";
/// Something was drawn that stays secret.
const DRAW: &str = "a draw by Dealer.";

/// An entry in a host's list: as [`what_happened`], after its number.
pub fn past(
    past: &Past,
    cast: &Cast,
    shown: impl Fn(&str) -> String,
    when: impl Fn(WallMs) -> String,
) -> String {
    let said = what_happened(past, cast, shown, when);
    format!("#{} · {said}", past.entry)
}

/// An entry's time as `when` writes it, and what happened. `shown` writes what people typed, as it
/// does names.
pub(super) fn what_happened(
    past: &Past,
    cast: &Cast,
    shown: impl Fn(&str) -> String,
    when: impl Fn(WallMs) -> String,
) -> String {
    let Past { at_ms, act, .. } = past;
    let said = english::without_bold(|name| {
        let cast = &cast.shown_as(name);
        match (&past.deed, act) {
            // The season lets hosts see what was submitted.
            (EntryKind::Act { by, whose, .. }, Some(act)) => {
                format!("{}: {}", author(*by, *whose, cast), name(&shown(act)))
            }
            (EntryKind::Act { by, whose, told }, None) => {
                let told = self::told(told, cast);
                match whose.or(by.own_party()) {
                    Some(Party::Cast(who)) => {
                        format!("{} chose in secret.", cast.name(who))
                    }
                    Some(Party::Host) if told.is_empty() => HOST_STEP.to_owned(),
                    Some(Party::Dealer) if told.is_empty() => DRAW.to_owned(),
                    // It may have been secret then, or everybody saw it when the turn ended.
                    _ if told.is_empty() => {
                        format!("a step of the turn, by {}.", author(*by, *whose, cast))
                    }
                    _ => told,
                }
            }
            (deed, _) => self::deed(deed, cast),
        }
    });
    format!("{} · {said}", when(*at_ms))
}

fn author(by: Author, whose: Option<Party>, cast: &Cast) -> String {
    match (by, whose) {
        (Author::Host, Some(whose)) => format!("the host for {}", party(whose, cast)),
        (Author::Clock, _) => "Dealer (time ran out)".to_owned(),
        (by, whose) => {
            let who = whose.or(by.own_party()).unwrap_or(Party::Host);
            party(who, cast)
        }
    }
}

/// What happened, as one text. Repeated costs of lateness become one sentence.
pub(super) fn told(told: &[Happening], cast: &Cast) -> String {
    let left = |of: Seat| {
        let losses = told.iter().filter_map(loss);
        losses
            .filter(move |(seat, ..)| *seat == of)
            .map(|(_, left, _)| left)
    };
    let said = told.iter().filter_map(|happened| match loss(happened) {
        Some((seat, last, price)) => (left(seat).next_back() == Some(last)).then(|| {
            let lost = left(seat).count() as u32;
            english::late(cast.seat_name(seat), lost, last, price)
        }),
        None => Some(happening(happened, cast)),
    });
    let said: Vec<String> = said.filter(|said| !said.is_empty()).collect();
    said.join(" ")
}

/// If lateness has cost a seat something: the seat, how much it has left, and of what.
fn loss(happened: &Happening) -> Option<(Seat, u32, Price)> {
    let Happening::OfGame(of) = happened else {
        return None;
    };
    let (seat, left) = happened.manner().late?;
    Some((seat, left?, of.id().catalogue().price?))
}

/// An entry in words, for everybody. It doesn't name the person who chose before the match.
pub fn deed(deed: &EntryKind, cast: &Cast) -> String {
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match deed {
        EntryKind::Act { by, whose, told } => {
            let whose = whose.or(by.own_party());
            let secret = match whose {
                Some(Party::Host) => Some(HOST_STEP),
                Some(Party::Dealer) => Some(DRAW),
                _ => None,
            };
            if let Some(secret) = secret {
                let said = self::told(told, cast);
                return if said.is_empty() {
                    secret.to_owned()
                } else {
                    said
                };
            }
            let of_cast = matches!(whose, Some(Party::Cast(_)));
            // Nobody learns which of the two has chosen, or changed their mind.
            let before = |happened: &Happening| happened.manner().placement == Placement::Card;
            if of_cast || told.iter().all(before) {
                let is_of_two = cast.seats().is_some();
                if is_of_two {
                    "a secret choice."
                } else {
                    "an answer."
                }
                .to_owned()
            } else {
                self::told(told, cast)
            }
        }
        EntryKind::Ending => "what ended the match (its result isn't posted yet).".to_owned(),
        EntryKind::AfterEnd => {
            "what a host decided after the end (it isn't posted yet).".to_owned()
        }
        EntryKind::Undoing { .. } | EntryKind::Redoing { .. } => {
            "the host undid a rewind.".to_owned()
        }
        EntryKind::Event(event) => match event {
            Event::TimeUp { seat } => format!("{} ran out of time.", seated(seat)),
            Event::PreparationOver => "time for choosing ran out.".to_owned(),
            Event::Ready { seat } => format!("{} was ready.", seated(seat)),
            Event::NotReady { seat } => format!("{} wasn't ready after all.", seated(seat)),
            Event::Started {
                by: Starter::Host, ..
            } => "the host started the match.".to_owned(),
            Event::Started {
                by: Starter::Ready, ..
            } => "the match started.".to_owned(),
            Event::StartMoved { .. } => "the host moved the start.".to_owned(),
            Event::Waits { .. } => "the host waited for missing players.".to_owned(),
            Event::Extended { .. } => "the host gave more time for choices.".to_owned(),
            Event::Shortened { .. } => "the host gave less time for choices.".to_owned(),
            Event::Paused { .. } => "the match was paused.".to_owned(),
            Event::Resumed => "the match resumed after a pause.".to_owned(),
            Event::PauseWished { seat } => format!("{} asked for a pause.", seated(seat)),
            Event::ResumeWished { seat } => format!("{} asked to resume.", seated(seat)),
            Event::Rewound { .. } => "the host rewound the match.".to_owned(),
            Event::Substituted { who, .. } => {
                format!("another account took over for {}.", cast.name(*who))
            }
            Event::Time { seat, .. } => format!("the host changed {}'s time.", seated(seat)),
            Event::Outage { .. } => "everyone got time back after an outage.".to_owned(),
            Event::Shown { .. } | Event::Noted { .. } | Event::Act { .. } => {
                "something was posted.".to_owned()
            }
        },
    }
}

/// Everybody is told that the match continues from an earlier time.
pub fn rewound(before: &EntryKind, cast: &Cast) -> String {
    match before {
        EntryKind::Event(Event::Rewound { .. }) | EntryKind::Redoing { .. } => {
            "↩️ **The host undid the rewind.** What it took back counts again; everything since \
             then doesn't. Time used since then is given back."
                .to_owned()
        }
        EntryKind::Undoing { .. } => {
            "↩️ **The host rewound the match after all.** The first rewind counts again; \
             everything since then doesn't. Time used since then is given back."
                .to_owned()
        }
        ruling if ends_match(ruling) => format!(
            "↩️ **The host took back** “{}”.",
            deed(ruling, cast).trim_end_matches('.')
        ),
        before => format!(
            "↩️ **The host rewound the match** to just before “{}”. Time used since then is given \
             back.",
            deed(before, cast).trim_end_matches('.')
        ),
    }
}

/// Whether a host's ruling ended the match there. There is no time to give back.
fn ends_match(deed: &EntryKind) -> bool {
    let EntryKind::Act { by, told, .. } = deed else {
        return false;
    };
    let ends = |told: &Happening| {
        matches!(
            told,
            Happening::Voided | Happening::Settled { .. } | Happening::Forfeited { .. }
        )
    };
    *by == Author::Host && told.iter().any(ends)
}

/// Says that a finished match is open again: who is a player of the season again, and how many
/// garnets people have again.
pub fn open_again(players: &[CastId], garnets: &[(CastId, u32)], cast: &Cast) -> String {
    let mut said = "The match is back on; its result no longer counts.".to_owned();
    if !players.is_empty() {
        let (is, role) = match players {
            [_] => ("is", "a player"),
            _ => ("are", "players"),
        };
        said.push_str(&format!(
            " {} {is} {role} in the season again.",
            names(players, cast)
        ));
    }
    if !garnets.is_empty() {
        let has = |(who, count): &(CastId, u32)| {
            let held = super::season::garnets(*count);
            format!("{} has {held}", cast.name(*who))
        };
        let held: Vec<String> = garnets.iter().map(has).collect();
        said.push_str(&format!(" {} again.", list(&held, "and")));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;

    #[test]
    fn a_reopened_match_says_what_changes_in_the_season() {
        let open = "The match is back on; its result no longer counts.";
        let (teo, mika) = (CastId(0), CastId(1));
        for (players, garnets, expected) in [
            (vec![], vec![], ""),
            (vec![teo], vec![], " Teo is a player in the season again."),
            (
                vec![teo, mika],
                vec![(teo, 5), (mika, 1)],
                " Teo and Mika are players in the season again. Teo has 5 garnets and Mika has 1 \
                 garnet again.",
            ),
        ] {
            let said = open_again(&players, &garnets, &cast());
            assert_eq!(said, format!("{open}{expected}"));
        }
    }
}
