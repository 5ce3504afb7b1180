//! A season of three weeks on one server. Its remaining people play one match after another, in all
//! games in turn, while everything possible goes wrong.

use dealer::referee::{Asker, NewPerson, Newcomer};
use dealer::store::{AccountId, LoserGarnets, Purse, SeasonId, ServerId, Stakes, StoreError};
use games::{BySeat, GameId, Role, Seat};
use matches::Stage;

use super::people::Turn;
use super::rulings::{BONUS, GARNETS};
use super::world::{BEGIN_MS, Event, World};

const WEEKS_MS: u64 = 21 * 24 * 3_600_000;
const PEOPLE: usize = 19;
const GUILD: ServerId = ServerId(1);
const HOST: AccountId = AccountId(900);
const FIRST_ACCOUNT: u64 = 10_000;

/// The season so far.
pub struct Long {
    season: SeasonId,
    opened: usize,
}

impl World {
    pub fn begin_long_season(&mut self) {
        let asker = Asker {
            account: HOST,
            is_host: true,
            interaction: None,
        };
        let newcomer = |index: usize| Newcomer {
            name: format!("P{index}"),
            account: Some(AccountId(FIRST_ACCOUNT + index as u64)),
            role: match index {
                4 => Role::Dealer,
                _ => Role::Player,
            },
            garnets: GARNETS,
        };
        let now = self.now();
        let core = &mut self.up.as_mut().unwrap().core;
        let season = core.new_season(GUILD, asker, "Season", now).unwrap();
        let cast = (0..PEOPLE).map(newcomer).collect();
        core.edit_season(season, asker, now, |edit| edit.add_to_cast(cast))
            .unwrap();
        let set = |season: &mut dealer::store::Season| {
            season.settings.loser_garnets = Some(LoserGarnets::Winner);
            season.settings.winner_bonus = Some(BONUS);
        };
        core.edit_season(season, asker, now, |edit| edit.set_season(set))
            .unwrap();
        self.long = Some(Long { season, opened: 0 });
        self.after(1_000, Event::Person(Turn::Next));
    }

    /// Whether no more matches open.
    pub fn season_is_over(&self) -> bool {
        self.long.is_none() || self.t >= BEGIN_MS + WEEKS_MS
    }

    /// Opens the season's next match when the last one is over for good.
    pub fn next_match(&mut self) {
        if self.season_is_over() {
            return;
        }
        let ms = if self.open_next() {
            u64::from(self.dice.between(3_600_000, 24 * 3_600_000))
        } else {
            u64::from(self.dice.between(60_000, 1_800_000))
        };
        self.after(ms, Event::Person(Turn::Next));
    }

    fn open_next(&mut self) -> bool {
        let (Some(long), Some(up)) = (&mut self.long, &mut self.up) else {
            return false;
        };
        let goes_on = self.crowd.matches.last().is_some_and(|held| {
            let table = up.core.table(held.id).unwrap().unwrap();
            table.play.stage() != Stage::Over || self.crowd.has_second_thoughts(held.id)
        });
        if goes_on || !up.connected || up.disk_full {
            return false;
        }
        let cast = up
            .core
            .store()
            .read(|tx| tx.season_cast(long.season))
            .unwrap();
        let cast: Vec<NewPerson> = cast.into_iter().map(NewPerson::from).collect();
        let game = GameId::ALL[long.opened % GameId::ALL.len()];
        long.opened += 1;
        let season = Some(long.season);
        let mut players: Vec<String> = cast
            .iter()
            .filter(|person| person.role == Role::Player)
            .map(|person| person.name.clone())
            .collect();
        self.dice.shuffle(&mut players);
        let [dmo, ec] = [0, 1].map(|index| players[index].clone());
        // Enough players must remain for the next matches.
        let stakes = if players.len() > 8 && self.dice.one_in(2) {
            Stakes::Elimination
        } else {
            Stakes::Nothing
        };
        let mut new = self.new_match(GUILD, HOST, game, cast);
        (new.season, new.stakes) = (season, stakes);
        new.seats = Some(BySeat { dmo, ec });
        self.hold(new, None);
        true
    }

    /// Only losers of elimination matches are out. The ledger adds up to what everybody has, and to
    /// what was brought in.
    pub fn check_long_season(&mut self) {
        let (Some(long), Some(up)) = (&self.long, &mut self.up) else {
            return;
        };
        let mut lost = Vec::new();
        for held in &self.crowd.matches {
            let table = up.core.table(held.id).unwrap().unwrap();
            let winner = table.play.game.outcome().and_then(|outcome| outcome.winner);
            if let (Some(winner), Stakes::Elimination) = (winner, table.row.stakes) {
                let loser: Seat = winner.other();
                let who = table.row.setup.cast.seated(loser).unwrap();
                lost.extend(table.row.position(who));
            }
        }
        let season = long.season;
        let read = up.core.store().read(|tx| {
            let bank = tx.purse(season, Purse::Bank)?;
            Ok::<_, StoreError>((tx.everybody(season)?, tx.ledger(season, u32::MAX)?, bank))
        });
        let (everybody, ledger, bank) = read.unwrap();
        let mut wrong = Vec::new();
        let mut held = u64::from(bank);
        for (member, _) in &everybody {
            held += u64::from(member.garnets);
            let purse = Purse::Member(member.position);
            let lines = ledger.iter().map(|line| {
                let [to, from] = [line.movement.to, line.movement.from].map(|of| of == purse);
                i64::from(line.movement.amount) * (i64::from(to) - i64::from(from))
            });
            if lines.sum::<i64>() != i64::from(member.garnets) {
                wrong.push(format!("{member:?} has not what the ledger says"));
            }
            let out = member.role == Role::Eliminated;
            if out != lost.contains(&member.position) {
                wrong.push(format!("{member:?}, and these have lost: {lost:?}"));
            }
        }
        let brought = (PEOPLE as u64) * u64::from(GARNETS) + lost.len() as u64 * u64::from(BONUS);
        if held != brought {
            wrong.push(format!("there are {held} garnets of {brought}"));
        }
        if !wrong.is_empty() {
            self.truth
                .complain(format!("the season: {}", wrong.join("; ")));
        }
    }
}
