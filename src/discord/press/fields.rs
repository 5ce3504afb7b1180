//! The controls of each panel, with the words that stand for them in a `custom_id`.

use crate::games::Seat;
use crate::store::Stakes;

/// One of somebody's own settings, with what it is to be: a press that comes twice, or late, sets
/// no other. So it is with whatever is switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnField {
    ConfirmMoves(bool),
    TextBoards(bool),
}

impl OwnField {
    pub const ALL: [OwnField; 4] = [
        OwnField::ConfirmMoves(true),
        OwnField::ConfirmMoves(false),
        OwnField::TextBoards(true),
        OwnField::TextBoards(false),
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            OwnField::ConfirmMoves(true) => "confirm-on",
            OwnField::ConfirmMoves(false) => "confirm-off",
            OwnField::TextBoards(true) => "text-on",
            OwnField::TextBoards(false) => "text-off",
        }
    }
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

impl HostStep {
    /// Those without a time, a channel or an entry.
    pub(super) const FIXED: [HostStep; 11] = [
        HostStep::Wait,
        HostStep::Move,
        HostStep::MoveTo(None),
        HostStep::Forfeit(Seat::Dmo),
        HostStep::Forfeit(Seat::Ec),
        HostStep::Settle(Seat::Dmo),
        HostStep::Settle(Seat::Ec),
        HostStep::Void,
        HostStep::Pause,
        HostStep::Hold,
        HostStep::Release,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            HostStep::Wait => "wait",
            HostStep::Move => "move",
            HostStep::MoveTo(Some(_)) => "start",
            HostStep::Extend(_) => "due",
            HostStep::Here(_) => "here",
            HostStep::Rewind(_) => "rewind",
            HostStep::MoveTo(None) => "no-start",
            HostStep::Forfeit(Seat::Dmo) => "forfeit-dmo",
            HostStep::Forfeit(Seat::Ec) => "forfeit-ec",
            HostStep::Settle(Seat::Dmo) => "settle-dmo",
            HostStep::Settle(Seat::Ec) => "settle-ec",
            HostStep::Void => "void",
            HostStep::Pause => "pause",
            HostStep::Hold => "hold",
            HostStep::Release => "release",
            HostStep::ReleaseNow(_) => "release-now",
        }
    }
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

impl BeginStep {
    pub(super) const ALL: [BeginStep; 3] =
        [BeginStep::Ask, BeginStep::Sure, BeginStep::WithoutStrikes];

    pub(super) fn word(self) -> &'static str {
        match self {
            BeginStep::Ask => "ask",
            BeginStep::Sure => "sure",
            BeginStep::WithoutStrikes => "spared",
        }
    }
}

/// What can be pressed while a host is asked whether people are to come into a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastStep {
    All,
    /// Those with an account alone.
    WithAccounts,
    Drop,
}

impl CastStep {
    pub(super) const ALL: [CastStep; 3] = [CastStep::All, CastStep::WithAccounts, CastStep::Drop];

    pub(super) fn word(self) -> &'static str {
        match self {
            CastStep::All => "all",
            CastStep::WithAccounts => "accounts",
            CastStep::Drop => "drop",
        }
    }
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
    /// Ask anew, with the match's strikes taken back.
    Unpunished,
    /// Stop the match, and ask anew.
    Pause,
    Drop,
}

impl RulingStep {
    pub const ALL: [RulingStep; 7] = [
        RulingStep::Entry,
        RulingStep::Confirm,
        RulingStep::OpenHand,
        RulingStep::Choose,
        RulingStep::Unpunished,
        RulingStep::Pause,
        RulingStep::Drop,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            RulingStep::Entry => "entry",
            RulingStep::Confirm => "confirm",
            RulingStep::OpenHand => "hand",
            RulingStep::Choose => "choose",
            RulingStep::Unpunished => "unpunished",
            RulingStep::Pause => "pause",
            RulingStep::Drop => "drop",
        }
    }
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

impl SetupField {
    /// Those without an account.
    pub const FIXED: [SetupField; 32] = [
        SetupField::SafePlayers,
        SetupField::SafeRole,
        SetupField::FromSeason,
        SetupField::Stakes(Stakes::Nothing),
        SetupField::Stakes(Stakes::Elimination),
        SetupField::Stakes(Stakes::BestOfThree),
        SetupField::Players,
        SetupField::Player(Seat::Dmo),
        SetupField::Player(Seat::Ec),
        SetupField::Game,
        SetupField::Options,
        SetupField::Times,
        SetupField::Reserve,
        SetupField::ForgetTyped,
        SetupField::Dates,
        SetupField::Start,
        SetupField::Due,
        SetupField::Preset,
        SetupField::SavePreset,
        SetupField::DeletePreset,
        SetupField::Rehearse,
        SetupField::StartRehearsal,
        SetupField::PracticeRound(true),
        SetupField::PracticeRound(false),
        SetupField::Alliances,
        SetupField::Entourages,
        SetupField::Entourage(Seat::Dmo),
        SetupField::Entourage(Seat::Ec),
        SetupField::DrawEntourages,
        SetupField::Back,
        SetupField::Open,
        SetupField::Cancel,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            SetupField::SafePlayers => "people",
            SetupField::SafeRole => "role",
            SetupField::FromSeason => "season",
            SetupField::Stakes(Stakes::Nothing) => "stakes-nothing",
            SetupField::Stakes(Stakes::Elimination) => "stakes-elimination",
            SetupField::Stakes(Stakes::BestOfThree) => "stakes-best-of-three",
            SetupField::Players => "players",
            SetupField::Player(Seat::Dmo) => "dmo",
            SetupField::Player(Seat::Ec) => "ec",
            SetupField::Swap(_) => "swap",
            SetupField::Game => "game",
            SetupField::Options => "options",
            SetupField::Times => "times",
            SetupField::Reserve => "reserve",
            SetupField::ForgetTyped => "forget-typed",
            SetupField::Dates => "dates",
            SetupField::Start => "start",
            SetupField::Due => "due",
            SetupField::Preset => "preset",
            SetupField::SavePreset => "save-preset",
            SetupField::DeletePreset => "delete-preset",
            SetupField::Rehearse => "rehearse",
            SetupField::StartRehearsal => "start-rehearsal",
            SetupField::PracticeRound(true) => "practice-on",
            SetupField::PracticeRound(false) => "practice-off",
            SetupField::Alliances => "alliances",
            SetupField::Entourages => "entourages",
            SetupField::Entourage(Seat::Dmo) => "entourage-dmo",
            SetupField::Entourage(Seat::Ec) => "entourage-ec",
            SetupField::DrawEntourages => "draw",
            SetupField::Back => "back",
            SetupField::Open => "open",
            SetupField::Cancel => "cancel",
        }
    }
}

/// A control of the panel of a season's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingField {
    /// The menu of its pages.
    Page,
    Loser,
    AtLimit,
    Public(bool),
    Give(bool),
    /// The form of the bonus and the limit of strikes.
    Numbers,
    HostRole,
    PlayerRole,
    EliminatedRole,
    Announcements,
    MatchChannel,
    Audit,
    Alliances,
    Lock(bool),
    Hold(bool),
    See(bool),
    /// The form of pauses, time zone and quiet hours.
    Times,
}

impl SettingField {
    pub const ALL: [(SettingField, &'static str); 22] = [
        (SettingField::Page, "page"),
        (SettingField::Loser, "loser"),
        (SettingField::AtLimit, "at-limit"),
        (SettingField::Public(true), "public-on"),
        (SettingField::Public(false), "public-off"),
        (SettingField::Give(true), "give-on"),
        (SettingField::Give(false), "give-off"),
        (SettingField::Numbers, "numbers"),
        (SettingField::HostRole, "host-role"),
        (SettingField::PlayerRole, "player-role"),
        (SettingField::EliminatedRole, "eliminated-role"),
        (SettingField::Announcements, "announcements"),
        (SettingField::MatchChannel, "matches"),
        (SettingField::Audit, "audit"),
        (SettingField::Alliances, "alliances"),
        (SettingField::Lock(true), "lock-on"),
        (SettingField::Lock(false), "lock-off"),
        (SettingField::Hold(true), "hold-on"),
        (SettingField::Hold(false), "hold-off"),
        (SettingField::See(true), "see-on"),
        (SettingField::See(false), "see-off"),
        (SettingField::Times, "times"),
    ];

    pub(super) fn word(self) -> &'static str {
        let mut all = SettingField::ALL.iter();
        let found = all.find(|(field, _)| *field == self);
        found.map_or("", |(_, word)| word)
    }
}
