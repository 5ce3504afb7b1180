//! The anomalies: what they are called, and what they change.

use serde_json::Value;

use super::super::{Anomaly, View};
use crate::GivenOptions;

/// An anomaly as people call it.
pub fn title(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "Ambush Reinforcements",
        Anomaly::AllPay => "All-Pay",
        Anomaly::Biorhythm => "Biorhythm",
        Anomaly::BothWays => "Both Ways",
        Anomaly::Ships => "Ships in the Night",
        Anomaly::Shove => "Shove",
    }
}

/// What an anomaly changes, in at most 100 characters.
pub fn note(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "One spawn may use several spaces at once, for 1, 2, 4, 8 … chips each.",
        Anomaly::AllPay => "Both players pay their bids to each other.",
        Anomaly::Biorhythm => {
            "In odd rounds blue gets +2 on bids and wins ties; in even rounds, red."
        }
        Anomaly::BothWays => "Each arrow may move one cell backwards once.",
        Anomaly::Ships => {
            "Your neighbouring arrows that face different ways move on by themselves."
        }
        Anomaly::Shove => {
            "Another board: blue comes from the left and red from the right, head on."
        }
    }
}

/// What hosts read in the set-up panel if two anomalies don't go together (rulebook, “Ships”).
/// Empty for a board of the host's own, where they may.
pub fn for_hosts(options: &GivenOptions) -> String {
    if options.get("spawns").is_some_and(|own| !own.is_null()) {
        return String::new();
    }
    let chosen = options.get("anomalies").and_then(Value::as_array);
    let has = |word| chosen.is_some_and(|chosen| chosen.iter().any(|one| one == word));
    if has("ships") && has("shove") {
        "Ships in the Night does nothing with Shove: on that board, all arrows of a colour \
         face the same way.\n"
            .to_owned()
    } else {
        String::new()
    }
}

/// The placeholder of the menu of anomalies.
pub const ANOMALIES: &str = "Anomalies (none by default)";

/// The anomalies of a match in one line; empty if there are none.
pub fn variants(view: &View) -> String {
    let titles: Vec<&str> = view.anomalies.iter().map(|one| title(*one)).collect();
    titles.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hosts_read_that_ships_has_no_effect_with_shove() {
        let mut options = GivenOptions::new();
        for (anomalies, told) in [
            (json!(["ships", "shove"]), true),
            (json!(["shove", "ambush", "ships"]), true),
            (json!(["ships"]), false),
            (json!([]), false),
        ] {
            options.insert("anomalies".to_owned(), anomalies);
            assert_eq!(!for_hosts(&options).is_empty(), told, "{:?}", options);
        }
        let both = json!(["ships", "shove"]);
        options.insert("anomalies".to_owned(), both);
        for (spawns, told) in [
            (json!(null), true),
            (json!({ "blue": ["B1 down"], "red": ["C1 down"] }), false),
        ] {
            options.insert("spawns".to_owned(), spawns);
            assert_eq!(!for_hosts(&options).is_empty(), told, "{:?}", options);
        }
    }
}
