//! Sentences and labels that many tests look for. A change of wording is a change in one place.

pub const BACK_ON: &str = "The match is back on";
pub const CHOICE: &str = "Your choice: ";
pub const DOES_NOT_COUNT: &str = "**It doesn't count**";
pub const EVERYONE: &str = "Everyone in the season";
pub const GO_BACK: &str = "Go back to just before";
pub const HOST_STARTS: &str = "The host starts the match";
pub const HOST_WAITS: &str = "The host is waiting for";
pub const MORE_OPTIONS: &str = "More options…";
pub const FURTHER_OPTIONS: &str = "Further options…";
pub const MOVING: &str = "The whole match, move by move";
pub const NEARLY_UP: &str = "your time is almost up";
pub const NEW_START: &str = "New start: <t:";
pub const ON_HOLD: &str = "A host will release the result";
pub const ON_RESERVE: &str = "you're on your reserve now";
pub const PRESS_READY: &str = "Press Ready when you're here";
pub const REMINDER: &str = "Reminder: you haven't chosen";
pub const REMOVED: &str = "Dealer was removed from this server";
pub const RESUMED: &str = "The match resumes";
pub const REWOUND: &str = "The host rewound the match";
pub const SAFE_MENU: &str = "Safe players: people or a role";
pub const SAY_HELLO: &str = "Say hello to everyone";
pub const SET_START: &str = "Set the start time";
pub const TOO_FAST: &str = "Wait a few seconds";
pub const TRY: &str = "Try `";
pub const UNSAVED: &str = "Dealer can't save anything right now";
pub const YES_AWARD: &str = "Yes, award it";
pub const YES_GO_BACK: &str = "Yes, go back";
pub const YES_UNDO: &str = "Yes, undo it";

/// To people who aren't in the match's channel: how it ended.
pub const ENDED: &str = "A match of Gridlock ended in <#";
