//! The controls of each panel, with the words that stand for them in a `custom_id`.

use super::part::printed;
use crate::store::Stakes;
use games::Seat;

/// One of somebody's own settings, with what it is to be: a press that comes twice, or late, sets
/// no other. So it is with whatever is switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnField {
    ConfirmMoves(bool),
    TextBoards(bool),
}

printed! { OwnField:
    "confirm-on" => ConfirmMoves(true),
    "confirm-off" => ConfirmMoves(false),
    "text-on" => TextBoards(true),
    "text-off" => TextBoards(false),
}

/// What a host does when a match needs one; what is asked back has a step that is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostStep {
    /// Wait some minutes for who is not there at the start.
    Wait,
    /// The form in which another start is typed.
    Move,
    /// Another start, in milliseconds since the Unix epoch, or none.
    MoveTo(Option<u64>),
    /// Another deadline of the choices before the match, in milliseconds since the Unix epoch.
    Extend(u64),
    /// Have the match go on in this channel.
    Here(u64),
    /// Ask whether the match is to end against this seat.
    Forfeit(Seat),
    /// Ask whether a tie is to be settled for this seat.
    Settle(Seat),
    /// Ask whether the match is to be void.
    Void,
    /// Stop the time.
    Pause,
    /// Let a pause last.
    Hold,
    /// Show the result that waits, and ask whether it is to be posted.
    Release,
    /// Have it posted: the one that waited since this entry of the match's journal.
    ReleaseNow(i64),
    /// Ask whether the match is to be taken back to before this entry of its journal.
    Rewind(i64),
}

printed! { HostStep:
    "wait" => Wait,
    "move" => Move,
    "start" to_ms => MoveTo(Some(to_ms)),
    "due" to_ms => Extend(to_ms),
    "here" channel => Here(channel),
    "rewind" entry => Rewind(entry),
    "no-start" => MoveTo(None),
    "forfeit-dmo" => Forfeit(Seat::Dmo),
    "forfeit-ec" => Forfeit(Seat::Ec),
    "settle-dmo" => Settle(Seat::Dmo),
    "settle-ec" => Settle(Seat::Ec),
    "void" => Void,
    "pause" => Pause,
    "hold" => Hold,
    "release" => Release,
    "release-now" entry => ReleaseNow(entry),
}

/// How a host begins a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginStep {
    /// Ask first, where names are missing.
    Ask,
    /// Over the names still missing.
    Sure,
    /// The same, and none of them gets a strike.
    WithoutStrikes,
}

printed! { BeginStep:
    "ask" => Ask,
    "sure" => Sure,
    "spared" => WithoutStrikes,
}

/// What a host does about the times that are offered for a match's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferStep {
    /// The form in which times are typed, or what was typed into it.
    Type,
    /// Ask the players.
    Ask,
    /// Ask them no more.
    Stop,
}

printed! { OfferStep:
    "type" => Type,
    "ask" => Ask,
    "stop" => Stop,
}

/// What a player does about the times that are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuitsStep {
    /// Those that were chosen in the menu suit.
    Some,
    All,
    None,
}

printed! { SuitsStep:
    "some" => Some,
    "all" => All,
    "none" => None,
}

/// What can be pressed while a host is asked whether people are to come into a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastStep {
    All,
    /// Those with an account alone.
    WithAccounts,
    Drop,
}

printed! { CastStep:
    "all" => All,
    "accounts" => WithAccounts,
    "drop" => Drop,
}

/// What can be pressed while a host is asked about a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingStep {
    /// The entry to go back to, chosen in a menu.
    Entry,
    Confirm,
    /// Open the hand of whom the ruling acts for.
    OpenHand,
    /// What the ruling does for them instead, chosen in a menu.
    Choose,
    /// Ask again, with the match's strikes taken back.
    Unpunished,
    /// Stop the match, and ask again.
    Pause,
    Drop,
}

printed! { RulingStep:
    "entry" => Entry,
    "confirm" => Confirm,
    "hand" => OpenHand,
    "choose" => Choose,
    "unpunished" => Unpunished,
    "pause" => Pause,
    "drop" => Drop,
}

/// A field of the set-up panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupField {
    SafePlayers,
    SafeRole,
    /// Everybody of the season takes part.
    FromSeason,
    /// What the match is for.
    Stakes(Stakes),
    /// The page on which others are chosen for the two seats.
    Players,
    Player(Seat),
    /// The two change seats, so that this account is the DMO.
    Swap(u64),
    /// A value of an option, chosen in the menu of all of them.
    Choice,
    /// What the game adds to the panel.
    Game,
    Options,
    /// The form of the times of single steps, and that of what holds for the whole match.
    Times,
    Reserve,
    /// Give up what was typed and not taken.
    ForgetTyped,
    /// The page of times, dates and presets.
    Dates,
    Start,
    /// When the choices before the match are due.
    Due,
    /// Take the preset that was chosen in the menu.
    Preset,
    /// The form in which a preset is saved.
    SavePreset,
    /// Delete the preset that was taken last.
    DeletePreset,
    /// The page on which a rehearsal is started.
    Rehearse,
    StartRehearsal,
    /// Whether a practice round is held first.
    PracticeRound(bool),
    /// The channels of alliances, which the season closes to the two while a match is live.
    Alliances,
    /// Roundabout's entourages: their own panel, one seat's others, drawn at the opening, and back.
    Entourages,
    Entourage(Seat),
    DrawEntourages,
    Back,
    Open,
    Cancel,
}

printed! { SetupField:
    "people" => SafePlayers,
    "role" => SafeRole,
    "season" => FromSeason,
    "stakes-nothing" => Stakes(Stakes::Nothing),
    "stakes-elimination" => Stakes(Stakes::Elimination),
    "stakes-best-of-three" => Stakes(Stakes::BestOfThree),
    "players" => Players,
    "dmo" => Player(Seat::Dmo),
    "ec" => Player(Seat::Ec),
    "swap" dmo => Swap(dmo),
    "choice" => Choice,
    "game" => Game,
    "options" => Options,
    "times" => Times,
    "reserve" => Reserve,
    "forget-typed" => ForgetTyped,
    "dates" => Dates,
    "start" => Start,
    "due" => Due,
    "preset" => Preset,
    "save-preset" => SavePreset,
    "delete-preset" => DeletePreset,
    "rehearse" => Rehearse,
    "start-rehearsal" => StartRehearsal,
    "practice-on" => PracticeRound(true),
    "practice-off" => PracticeRound(false),
    "alliances" => Alliances,
    "entourages" => Entourages,
    "entourage-dmo" => Entourage(Seat::Dmo),
    "entourage-ec" => Entourage(Seat::Ec),
    "draw" => DrawEntourages,
    "back" => Back,
    "open" => Open,
    "cancel" => Cancel,
}
