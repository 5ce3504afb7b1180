//! The anomalies: what they are called, and what they change.

use crate::games::crossfire::{Anomaly, View};

/// An anomaly as people call it.
pub fn title(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "Ambush",
        Anomaly::AllPay => "All Pay",
        Anomaly::Biorhythm => "Biorhythm",
        Anomaly::BothWays => "Both Ways",
        Anomaly::Ships => "Ships",
        Anomaly::Shove => "Shove",
    }
}

/// What an anomaly changes, in at most 100 characters.
pub fn note(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "A spawn may use several spaces at once, at 1, 2, 4, 8 … chips.",
        Anomaly::AllPay => "Both pay their bid to each other.",
        Anomaly::Biorhythm => "In turn blue's and red's bids count 2 more and win ties.",
        Anomaly::BothWays => "Each arrow may once go one cell backwards.",
        Anomaly::Ships => "Arrows of one colour that meet at an angle go on by themselves.",
        Anomaly::Shove => "Another board: blue from the left, red from the right, head on.",
    }
}

/// Above the menu of anomalies.
pub const ANOMALIES: &str = "Anomalies (none by default)";

/// The anomalies of a match in one line; empty when there are none.
pub fn variants(view: &View) -> String {
    let titles: Vec<&str> = view.anomalies.iter().map(title).collect();
    titles.join(" · ")
}
