//! What a ruling changes, a sentence for each thing.

use super::entries::what_happened;
use super::times::date_with_countdown;
use crate::referee::{Effect, Past, Ruling};
use games::english::{countdown, escape_markdown, names, stretch};
use games::{Cast, GameId, Role, english};
use matches::{BaseAndReserve, Stage};

/// How many of a rewind's entries are named one by one.
const NAMED: usize = 8;

/// Whether it is worth saying; less than a second isn't.
pub fn shows(effect: &Effect) -> bool {
    match effect {
        Effect::BaseTime {
            from_ms: Some(from_ms),
            to_ms,
            ..
        }
        | Effect::Reserve { from_ms, to_ms, .. }
        | Effect::NextPrice { from_ms, to_ms, .. } => stretch(*from_ms) != stretch(*to_ms),
        _ => true,
    }
}

/// Whether the ruling itself already says it: that the match ends, or who plays for whom.
pub fn says_already(ruling: &Ruling, effect: &Effect) -> bool {
    match effect {
        Effect::Ends { .. } => matches!(
            ruling,
            Ruling::Void | Ruling::VoidUnpunished | Ruling::Settle { .. } | Ruling::Forfeit { .. }
        ),
        Effect::Account { .. } => matches!(ruling, Ruling::Substitute { .. }),
        _ => false,
    }
}

/// `cast` has the names to use; `shown` writes the names of a season's people.
pub fn effect_line(
    effect: &Effect,
    game: GameId,
    cast: &Cast,
    shown: &dyn Fn(&str) -> String,
) -> String {
    match effect {
        Effect::TakenBack { what } => {
            if what.is_empty() {
                "No moves or choices are taken back.".to_owned()
            } else {
                entries("Taken back", what, cast)
            }
        }
        Effect::Restored { what } => entries("Counts again", what, cast),
        Effect::Reopens => "The match is back on; its result no longer counts.".to_owned(),
        Effect::Ends { outcome } => english::outcome(*outcome, cast) + ".",
        Effect::Reveals { game } => {
            format!("The result shows everyone {}.", game.catalogue().secrets)
        }
        Effect::StaysSecret => if game.catalogue().seats {
            "The match hasn't begun: any choices stay secret, and there's no record."
        } else {
            "Answers that nobody was shown stay secret, and there's no record for players."
        }
        .to_owned(),
        Effect::Revealed { game } => format!(
            "The result has shown everyone {}. That can't be undone.",
            game.catalogue().secrets
        ),
        Effect::ChosenAgain => {
            "Everyone has seen what was secret then, so it's chosen again.".to_owned()
        }
        Effect::Stage { stage } => match (stage, game.catalogue().seats) {
            (Stage::Preparing, false) => "The round is open.",
            (_, false) => "The round is closed.",
            (Stage::Preparing, true) => "The match is waiting for the choices before it.",
            (Stage::Standing, true) => "The match is waiting to start.",
            (_, true) => "The match is live.",
        }
        .to_owned(),
        Effect::Start { to_ms: Some(to_ms) } => {
            format!("The start is {}.", date_with_countdown(*to_ms))
        }
        Effect::Start { to_ms: None } => {
            "The match has no start time. It starts once both players are ready, or when a host \
             starts it."
                .to_owned()
        }
        Effect::ChoicesDue { to_ms } => super::start::extended(*to_ms),
        Effect::WaitsFor { seats } => {
            let who: Vec<_> = seats.iter().filter_map(|seat| cast.seated(*seat)).collect();
            format!("Waiting for {}.", names(&who, cast))
        }
        Effect::BaseTime {
            seat,
            from_ms,
            to_ms,
        } => {
            let instead = from_ms.map(|from_ms| format!(" instead of {}", stretch(from_ms)));
            format!(
                "{} has {} base time{}.",
                cast.seat_name(*seat),
                stretch(*to_ms),
                instead.unwrap_or_default()
            )
        }
        Effect::Reserve {
            seat,
            from_ms,
            to_ms,
        } => format!(
            "{} has {} reserve instead of {}.",
            cast.seat_name(*seat),
            stretch(*to_ms),
            stretch(*from_ms)
        ),
        Effect::ClockGoesOn {
            seat,
            base_ms,
            reserve_ms,
            paused,
        } => {
            let left = super::clocks::stopped_clock(BaseAndReserve {
                base_ms: *base_ms,
                reserve_ms: *reserve_ms,
            });
            let name = cast.seat_name(*seat);
            if *paused {
                format!("The match is paused. {name} has {left} when it resumes.")
            } else {
                format!("{name}'s clock keeps running, with {left} left.")
            }
        }
        Effect::NextPrice {
            seat,
            from_ms,
            to_ms,
        } => format!(
            "{} is out of time and loses the next {} in {} instead of {}.",
            cast.seat_name(*seat),
            super::clocks::price_of(game).one,
            stretch(*to_ms),
            stretch(*from_ms)
        ),
        Effect::Paused => {
            "The match is paused: both clocks are stopped until it resumes.".to_owned()
        }
        Effect::StaysPaused => {
            "The match stays paused: both clocks are stopped until it resumes.".to_owned()
        }
        Effect::Resumed => "The clocks run again.".to_owned(),
        Effect::NobodyActs { who } => super::trouble::nobody_acts(who, cast),
        Effect::Account { who, account } => format!("<@{account}> plays for {}.", cast.name(*who)),
        Effect::Garnets { name, from, to } => {
            let now = super::season::garnets(*to);
            format!("{} has {now} instead of {from}.", shown(name))
        }
        Effect::Strikes { name, from, to } => {
            let now = super::season::strikes(*to);
            format!("{} has {now} instead of {from}.", shown(name))
        }
        Effect::Role { name, became } => {
            let name = shown(name);
            match became {
                Role::Player => format!("{name} is a player in the season."),
                Role::Eliminated => format!("{name} is eliminated."),
                Role::Dealer => format!("{name} is a dealer."),
            }
        }
        Effect::OpensNext => {
            "It's the practice round: the match itself opens here next.".to_owned()
        }
        Effect::StrikesTold { count } => format!(
            "Everyone is told about the strikes for missing choices ({count}). Take one back with \
             `/season strike back`."
        ),
        Effect::StrikesStayBack { count } => format!(
            "Strikes of this match that were taken back aren't given again ({count}). Give one \
             with `/season strike add`."
        ),
    }
}

fn entries(what_of_them: &str, what: &[Past], cast: &Cast) -> String {
    // Many answers would hide the rest.
    let is_counted = |one: &&Past| cast.seats().is_none() && what.len() > NAMED && one.is_secret();
    let (answers, named): (Vec<&Past>, Vec<&Past>) = what.iter().partition(is_counted);
    let count = named.len();
    let mut said = match count {
        0 | 1 => format!("{what_of_them}:"),
        count => format!("{what_of_them} ({count}):"),
    };
    for one in named.into_iter().take(NAMED) {
        said.push_str(&format!(
            "\n  – {}",
            english::cut(&what_happened(one, cast, escape_markdown, countdown), 150)
        ));
    }
    if count > NAMED {
        said.push_str(&format!("\n  – and {} more", count - NAMED));
    }
    if !answers.is_empty() {
        let answers = english::count_of(answers.len(), "answer", "answers");
        said.push_str(&format!("\n  – {answers}"));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::super::entries::past;
    use super::*;
    use crate::referee::EntryKind;
    use crate::words::tests::cast_of;
    use games::{Author, Seat, WallMs};
    use matches::Event;

    #[test]
    fn names_are_whole_in_menus_and_escaped_in_previews() {
        let cast = cast_of("*Star* **bold**", "_x_");
        let one = Past {
            entry: 7,
            at_ms: WallMs(1000),
            deed: EntryKind::Event(Event::Ready { seat: Seat::Dmo }),
            act: None,
        };
        assert_eq!(
            past(&one, &cast, str::to_owned, countdown),
            "#7 · <t:1:R> · *Star* **bold** was ready."
        );
        let (shown, star) = (cast.shown_as(escape_markdown), r"\*Star\* \*\*bold\*\*");
        assert_eq!(
            past(&one, &shown, escape_markdown, countdown),
            format!("#7 · <t:1:R> · {star} was ready.")
        );
        let typed = Past {
            deed: EntryKind::Act {
                by: Author::Seat(Seat::Ec),
                whose: None,
                told: Vec::new(),
            },
            act: Some("place _x_ 3".to_owned()),
            ..one
        };
        assert_eq!(
            past(&typed, &shown, escape_markdown, countdown),
            r"#7 · <t:1:R> · \_x\_: place \_x\_ 3"
        );
        let out = Effect::Role {
            name: "*Star* **bold**".to_owned(),
            became: Role::Eliminated,
        };
        assert_eq!(
            effect_line(&out, GameId::ALL[0], &shown, &escape_markdown),
            format!("{star} is eliminated.")
        );
    }
}
