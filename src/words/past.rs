//! What is said of an entry of the past: to a host who chooses one, and to everybody without
//! telling a secret.

use super::{Price, happening, list, names, party};
use crate::referee::{EntryKind, Past};
use games::{Author, Cast, CastId, Happening, Party, Place, Seat};
use matches::{Event, Starter};

/// An entry as a host chooses it: its number, when it was as `when` writes it, and what it was.
/// What was typed is written by `shown`, as the cast's names are.
pub fn past(
    past: &Past,
    cast: &Cast,
    shown: impl Fn(&str) -> String,
    when: impl Fn(u64) -> String,
) -> String {
    let Past {
        entry, at_ms, act, ..
    } = past;
    let said = super::without_bold(|name| {
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
                        format!("{} has chosen in secret.", cast.name(who))
                    }
                    _ if told.is_empty() => {
                        format!("{} has chosen in secret.", author(*by, *whose, cast))
                    }
                    _ => told,
                }
            }
            (deed, _) => self::deed(deed, cast),
        }
    });
    format!("{entry} · {} · {said}", when(*at_ms))
}

fn author(by: Author, whose: Option<Party>, cast: &Cast) -> String {
    match (by, whose) {
        (Author::Host, Some(whose)) => format!("the host for {}", party(whose, cast)),
        (Author::Clock, _) => "the clock".to_owned(),
        (by, whose) => {
            let who = whose.or(by.own_party()).unwrap_or(Party::Host);
            party(who, cast)
        }
    }
}

/// What happened, as one text; what lateness takes of a seat again and again in one sentence.
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
            super::late(cast.seat_name(seat), lost, last, price)
        }),
        None => Some(happening(happened, cast)),
    });
    let said: Vec<String> = said.filter(|said| !said.is_empty()).collect();
    said.join(" ")
}

/// Whom being late has cost something, where that happened: what they have left, and of what.
fn loss(happened: &Happening) -> Option<(Seat, u32, Price)> {
    let Happening::OfGame(happened) = happened else {
        return None;
    };
    let (seat, left) = happened.of_lateness()?;
    Some((seat, left?, happened.id().price()?))
}

/// What an entry was, for everybody: a choice that was made before the match is nobody's.
pub fn deed(deed: &EntryKind, cast: &Cast) -> String {
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match deed {
        EntryKind::Act { by, whose, told } => {
            let of_cast = matches!(whose.or(by.own_party()), Some(Party::Cast(_)));
            // Who of the two has ranked is nobody's business either, nor who has changed their
            // mind.
            let before = |happened: &Happening| happened.place() == Place::Card;
            match of_cast || told.iter().all(before) {
                true => "a choice that was made in secret.".to_owned(),
                false => self::told(told, cast),
            }
        }
        EntryKind::Ending => "what ended the match; its result was not told yet.".to_owned(),
        EntryKind::AfterEnd => "what a host decided after the end; it was not told yet.".to_owned(),
        EntryKind::Undoing { entry } | EntryKind::Redoing { entry } => {
            format!("the host undid entry {entry}.")
        }
        EntryKind::Event(event) => match event {
            Event::TimeUp { seat } => format!("{}'s time was up.", seated(seat)),
            Event::PreparationOver => "the time for choices was up.".to_owned(),
            Event::Ready { seat } => format!("{} was ready.", seated(seat)),
            Event::NotReady { seat } => format!("{} was not ready after all.", seated(seat)),
            Event::Started {
                by: Starter::Host, ..
            } => "the host began the match.".to_owned(),
            Event::Started {
                by: Starter::Ready, ..
            } => "the match began.".to_owned(),
            Event::StartMoved { .. } => "the start was moved.".to_owned(),
            Event::Waits { .. } => "the host waited for who was not there.".to_owned(),
            Event::Extended { .. } => "the choices got more time.".to_owned(),
            Event::Shortened { .. } => "the choices got less time.".to_owned(),
            Event::Paused { .. } => "a pause.".to_owned(),
            Event::Resumed => "the match went on after a pause.".to_owned(),
            Event::PauseWished { seat } => format!("{} asked for a pause.", seated(seat)),
            Event::ResumeWished { seat } => format!("{} asked to go on.", seated(seat)),
            Event::Rewound { before, .. } => {
                format!("the host took the match back to before entry {before}.")
            }
            Event::Substituted { who, .. } => {
                format!("another account began to act for {}.", cast.name(*who))
            }
            Event::Time { seat, .. } => format!("the host changed {}'s time.", seated(seat)),
            Event::Outage { .. } => "an outage was given back.".to_owned(),
            Event::Shown { .. } | Event::Noted { .. } | Event::Act { .. } => {
                "something was posted.".to_owned()
            }
        },
    }
}

/// Everybody is told that the match goes on from an earlier time.
pub fn rewound(before: &EntryKind, cast: &Cast) -> String {
    match before {
        EntryKind::Event(Event::Rewound { .. }) | EntryKind::Redoing { .. } => {
            "↩️ **The host undoes taking the match back**: what was taken back then counts again, and what came since does not. Nobody is charged for the time since then."
                .to_owned()
        }
        EntryKind::Undoing { .. } => {
            "↩️ **The host takes the match back after all**: what was taken back at first is taken back again, and what came since does not count. Nobody is charged for the time since then."
                .to_owned()
        }
        before => format!(
            "↩️ **The host takes the match back** to before this: {} Nobody is charged for the time since then.",
            deed(before, cast)
        ),
    }
}

/// Everybody is told that a match that was over goes on: who is a player of the season again, and
/// what people have of garnets again.
pub fn open_again(players: &[CastId], garnets: &[(CastId, u32)], cast: &Cast) -> String {
    let mut said = "The match is open again; its result counts no more.".to_owned();
    if !players.is_empty() {
        let (is, role) = match players {
            [_] => ("is", "a player"),
            _ => ("are", "players"),
        };
        said.push_str(&format!(
            " {} {is} {role} of the season again.",
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
    fn what_the_end_had_brought_about_in_the_season_is_said_to_be_taken_back() {
        let open = "The match is open again; its result counts no more.";
        let (teo, mika) = (CastId(0), CastId(1));
        for (players, garnets, expected) in [
            (vec![], vec![], ""),
            (vec![teo], vec![], " Teo is a player of the season again."),
            (
                vec![teo, mika],
                vec![(teo, 5), (mika, 1)],
                " Teo and Mika are players of the season again. Teo has 5 garnets and Mika has 1 garnet again.",
            ),
        ] {
            let said = open_again(&players, &garnets, &cast());
            assert_eq!(said, format!("{open}{expected}"));
        }
    }
}
