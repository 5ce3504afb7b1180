//! Practice matches, and who is made up for them.

pub fn may_not_write() -> String {
    "You may not write in this channel, so you cannot open a practice match in it.".to_owned()
}

/// To somebody of no cast who would practise where the season's matches are played.
pub fn practice_elsewhere() -> String {
    "The season's matches are played in this channel, so only its cast and hosts open a practice here. Type `/practice` in another channel."
        .to_owned()
}

pub fn practice_alone() -> String {
    "You cannot practise against yourself. Name somebody else, or nobody for the computer."
        .to_owned()
}

/// To somebody who would practise once more, where one of the two had their account forgotten since.
pub fn practice_forgotten() -> String {
    "One of the two does not play here any more. Open another practice with `/practice`.".to_owned()
}

/// `alone`: against the computer, which is always ready.
pub fn practice_opened(channel: u64, alone: bool) -> String {
    let when = match alone {
        true => "you have",
        false => "both have",
    };
    format!(
        "A practice match is open in <#{channel}>. It begins when {when} pressed Ready; `/resign` ends it."
    )
}

/// The name under which the computer plays.
pub fn computer() -> &'static str {
    "Computer"
}

/// The name of somebody who is made up for practice, by their number from 0.
pub fn made_up(number: usize) -> String {
    const NAMES: [&str; 13] = [
        "Ada", "Boris", "Cora", "Dino", "Elke", "Faro", "Gus", "Hilda", "Ivo", "Jana", "Kofi",
        "Lena", "Milo",
    ];
    match NAMES.get(number) {
        Some(name) => (*name).to_owned(),
        None => format!("Guest {number}"),
    }
}
