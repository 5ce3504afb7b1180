//! The end of a round: it leads to another turn, or to the end of the match.

use super::reasons;
use super::rules::{Happening, Invitational, Phase};
use crate::{BySeat, CastId, Happening as AnyHappening, Outcome, Seat};

impl Invitational {
    /// Called after the last airdrop and after every turn.
    pub(super) fn finish_round(&mut self, happenings: &mut Vec<AnyHappening>) {
        let everywhere = |seat: Seat| self.letters.iter().all(|letters| letters[seat] > 0);
        let delivered = BySeat::new(everywhere);
        for seat in Seat::BOTH.into_iter().filter(|seat| delivered[*seat]) {
            happenings.push(Happening::Delivered { seat }.into());
        }
        match (delivered.dmo, delivered.ec) {
            (true, true) => self.break_tie(happenings),
            (true, false) => self.end(Outcome::won(Seat::Dmo, reasons::DELIVERED)),
            (false, true) => self.end(Outcome::won(Seat::Ec, reasons::DELIVERED)),
            (false, false) => self.open_turn(happenings),
        }
    }

    fn open_turn(&mut self, happenings: &mut Vec<AnyHappening>) {
        self.can_move = BySeat::new(|seat| self.finds_a_way(seat));
        let can_move = self.can_move;
        let skipped = Seat::BOTH.into_iter().filter(|seat| !can_move[*seat]);
        if can_move != BySeat::default() {
            self.phase = Phase::Sending;
            self.next_round();
            happenings.extend(skipped.map(|seat| Happening::Skipped { seat }.into()));
            return;
        }
        let letters = self.letters_in(|_| true);
        happenings.push(Happening::NobodyMoves { letters }.into());
        match letters.more() {
            Some(seat) => self.end(Outcome::won(seat, reasons::LETTERS)),
            None => self.break_tie(happenings),
        }
    }

    fn letters_in(&self, count: impl Fn(CastId) -> bool) -> BySeat<u32> {
        BySeat::new(|seat| {
            let houses = self.cast.ids().filter(|house| count(*house));
            houses.map(|house| self.letters_at(seat, house)).sum()
        })
    }

    fn break_tie(&mut self, happenings: &mut Vec<AnyHappening>) {
        let (outcome, why) = self.tiebreak();
        happenings.push(why.into());
        self.end(outcome);
    }

    fn tiebreak(&self) -> (Outcome, Happening) {
        let letters = self.letters_in(|house| self.options.town.dealers.has(house));
        if let Some(seat) = letters.more() {
            let why = Happening::DealersCompared { letters };
            return (Outcome::won(seat, reasons::DEALERS), why);
        }
        let dmo = self.ranking.dmo.iter().flatten();
        let ec = self.ranking.ec.iter().flatten();
        for (place, (dmo, ec)) in (1..).zip(dmo.zip(ec)) {
            let houses = BySeat { dmo: *dmo, ec: *ec };
            let letters = BySeat::new(|seat| self.letters_at(seat, houses[seat]));
            if let Some(seat) = letters.more() {
                let why = Happening::RankingCompared {
                    place,
                    houses,
                    letters,
                };
                return (Outcome::won(seat, reasons::RANKING), why);
            }
        }
        let garnets = BySeat::new(|seat| self.cast.garnets(self.cast.player(seat)));
        match garnets.more() {
            Some(seat) => (
                Outcome::won(seat, reasons::GARNETS),
                Happening::GarnetsCompared { garnets },
            ),
            None => (Outcome::nobody(reasons::TIE), Happening::Tied),
        }
    }
}
