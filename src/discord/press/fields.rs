//! The steps of controls that have several, with the words that stand for them in a `custom_id`.

use super::part::{CustomIdPart, CustomIdParts, steps};
use crate::store::{AccountId, ChannelId, Stakes};
use games::{Seat, WallMs};

steps! {
    /// One of somebody's own settings, with its new value. So a press that comes twice or late sets
    /// the same value. All switches work like this.
    OwnField:
    ConfirmMoves(bool) = "confirm-on" => (true), "confirm-off" => (false);
    TextBoards(bool) = "text-on" => (true), "text-off" => (false);
}

steps! {
    /// What a host does when a match needs one. Where confirmation is needed, a second step does
    /// it.
    HostStep:
    /// Wait some minutes for people who are not there at the start.
    Wait = "wait";
    /// Open the form for another start.
    Move = "move";
    /// Another start, or none. If choices are due later, ask about that first.
    MoveTo(Option<WallMs>) = "start" to_ms => (Some(to_ms)), "no-start" => (None);
    /// Another start, at which choices are due, too.
    StartDue(WallMs) = "start-due" to_ms => (to_ms);
    /// Another start before choices are due.
    StartAlone(WallMs) = "start-alone" to_ms => (to_ms);
    /// Another deadline of the choices before the match.
    Extend(WallMs) = "due" to_ms => (to_ms);
    /// Move the match to this channel.
    Here(ChannelId) = "here" channel => (channel);
    /// Ask for confirmation that this seat forfeits.
    Forfeit(Seat) = "forfeit-dmo" => (Seat::Dmo), "forfeit-ec" => (Seat::Ec);
    /// Ask for confirmation that this seat wins a tie.
    Settle(Seat) = "settle-dmo" => (Seat::Dmo), "settle-ec" => (Seat::Ec);
    /// Ask for confirmation that the match is void.
    Void = "void";
    /// Pause the match.
    Pause = "pause";
    /// Keep a pause until a host ends it.
    Hold = "hold";
    /// Show the waiting result, and ask whether to post it.
    Release = "release";
    /// Post the result that has waited since this entry of the match's journal.
    ReleaseNow(i64) = "release-now" entry => (entry);
    /// Ask for confirmation of a rewind to before this entry of the match's journal.
    Rewind(i64) = "rewind" entry => (entry);
    /// Ask for confirmation that the next match of a best of three is opened.
    Next = "next";
    /// Open it, set up like this one.
    NextNow = "next-now";
    /// Set up the Death Match of the two whom the match has named, in the chosen game.
    DeathMatch = "death-match";
}

steps! {
    /// How a host begins a match.
    BeginStep:
    /// Ask first if people are missing.
    Ask = "ask";
    /// Begin although people are missing.
    Sure = "sure";
    /// The same, and none of them gets a strike.
    WithoutStrikes = "spared";
}

steps! {
    /// What a host does about a poll for a match's start.
    OfferStep:
    /// Open the form for times, or take what was typed into it.
    Type = "type";
    /// Ask the players.
    Ask = "ask";
    /// Close the poll.
    Stop = "stop";
}

steps! {
    /// A player's answer to a poll.
    SuitsStep:
    /// The times chosen in the menu suit.
    Some = "some";
    All = "all";
    None = "none";
}

steps! {
    /// A host's answer to the question whether to add people to a cast.
    CastStep:
    All = "all";
    /// Add only those with an account.
    WithAccounts = "accounts";
    Drop = "drop";
    /// The people chosen in the menu are those to add.
    Pick = "pick";
}

steps! {
    /// A host's answer in the panel of a ruling.
    RulingStep:
    /// Choose the entry to go back to, in a menu.
    Entry = "entry";
    Confirm = "confirm";
    /// Open the hand of the person the ruling acts for.
    OpenHand = "hand";
    /// Choose the act for them in a menu, instead.
    Choose = "choose";
    /// Ask again, with the match's strikes taken back.
    Unpunished = "unpunished";
    /// Pause the match, and ask again.
    Pause = "pause";
    Drop = "drop";
}

steps! {
    /// A field of the set-up panel.
    SetupField:
    SafePlayers = "people";
    SafeRole = "role";
    /// Use the season's cast.
    FromSeason = "season";
    /// Set the stakes.
    Stakes(Stakes) =
        "stakes-nothing" => (Stakes::Nothing),
        "stakes-elimination" => (Stakes::Elimination),
        "stakes-best-of-three" => (Stakes::BestOfThree);
    /// Show the page for choosing the two players.
    Players = "players";
    Player(Seat) = "dmo" => (Seat::Dmo), "ec" => (Seat::Ec);
    /// Swap the two players, so that this account is the DMO.
    Swap(AccountId) = "swap" dmo => (dmo);
    /// Set an option to a value, chosen in the common menu.
    Choice = "choice";
    /// Set the option that has its own menu.
    Game = "game";
    Options = "options";
    /// Open or take the form of the options that have no room in that.
    FurtherOptions = "more-options";
    /// The form for times of single steps; `Reserve`: the form for settings of the whole match.
    Times = "times";
    Reserve = "reserve";
    /// Drop refused texts.
    ForgetTyped = "forget-typed";
    /// Show the page of times, dates and presets.
    Dates = "dates";
    Start = "start";
    /// Set when the choices before the match are due.
    Due = "due";
    /// Make the start the deadline for choices.
    DueAtStart = "due-at-start";
    /// Apply the preset that was chosen in the menu.
    Preset = "preset";
    /// Apply the template or preset that was chosen in the first page's menu.
    Template = "template";
    /// Open the form for saving a preset, or save it.
    SavePreset = "save-preset";
    /// Delete the preset that was applied last.
    DeletePreset = "delete-preset";
    /// Show the page for starting a rehearsal.
    Rehearse = "rehearse";
    StartRehearsal = "start-rehearsal";
    /// Set whether to play a practice round first.
    PracticeRound(bool) = "practice-on" => (true), "practice-off" => (false);
    /// Set the alliance channels, which the season closes to the two players while a match is live.
    Alliances = "alliances";
    /// The people who go with each player, in games that have that: show their page, set one
    /// seat's people, draw them at the opening; and go back.
    Companions = "entourages";
    CompanionsOf(Seat) = "entourage-dmo" => (Seat::Dmo), "entourage-ec" => (Seat::Ec);
    DrawCompanions = "draw";
    Back = "back";
    Open = "open";
    Cancel = "cancel";
}
