//! What people do besides acting: players press Ready, and hosts begin, pause, resume and rule.
//! Each ruling is previewed, and its result compared with what it should do. A match's season must
//! follow from the match's state.

use dealer::referee::{Asker, NewPerson, Newcomer, RefereeError, Ruling, RulingOrder};
use dealer::store::{
    AccountId, ChannelId, LoserGarnets, MatchId, Purse, SeasonId, ServerId, Stakes, StoreError,
};
use games::{Dice, GameId, Party, Reason, Role, Seat};
use matches::{Event as Entered, Match, Stage};

use super::people::Held;
use super::world::{Plant, Press, World};

/// What everybody in a season has at first, and what the winner of its match gets on top.
pub const GARNETS: u32 = 2;
pub const BONUS: u32 = 1;

/// The answer to a press.
pub enum Heard {
    Done(bool),
    /// A ruling's preview: what it says that it has seen, if the ruling is possible.
    Previewed(Option<i64>),
    Ruled(bool),
}

/// The season of a match.
#[derive(Clone, Copy)]
pub struct Played {
    pub season: SeasonId,
    spoils: LoserGarnets,
    elimination: bool,
}

impl World {
    /// Begins a season for a match. Gives its cast, and whether something is at stake.
    pub fn begin_season(
        &mut self,
        guild: ServerId,
        host: AccountId,
        cast: &[NewPerson],
    ) -> (Played, Vec<NewPerson>, Stakes) {
        let now = self.now();
        let spoils = [
            LoserGarnets::Winner,
            LoserGarnets::Nobody,
            LoserGarnets::Bank,
        ];
        let spoils = spoils[self.dice.below(3)];
        let elimination = !self.dice.one_in(4);
        let asker = Asker {
            account: host,
            is_host: true,
            interaction: None,
        };
        let newcomer = |person: &NewPerson| Newcomer {
            name: person.name.clone(),
            account: person.account,
            role: person.role,
            garnets: GARNETS,
        };
        let newcomers = cast.iter().map(newcomer).collect();
        let core = &mut self.up.as_mut().unwrap().core;
        let season = core.new_season(guild, asker, "Season", now).unwrap();
        core.edit_season(season, asker, now, |edit| edit.add_to_cast(newcomers))
            .unwrap();
        let set = |season: &mut dealer::store::Season| {
            season.settings.loser_garnets = Some(spoils);
            season.settings.winner_bonus = Some(BONUS);
        };
        core.edit_season(season, asker, now, |edit| edit.set_season(set))
            .unwrap();
        let cast = core.store().read(|tx| tx.season_cast(season)).unwrap();
        let cast = cast.into_iter().map(NewPerson::from).collect();
        let stakes = if elimination {
            Stakes::Elimination
        } else {
            Stakes::Nothing
        };
        let played = Played {
            season,
            spoils,
            elimination,
        };
        (played, cast, stakes)
    }

    /// A host decides on a ruling.
    pub fn think_of_a_ruling(&mut self, held: Held) -> Option<RulingOrder> {
        let up = self.up.as_mut()?;
        let table = up.core.table(held.id).unwrap()?.clone();
        let seat = *self.dice.pick(&Seat::BOTH).unwrap();
        let over = table.play.stage() == Stage::Over;
        let has_seats = table.play.setup.has_seats();
        let ruling = match self.dice.below(20) {
            0..8 => {
                let past = up.core.past(held.id, 25).unwrap();
                let before = self.dice.pick(&past)?.entry;
                Ruling::Rewind { before }
            }
            8..10 if over && has_seats => Ruling::Settle { seat },
            _ if over => return None,
            8..12 if has_seats => {
                let seconds = i64::from(self.dice.between(0, 120)) - 60;
                let delta_ms = seconds * 1_000;
                Ruling::Time { seat, delta_ms }
            }
            12..16 => {
                let prompts = table.play.game.prompts();
                let open = prompts.iter().filter(|open| !open.answered);
                let people = open
                    .map(|open| open.who)
                    .filter(|who| matches!(who, Party::Seat(_) | Party::Cast(_)));
                let people: Vec<Party> = people.collect();
                let whose = *self.dice.pick(&people)?;
                let text = table.play.game.sample(whose, &mut self.dice)?;
                Ruling::Act { whose, text }
            }
            16 | 17 => {
                let who = match table.row.setup.cast.seated(seat) {
                    Some(who) => who,
                    None => table.row.setup.cast.safe_players().next()?,
                };
                let in_season = table.row.season.is_some() && self.dice.one_in(2);
                self.crowd.newcomers += 1;
                let account = AccountId(500_000 + self.crowd.newcomers);
                Ruling::Substitute {
                    who,
                    account,
                    in_season,
                }
            }
            18 if self.dice.one_in(3) => Ruling::Void,
            18 if has_seats => Ruling::Settle { seat },
            19 if has_seats => Ruling::Forfeit { seat },
            _ => return None,
        };
        Some(RulingOrder {
            match_id: held.id,
            host: held.host,
            ruling,
            reason: String::new(),
        })
    }

    /// Carries out a press that isn't an action.
    pub fn rule(&mut self, what: &Press) -> Heard {
        let now = self.now();
        let core = &mut self.up.as_mut().unwrap().core;
        let done = match what {
            Press::Ready(id, account) => core.ready(*id, *account, now).map(|_| ()),
            Press::Begin(id, host) => core.begin(*id, *host, true, now).map(|_| ()),
            Press::Pause(id, host) => core.pause(*id, *host, now),
            Press::Resume(id, host) => core.resume(*id, *host, now),
            Press::Move(id, host, channel) => {
                core.move_to(*id, *host, ChannelId(*channel), now).map(drop)
            }
            Press::Act(_) => Ok(()),
            Press::Snapshot(order) => return Heard::Previewed(self.preview(order)),
            Press::Rule(order, seen) => return Heard::Ruled(self.ruled(order, *seen)),
        };
        if let Err(RefereeError::Store(error)) = &done {
            self.may_have_failed(error);
        }
        self.note(|| format!("{what:?}: {done:?}"));
        Heard::Done(done.is_ok())
    }

    /// A preview changes nothing.
    fn preview(&mut self, order: &RulingOrder) -> Option<i64> {
        let now = self.now();
        // The first preview may give an outage back. The second can change nothing.
        let core = &mut self.up.as_mut().unwrap().core;
        let _ = core.preview(order, now);
        if self.up.as_ref().unwrap().may_fail() {
            return None;
        }
        let before = self.all_of(order.match_id);
        let seen = self.up.as_mut().unwrap().core.preview(order, now);
        if let Err(RefereeError::Store(error)) = &seen {
            self.may_have_failed(error);
            return None;
        }
        self.count("ruling looked at");
        if before != self.all_of(order.match_id) {
            self.truth
                .complain(format!("the preview of {order:?} changed something"));
        }
        seen.ok().map(|preview| preview.seen)
    }

    /// Everything stored of a match and its season.
    fn all_of(&mut self, id: MatchId) -> String {
        let season = self.crowd.played.get(&id).map(|played| played.season);
        let core = &mut self.up.as_mut().unwrap().core;
        let read = core.store().read(|tx| {
            let mut all = format!("{:?} {:?}", tx.journal(id)?, tx.last_post()?);
            if let Some(season) = season {
                let (everybody, ledger) = (tx.everybody(season)?, tx.ledger(season, u32::MAX)?);
                all += &format!("{everybody:?} {ledger:?}");
            }
            Ok::<_, StoreError>(all)
        });
        let at_hand = core.table(id).unwrap().unwrap();
        format!("{} {:?} {:?}", read.unwrap(), at_hand.play, at_hand.people)
    }

    fn ruled(&mut self, order: &RulingOrder, seen: Option<i64>) -> bool {
        let now = self.now();
        let core = &mut self.up.as_mut().unwrap().core;
        let done = core.rule(order, seen, now).map(|_| ());
        if let Err(RefereeError::Store(error)) = &done {
            self.may_have_failed(error);
        }
        self.note(|| format!("{:?}: {done:?}", order.ruling));
        if done.is_err() {
            return false;
        }
        if let Ruling::Rewind { .. } = order.ruling {
            if self.plant == Plant::LedgerStays {
                self.forget_to_give_back(order.match_id);
            }
            self.check_rewound(order.match_id);
        }
        true
    }

    fn may_have_failed(&mut self, error: &StoreError) {
        let up = self.up.as_ref().unwrap();
        assert!(up.disk_full || up.fails, "{error}");
    }

    /// A rewind that doesn't return garnets.
    fn forget_to_give_back(&mut self, id: MatchId) {
        let Some(played) = self.crowd.played.get(&id).copied() else {
            return;
        };
        let now = self.now();
        let core = &mut self.up.as_mut().unwrap().core;
        let forgot = core.store_mut().write(|tx| {
            for line in tx.ledger(played.season, u32::MAX)? {
                if line.undoes.is_some() {
                    tx.undo_line(played.season, &line, None, "planted".into(), now)?;
                }
            }
            Ok::<_, StoreError>(())
        });
        forgot.unwrap_or_default();
    }

    /// Right after a rewind the game is as it was right before the entry, unless chance has to draw
    /// again.
    fn check_rewound(&mut self, id: MatchId) {
        let core = &mut self.up.as_mut().unwrap().core;
        let journal = core.store().read(|tx| tx.journal(id)).unwrap();
        let rewinds = journal.iter().rev().find_map(|entry| match entry.event {
            Entered::Rewound { before, .. } => Some(before),
            _ => None,
        });
        let Some(before) = rewinds else {
            let what = format!("match {id} was taken back, and its journal does not say so");
            return self.truth.complain(what);
        };
        let prefix = &journal[..journal.partition_point(|entry| entry.id < before)];
        let table = core.table(id).unwrap().unwrap();
        let setup = std::sync::Arc::new(table.row.setup.clone());
        let was = Match::fold(setup, table.row.opened_at_ms, prefix).unwrap();
        let dealt = was
            .game
            .prompts()
            .iter()
            .any(|open| open.who == Party::Dealer);
        if !dealt && format!("{:?}", was.game) != format!("{:?}", table.play.game) {
            self.truth.complain(format!(
                "match {id} is not what it was before entry {before}"
            ));
        }
    }

    pub fn count_ruled(&mut self, heard: &Heard, what: &Press) {
        let (Heard::Ruled(true), Press::Rule(order, _)) = (heard, what) else {
            return;
        };
        self.count(match order.ruling {
            Ruling::Rewind { .. } => "ruling: rewind",
            Ruling::Act { .. } => "ruling: act",
            Ruling::Substitute { .. } => "ruling: substitute",
            Ruling::Time { .. } => "ruling: time",
            Ruling::Forfeit { .. } => "ruling: forfeit",
            Ruling::Settle { .. } => "ruling: settle",
            _ => "ruling: void",
        });
        self.truth.ruled(order.match_id);
        self.check_seasons();
    }

    /// A person reads the answer to their press.
    pub fn heard(&mut self, what: Press, heard: Heard) {
        self.count_ruled(&heard, &what);
        match (what, heard) {
            (Press::Snapshot(order), Heard::Previewed(Some(seen))) => {
                // The host confirms at once or a little later. The match may have moved on.
                let seen = (!self.dice.one_in(10)).then_some(seen);
                self.press(Press::Rule(order, seen));
            }
            (Press::Move(id, _, channel), Heard::Done(true)) => {
                self.count("moved to another channel");
                self.crowd.moved(id, channel);
                self.truth.moved(id, channel);
            }
            (what, Heard::Done(false)) => self.crowd.disappointed(&what),
            _ => {}
        }
    }

    /// Everybody in a season has what the ledger adds up to and what follows from their match.
    /// Nothing that was taken back remains.
    pub fn check_seasons(&mut self) {
        self.check_long_season();
        let Some(up) = &mut self.up else { return };
        for (id, played) in &self.crowd.played {
            let Some(table) = up.core.table(*id).unwrap() else {
                continue;
            };
            let winner = table.play.game.outcome().and_then(|outcome| outcome.winner);
            let winner = winner.filter(|_| played.elimination);
            let position = |seat| {
                table
                    .row
                    .position(table.row.setup.cast.seated(seat).unwrap())
            };
            let positions =
                winner.map(|seat| [seat, seat.other()].map(|seat| position(seat).unwrap()));
            let season = played.season;
            let read = up.core.store().read(|tx| {
                let bank = tx.purse(season, Purse::Bank)?;
                Ok::<_, StoreError>((tx.everybody(season)?, tx.ledger(season, u32::MAX)?, bank))
            });
            let (everybody, ledger, bank) = read.unwrap();
            let comes_to = |purse: Purse| {
                let lines = ledger.iter().map(|line| {
                    let amount = i64::from(line.movement.amount);
                    let [to, from] = [line.movement.to, line.movement.from].map(|of| of == purse);
                    amount * (i64::from(to) - i64::from(from))
                });
                lines.sum::<i64>()
            };
            let mut expected_bank = 0;
            if let (Some(_), LoserGarnets::Bank) = (winner, played.spoils) {
                expected_bank = GARNETS;
            }
            let outcome = table.play.game.outcome();
            let is_void = outcome.is_some_and(|outcome| outcome.reason == Reason::VOID);
            let earned = table.play.game.garnets();
            let mut wrong = Vec::new();
            if (bank, i64::from(bank)) != (expected_bank, comes_to(Purse::Bank)) {
                wrong.push(format!("the bank has {bank} of {expected_bank}"));
            }
            for (index, (member, _)) in everybody.iter().enumerate() {
                let mut ids = table.row.setup.cast.ids();
                let who = ids.find(|id| table.row.position(*id) == Some(member.position));
                let earned = who.and_then(|who| earned.get(&who)).filter(|_| !is_void);
                let mut expected = GARNETS.saturating_add_signed(earned.copied().unwrap_or(0));
                let mut role = match index {
                    4 => Role::Dealer,
                    _ => Role::Player,
                };
                if let Some([won, lost]) = positions {
                    if member.position == won {
                        expected += BONUS;
                        if played.spoils == LoserGarnets::Winner {
                            expected += GARNETS;
                        }
                    }
                    if member.position == lost {
                        (expected, role) = (0, Role::Eliminated);
                    }
                }
                let held = i64::from(member.garnets);
                if (member.garnets, member.role) != (expected, role)
                    || held != comes_to(Purse::Member(member.position))
                {
                    wrong.push(format!("{member:?} ought to have {expected}, be {role:?}"));
                }
            }
            if !wrong.is_empty() {
                self.truth
                    .complain(format!("the season of match {id}: {}", wrong.join("; ")));
            }
        }
    }
}

/// A person of a cast, whose fifth member is the dealer.
pub fn person(index: usize, first: u64) -> NewPerson {
    NewPerson {
        name: format!("P{index}"),
        role: match index {
            4 => Role::Dealer,
            _ => Role::Player,
        },
        account: (index < 5).then_some(AccountId(first + index as u64)),
        garnets: GARNETS,
        bound: None,
        position: None,
    }
}

/// How many people a game needs.
pub fn cast_size(game: GameId) -> usize {
    6.max(*game.catalogue().cast_sizes.start())
}

/// One of the games.
pub fn any_game(dice: &mut Dice) -> GameId {
    let one = dice.pick(GameId::ALL).unwrap();
    let only = std::env::var("GAME").ok();
    only.map_or(*one, |word| GameId::read(&word).unwrap())
}
