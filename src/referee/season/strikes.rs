//! Strikes, and what the limit of them does.

use serde::{Deserialize, Serialize};

use super::{Asker, Core, Done, SeasonEdit, SeasonRefusal, eliminate, refused};
use crate::referee::AuditEntry;
use crate::referee::change::MatchChange;
use crate::referee::post::Post;
use crate::referee::table::Table;
use crate::store::{
    AtStrikeLimit, BookedReason, CastMember, LoserGarnets, MatchId, Purse, Season, SeasonId,
    StoreError, Strike, Tx,
};
use games::{Party, Role};

/// A strike that was given, and what it led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    pub name: String,
    /// How many they have now.
    pub count: u32,
    pub limit: Option<u32>,
    /// Whether they are eliminated: by so many strikes, or still after one was taken back.
    pub eliminated: bool,
    /// How many garnets they had when they were eliminated, and where those went.
    pub spoils: Option<(Purse, u32)>,
}

impl Struck {
    /// Whether they have as many as the season's limit, or more.
    pub fn at_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.count >= limit)
    }
}

impl Core {
    /// A host gives somebody a strike; one that eliminates them only when that is `sure`.
    ///
    /// # Errors
    /// Nobody of that name, or what it would do to them.
    pub fn add_strike(
        &mut self,
        id: SeasonId,
        asker: Asker,
        (name, sure): (&str, bool),
        reason: &str,
        now: u64,
    ) -> Done<Struck> {
        self.as_host_of(id, asker, now, |desk| {
            desk.out_of_play()?;
            let member = desk.member(name)?;
            let by = Some(asker.account);
            let why = BookedReason::from(reason.trim());
            desk.tx
                .add_strike(id, member.position, &why, by, None, now)?;
            let struck = judge(desk.tx, &desk.season, &member, by, None, now)?;
            if struck.eliminated && !sure {
                let plays_in = desk.seated(member.position)?.first().map(|row| row.channel);
                return refused(SeasonRefusal::WouldEliminate { struck, plays_in });
            }
            let entry = AuditEntry::StrikeGiven {
                name: struck.name.clone(),
                eliminated: struck.eliminated,
            };
            desk.note(entry, reason)?;
            desk.tell_of_strike(&member, &struck, false, why)?;
            Ok(struck)
        })
    }

    /// A host takes a strike back, by its number. What the limit has done stays done; whose strike
    /// it was comes back.
    ///
    /// # Errors
    /// No such strike that stands.
    pub fn take_strike_back(
        &mut self,
        id: SeasonId,
        asker: Asker,
        strike: i64,
        reason: &str,
        now: u64,
    ) -> Done<Struck> {
        self.as_host_of(id, asker, now, |desk| {
            desk.out_of_play()?;
            let strikes = desk.tx.told_strikes(id)?;
            let found = strikes.iter().find(|found| found.id == strike);
            let Some(found) = found.filter(|found| !found.void) else {
                return refused(SeasonRefusal::NoSuchStrike(strike));
            };
            let (struck, whose) = desk.forgive(found)?;
            let name = struck.name.clone();
            desk.note(AuditEntry::StrikeTakenBack { name, strike }, reason)?;
            if let Some(whose) = whose {
                desk.tell_of_strike(&whose, &struck, true, reason.trim().into())?;
            }
            Ok(struck)
        })
    }

    /// The players of a season who have as many strikes as its limit, or more, each with how many.
    ///
    /// # Errors
    /// What the store says.
    pub fn at_strike_limit(&mut self, id: SeasonId) -> Result<Vec<(String, u32)>, StoreError> {
        self.store.read(|tx| {
            let season = tx.season(id)?;
            let Some(limit) = season.and_then(|season| season.settings.strike_limit) else {
                return Ok(Vec::new());
            };
            let (cast, strikes) = (tx.season_cast(id)?, tx.told_strikes(id)?);
            let players = cast.into_iter().filter(|one| one.role == Role::Player);
            let counted = players.map(|one| {
                let count = standing(&strikes, one.position);
                (one.name, count)
            });
            Ok(counted.filter(|(_, count)| *count >= limit).collect())
        })
    }

    /// A season's strikes, oldest first, each with whose it is; those of matches that are open are
    /// not told yet.
    ///
    /// # Errors
    /// What the store says.
    pub fn strikes(&mut self, id: SeasonId) -> Result<Vec<(String, Strike)>, StoreError> {
        self.store.read(|tx| {
            let everybody = tx.everybody(id)?;
            let named = |strike: Strike| {
                let mut found = everybody.iter();
                let whose = found.find(|(member, _)| member.position == strike.position);
                let name = whose.map(|(member, _)| member.name.clone());
                (name.unwrap_or_default(), strike)
            };
            Ok(tx.told_strikes(id)?.into_iter().map(named).collect())
        })
    }

    /// How many strikes more count when which matches are over, for a host: none of a match in
    /// which they sit, since they would tell who failed in secret.
    ///
    /// # Errors
    /// What the store says.
    pub fn strikes_to_come(
        &mut self,
        id: SeasonId,
        host: u64,
    ) -> Result<Vec<(MatchId, u32)>, StoreError> {
        let mut to_come = Vec::new();
        for open in self.store.read(|tx| tx.open_matches_of_season(id))? {
            let table = self.readable(open)?;
            let plays = |table: &Table| matches!(table.party(host), Some(Party::Seat(_)));
            if table.is_none_or(plays) {
                continue;
            }
            let strikes = self.store.read(|tx| tx.strikes(id))?;
            let of = |strike: &&Strike| {
                !strike.void && strike.cause.is_some_and(|(cause, _)| cause == open)
            };
            let count = strikes.iter().filter(of).count() as u32;
            if count > 0 {
                to_come.push((open, count));
            }
        }
        Ok(to_come)
    }
}

impl SeasonEdit<'_> {
    /// A strike counts no more. How they stand now, and whose it was.
    fn forgive(&self, strike: &Strike) -> Result<(Struck, Option<CastMember>), StoreError> {
        let id = self.season.id;
        self.tx.forgive_strike(id, strike.id)?;
        let whose = self.tx.member_at(id, strike.position)?;
        let whose = whose.map(|(member, _)| member);
        let struck = Struck {
            count: standing(&self.tx.told_strikes(id)?, strike.position),
            limit: self.season.settings.strike_limit,
            eliminated: whose
                .as_ref()
                .is_some_and(|member| member.role == Role::Eliminated),
            name: whose
                .as_ref()
                .map(|member| member.name.clone())
                .unwrap_or_default(),
            spoils: None,
        };
        Ok((struck, whose))
    }

    /// Whose strike it is hears of it alone; who has no account has nobody to tell.
    fn tell_of_strike(
        &self,
        whose: &CastMember,
        struck: &Struck,
        back: bool,
        reason: BookedReason,
    ) -> Result<(), StoreError> {
        let Some(account) = whose.account else {
            return Ok(());
        };
        let to = self.alone(account, whose.channel);
        let post = Post::Strike {
            season: self.season.name.clone(),
            back,
            reason,
            count: struck.count,
            limit: struck.limit,
            eliminated: struck.eliminated || whose.role == Role::Eliminated,
        };
        self.tell(to, post)
    }
}

impl MatchChange<'_> {
    /// A host takes back the strikes that this match has given and that stand; whose they were
    /// hears of it alone.
    pub(in crate::referee) fn forgive_strikes(&self, host: u64) -> Result<(), StoreError> {
        let id = self.table.row.id;
        let season = self.table.row.season.map(|season| self.tx.season(season));
        let Some(season) = season.transpose()?.flatten() else {
            return Ok(());
        };
        let desk = SeasonEdit {
            tx: self.tx,
            season,
            asker: Asker {
                account: host,
                is_host: true,
                interaction: None,
            },
            now: self.now,
        };
        for strike in self.tx.strikes(desk.season.id)? {
            let is_of_match = strike.cause.is_some_and(|(cause, _)| cause == id);
            if strike.void || !is_of_match {
                continue;
            }
            if let (struck, Some(whose)) = desk.forgive(&strike)? {
                // Of no match: a rewind that takes the end back gives nobody a strike again.
                let reason = BookedReason::CalledOff {};
                desk.tell_of_strike(&whose, &struck, true, reason)?;
            }
        }
        Ok(())
    }
}

fn standing(strikes: &[Strike], position: u32) -> u32 {
    let mine = |strike: &&Strike| !strike.void && strike.position == position;
    strikes.iter().filter(mine).count() as u32
}

/// Whether one strike more than they are known to have takes somebody out of the season.
pub(in crate::referee) fn is_last_but_one(
    tx: &Tx,
    season: &Season,
    member: &CastMember,
) -> Result<bool, StoreError> {
    let settings = &season.settings;
    let ends = settings.at_strike_limit == AtStrikeLimit::Eliminate && member.role == Role::Player;
    let count = standing(&tx.told_strikes(season.id)?, member.position) + 1;
    Ok(ends && settings.strike_limit.is_some_and(|limit| count >= limit))
}

/// What somebody's strikes come to now that they have got another one.
pub(in crate::referee) fn judge(
    tx: &Tx,
    season: &Season,
    member: &CastMember,
    by: Option<u64>,
    cause: Option<(MatchId, i64)>,
    now: u64,
) -> Result<Struck, StoreError> {
    let mut struck = Struck {
        name: member.name.clone(),
        count: standing(&tx.told_strikes(season.id)?, member.position),
        limit: season.settings.strike_limit,
        eliminated: false,
        spoils: None,
    };
    let ends = season.settings.at_strike_limit == AtStrikeLimit::Eliminate;
    if struck.at_limit() && ends && member.role == Role::Player {
        let to = match season.settings.loser_garnets {
            Some(LoserGarnets::Nobody) => Purse::Nobody,
            // Nobody has won, so what a winner would get is kept for the season.
            Some(LoserGarnets::Bank | LoserGarnets::Winner) | None => Purse::Bank,
        };
        struck.spoils = eliminate(tx, season, member, to, by, cause, now)?;
        struck.eliminated = true;
    }
    Ok(struck)
}
