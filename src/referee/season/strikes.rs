//! Strikes, and what happens at the limit.

use serde::{Deserialize, Serialize};

use super::{Asker, Core, SeasonEdit, SeasonRefusal, SeasonResult, eliminate, refused};
use crate::referee::AuditEntry;
use crate::referee::change::MatchChange;
use crate::referee::post::Post;
use crate::referee::table::Table;
use crate::store::{
    AccountId, AtStrikeLimit, BookedReason, CastMember, Cause, LoserGarnets, MatchName, Purse,
    Result, Season, SeasonId, Strike, Tx,
};
use games::{Role, WallMs};

/// A strike that was given, and what it led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrikeOutcome {
    pub name: String,
    /// How many they have now.
    pub count: u32,
    pub limit: Option<u32>,
    /// Whether they are eliminated: by this strike, or still, after one was taken back.
    pub eliminated: bool,
    /// Where their garnets went when they were eliminated, and how many.
    pub spoils: Option<(Purse, u32)>,
}

impl StrikeOutcome {
    /// Whether they have as many as the season's limit, or more.
    pub fn at_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.count >= limit)
    }
}

impl Core {
    /// The players of a season with as many strikes as its limit or more, each with the count.
    pub fn at_strike_limit(&self, id: SeasonId) -> Result<Vec<(String, u32)>> {
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

    /// A season's strikes, oldest first, each with its owner's name. Without those of open matches.
    pub fn strikes(&self, id: SeasonId) -> Result<Vec<(String, Strike)>> {
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

    /// For a host: which open matches will add strikes when they end, and how many. Without matches
    /// that the host plays, since that would tell who failed in secret.
    pub fn strikes_to_come(&self, id: SeasonId, host: AccountId) -> Result<Vec<(MatchName, u32)>> {
        let mut to_come = Vec::new();
        for open in self.store.read(|tx| tx.open_matches_of_season(id))? {
            let plays = |table: &Table| table.plays(host);
            let Some(table) = self.readable(open)?.filter(|table| !plays(table)) else {
                continue;
            };
            let strikes = self.store.read(|tx| tx.strikes(id))?;
            let of = |strike: &&Strike| !strike.void && strike.is_of(open);
            let count = strikes.iter().filter(of).count() as u32;
            if count > 0 {
                to_come.push((table.row.name(), count));
            }
        }
        Ok(to_come)
    }
}

impl SeasonEdit<'_> {
    /// A host gives somebody a strike. One that would eliminate them needs `sure`.
    ///
    /// # Errors
    /// Nobody of that name, or an elimination that has to be confirmed.
    pub fn add_strike(&self, name: &str, sure: bool, reason: &str) -> SeasonResult<StrikeOutcome> {
        self.check_out_of_play()?;
        let member = self.member(name)?;
        let by = Some(self.asker.account);
        let why = BookedReason::from(reason.trim());
        self.tx
            .add_strike(self.season.id, member.position, &why, by, None, self.now)?;
        let struck = judge(self.tx, &self.season, &member, by, None, self.now)?;
        if struck.eliminated && !sure {
            let plays_in = self.seated(member.position)?.first().map(|row| row.channel);
            return refused(SeasonRefusal::WouldEliminate { struck, plays_in });
        }
        let entry = AuditEntry::StrikeGiven {
            name: struck.name.clone(),
            eliminated: struck.eliminated,
        };
        self.note(entry, reason)?;
        self.tell_of_strike(&member, &struck, false, why)?;
        Ok(struck)
    }

    /// A host takes a strike back, by its number. An elimination by the limit is not undone.
    /// Returns whose strike it was.
    ///
    /// # Errors
    /// No such strike, or it was taken back already.
    pub fn take_strike_back(&self, strike: i64, reason: &str) -> SeasonResult<StrikeOutcome> {
        self.check_out_of_play()?;
        let strikes = self.tx.told_strikes(self.season.id)?;
        let found = strikes.iter().find(|found| found.id == strike);
        let Some(found) = found.filter(|found| !found.void) else {
            return refused(SeasonRefusal::NoSuchStrike(strike));
        };
        let (struck, whose) = self.forgive(found)?;
        let name = struck.name.clone();
        self.note(AuditEntry::StrikeTakenBack { name, strike }, reason)?;
        if let Some(whose) = whose {
            self.tell_of_strike(&whose, &struck, true, reason.trim().into())?;
        }
        Ok(struck)
    }

    /// Takes a strike back. Returns the new state, and its owner if they are still in the season.
    fn forgive(&self, strike: &Strike) -> Result<(StrikeOutcome, Option<CastMember>)> {
        let id = self.season.id;
        self.tx.forgive_strike(id, strike.id)?;
        let whose = self.tx.member_at(id, strike.position)?;
        let whose = whose.map(|(member, _)| member);
        let struck = StrikeOutcome {
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

    /// Tells a strike's owner in private, if they have an account.
    fn tell_of_strike(
        &self,
        whose: &CastMember,
        struck: &StrikeOutcome,
        back: bool,
        reason: BookedReason,
    ) -> Result<()> {
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
    /// A host takes back all strikes that this match gave; their owners are told in private.
    pub(in crate::referee) fn forgive_strikes(&self, host: AccountId) -> Result<()> {
        let id = self.table.row.id;
        let season = self.table.row.season.map(|season| self.tx.season(season));
        let Some(season) = season.transpose()?.flatten() else {
            return Ok(());
        };
        let edit = SeasonEdit {
            tx: self.tx,
            season,
            asker: Asker {
                account: host,
                is_host: true,
                interaction: None,
            },
            now: self.now,
        };
        for strike in self.tx.strikes(edit.season.id)? {
            if strike.void || !strike.is_of(id) {
                continue;
            }
            if let (struck, Some(whose)) = edit.forgive(&strike)? {
                // Not linked to the match, so that a rewind of its end does not restore the
                // strikes.
                let reason = BookedReason::CalledOff {};
                edit.tell_of_strike(&whose, &struck, true, reason)?;
            }
        }
        Ok(())
    }
}

fn standing(strikes: &[Strike], position: u32) -> u32 {
    let mine = |strike: &&Strike| !strike.void && strike.position == position;
    strikes.iter().filter(mine).count() as u32
}

/// Whether one more strike than everybody knows of would eliminate somebody.
pub(in crate::referee) fn is_last_but_one(
    tx: &Tx,
    season: &Season,
    member: &CastMember,
) -> Result<bool> {
    let settings = &season.settings;
    let ends = settings.at_strike_limit == AtStrikeLimit::Eliminate && member.role == Role::Player;
    let count = standing(&tx.told_strikes(season.id)?, member.position) + 1;
    Ok(ends && settings.strike_limit.is_some_and(|limit| count >= limit))
}

/// Applies the season's limit to somebody who has got another strike.
pub(in crate::referee) fn judge(
    tx: &Tx,
    season: &Season,
    member: &CastMember,
    by: Option<AccountId>,
    cause: Option<Cause>,
    now: WallMs,
) -> Result<StrikeOutcome> {
    let mut struck = StrikeOutcome {
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
            // Nobody won, so a winner's share goes to the bank.
            Some(LoserGarnets::Bank | LoserGarnets::Winner) | None => Purse::Bank,
        };
        struck.spoils = eliminate(tx, season, member, to, by, cause, now)?;
        struck.eliminated = true;
    }
    Ok(struck)
}
