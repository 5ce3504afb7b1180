//! What a host who acts for somebody may see of that person's secrets: nothing before the host
//! opens their hand. Everybody is told about that at once, whether or not the host then acts.

use super::audit::AuditEntry;
use super::audit_log::{self, NewAuditLine};
use super::core::{Core, refused};
use super::line::Line;
use super::refusals::ConductRefusal;
use super::refusals::RulingRefusal;
use super::rulings::RulingResult;
use super::table::Table;
use crate::store::{AccountId, MatchId, Result};
use games::{Audience, Offer, Party, View, WallMs};
use matches::{Event, Note, Stage};

/// What a host who acts for somebody may see: the person's offers, and the match. With an open hand
/// it is the match as the person sees it, otherwise as everybody does.
#[derive(Clone, Debug)]
pub struct Hand {
    pub offers: Vec<Offer>,
    pub view: View,
}

impl Table {
    /// Whether somebody's offers are secret now, and this host has not opened their hand.
    pub(super) fn is_shut(&self, host: AccountId, whose: Party) -> bool {
        self.private_prompt(whose).is_some() && !self.play.has_opened(host.0, whose)
    }

    /// The prompt with secret offers for somebody; None if there is none.
    fn private_prompt(&self, whose: Party) -> Option<u32> {
        let is_one = matches!(whose, Party::Seat(_) | Party::Cast(_));
        let prompts = self.play.game.prompts();
        let mut open = prompts
            .iter()
            .filter(|prompt| prompt.who == whose && (!prompt.live || self.play.started));
        open.find(|prompt| is_one && !prompt.public)
            .map(|prompt| prompt.id)
    }
}

impl Core {
    /// What a host who acts for somebody of a match may see. None if the hand has to be opened
    /// first, or if there is no such match.
    pub fn hand(&self, id: MatchId, host: AccountId, whose: Party) -> Result<Option<Hand>> {
        let Some(table) = self.table(id)?.filter(|table| !table.is_shut(host, whose)) else {
            return Ok(None);
        };
        let game = &table.play.game;
        let audience = match whose {
            _ if !table.play.has_opened(host.0, whose) => Audience::Public,
            Party::Seat(seat) => Audience::Seat(seat),
            Party::Cast(who) => Audience::Cast(who),
            Party::Host | Party::Dealer => Audience::Public,
        };
        Ok(Some(Hand {
            offers: game.offers(whose, ""),
            view: game.view(audience),
        }))
    }

    /// Opens somebody's hand to a host who wants to act for them, until somebody has acted for
    /// them. Everybody is told at once, with the reason. Nothing changes if it is open already, or
    /// if everybody may see what they are offered.
    ///
    /// # Errors
    /// A host who sits in the match, a match that is over, or what the store says.
    pub fn open_hand(
        &mut self,
        id: MatchId,
        host: AccountId,
        whose: Party,
        reason: &str,
        now: WallMs,
    ) -> RulingResult<()> {
        self.change(id, now, |change| {
            let table = &change.table;
            if table.is_player(host) {
                return refused(RulingRefusal::Conduct(ConductRefusal::HostInSeat));
            }
            if table.play.stage() == Stage::Over {
                return refused(RulingRefusal::Conduct(ConductRefusal::Over));
            }
            let prompt = table.private_prompt(whose);
            let (Some(prompt), true, Some(who)) =
                (prompt, table.is_shut(host, whose), change.who(whose))
            else {
                return Ok(());
            };
            let note = Note::HandOpened {
                prompt,
                whose,
                host: host.0,
            };
            change.event(Event::Noted { note })?;
            change.lines.push(Line::HandOpened { who });
            let row = &change.table.row;
            let line = NewAuditLine::of(row, host, AuditEntry::HandOpened { who }, reason, now);
            audit_log::write(change.tx, row, line)?;
            let reason = reason.to_owned();
            change.lines.push(Line::Reason { reason });
            Ok(())
        })
    }
}
