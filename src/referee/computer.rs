//! The computer's moves: what it has thought of, or legal actions at random by the referee's dice.

use super::ActRefusal;
use super::act::Actor;
use super::core::{Core, RefereeError, store_only};
use super::table::Table;
use crate::store::{AccountId, MatchId, Result};
use games::{AnyGame, Author, CastId, Effort, Level, Party, Prompt, Seat, WallMs};
use matches::Stage;

const COMPUTER: &str = "Computer";

/// The name under which it plays.
pub fn computer_name(level: Level) -> String {
    format!("{COMPUTER} ({})", level.title())
}

/// Whether it's a name under which it plays, or was. Nobody else in a season may have that.
pub(super) fn is_computers(name: &str) -> bool {
    let names = Level::ALL.map(computer_name).into_iter();
    let mut names = names.chain([COMPUTER.to_owned()]);
    names.any(|own| own.eq_ignore_ascii_case(name))
}

/// What a computer has to think about. That takes a while, so it's done away from the referee.
pub struct Question {
    at: (Seat, Option<i64>),
    game: AnyGame,
    pub playouts: u32,
    seed: u64,
}

/// What a computer has thought of.
#[derive(Debug, PartialEq)]
pub struct Reply {
    /// For whom, and the newest entry of the journal then. It's dropped if another has followed.
    at: (Seat, Option<i64>),
    /// None if it has failed: then it moves at random.
    act: Option<String>,
}

impl Question {
    /// Thinks until time is up.
    pub fn think(&self, is_up: &dyn Fn() -> bool) -> Reply {
        let effort = Effort {
            is_up,
            ..Effort::of(self.playouts, self.seed)
        };
        let thought = self.game.think(self.at.0, effort);
        Reply {
            act: thought.map(|thought| thought.act),
            ..self.give_up()
        }
    }

    /// The answer if thinking fails.
    pub fn give_up(&self) -> Reply {
        Reply {
            at: self.at,
            act: None,
        }
    }
}

impl Core {
    /// Does one thing that a match waits for from this account: an action, or Ready. In a rehearsal
    /// (None), one thing for each person without an account. Does nothing if it may do nothing now.
    /// Returns what to think about first, unless `reply` answers that.
    pub fn play_for(
        &mut self,
        id: MatchId,
        account: Option<AccountId>,
        reply: Option<&Reply>,
        now: WallMs,
    ) -> Result<Option<Question>> {
        let parties = self.readable(id)?.map(|table| match account {
            Some(account) => table.party(account).into_iter().collect(),
            None => unattended(&table),
        });
        for party in parties.unwrap_or_default() {
            let question = self.play_as(id, party, reply, now)?;
            if question.is_some() {
                return Ok(question);
            }
        }
        Ok(None)
    }

    /// Whether the match has moved on, so that this reply would be dropped.
    pub fn is_moot(&self, id: MatchId, reply: &Reply) -> Result<bool> {
        let newest = self.store.read(|tx| tx.newest_entry(id))?;
        Ok(newest != reply.at.1)
    }

    fn play_as(
        &mut self,
        id: MatchId,
        party: Party,
        reply: Option<&Reply>,
        now: WallMs,
    ) -> Result<Option<Question>> {
        let Some(table) = self.table(id)? else {
            return Ok(None);
        };
        let play = &table.play;
        if play.stage() == Stage::Over {
            return Ok(None);
        }
        let author = match party {
            Party::Seat(seat) => Author::Seat(seat),
            Party::Cast(who) => Author::Cast(who),
            Party::Host | Party::Dealer => return Ok(None),
        };
        if let Party::Seat(seat) = party {
            if play.paused.is_some() && play.wishes[seat.other()] {
                // The computer agrees at once when its opponent wants to resume.
                let resumed = self.conduct(id, now, |change| change.wish_resume(seat));
                return store_only(resumed).map(|()| None);
            }
            if play.paused.is_none() && play.wishes[seat.other()] && !play.wishes[seat] {
                // It also agrees to a pause. If no pause is left, it plays on.
                match self.conduct(id, now, |change| change.wish_pause(seat)) {
                    Err(RefereeError::Refused(_)) => {}
                    done => return store_only(done).map(|()| None),
                }
            }
            if play.paused.is_none() && play.may_start() && !play.ready[seat] {
                let ready = self.conduct(id, now, |change| change.mark_ready(seat));
                return store_only(ready).map(|()| None);
            }
        }
        let mut prompts = play.game.prompts().into_iter();
        let prompt = prompts.find(asks(&table, party));
        let Some(prompt) = prompt.filter(|_| play.paused.is_none()) else {
            return Ok(None);
        };
        let thought = if let Party::Seat(seat) = party {
            let at = (seat, self.store.read(|tx| tx.newest_entry(id))?);
            let Some(reply) = reply.filter(|reply| reply.at == at) else {
                // The referee's dice would be others after a restart.
                let seed = id.0.cast_unsigned() << 32 | u64::from(prompt.id);
                // Matches of earlier versions have no level.
                let level = table.row.setup.level.unwrap_or_default();
                return Ok(Some(Question {
                    at,
                    game: play.game.clone(),
                    playouts: play.game.id().playouts(level),
                    seed,
                }));
            };
            reply.act.clone()
        } else {
            None
        };
        let Some(text) = thought.or_else(|| play.game.sample(party, &mut self.dice)) else {
            return Ok(None);
        };
        let acted: Result<_, RefereeError<ActRefusal>> = self.change(id, now, |change| {
            change.act_all(Actor::from(author), &text, now)
        });
        store_only(acted).map(|()| None)
    }
}

/// The two players and everybody whom the match waits for, without those who have an account.
/// Nobody outside a rehearsal.
fn unattended(table: &Table) -> Vec<Party> {
    let cast = &table.row.setup.cast;
    let prompts = table.play.game.prompts();
    let party = |who: CastId| match cast.seat_of(who) {
        Some(seat) => Some(Party::Seat(seat)),
        None => Some(Party::Cast(who)).filter(|party| prompts.iter().any(asks(table, *party))),
    };
    let is_free = |who: &CastId| table.row.setup.rehearsal && table.person(*who).is_none();
    cast.ids().filter(is_free).filter_map(party).collect()
}

/// Whether a prompt waits for somebody now.
fn asks(table: &Table, party: Party) -> impl Fn(&Prompt) -> bool {
    let is_shown = table.play.is_shown();
    move |prompt| prompt.who == party && !prompt.answered && (!prompt.live || is_shown)
}
