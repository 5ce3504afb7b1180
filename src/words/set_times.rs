//! A match's times in words, before there is a match: in the set-up panel and on presets.

use super::{list, stretch, time_name};
use games::GameId;
use matches::{Lateness, Times};

/// All times as the card of a match has them, what is not as usual in bold, without `but`.
pub(super) fn all_times(game: GameId, times: &Times, late: Lateness, but: Option<&str>) -> String {
    let usual = Times::defaults(game);
    let mut said: Vec<String> = Vec::new();
    for ((key, seconds), (_, usual)) in times.iter().zip(usual.iter()) {
        let time = time(key, seconds);
        match seconds == usual {
            _ if Some(key) == but => {}
            true => said.push(time),
            false => said.push(format!("**{time}**")),
        }
    }
    let lateness = lateness(late);
    said.extend(lateness.iter().map(|said| format!("**{said}**")));
    list(&said, "and")
}

/// The times that are not as usual.
pub(super) fn set_times(game: GameId, times: &Times, late: Lateness) -> Vec<String> {
    let usual = Times::defaults(game);
    let pairs = times.iter().zip(usual.iter());
    let set = pairs.filter(|((_, set), (_, usual))| set != usual);
    let set = set.map(|((key, seconds), _)| time(key, seconds));
    set.chain(lateness(late)).collect()
}

fn time(key: &str, seconds: u32) -> String {
    format!("{} {}", time_name(key), stretch(u64::from(seconds) * 1000))
}

/// What becomes of the late, where that is not as usual.
fn lateness(late: Lateness) -> Vec<String> {
    let usual = Lateness::default();
    let mut said = Vec::new();
    if late.grace_s != usual.grace_s {
        said.push(time(super::GRACE, late.grace_s));
    }
    if late.pause_after_two_timeouts != usual.pause_after_two_timeouts {
        said.push(
            match late.pause_after_two_timeouts {
                true => "a pause after two timeouts",
                false => "no pause after two timeouts",
            }
            .to_owned(),
        );
    }
    said
}
