//! Who may do what: one table. Every command names its deed, every control has one
//! (`Press::about`), and both pass here before anything else is looked at; the referee checks what
//! concerns it once more.

mod check;
mod listed;

pub(super) use check::{check, refuses};
pub use listed::of_commands;

/// What somebody is to a match, or to a server where no match is meant. Somebody can be a host and
/// one of the others besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Manages the server or has the season's host role, and does not play in this match.
    Host,
    HostInSeat,
    /// One of the two in the seats.
    Player,
    SafePlayer,
    /// Of the cast, but neither playing nor hosting: who was eliminated.
    Eliminated,
    Dealer,
    /// Somebody who is not in the match.
    Spectator,
}

/// What is done with a command or a control, as far as rights go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// See what is everybody's, or one's own; settle one's own affairs; practise.
    Look,
    /// What hosts do for a server: set matches up, run the season, check that all is well.
    Host,
    /// See what hosts have done, of which the log of one match may be meant.
    Log,
    /// Take the record of a match away.
    Export,
    /// What hosts do to a match, in which they must not sit.
    Conduct,
    /// Rule on a match, which may be over.
    Rule,
    /// End a pause: a host, or the two together where it is their own.
    GoOn,
    /// Do what the match asks of oneself.
    Play,
    /// What only the two players do: be ready, resign.
    Seat,
}

/// The table: for each deed, who may do it.
pub fn may(kind: Relation, right: Right) -> bool {
    use Relation::{Dealer, Eliminated, Host, HostInSeat, Player, SafePlayer};
    match right {
        Right::Look => true,
        Right::Host | Right::Log | Right::Export => matches!(kind, Host | HostInSeat),
        Right::Conduct | Right::Rule => kind == Host,
        Right::GoOn => matches!(kind, Host | HostInSeat | Player),
        // Of the cast the game itself knows who has something to choose.
        Right::Play => matches!(kind, HostInSeat | Player | SafePlayer | Eliminated | Dealer),
        Right::Seat => matches!(kind, HostInSeat | Player),
    }
}
