//! Opening a match.

use super::refusals::Busy;
use super::refusals::OpenRefusal;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::change::MatchChange;
use super::core::{Core, RefereeError, RulesResult, refused};
use super::line::Line;
use super::post::Post;
use super::table::Table;
use crate::store::{
    AccountId, CastMember, ChannelId, MatchId, MatchRow, Person, Result, Season, SeasonId,
    ServerId, Stakes, StoreError, Tx,
};
use games::{
    Audience, Author, BySeat, Cast, CastId, Dice, GameId, GivenOptions, Level, Member, Prompt,
    Role, WallMs, object,
};
use matches::{Event, Lateness, Match, QuietHours, Setup, Times};

/// A match as a host asks for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewMatch {
    /// The server; None for a practice in a direct message.
    pub guild: Option<ServerId>,
    pub channel: ChannelId,
    pub season: Option<SeasonId>,
    /// The account of the host who opens it.
    pub host: AccountId,
    pub game: GameId,
    /// The options that the host sets; the others have their defaults or are drawn.
    pub options: GivenOptions,
    pub times: Times,
    pub lateness: Lateness,
    /// Everybody of the season, in its order.
    pub cast: Vec<NewPerson>,
    /// The names of the two players; None in a game without seats.
    pub seats: Option<BySeat<String>>,
    pub start_at_ms: Option<WallMs>,
    /// When the choices before it are due, if that is a set time.
    pub choices_due_ms: Option<WallMs>,
    pub stakes: Stakes,
    pub practice: Practice,
}

/// What practice has to do with a new match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Practice {
    No,
    /// A practice round with its own random draws is opened first; the match follows when that is
    /// over.
    RoundFirst,
    /// It is practice itself and counts for nothing.
    Itself,
    /// It is practice against the computer at this level.
    Against(Level),
    /// It is a rehearsal, in which no account acts for anybody: the computer does.
    Rehearsal,
}

impl Practice {
    fn is_itself(self) -> bool {
        matches!(self, Practice::Itself | Practice::Against(_))
    }

    /// How well the computer plays.
    fn level(self) -> Option<Level> {
        match self {
            Practice::Against(level) => Some(level),
            Practice::Rehearsal => Some(Level::default()),
            Practice::No | Practice::RoundFirst | Practice::Itself => None,
        }
    }
}

/// Somebody of a new match's cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPerson {
    pub name: String,
    pub role: Role,
    /// None for a guest.
    pub account: Option<AccountId>,
    pub garnets: u32,
    /// The private channel bound to them.
    pub bound: Option<ChannelId>,
    /// Their position in the season; None for people outside it.
    pub position: Option<u32>,
}

impl NewPerson {
    /// Somebody outside any season; without an account, a guest.
    pub fn new(name: String, role: Role, account: Option<AccountId>) -> NewPerson {
        NewPerson {
            name,
            role,
            account,
            garnets: 0,
            bound: None,
            position: None,
        }
    }
}

impl From<CastMember> for NewPerson {
    fn from(member: CastMember) -> NewPerson {
        NewPerson {
            name: member.name,
            role: member.role,
            account: member.account,
            garnets: member.garnets,
            bound: member.channel,
            position: Some(member.position),
        }
    }
}

/// The match that is open in a channel, if any.
pub fn busy(tx: &Tx, channel: ChannelId) -> Result<Option<Busy>> {
    let Some(open) = tx.open_match_in(channel)? else {
        return Ok(None);
    };
    Ok(tx.match_row(open)?.map(|row| Busy {
        id: row.id,
        guild: row.guild,
        game: row.setup.game,
        cast: row.setup.cast,
        practice: row.setup.practice,
        rehearsal: row.setup.rehearsal,
    }))
}

impl NewMatch {
    /// A match with all defaults: no server, no season, nothing at stake.
    pub fn plain(
        game: GameId,
        cast: Vec<NewPerson>,
        seats: impl Into<Option<BySeat<String>>>,
    ) -> NewMatch {
        NewMatch {
            guild: None,
            channel: ChannelId(0),
            season: None,
            host: AccountId::default(),
            game,
            options: GivenOptions::new(),
            times: Times::defaults(game),
            lateness: Lateness::default(),
            cast,
            seats: seats.into(),
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        }
    }

    /// Checks it and draws the open options, without opening anything: a preview, and the first
    /// half of opening.
    ///
    /// # Errors
    /// Why the match cannot be opened like this.
    pub fn set_up(&self, dice: &mut Dice) -> Result<Setup, OpenRefusal> {
        for (index, one) in self.cast.iter().enumerate() {
            let same = |other: &&NewPerson| other.account.is_some() && other.account == one.account;
            if let Some(other) = self.cast[..index].iter().find(same) {
                return Err(OpenRefusal::AccountTwice {
                    names: [other.name.clone(), one.name.clone()],
                });
            }
        }
        let rehearsal = self.practice == Practice::Rehearsal;
        for name in self.seats.iter().flat_map(|seats| [&seats.dmo, &seats.ec]) {
            let seated = self.cast.iter().find(|person| person.name == *name);
            if !rehearsal && seated.is_some_and(|person| person.account.is_none()) {
                return Err(OpenRefusal::SeatWithoutAccount(name.clone()));
            }
        }
        let members = self.cast.iter().map(|person| Member {
            name: person.name.clone(),
            role: person.role,
        });
        let mut garnets = BTreeMap::new();
        for person in &self.cast {
            garnets.insert(person.name.clone(), person.garnets);
        }
        let cast = Cast::new(members.collect(), self.seats.clone(), &garnets);
        let cast = Arc::new(cast.map_err(OpenRefusal::Setup)?);
        let game = self.game.draw(&self.options, &cast, dice);
        Ok(Setup {
            game: self.game,
            options: game.map_err(OpenRefusal::Setup)?.options(),
            times: self.times.clone(),
            cast,
            start_at_ms: self.start_at_ms.filter(|_| self.seats.is_some()),
            grace_ms: u64::from(self.lateness.grace_s) * 1000,
            pause_after_two_timeouts: self.lateness.pause_after_two_timeouts,
            quiet: None,
            hosts_see: false,
            practice: self.practice.is_itself(),
            choices_due_ms: self
                .choices_due_ms
                .filter(|_| self.game.catalogue().choice_time.is_some()),
            rehearsal,
            level: self.practice.level(),
        })
    }

    /// Checks its start and deadline, as of `now`.
    ///
    /// # Errors
    /// Why it cannot be so.
    pub fn check_appointments(&self, now: WallMs) -> Result<(), OpenRefusal> {
        match (self.start_at_ms, self.choices_due_ms) {
            (Some(start_ms), _) if start_ms <= now => Err(OpenRefusal::StartPassed),
            (_, Some(due_ms)) if due_ms <= now => Err(OpenRefusal::DeadlinePassed),
            (Some(start_ms), Some(due_ms)) if start_ms < due_ms => {
                Err(OpenRefusal::DeadlineAfterStart)
            }
            _ => Ok(()),
        }
    }

    /// Checks that its host can run it, as it would be set up.
    ///
    /// # Errors
    /// The host plays in a match that needs one who doesn't.
    pub fn check_host(&self, setup: &Setup) -> Result<(), OpenRefusal> {
        let is_host = |one: &NewPerson| one.role == Role::Player && one.account == Some(self.host);
        let opened = self.game.open(&setup.options, &setup.cast);
        let needs_other = opened.is_ok_and(|game| game.needs_host());
        if needs_other && self.cast.iter().any(is_host) {
            return Err(OpenRefusal::HostPlays);
        }
        Ok(())
    }

    /// The rehearsal of this match: the same names without accounts, so that nobody can be asked or
    /// written to, and without a season, so that it has no consequences. It begins as soon as it
    /// can. It knows none of the match's secrets, nor who has more garnets.
    pub fn rehearsal(&self) -> NewMatch {
        let names = self.cast.iter();
        let cast = names.map(|person| NewPerson::new(person.name.clone(), person.role, None));
        let options = self.game.catalogue().options.iter();
        let known = options.filter(|option| !option.secret);
        NewMatch {
            season: None,
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::Rehearsal,
            cast: cast.collect(),
            options: object(known.filter_map(|option| self.options.get_key_value(option.key))),
            ..self.clone()
        }
    }

    /// The practice round before it. It knows none of this match's secrets: they are drawn
    /// separately for it. It belongs to no season; of garnets, whose counts may be private, it
    /// knows which player has more.
    fn practice_round(&self) -> NewMatch {
        let held = |name: &String| {
            let mut cast = self.cast.iter();
            let found = cast.find(|person| person.name == *name);
            found.map_or(0, |person| person.garnets)
        };
        let richer = self.seats.as_ref().and_then(|seats| {
            let more = seats.map(held).more()?;
            Some(&seats[more])
        });
        let cast = self.cast.iter().map(|person| NewPerson {
            garnets: u32::from(richer == Some(&person.name)),
            ..person.clone()
        });
        NewMatch {
            practice: Practice::Itself,
            cast: cast.collect(),
            ..self.rehearsal()
        }
    }

    fn people(&self) -> Vec<Person> {
        let people = self.cast.iter().enumerate();
        people
            .filter_map(|(index, person)| {
                Some(Person {
                    who: games::CastId(index as u8),
                    account: person.account?,
                    bound: person.bound,
                    way: None,
                    stands_in: false,
                })
            })
            .collect()
    }
}

impl Core {
    /// Opens a match: posts its card, and writes to everybody who has to choose something before
    /// it.
    ///
    /// # Errors
    /// Why it is not opened, or what the store says.
    pub fn open_match(
        &mut self,
        new: NewMatch,
        now: WallMs,
    ) -> Result<MatchId, RefereeError<OpenRefusal>> {
        if !new.practice.is_itself() {
            self.make_way(new.channel, now)?;
        }
        if let Some(open) = self.store.read(|tx| busy(tx, new.channel))? {
            return refused(OpenRefusal::ChannelBusy(open));
        }
        if let Err(refusal) = new.check_appointments(now) {
            return refused(refusal);
        }
        let dice = &mut self.dice;
        let table = self
            .store
            .write(|tx| open(tx, dice, new, Vec::new(), now))?;
        let id = table.row.id;
        self.keep(table);
        Ok(id)
    }
}

/// A season's quiet hours as they are now.
fn quiet_hours(season: &Season) -> Option<QuietHours> {
    let zone = season.settings.time_zone.clone();
    let hours = season.settings.quiet_hours;
    hours.map(|(from, to)| QuietHours { zone, from, to })
}

/// Stores a match and posts its card, with these lines above it. If it wants a practice round
/// first, opens that instead.
fn open(
    tx: &Tx,
    dice: &mut Dice,
    new: NewMatch,
    mut lines: Vec<Line>,
    now: WallMs,
) -> Result<Table, RefereeError<OpenRefusal>> {
    let season = new.season.map(|season| tx.season(season)).transpose()?;
    let season = season.flatten();
    if let Some(season) = season.as_ref().filter(|season| season.archived) {
        let name = season.name.clone();
        return refused(OpenRefusal::SeasonArchived(name));
    }
    let (new, next) = match new.practice {
        Practice::RoundFirst => {
            // Refuse now what could not be opened after the round.
            new.set_up(dice).map_err(RefereeError::Refused)?;
            let round = new.practice_round();
            let next = NewMatch {
                practice: Practice::No,
                ..new
            };
            (round, Some(next))
        }
        _ => (new, None),
    };
    let mut setup = new.set_up(dice).map_err(RefereeError::Refused)?;
    new.check_host(&setup).map_err(RefereeError::Refused)?;
    // A practice round is of no season.
    if let Some(season) = season.filter(|_| new.season.is_some()) {
        setup.quiet = quiet_hours(&season);
        setup.hosts_see = season.settings.hosts_see_submissions;
    }
    let play = Match::open(Arc::new(setup.clone()), now);
    let play = play.map_err(|refusal| RefereeError::Refused(OpenRefusal::Setup(refusal)))?;
    let row = MatchRow {
        id: MatchId(0),
        number: None,
        guild: new.guild,
        channel: new.channel,
        season: new.season,
        host: new.host,
        setup,
        opened_at_ms: now,
        over: false,
        stakes: new.stakes,
        positions: new.cast.iter().map(|person| person.position).collect(),
    };
    let people = new.people();
    let row = tx.add_match(row, &people)?;
    // Outages from before the match do not concern it.
    let outage = tx.last_outage()?;
    tx.set_outage_of(row.id, outage)?;
    if let Some(next) = next {
        let next = serde_json::to_string(&next).map_err(StoreError::from)?;
        tx.set_next(row.id, &next)?;
        lines.push(Line::PracticeRound);
    }
    let table = Table {
        play,
        people: Arc::new(people),
        faces: Arc::default(),
        row: Arc::new(row),
        outage,
        due: None,
    };
    let mut change = MatchChange::new(tx, now, table, dice);
    if change.table.row.setup.practice {
        let chosen = change.choose_for_guests();
        chosen.map_err(|fault| fault.into_store(change.table.row.id))?;
        change.begins_here();
    }
    change.post_opening(lines)?;
    Ok(change.finish()?)
}

/// If the match that is over was a practice round, opens the match that follows it: in the round's
/// channel, with the names and settings that were asked for, and with the people as they are now.
/// Returns why it cannot be opened, if so.
pub(super) fn open_next(
    tx: &Tx,
    dice: &mut Dice,
    round: &MatchRow,
    now: WallMs,
) -> Result<Option<OpenRefusal>> {
    let Some(next) = tx.take_next(round.id)? else {
        return Ok(None);
    };
    let mut next: NewMatch = serde_json::from_str(&next)?;
    // Nothing else is open in the round's channel, and the original one may be gone.
    next.channel = round.channel;
    next.host = round.host;
    // If the round lasted beyond the scheduled start, that is dropped.
    next.start_at_ms = next.start_at_ms.filter(|start| *start > now);
    next.choices_due_ms = next.choices_due_ms.filter(|due| *due > now);
    bring_up_to_date(tx, &mut next, round)?;
    match open(tx, dice, next, vec![Line::NowItCounts], now) {
        Ok(table) => {
            tx.keep_stand_ins(round.id, table.row.id)?;
            Ok(None)
        }
        Err(RefereeError::Store(error)) => Err(error),
        Err(RefereeError::Refused(refusal)) => Ok(Some(refusal)),
    }
}

/// Reads the people of the match after a practice round again from their season: accounts, roles,
/// garnets and bound channels. Substitutes of the round play on, and people who have left the
/// season are guests. Names stay, since options may name somebody.
fn bring_up_to_date(tx: &Tx, next: &mut NewMatch, round: &MatchRow) -> Result<()> {
    let Some(season) = next.season else {
        return Ok(());
    };
    let journal = tx.journal(round.id)?;
    let cast = &round.setup.cast;
    let substituted = journal.iter().filter_map(|entry| match entry.event {
        Event::Substituted { who, .. } => Some(cast.name(who)),
        _ => None,
    });
    let substituted: Vec<&str> = substituted.collect();
    let plays_on = |person: &NewPerson| substituted.contains(&person.name.as_str());
    let theirs = next.cast.iter().filter(|person| plays_on(person));
    let theirs: Vec<AccountId> = theirs.filter_map(|person| person.account).collect();
    let everybody = tx.everybody(season)?;
    for person in &mut next.cast {
        let mut members = everybody.iter();
        let found = members.find(|(member, _)| Some(member.position) == person.position);
        let Some((member, gone)) = found else {
            continue;
        };
        let mut now_is = NewPerson {
            name: person.name.clone(),
            ..member.clone().into()
        };
        if plays_on(person) {
            (now_is.account, now_is.bound) = (person.account, person.bound);
        } else if *gone
            || now_is
                .account
                .is_some_and(|account| theirs.contains(&account))
        {
            (now_is.account, now_is.bound) = (None, None);
        }
        *person = now_is;
    }
    Ok(())
}

impl MatchChange<'_> {
    /// In practice nobody chooses for guests, who may be made up. If the game draws missing choices
    /// at random, their choices are drawn at once.
    fn choose_for_guests(&mut self) -> RulesResult<()> {
        for (whose, act) in self.table.play.game.deal(self.dice) {
            if self
                .who(whose)
                .is_some_and(|who| self.table.person(who).is_some())
            {
                continue;
            }
            self.act_now(Author::Dealer, Some(whose), act)?;
        }
        Ok(())
    }

    /// Posts the card, announces the match if the season does that, and writes to everybody who has
    /// to choose something before it.
    fn post_opening(&self, lines: Vec<Line>) -> Result<()> {
        self.post_round(lines)?;
        self.announce_opening()
    }

    /// Posts the card, and writes to everybody who has to choose something now. A short round has
    /// no messages: the card calls them.
    pub(super) fn post_round(&self, lines: Vec<Line>) -> Result<()> {
        if self.table.play.is_live_round() {
            let asked = self.table.play.preparations().into_iter();
            let calls = asked.filter_map(|prompt| self.who(prompt.who)).collect();
            return self.post_public(self.card(lines, calls));
        }
        self.post_card(lines)?;
        for prompt in self.table.play.preparations() {
            if let Some(who) = self.who(prompt.who) {
                self.post_to(who, submission(&prompt))?;
            }
        }
        Ok(())
    }

    pub(super) fn post_card(&self, lines: Vec<Line>) -> Result<()> {
        self.post_public(self.card(lines, Vec::new()))
    }

    fn card(&self, lines: Vec<Line>, calls: Vec<CastId>) -> Post {
        let view = self.table.play.game.view(Audience::Public);
        Post::Card { view, lines, calls }
    }
}

/// The post that asks somebody for their choice before a match.
pub(super) fn submission(prompt: &Prompt) -> Post {
    Post::Submission {
        prompt: prompt.id,
        ask: prompt.ask.to_owned(),
    }
}
