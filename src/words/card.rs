//! The card in which a match is opened.

use super::catalogue::title;
use super::choices::preparations;
use super::start::{before_deadline, once_ready, readiness, start_line};
use super::status::pairing;
use super::times::{due_with_countdown, set_times};
use crate::referee::{Snapshot, given_options};
use games::{BySeat, Cast, Seat, WallMs, options};
use matches::{Setup, Stage};

/// Replaces a card after a newer one. `elsewhere`: the newer one is in another channel.
pub fn card_elsewhere(snapshot: &Snapshot, cast: &Cast, elsewhere: bool) -> String {
    let newer = if elsewhere {
        super::hosting::goes_on_in(snapshot.row.channel)
    } else {
        "A newer card of this match is further down.".to_owned()
    };
    format!(
        "# {}\n{}\n{newer}",
        title(snapshot.setup().game),
        pairing(snapshot.setup(), cast)
    )
}

/// Replaces the card of a round that is closed, or of one that has a newer card.
pub fn closed_round(snapshot: &Snapshot, view: &games::View, cast: &Cast) -> String {
    format!(
        "# {}\n{}\n{}\n{}",
        title(snapshot.setup().game),
        pairing(snapshot.setup(), cast),
        view.card_lines(cast),
        "The answers to this card are closed. Newer posts are further down."
    )
}

/// The card of an opened match: the game, the players, the stakes, what happens next, and what
/// isn't the default. A button shows the rules. `won` as in [`status`]; `asks`: who of the two has
/// asked the other to practise; `computer`: the seat that the computer plays.
pub fn card(
    snapshot: &Snapshot,
    view: &games::View,
    cast: &Cast,
    (won, asks, computer): (Option<BySeat<u32>>, Option<Seat>, Option<Seat>),
    now_ms: WallMs,
) -> String {
    let (setup, status) = (snapshot.setup(), &snapshot.status);
    let mut lines = vec![format!("# {}\n{}", title(setup.game), pairing(setup, cast))];
    lines.extend(counts_for(snapshot, cast, won, asks));
    match status.stage {
        Stage::Live => lines.push("The match has begun.".to_owned()),
        Stage::Over => lines.push("The match is over.".to_owned()),
        Stage::Preparing | Stage::Standing => {
            lines.extend(choices_line(snapshot, now_ms));
            if setup.has_seats() {
                let once = once_ready(snapshot, computer, cast);
                let hostless = snapshot.has_no_host();
                lines.push(start_line(status.start_at_ms, &once, hostless, now_ms));
            }
            lines.extend(readiness(snapshot, cast));
        }
    }
    lines.extend(changes(setup));
    if setup.hosts_see {
        let seen = "This season's hosts can read secret choices, unless they play in this match.";
        lines.push(seen.to_owned());
    }
    let own = view.card_lines(cast);
    lines.extend((!own.is_empty()).then_some(own));
    lines.join("\n")
}

/// The stakes of a match; None where there can be none.
fn counts_for(
    snapshot: &Snapshot,
    cast: &Cast,
    won: Option<BySeat<u32>>,
    asks: Option<Seat>,
) -> Option<String> {
    let setup = snapshot.setup();
    if setup.rehearsal {
        return Some(super::rehearsal::REHEARSAL_ON_CARD.to_owned());
    }
    if !setup.has_seats() {
        return None;
    }
    if setup.practice {
        let asks = asks.map(|seat| {
            let [asker, other] = [seat, seat.other()].map(|seat| cast.seat_name(seat));
            format!(" {}", super::practice::asks_to_practise(asker, other))
        });
        let asks = asks.unwrap_or_default();
        return Some(format!("**Practice**: it doesn't count.{asks}"));
    }
    if snapshot.row.season.is_none() {
        return Some("This match is outside any season and doesn't count.".to_owned());
    }
    let stakes = super::season::stakes(snapshot.row.stakes, snapshot.prize);
    let stands = won.and_then(|won| super::season::series_stands(won, cast));
    let stands = stands.map(|stands| format!(" {stands}"));
    Some(format!("{stakes}.{}", stands.unwrap_or_default()))
}

/// How many choices are in and when they are due; None in games without choices before the match.
fn choices_line(snapshot: &Snapshot, now_ms: WallMs) -> Option<String> {
    let (sealed, of) = preparations(snapshot);
    let status = &snapshot.status;
    let until = status.preparation_deadline_ms.map(|due_ms| {
        if status.start_at_ms == Some(due_ms) {
            return " Until the start.".to_owned();
        }
        format!(
            " Until {}.{}",
            due_with_countdown(due_ms, now_ms),
            before_deadline(due_ms, status.start_at_ms, now_ms)
        )
    });
    let mut until = until.unwrap_or_default();
    if status.is_live_round {
        until.push_str(" Answer here: nobody gets a message in short rounds.");
    }
    (of > 0).then(|| format!("🔒 **{sealed} of {of} choices in.**{until}"))
}

/// A match's changes from the defaults in one line; None if there are none. The deadline of choices
/// is said elsewhere.
fn changes(setup: &Setup) -> Option<String> {
    let mut said = if setup.practice || !setup.has_seats() {
        // In a practice, Dealer itself has set them: nobody has to know how made-up people choose.
        // Without seats, the options are the match, and its own lines say them.
        Vec::new()
    } else {
        options::set_said(setup.game.catalogue().options, &given_options(setup))
    };
    let times = set_times(
        setup.game,
        &setup.times,
        setup.lateness(),
        setup.game.catalogue().choice_time,
    );
    said.extend(times);
    (!said.is_empty()).then(|| format!("**House rules:** {}", said.join(" · ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Core, Viewer, import};
    use crate::store::{AccountId, MatchId, ServerId, Store};
    use games::GameId;
    use matches::selfplay;

    /// A card must fit above its picture on a phone, and must not be cut.
    #[test]
    fn every_card_is_short_even_with_long_names() {
        for (at, game) in GameId::ALL.iter().enumerate() {
            let record = selfplay::play(*game, 1);
            let mut store = Store::in_memory().unwrap();
            import(&mut store, ServerId(1), "First", &[record], WallMs(1_000)).unwrap();
            let core = Core::new(store, 1);
            let snapshot = core
                .snapshot(MatchId(1), Viewer::Account(AccountId(5)))
                .unwrap()
                .unwrap();
            let long = snapshot
                .cast()
                .shown_as(|name| format!("{name}{}", "\\_".repeat(32)));
            let said = card(
                &snapshot,
                &snapshot.view,
                &long,
                (None, None, None),
                WallMs(1_000),
            );
            assert!(said.chars().count() < 1_000, "{at}: {said}");
            assert!(said.lines().count() <= 9, "{at}: {said}");
        }
    }
}
