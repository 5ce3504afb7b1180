//! Main matches as hosts have played them.

#![allow(dead_code, reason = "each test needs a part of it")]

pub struct MainMatch {
    pub people: usize,
    pub answers: &'static str,
    pub rounds: &'static str,
    pub points: &'static str,
    pub missing: &'static str,
    /// Further options.
    pub set: &'static [(&'static str, &'static str)],
    /// What a player writes in a direct message, and what Dealer then says counts.
    pub answer: [&'static str; 2],
}

pub const PLAYED: [MainMatch; 9] = [
    // Symbols in a grid.
    MainMatch {
        people: 12,
        answers: "sign: one of O, X\ncolour: one of Red, Yellow, Blue (not your last)",
        rounds: "6 x 24h",
        points: "by hand",
        missing: "random",
        set: &[],
        answer: ["x, blue", "sign: X · colour: Blue"],
    },
    // Ball court.
    MainMatch {
        people: 8,
        answers: "action: one of Throw, Swipe, Jump, Help\ngo to: one of Under, Left, Right, \
                  Corner, Middle, Deep Middle\nbuy ball: 3 garnets",
        rounds: "9 x 24h",
        points: "by hand",
        missing: "Swipe / host",
        set: &[],
        answer: ["throw, deep", "action: Throw · go to: Deep Middle"],
    },
    // Three rooms.
    MainMatch {
        people: 8,
        answers: "Power: person (all different)\nWisdom: person\nCourage: person",
        rounds: "8 x 24h",
        points: "by hand",
        missing: "nothing, -1 garnet",
        set: &[("shown", "outcome")],
        answer: [
            "mika, teo, rook",
            "Power: Mika · Wisdom: Teo · Courage: Rook",
        ],
    },
    // Neither first nor last.
    MainMatch {
        people: 13,
        answers: "person (yourself too)\nmore: 1 garnet",
        rounds: "until 3 are left, 24h",
        points: "most: out\nfewest: out",
        missing: "yourself, -2 garnets",
        set: &[("shown", "outcome")],
        answer: ["bo", "Bo"],
    },
    // Targets.
    MainMatch {
        people: 14,
        answers: "person (or pass, up to 8 in all)",
        rounds: "7m, 7m, 5m, 5m, 5m, 5m, 5m, 5m, 5m, 5m, 5m, 5m, 5m",
        points: "most: out",
        missing: "nothing",
        set: &[("shown", "outcome"), ("out", "asked")],
        answer: ["pass", "Pass"],
    },
    // Get poor.
    MainMatch {
        people: 7,
        answers: "amounts 0-10 of Loan, Twin, Veto",
        rounds: "7 x 24h",
        points: "unique highest takes, pays",
        missing: "Loan 1",
        set: &[("shown", "outcome")],
        answer: ["Loan 3, Veto 2", "Loan 3, Veto 2"],
    },
    // Even votes.
    MainMatch {
        people: 13,
        answers: "3 people (yourself too, repeats, final)",
        rounds: "1 x 48h after 24h",
        points: "by votes: even = token + votes garnets; else = 1 garnet",
        missing: "nothing",
        set: &[("shown", "counts")],
        answer: ["mika, mika, bo", "Mika, Mika and Bo"],
    },
    // Bet on second place.
    MainMatch {
        people: 4,
        answers: "2 of Ana, Ben, Cy, Dov\nmore: 1 garnet, up to 1",
        rounds: "6 x 24h after 24h",
        points: "worth: at the end",
        missing: "nothing, -2 points",
        set: &[],
        answer: ["ana, cy", "Ana and Cy"],
    },
    // Countries.
    MainMatch {
        people: 12,
        answers: "party: one of Rose, Oak, Gull\ncountry: one of A, B, C, D\n\
                  buy ticket: 5 garnets\nbuy clue: 1 garnet, up to 1",
        rounds: "6 x 13m",
        points: "by hand",
        missing: "random",
        set: &[("shown", "counts")],
        answer: ["rose, b", "party: Rose · country: B"],
    },
];
