//! Matches, their people and journals, and their next deadlines.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::query::Json;
use super::{AccountId, ChannelId, MatchId, Result, SeasonId, ServerId, Shard, Tx};
use games::{CastId, GameId, Outcome, Seat, WallMs};
use matches::{Entry, Event, MatchMs, Setup};

impl MatchId {
    /// No match: for things that belong to none.
    pub const NONE: MatchId = MatchId(0);
}

/// What people call a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchName {
    /// Its number in its season; matches of no season count together in their server.
    Numbered(u32),
    Practice,
    Rehearsal,
}

impl MatchName {
    fn of(number: Option<u32>, rehearsal: bool) -> MatchName {
        match number {
            Some(number) => MatchName::Numbered(number),
            None if rehearsal => MatchName::Rehearsal,
            None => MatchName::Practice,
        }
    }
}

/// What is stored about a match besides its journal.
#[derive(Clone, Debug)]
pub struct MatchRow {
    pub id: MatchId,
    /// Its number in its season; practices and rehearsals have none.
    pub number: Option<u32>,
    /// The server; None for a practice in a direct message, which is stored as 0.
    pub guild: Option<ServerId>,
    pub channel: ChannelId,
    pub season: Option<SeasonId>,
    /// The account of the host who opened it.
    pub host: AccountId,
    pub setup: Setup,
    pub opened_at_ms: WallMs,
    pub over: bool,
    pub stakes: Stakes,
    /// The season position of each of the match's cast; None for people who are not in the season.
    pub positions: Vec<Option<u32>>,
}

/// What is at stake in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    #[default]
    Nothing,
    /// The loser leaves the season.
    Elimination,
    /// A player who loses two of three matches against the same opponent leaves the season.
    BestOfThree,
}

impl Stakes {
    fn word(self) -> &'static str {
        match self {
            Stakes::Nothing => "nothing",
            Stakes::Elimination => "elimination",
            Stakes::BestOfThree => "best_of_three",
        }
    }

    fn read(word: &str) -> Stakes {
        match word {
            "elimination" => Stakes::Elimination,
            "best_of_three" => Stakes::BestOfThree,
            _ => Stakes::Nothing,
        }
    }
}

impl MatchRow {
    pub fn name(&self) -> MatchName {
        MatchName::of(self.number, self.setup.rehearsal)
    }

    /// Whether this number means it: its own, or the negative of its id.
    pub fn is_meant_by(&self, number: i64) -> bool {
        self.number.is_some_and(|own| i64::from(own) == number) || number == -self.id.0
    }

    /// Whether it is a practice in a direct message, where only its player reads.
    pub fn is_direct(&self) -> bool {
        self.guild.is_none()
    }

    /// The season position of somebody of this match.
    pub fn position(&self, who: CastId) -> Option<u32> {
        if self.positions.is_empty() {
            return Some(u32::from(who.0));
        }
        self.positions.get(usize::from(who.0)).copied().flatten()
    }

    /// The season position of the player in a seat.
    pub fn seat_position(&self, seat: Seat) -> Option<u32> {
        self.position(self.setup.cast.seated(seat)?)
    }
}

/// A match that is over, for a season's history.
#[derive(Clone, Debug)]
pub struct PastMatch {
    pub row: MatchRow,
    /// None if it is not known.
    pub outcome: Option<Outcome>,
    pub over_at_ms: WallMs,
}

/// The account of a cast member, and where they can be reached in private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub who: CastId,
    pub account: AccountId,
    /// The private channel that the season bound to them.
    pub bound: Option<ChannelId>,
    /// The private channel in which they were last reached.
    pub way: Option<ChannelId>,
    /// Whether it is a substitute: when the match was opened, another account (or none) acted for
    /// them.
    pub stands_in: bool,
}

const MATCH_COLUMNS: &str =
    "id, guild, channel, season, host, setup, opened_at_ms, over, stakes, positions, number";

fn match_row(row: &Row) -> rusqlite::Result<MatchRow> {
    let (Json(setup), Json(positions)) = (row.get(5)?, row.get(9)?);
    Ok(MatchRow {
        id: row.get(0)?,
        guild: Some(row.get(1)?).filter(|guild| *guild != ServerId::default()),
        channel: row.get(2)?,
        season: row.get(3)?,
        host: row.get(4)?,
        setup,
        opened_at_ms: WallMs(row.get(6)?),
        over: row.get(7)?,
        stakes: Stakes::read(&row.get::<_, String>(8)?),
        positions,
        number: row.get(10)?,
    })
}

impl Tx<'_> {
    /// Stores a new match. Returns it with its id and number.
    pub fn add_match(&self, new: MatchRow, people: &[Person]) -> Result<MatchRow> {
        let counts = !new.setup.practice && !new.setup.rehearsal;
        let sql = "INSERT INTO matches (guild, channel, season, host, setup, opened_at_ms, stakes, positions, number) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, CASE ?9 WHEN 1 THEN \
                   (SELECT coalesce(max(number), 0) + 1 FROM matches WHERE guild = ?1 AND season IS ?3) END) \
                   RETURNING id, number";
        let (id, number) = self.0.query_row(
            sql,
            params![
                new.guild.unwrap_or_default(),
                new.channel,
                new.season,
                new.host,
                Json(&new.setup),
                new.opened_at_ms.0,
                new.stakes.word(),
                Json(&new.positions),
                counts
            ],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        for person in people {
            self.change(
                "INSERT INTO people (match, position, account, bound) VALUES (?, ?, ?, ?)",
                params![id, person.who.0, person.account, person.bound],
            )?;
        }
        Ok(MatchRow { id, number, ..new })
    }

    pub fn match_name(&self, id: MatchId) -> Result<Option<MatchName>> {
        let sql = "SELECT number, coalesce(setup ->> 'rehearsal', 0) FROM matches WHERE id = ?";
        self.first(sql, [id], |row| Ok(MatchName::of(row.get(0)?, row.get(1)?)))
    }

    /// The match of a server that somebody means by a number: that of this season or (None) of the
    /// current one, otherwise the newest with that number. Where people choose from a list, a
    /// match's value is the negative of its id, since several may have one number.
    pub fn match_numbered(
        &self,
        guild: ServerId,
        season: Option<SeasonId>,
        number: i64,
    ) -> Result<Option<MatchId>> {
        if number < 0 {
            return Ok(Some(MatchId(number.saturating_neg())));
        }
        let sql = "SELECT id FROM matches WHERE guild = ?1 AND number = ?2 ORDER BY season IS \
                   coalesce(?3, (SELECT id FROM seasons WHERE guild = ?1 AND current = 1)) DESC, id DESC LIMIT 1";
        self.value(sql, params![guild, number, season])
    }

    /// Of an account's finished matches with this number, the one that ended last.
    pub fn own_match_numbered(&self, account: AccountId, number: i64) -> Result<Option<MatchId>> {
        for id in self.matches_over_of(account)? {
            if self
                .match_row(id)?
                .is_some_and(|row| row.is_meant_by(number))
            {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    pub fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>> {
        let sql = format!("SELECT {MATCH_COLUMNS} FROM matches WHERE id = ?");
        self.first(&sql, [id], match_row)
    }

    /// The match that is open in a channel.
    pub fn open_match_in(&self, channel: ChannelId) -> Result<Option<MatchId>> {
        let sql = "SELECT id FROM matches WHERE channel = ? AND over = 0";
        self.value(sql, [channel])
    }

    /// The open match of a channel, otherwise the one that ended there last.
    pub fn last_match_in(&self, channel: ChannelId) -> Result<Option<MatchId>> {
        match self.open_match_in(channel)? {
            Some(open) => Ok(Some(open)),
            None => self.last_match_over_in(channel),
        }
    }

    /// The match that ended last in a channel. That is not the one with the highest number: a match
    /// may have moved there.
    pub fn last_match_over_in(&self, channel: ChannelId) -> Result<Option<MatchId>> {
        Ok(self.matches_over_in(channel)?.first().copied())
    }

    /// The finished matches of a channel, the last one first.
    pub fn matches_over_in(&self, channel: ChannelId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE channel = ? AND over = 1 \
                   ORDER BY coalesce(over_at_ms, opened_at_ms) DESC, id DESC";
        self.values(sql, [channel])
    }

    /// The finished matches of an account, the last one first.
    pub fn matches_over_of(&self, account: AccountId) -> Result<Vec<MatchId>> {
        let sql = "SELECT DISTINCT id FROM matches JOIN people ON people.match = matches.id \
                   WHERE account = ? AND over = 1 ORDER BY coalesce(over_at_ms, opened_at_ms) DESC, id DESC";
        self.values(sql, [account])
    }

    /// The match of a channel for rulings and records: the one that ended last, but practice and
    /// rehearsals only if there's no other.
    pub fn last_match_that_counts_in(&self, channel: ChannelId) -> Result<Option<MatchId>> {
        let sql = "SELECT id FROM matches WHERE channel = ? AND over = 1 \
                   ORDER BY coalesce(setup ->> 'rehearsal', 0) OR coalesce(setup ->> 'practice', 0), coalesce(over_at_ms, opened_at_ms) DESC, id DESC LIMIT 1";
        self.value(sql, [channel])
    }

    /// All open matches, of one server or (None) of all.
    pub fn open_matches(&self, guild: Option<ServerId>) -> Result<Vec<MatchId>> {
        let sql =
            "SELECT id FROM matches WHERE over = 0 AND (?1 IS NULL OR guild = ?1) ORDER BY id";
        self.values(sql, [guild])
    }

    /// The hosts of open matches.
    pub fn hosts_of_open_matches(&self) -> Result<Vec<AccountId>> {
        let sql = "SELECT DISTINCT host FROM matches WHERE over = 0 ORDER BY host";
        self.values(sql, [])
    }

    /// The servers in which a match is open.
    pub fn servers_of_open_matches(&self) -> Result<Vec<ServerId>> {
        let sql = "SELECT DISTINCT guild FROM matches WHERE over = 0 AND guild != 0 ORDER BY guild";
        self.values(sql, [])
    }

    /// Open matches in which an account has a part.
    pub fn open_matches_of(&self, account: AccountId) -> Result<Vec<MatchId>> {
        let sql = "SELECT DISTINCT match FROM people JOIN matches ON matches.id = match \
                   WHERE account = ? AND over = 0 ORDER BY match";
        self.values(sql, [account])
    }

    /// The open matches that an account hosts.
    pub fn open_matches_hosted_by(&self, account: AccountId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE host = ? AND over = 0 ORDER BY id";
        self.values(sql, [account])
    }

    /// The open rehearsals.
    pub fn open_rehearsals(&self) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE over = 0 AND setup ->> 'rehearsal' = 1 ORDER BY id";
        self.values(sql, [])
    }

    /// A server's matches of a game that are open or whose result waits.
    pub fn undecided_of_game(&self, guild: ServerId, game: GameId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE guild = ?1 AND setup ->> 'game' = ?2 AND over = 0 \
                   UNION SELECT match FROM held_results JOIN matches ON matches.id = match \
                   WHERE guild = ?1 AND setup ->> 'game' = ?2";
        self.values(sql, params![guild, game.word()])
    }

    /// The open matches of a season.
    pub fn open_matches_of_season(&self, season: SeasonId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE season = ? AND over = 0 ORDER BY id";
        self.values(sql, [season])
    }

    /// The channels of a season's open matches in which an account has a part.
    pub fn channels_still_played_in(
        &self,
        season: SeasonId,
        account: AccountId,
    ) -> Result<Vec<u64>> {
        let sql = "SELECT DISTINCT channel FROM people JOIN matches ON matches.id = match \
                   WHERE season = ? AND account = ? AND over = 0 ORDER BY match";
        self.values(sql, params![season, account])
    }

    /// A season's finished matches, in the order in which they ended.
    pub fn past_matches(&self, season: SeasonId) -> Result<Vec<PastMatch>> {
        let sql = format!(
            "SELECT {MATCH_COLUMNS}, result, coalesce(over_at_ms, opened_at_ms) AS ended FROM matches \
             WHERE season = ? AND over = 1 ORDER BY ended, id"
        );
        self.all(&sql, [season], |row| {
            let outcome: Option<Json<Outcome>> = row.get("result")?;
            Ok(PastMatch {
                row: match_row(row)?,
                outcome: outcome.map(|Json(outcome)| outcome),
                over_at_ms: WallMs(row.get("ended")?),
            })
        })
    }

    pub fn people(&self, id: MatchId) -> Result<Vec<Person>> {
        let sql = "SELECT position, account, bound, way, coalesce(whose != account, 0) \
                   FROM people WHERE match = ? ORDER BY position";
        self.all(sql, [id], |row| {
            Ok(Person {
                who: CastId(row.get(0)?),
                account: row.get(1)?,
                bound: row.get(2)?,
                way: row.get(3)?,
                stands_in: row.get(4)?,
            })
        })
    }

    /// Moves a match to another channel. Private threads below the old one are forgotten.
    pub fn set_match_channel(&self, id: MatchId, channel: ChannelId) -> Result<()> {
        let sql = "UPDATE matches SET channel = ? WHERE id = ?";
        self.change(sql, params![channel, id])?;
        let ways = "UPDATE people SET way = NULL WHERE match = ?";
        self.run(ways, [id])
    }

    /// Makes another account the match's host.
    pub fn set_match_host(&self, id: MatchId, host: AccountId) -> Result<()> {
        let sql = "UPDATE matches SET host = ? WHERE id = ?";
        self.run(sql, params![host, id])
    }

    /// Stores the private channel in which somebody was reached; None: there is none.
    pub fn set_private_channel(
        &self,
        id: MatchId,
        who: CastId,
        way: Option<ChannelId>,
    ) -> Result<()> {
        self.run(
            "UPDATE people SET way = ? WHERE match = ? AND position = ?",
            params![way, id, who.0],
        )
    }

    /// The private thread below a channel in which an account was last reached in a match of a
    /// season; otherwise the one for news of the season itself.
    pub fn last_thread(
        &self,
        season: SeasonId,
        channel: ChannelId,
        account: AccountId,
    ) -> Result<Option<ChannelId>> {
        let sql = "SELECT coalesce((SELECT way FROM people JOIN matches ON matches.id = people.match WHERE season = ?1 AND matches.channel = ?2 \
                   AND account = ?3 AND way IS NOT NULL ORDER BY match DESC LIMIT 1), \
                   (SELECT thread FROM member_threads WHERE season = ?1 AND channel = ?2 AND account = ?3))";
        self.one(sql, params![season, channel, account])
    }

    /// The private thread below any channel in which an account was last reached in a match of a
    /// season.
    pub fn last_thread_anywhere(
        &self,
        season: SeasonId,
        account: AccountId,
    ) -> Result<Option<ChannelId>> {
        let sql = "SELECT way FROM people JOIN matches ON matches.id = people.match WHERE season = ? \
                   AND account = ? AND way IS NOT NULL ORDER BY match DESC LIMIT 1";
        self.value(sql, params![season, account])
    }

    /// Stores the private thread below a channel in which an account gets news of a season itself.
    pub fn set_member_thread(
        &self,
        season: SeasonId,
        channel: ChannelId,
        account: AccountId,
        thread: ChannelId,
    ) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO member_threads (season, channel, account, thread) VALUES (?, ?, ?, ?)";
        let key = params![season, channel, account, thread];
        self.run(sql, key)
    }

    /// Forgets a thread as a way to anybody.
    pub fn drop_member_thread(&self, thread: ChannelId) -> Result<()> {
        self.run("DELETE FROM member_threads WHERE thread = ?", [thread])
    }

    /// Stores that a match is over, with its result. If it was over already, its end keeps its
    /// time.
    pub fn close_match(&self, id: MatchId, outcome: Outcome, at_ms: WallMs) -> Result<()> {
        self.change(
            "UPDATE matches SET over = 1, over_at_ms = CASE over WHEN 0 THEN ? ELSE over_at_ms END, result = ? WHERE id = ?",
            params![at_ms.0, Json(&outcome), id],
        )?;
        self.drop_panel_drafts(id)?;
        self.set_due(id, None)
    }

    /// Reopens a match that was over: it has no result any more.
    pub fn reopen_match(&self, id: MatchId) -> Result<()> {
        self.run(
            "UPDATE matches SET over = 0, over_at_ms = NULL, result = NULL WHERE id = ?",
            [id],
        )
    }

    /// Sets the account that acts for somebody of a match. Private ways to the account before are
    /// forgotten.
    pub fn set_account(&self, id: MatchId, who: CastId, account: AccountId) -> Result<()> {
        self.run(
            "INSERT INTO people (match, position, account, whose) VALUES (?1, ?2, ?3, 0)
             ON CONFLICT (match, position) DO UPDATE
                 SET account = ?3, bound = NULL, way = NULL, whose = coalesce(whose, account)",
            params![id, who.0, account],
        )
    }

    /// Copies which people are stand-ins from a match to the one that follows it with the same
    /// people.
    pub fn keep_stand_ins(&self, from: MatchId, to: MatchId) -> Result<()> {
        self.run(
            "UPDATE people SET whose = (SELECT earlier.whose FROM people AS earlier WHERE earlier.match = ?1
                 AND earlier.position = people.position AND earlier.account = people.account)
             WHERE match = ?2",
            params![from, to])
    }

    /// Takes the account of somebody of a match away.
    pub fn drop_account(&self, id: MatchId, who: CastId) -> Result<()> {
        let sql = "DELETE FROM people WHERE match = ? AND position = ?";
        self.run(sql, params![id, who.0])
    }

    /// Appends to a match's journal. Returns the entry's number.
    pub fn append(
        &self,
        id: MatchId,
        at_ms: WallMs,
        match_ms: MatchMs,
        event: &Event,
    ) -> Result<i64> {
        let sql = "INSERT INTO journal (match, at_ms, match_ms, event) VALUES (?, ?, ?, ?)";
        self.insert(sql, params![id, at_ms.0, match_ms.0, Json(event)])
    }

    /// A match's journal from its beginning.
    pub fn journal(&self, id: MatchId) -> Result<Vec<Entry>> {
        let sql = "SELECT id, at_ms, match_ms, event FROM journal WHERE match = ? ORDER BY id";
        self.all(sql, [id], |row| {
            let Json(event) = row.get(3)?;
            Ok(Entry {
                id: row.get(0)?,
                at_ms: WallMs(row.get(1)?),
                match_ms: MatchMs(row.get(2)?),
                event,
            })
        })
    }

    /// The answer to an interaction that was already carried out, as JSON; None for a new one.
    pub fn answered(&self, interaction: u64) -> Result<Option<String>> {
        let sql = "SELECT answer FROM interactions WHERE id = ?";
        self.value(sql, [interaction])
    }

    /// Forgets interactions from before then.
    pub fn drop_old_answers(&self, before_ms: WallMs) -> Result<()> {
        self.run("DELETE FROM interactions WHERE at_ms < ?", [before_ms.0])
    }

    /// Stores that an interaction was carried out, with its answer.
    pub fn keep_answer(&self, interaction: u64, answer: &str, at_ms: WallMs) -> Result<()> {
        let sql = "INSERT INTO interactions (id, answer, at_ms) VALUES (?, ?, ?)";
        self.run(sql, params![interaction, answer, at_ms.0])
    }

    /// Stores when something is next due in a match; None: nothing.
    pub fn set_due(&self, id: MatchId, due_ms: Option<WallMs>) -> Result<()> {
        match due_ms {
            Some(due_ms) => {
                let sql = "INSERT INTO deadlines (match, due_ms) VALUES (?1, ?2) \
                           ON CONFLICT (match) DO UPDATE SET due_ms = ?2";
                self.change(sql, params![id, due_ms.0])?;
            }
            None => {
                self.change("DELETE FROM deadlines WHERE match = ?", [id])?;
            }
        }
        Ok(())
    }

    /// When something is next due in a match.
    pub fn due_of(&self, id: MatchId) -> Result<Option<WallMs>> {
        let sql = "SELECT due_ms FROM deadlines WHERE match = ?";
        Ok(self.value(sql, [id])?.map(WallMs))
    }

    /// The match that is due first among those whose events a connection gets, and when.
    pub fn first_due(&self, shard: Shard) -> Result<Option<(MatchId, WallMs)>> {
        // In the order of the deadlines: few are looked at.
        let sql = "SELECT match, due_ms FROM deadlines CROSS JOIN matches ON matches.id = match \
                   WHERE (guild >> 22) % ?1 = ?2 ORDER BY due_ms, match LIMIT 1";
        self.first(sql, [shard.of, shard.number], |row| {
            Ok((row.get(0)?, WallMs(row.get(1)?)))
        })
    }

    /// The newest entry of a match's journal.
    pub fn newest_entry(&self, id: MatchId) -> Result<Option<i64>> {
        self.one("SELECT max(id) FROM journal WHERE match = ?", [id])
    }

    /// Stores that the process is up.
    pub fn beat(&self, at_ms: WallMs) -> Result<()> {
        let sql = "INSERT INTO heartbeat (id, at_ms) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at_ms = ?1";
        self.run(sql, [at_ms.0])
    }

    /// When the process was last known to be up; None for a new database.
    pub fn last_beat(&self) -> Result<Option<WallMs>> {
        let at_ms = self.value("SELECT at_ms FROM heartbeat", [])?;
        Ok(at_ms.map(WallMs))
    }
}
