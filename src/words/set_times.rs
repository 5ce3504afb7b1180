//! A match's times in words, before there is a match: in the set-up panel and on presets.

use super::stretch;
use games::GameId;
use matches::{Lateness, Times};

/// All times in the words of a match's card, changes from the default in bold, without `but`.
pub(super) fn all_times(game: GameId, times: &Times, late: Lateness, but: Option<&str>) -> String {
    let usual = Times::defaults(game);
    let mut said: Vec<String> = Vec::new();
    for ((key, seconds), (_, usual)) in times.iter().zip(usual.iter()) {
        let time = time(game, key, seconds);
        if Some(key) == but {
            continue;
        }
        said.push(if seconds == usual {
            time
        } else {
            format!("**{time}**")
        });
    }
    let lateness = lateness(late);
    said.extend(lateness.iter().map(|said| format!("**{said}**")));
    said.join(" · ")
}

/// The times that are not the default, without `but`.
pub(super) fn set_times(
    game: GameId,
    times: &Times,
    late: Lateness,
    but: Option<&str>,
) -> Vec<String> {
    let usual = Times::defaults(game);
    let pairs = times.iter().zip(usual.iter());
    let set = pairs.filter(|((key, set), (_, usual))| set != usual && Some(*key) != but);
    let set = set.map(|((key, seconds), _)| time(game, key, seconds));
    set.chain(lateness(late)).collect()
}

fn time(game: GameId, key: &str, seconds: u32) -> String {
    let length = stretch(u64::from(seconds) * 1000);
    format!("{} {length}", game.catalogue().time_name(key))
}

/// What happens to late players, if that isn't the default.
fn lateness(late: Lateness) -> Vec<String> {
    let usual = Lateness::default();
    let mut said = Vec::new();
    if late.grace_s != usual.grace_s {
        let grace = stretch(u64::from(late.grace_s) * 1000);
        said.push(format!("grace {grace}"));
    }
    if late.pause_after_two_timeouts != usual.pause_after_two_timeouts {
        said.push(
            if late.pause_after_two_timeouts {
                "a pause after two timeouts"
            } else {
                "no pause after two timeouts"
            }
            .to_owned(),
        );
    }
    said
}
