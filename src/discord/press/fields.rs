//! The controls of each panel, with the words that stand for them in a `custom_id`.

use super::part::printed;
use crate::store::Stakes;
use games::Seat;

/// One of somebody's own settings, with its new value. So a press that comes twice or late sets the
/// same value. All switches work like this.
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

/// What a host does when a match needs one. Where confirmation is needed, a second step does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostStep {
    /// Wait some minutes for people who are not there at the start.
    Wait,
    /// Open the form for another start.
    Move,
    /// Another start, in milliseconds since the Unix epoch, or none.
    MoveTo(Option<u64>),
    /// Another deadline of the choices before the match, in milliseconds since the Unix epoch.
    Extend(u64),
    /// Move the match to this channel.
    Here(u64),
    /// Ask for confirmation that this seat forfeits.
    Forfeit(Seat),
    /// Ask for confirmation that this seat wins a tie.
    Settle(Seat),
    /// Ask for confirmation that the match is void.
    Void,
    /// Pause the match.
    Pause,
    /// Keep a pause until a host ends it.
    Hold,
    /// Show the waiting result, and ask whether to post it.
    Release,
    /// Post the result that has waited since this entry of the match's journal.
    ReleaseNow(i64),
    /// Ask for confirmation of a rewind to before this entry of the match's journal.
    Rewind(i64),
    /// Ask for confirmation that the next match of a best of three is opened.
    Next,
    /// Open it, set up like this one.
    NextNow,
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
    "next" => Next,
    "next-now" => NextNow,
}

/// How a host begins a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginStep {
    /// Ask first if people are missing.
    Ask,
    /// Begin although people are missing.
    Sure,
    /// The same, and none of them gets a strike.
    WithoutStrikes,
}

printed! { BeginStep:
    "ask" => Ask,
    "sure" => Sure,
    "spared" => WithoutStrikes,
}

/// What a host does about a poll for a match's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferStep {
    /// Open the form for times, or take what was typed into it.
    Type,
    /// Ask the players.
    Ask,
    /// Close the poll.
    Stop,
}

printed! { OfferStep:
    "type" => Type,
    "ask" => Ask,
    "stop" => Stop,
}

/// A player's answer to a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuitsStep {
    /// The times chosen in the menu suit.
    Some,
    All,
    None,
}

printed! { SuitsStep:
    "some" => Some,
    "all" => All,
    "none" => None,
}

/// A host's answer to the question whether to add people to a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastStep {
    All,
    /// Add only those with an account.
    WithAccounts,
    Drop,
    /// The people chosen in the menu are those to add.
    Pick,
}

printed! { CastStep:
    "all" => All,
    "accounts" => WithAccounts,
    "drop" => Drop,
    "pick" => Pick,
}

/// A host's answer in the panel of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingStep {
    /// Choose the entry to go back to, in a menu.
    Entry,
    Confirm,
    /// Open the hand of the person the ruling acts for.
    OpenHand,
    /// Choose the act for them in a menu, instead.
    Choose,
    /// Ask again, with the match's strikes taken back.
    Unpunished,
    /// Pause the match, and ask again.
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
    /// Use the season's cast.
    FromSeason,
    /// Set the stakes.
    Stakes(Stakes),
    /// Show the page for choosing the two players.
    Players,
    Player(Seat),
    /// Swap the two players, so that this account is the DMO.
    Swap(u64),
    /// Set an option to a value, chosen in the common menu.
    Choice,
    /// Set the option that has its own menu.
    Game,
    Options,
    /// The form for times of single steps; `Reserve`: the form for settings of the whole match.
    Times,
    Reserve,
    /// Drop refused texts.
    ForgetTyped,
    /// Show the page of times, dates and presets.
    Dates,
    Start,
    /// Set when the choices before the match are due.
    Due,
    /// Make the start the deadline for choices.
    DueAtStart,
    /// Apply the preset that was chosen in the menu.
    Preset,
    /// Open the form for saving a preset, or save it.
    SavePreset,
    /// Delete the preset that was applied last.
    DeletePreset,
    /// Show the page for starting a rehearsal.
    Rehearse,
    StartRehearsal,
    /// Set whether to play a practice round first.
    PracticeRound(bool),
    /// Set the alliance channels, which the season closes to the two players while a match is live.
    Alliances,
    /// Roundabout's entourages: show their page, set one seat's people, draw them at the opening;
    /// and go back.
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
    "due-at-start" => DueAtStart,
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
