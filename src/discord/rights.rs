//! Who may do what, in one table. Every command names the right that it needs, and so does every
//! control (`Press::about`). `allowed.rs` checks both before anything else; the referee checks
//! again what concerns it. A command's right also says which match it means (`match_meant`).

/// Somebody's relation to a match, or to a server if no match is meant. A host can also have one of
/// the other relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Manages the server or has the season's host role, and does not play in this match.
    Host,
    HostInSeat,
    /// One of the two in the seats.
    Player,
    SafePlayer,
    /// Eliminated, in a match's cast.
    Eliminated,
    Dealer,
    /// Somebody who is not in the match.
    Spectator,
}

/// The rights that commands and controls need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// See what everybody may see, or one's own things; change one's own settings; practise.
    Look,
    /// Do what hosts do for a server: set matches up, run the season, check the setup.
    Host,
    /// See the log of what hosts have done, perhaps of one match only.
    Log,
    /// Get a match's record.
    Export,
    /// Run an open match or rule on it, as a host who does not play in it.
    Conduct,
    /// Rule on a match, open or finished, as a host who does not play in it.
    Rule,
    /// End a pause: hosts, or both players together if the pause is theirs.
    GoOn,
    /// Do what a match asks of oneself.
    Play,
    /// Do what only the two players can do: press Ready, resign.
    Seat,
}

/// The table: whether a relation has a right.
pub fn may(kind: Relation, right: Right) -> bool {
    use Relation::{Dealer, Eliminated, Host, HostInSeat, Player, SafePlayer};
    match right {
        Right::Look => true,
        Right::Host | Right::Log | Right::Export => matches!(kind, Host | HostInSeat),
        Right::Conduct | Right::Rule => kind == Host,
        Right::GoOn => matches!(kind, Host | HostInSeat | Player),
        // The game itself knows who in the cast has something to choose.
        Right::Play => matches!(kind, HostInSeat | Player | SafePlayer | Eliminated | Dealer),
        Right::Seat => matches!(kind, HostInSeat | Player),
    }
}
