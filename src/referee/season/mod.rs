//! Seasons. Every change of one is a transaction with a line in the audit log, made by somebody who
//! may. An open match has its own cast and garnets from when it was opened: nothing here changes
//! them.

mod cast;
mod garnets;
mod hello;
mod keeping;
mod roles;
mod settings;
mod strikes;

pub(super) use cast::newcomers_name;
pub use cast::{CastAdditions, LinkedGuest, Newcomer};
pub use garnets::{EVERYBODY, GarnetsMoved, Ledger, PurseBalance, PurseOwner, Transfer};
pub(super) use keeping::free_season_name;
pub use roles::RolesDue;
pub use settings::SettingRefusal;
pub use strikes::StrikeOutcome;
pub(super) use strikes::{is_last_but_one, judge};

use super::audit::AuditEntry;
use super::audit_log::{self, NewAuditLine};
use super::consequences::open_series;
use super::core::{Core, RefereeError, refused};
use super::post::{Letter, Post, Recipient};
use crate::store::{
    AccountId, CastMember, ChannelId, MatchName, MatchRow, PastMatch, Purse, Result, Season,
    SeasonId, Stakes, Tx,
};
use games::{Role, Seat, WallMs, names};

/// Who asks for a change of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    pub account: AccountId,
    /// Whether the account may act as a host.
    pub is_host: bool,
    /// The interaction that brought it: the same one twice changes nothing.
    pub interaction: Option<u64>,
}

/// Why something is not done to a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeasonRefusal {
    HostOnly,
    /// This interaction was carried out before.
    Twice,
    NoSuchSeason,
    Archived {
        season: String,
    },
    /// The season is like that already.
    NothingToChange,
    /// A match of the season is open in this channel.
    MatchOpen {
        channel: ChannelId,
    },
    BadSeasonName {
        most: usize,
    },
    SeasonNameTaken(String),
    /// A name that is not allowed in a cast.
    BadName {
        name: String,
        most: usize,
    },
    /// Two people would have the same name.
    NameTwice(String),
    /// Somebody who has left the season has this name.
    NameOfGone(String),
    /// Somebody of the cast has this account already.
    AccountTwice {
        name: String,
        account: AccountId,
    },
    AccountOfGone {
        name: String,
        account: AccountId,
    },
    CastFull {
        most: usize,
    },
    NobodyCalled {
        typed: String,
        /// Similar names.
        perhaps: Vec<String>,
    },
    /// `everybody` was typed, but there are no players.
    NoPlayers,
    /// They have left the season.
    Gone(String),
    /// They are in the cast.
    NotGone(String),
    /// The private channel is another's already.
    ChannelTaken {
        channel: ChannelId,
        name: String,
    },
    /// The account is nobody of the cast.
    NotInCast,
    MayNotGive,
    /// The giver's answers in open matches cost so many of their garnets.
    Owed {
        amount: u32,
    },
    /// The giver plays an elimination match in this channel, and their garnets are part of the
    /// stakes.
    AtStake {
        channel: ChannelId,
    },
    /// The strike eliminates somebody, so it has to be confirmed. `plays_in`: the channel of a
    /// match of the season that they play.
    WouldEliminate {
        struck: StrikeOutcome,
        plays_in: Option<ChannelId>,
    },
    /// A result of the season waits for a host, and the answer would give it away.
    ResultWaits,
    /// A host who plays in a match of the season may not decide what is at stake in it.
    HostPlays(MatchName),
    /// Only players of the season give and get gifts.
    NotAPlayer(String),
    Amount {
        most: u32,
    },
    SamePurse,
    /// None: the bank.
    TooFew {
        whose: Option<String>,
        has: u32,
        wanted: u32,
    },
    /// More garnets than one purse may hold.
    TooMany {
        most: u32,
    },
    NoSuchStrike(i64),
    /// Everything that is wrong with the settings; at least one.
    Settings(Vec<SettingRefusal>),
}

impl SeasonRefusal {
    /// The same with each name passed through `show`, for places where names need escaping.
    pub fn shown_as(mut self, show: impl Fn(&str) -> String) -> SeasonRefusal {
        match &mut self {
            SeasonRefusal::Archived { season: name }
            | SeasonRefusal::SeasonNameTaken(name)
            | SeasonRefusal::BadName { name, .. }
            | SeasonRefusal::NameTwice(name)
            | SeasonRefusal::NameOfGone(name)
            | SeasonRefusal::AccountTwice { name, .. }
            | SeasonRefusal::AccountOfGone { name, .. }
            | SeasonRefusal::Gone(name)
            | SeasonRefusal::NotGone(name)
            | SeasonRefusal::ChannelTaken { name, .. }
            | SeasonRefusal::NotAPlayer(name)
            | SeasonRefusal::WouldEliminate {
                struck: StrikeOutcome { name, .. },
                ..
            } => *name = show(name),
            SeasonRefusal::Settings(wrong) => {
                for why in wrong {
                    if let SettingRefusal::CannotBe { typed, .. } = why {
                        *typed = show(typed);
                    }
                }
            }
            SeasonRefusal::TooFew { whose, .. } => *whose = whose.as_deref().map(show),
            SeasonRefusal::NobodyCalled { typed, perhaps } => {
                *typed = show(typed);
                for name in perhaps {
                    *name = show(name);
                }
            }
            _ => {}
        }
        self
    }
}

/// What a change of a season gives, or why it isn't done.
pub type SeasonResult<T> = Result<T, RefereeError<SeasonRefusal>>;

/// Somebody of the cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsEntry {
    pub name: String,
    pub role: Role,
    pub account: Option<AccountId>,
    pub channel: Option<ChannelId>,
    /// None if the viewer may not know.
    pub garnets: Option<u32>,
    /// Without strikes of open matches.
    pub strikes: u32,
}

/// Who looks at a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonViewer {
    Everybody,
    /// Somebody, who sees their own count.
    Account(AccountId),
    Host,
}

impl SeasonViewer {
    fn may_know(self, season: &Season, member: &CastMember) -> bool {
        match self {
            SeasonViewer::Host => true,
            SeasonViewer::Everybody => season.settings.garnets_public,
            SeasonViewer::Account(account) => {
                season.settings.garnets_public || member.account == Some(account)
            }
        }
    }
}

impl Core {
    /// A season's cast, in order, with what this viewer may know of it. None if there is no such
    /// season.
    pub fn standings(
        &self,
        id: SeasonId,
        seen_by: SeasonViewer,
    ) -> Result<Option<Vec<StandingsEntry>>> {
        self.store.read(|tx| {
            let Some(season) = tx.season(id)? else {
                return Ok(None);
            };
            let strikes = tx.told_strikes(id)?;
            let status = |member: CastMember| StandingsEntry {
                garnets: seen_by.may_know(&season, &member).then_some(member.garnets),
                strikes: strikes
                    .iter()
                    .filter(|strike| !strike.void && strike.position == member.position)
                    .count() as u32,
                name: member.name,
                role: member.role,
                account: member.account,
                channel: member.channel,
            };
            let cast = tx.season_cast(id)?.into_iter();
            Ok(Some(cast.map(status).collect()))
        })
    }

    /// Changes a season. `work` checks whether the asker may.
    fn in_season<T>(
        &mut self,
        id: SeasonId,
        asker: Asker,
        now: WallMs,
        work: impl FnOnce(&mut SeasonEdit) -> SeasonResult<T>,
    ) -> SeasonResult<T> {
        self.store.write(|tx| {
            asker.check_new(tx, now)?;
            let Some(season) = tx.season(id)? else {
                return refused(SeasonRefusal::NoSuchSeason);
            };
            let mut edit = SeasonEdit {
                tx,
                season,
                asker,
                now,
            };
            work(&mut edit)
        })
    }

    /// A host changes a season that is not archived.
    ///
    /// # Errors
    /// Why it isn't changed: then nothing is.
    pub fn edit_season<T>(
        &mut self,
        id: SeasonId,
        asker: Asker,
        now: WallMs,
        work: impl FnOnce(&mut SeasonEdit) -> SeasonResult<T>,
    ) -> SeasonResult<T> {
        self.in_season(id, asker, now, |edit| {
            edit.check_host()?;
            edit.check_open()?;
            work(edit)
        })
    }
}

impl Asker {
    fn check_new(&self, tx: &Tx, now: WallMs) -> SeasonResult<()> {
        if let Some(interaction) = self.interaction {
            if tx.answered(interaction)?.is_some() {
                return refused(SeasonRefusal::Twice);
            }
            tx.keep_answer(interaction, "null", now)?;
        }
        Ok(())
    }
}

/// A change of a season in progress.
pub struct SeasonEdit<'a> {
    tx: &'a Tx<'a>,
    season: Season,
    asker: Asker,
    now: WallMs,
}

impl SeasonEdit<'_> {
    fn check_host(&self) -> SeasonResult<()> {
        if self.asker.is_host {
            return Ok(());
        }
        refused(SeasonRefusal::HostOnly)
    }

    /// Refuses if the host who asks plays in a match of the season that is open, or whose result
    /// waits.
    fn check_out_of_play(&self) -> SeasonResult<()> {
        let undecided = self.tx.undecided_matches(self.season.id)?;
        for id in undecided {
            let Some(row) = self.tx.match_row(id)? else {
                continue;
            };
            let sits = self.tx.people(id)?.iter().any(|person| {
                person.account == self.asker.account && row.setup.cast.seat_of(person.who).is_some()
            });
            if sits {
                return refused(SeasonRefusal::HostPlays(row.name()));
            }
        }
        Ok(())
    }

    /// The undecided matches of the season that somebody plays, by their position: open ones,
    /// results that wait, and ties for their place that no later match has decided.
    fn seated(&self, position: u32) -> Result<Vec<MatchRow>> {
        let sits = |row: &MatchRow| {
            let mut seats = Seat::BOTH.into_iter();
            seats.any(|seat| row.seat_position(seat) == Some(position))
        };
        let mut rows = Vec::new();
        for id in self.tx.undecided_matches(self.season.id)? {
            rows.extend(self.tx.match_row(id)?.filter(sits));
        }
        let past = self.tx.past_matches(self.season.id)?.into_iter().rev();
        let at_stake = past.filter(|past| past.row.stakes != Stakes::Nothing && sits(&past.row));
        let won = |past: &PastMatch| past.outcome.is_some_and(|end| end.winner.is_some());
        let undecided = at_stake.take_while(|past| !won(past));
        let tied = undecided.filter(|past| past.outcome.is_some_and(|end| end.is_tie()));
        rows.extend(tied.map(|tied| tied.row));
        Ok(rows)
    }

    /// The channel in which somebody's place in the season is at stake: that of an undecided match,
    /// or of the last match of an undecided best of three. None if it is not, or if the opponent
    /// has left the season.
    fn at_stake(&self, position: u32) -> Result<Option<ChannelId>> {
        let mut seated = self.seated(position)?.into_iter();
        if let Some(row) = seated.find(|row| row.stakes != Stakes::Nothing) {
            return Ok(Some(row.channel));
        }
        let past = self.tx.past_matches(self.season.id)?;
        let Some((last, opponent)) = open_series(&past, position) else {
            return Ok(None);
        };
        let mut cast = self.cast()?.into_iter();
        let plays = cast.any(|one| one.position == opponent && one.role == Role::Player);
        Ok(plays.then_some(last.channel))
    }

    fn check_open(&self) -> SeasonResult<()> {
        if self.season.archived {
            let season = self.season.name.clone();
            return refused(SeasonRefusal::Archived { season });
        }
        Ok(())
    }

    /// Logs what was done.
    fn note(&self, entry: AuditEntry, reason: &str) -> Result<()> {
        note(self.tx, &self.season, self.asker, entry, reason, self.now)
    }

    fn cast(&self) -> Result<Vec<CastMember>> {
        self.tx.season_cast(self.season.id)
    }

    /// Somebody in the cast, by name as people type it.
    fn member(&self, typed: &str) -> SeasonResult<CastMember> {
        match self.called(typed)? {
            (member, false) => Ok(member),
            (member, true) => refused(SeasonRefusal::Gone(member.name)),
        }
    }

    /// Somebody of the season by name as people type it, and whether they have left.
    fn called(&self, typed: &str) -> SeasonResult<(CastMember, bool)> {
        let typed = typed.trim();
        let everybody = self.tx.everybody(self.season.id)?;
        let named = everybody.iter().map(|one| (one, one.0.name.as_str()));
        if let [found] = names::called(typed, named.clone())[..] {
            return Ok(found.clone());
        }
        let present = named.filter(|((_, gone), _)| !gone);
        let holds = |name: &str, typed: &str| !typed.is_empty() && name.contains(typed);
        let mut perhaps: Vec<&str> = names::meant(typed, present.clone(), holds)
            .into_iter()
            .map(|(member, _)| member.name.as_str())
            .collect();
        if perhaps.is_empty() {
            perhaps = names::nearest(typed, present.map(|(_, name)| name));
        }
        let perhaps = perhaps.into_iter().take(5).map(str::to_owned);
        refused(SeasonRefusal::NobodyCalled {
            typed: typed.to_owned(),
            perhaps: perhaps.collect(),
        })
    }

    /// The cast member with the asker's account.
    fn own(&self) -> SeasonResult<CastMember> {
        let account = Some(self.asker.account);
        let mut cast = self.cast()?.into_iter();
        match cast.find(|member| member.account == account) {
            Some(member) => Ok(member),
            None => refused(SeasonRefusal::NotInCast),
        }
    }

    fn held(&self, purse: Purse) -> Result<u32> {
        self.tx.purse(self.season.id, purse)
    }

    /// The private address of somebody of the cast, with the asker as the account that hears of
    /// failures.
    fn alone(&self, account: AccountId, bound: Option<ChannelId>) -> Recipient {
        Recipient::Member {
            account,
            bound,
            season: self.season.id,
            by: Some(self.asker.account),
        }
    }

    /// Writes to somebody of the cast in private.
    fn tell(&self, to: Recipient, post: Post) -> Result<()> {
        Letter { to, post }.send(self.tx, None, None, self.now)
    }
}

/// Writes a line of the audit log: what was done, and the given reason.
fn note(
    tx: &Tx,
    season: &Season,
    asker: Asker,
    entry: AuditEntry,
    reason: &str,
    at_ms: WallMs,
) -> Result<()> {
    let line = NewAuditLine {
        guild: season.guild,
        season: Some(season.id),
        match_id: None,
        by: asker.account,
        entry,
        reason: reason.trim(),
        at_ms,
    };
    audit_log::write_in(tx, season.settings.audit_channel, line)
}

/// Eliminates somebody from the season. Their garnets go `to` a purse. Returns what was moved.
pub(super) fn eliminate(
    tx: &Tx,
    season: &Season,
    member: &CastMember,
    to: Purse,
    by: Option<AccountId>,
    cause: Option<crate::store::Cause>,
    now: WallMs,
) -> Result<Option<(Purse, u32)>> {
    use crate::store::{BookedReason, Movement};
    tx.change_role(season.id, member.position, Role::Eliminated, by, cause, now)?;
    let from = Purse::Member(member.position);
    let amount = tx.purse(season.id, from)?;
    if amount == 0 {
        return Ok(None);
    }
    let movement = Movement {
        from,
        to,
        amount,
        reason: BookedReason::Eliminated {
            name: member.name.clone(),
        },
        by,
        cause,
    };
    let moved = tx.move_garnets(season.id, &movement, now)?;
    Ok(moved.map(|_| (to, amount)))
}
