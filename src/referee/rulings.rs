//! Carrying out rulings, which only a host may make. Each is previewed first. It is done when the
//! host confirms, if the match is still the one of the preview.

use super::act::Actor;
use super::audit::AuditEntry;
use super::audit_log::{self, NewAuditLine};
use super::change::MatchChange;
use super::core::{Core, RefereeError, refused};
use super::effects::{Effect, RulingState, difference, goes_on, strikes_of, strikes_taken_back};
use super::line::Line;
use super::past::{self, Past};
use super::post::{Letter, Post};
use super::refusals::{ConductRefusal, RulingRefusal};
use super::ruling::{Preview, Ruled, Ruling, RulingOrder};
use super::table::Table;
use crate::store::{AccountId, Failure, Result, StoreError, Tx};
use games::{Audience, Author, CastId, Dice, Party, Refusal, Seat, WallMs, notation};
use matches::{Entry, Event, Stage, Times, of_this_course, rewind_point};

pub(super) type RulingResult<T> = Result<T, RefereeError<RulingRefusal>>;

impl From<RefereeError<Refusal>> for RefereeError<RulingRefusal> {
    fn from(fault: RefereeError<Refusal>) -> Self {
        RefereeError::<ConductRefusal>::from(fault).map(RulingRefusal::Conduct)
    }
}

/// How a transaction ends that only previews.
enum PreviewEnd {
    Fault(RefereeError<RulingRefusal>),
    Seen(Box<Preview>),
}

impl From<StoreError> for PreviewEnd {
    fn from(error: StoreError) -> PreviewEnd {
        PreviewEnd::Fault(RefereeError::Store(error))
    }
}

impl Failure for PreviewEnd {
    fn of_store(&self) -> Option<&StoreError> {
        match self {
            PreviewEnd::Fault(fault) => fault.of_store(),
            PreviewEnd::Seen(_) => None,
        }
    }
}

impl Core {
    /// What a ruling would change. Nothing is changed, and nothing is posted.
    ///
    /// # Errors
    /// Why it could not be done, or what the store says.
    pub fn preview(&mut self, order: &RulingOrder, now: WallMs) -> RulingResult<Preview> {
        self.settle(order.match_id, now)?;
        let Some(table) = self.table(order.match_id)? else {
            return refused(RulingRefusal::Conduct(ConductRefusal::NoSuchMatch));
        };
        // It is done, looked at, and rolled back. The dice are different ones, so that nobody
        // learns what will really be drawn.
        let mut dice = Dice::new(now.0);
        let looked = self.store.write(|tx| {
            let change = MatchChange::new(tx, now, Table::clone(&table), &mut dice);
            let (preview, _) = change.rule(order).map_err(PreviewEnd::Fault)?;
            Err::<(), PreviewEnd>(PreviewEnd::Seen(Box::new(preview)))
        });
        match looked {
            Err(PreviewEnd::Seen(mut preview)) => {
                if preview.sealed {
                    preview.ruled.effects.clear();
                    preview.ruled.told.clear();
                }
                Ok(*preview)
            }
            Err(PreviewEnd::Fault(fault)) => Err(fault),
            Ok(()) => refused(RulingRefusal::Moved),
        }
    }

    /// Carries out a ruling if the match is still in the state `seen` of the preview, where that
    /// matters. None: whatever its state is.
    ///
    /// # Errors
    /// Why it is not done, or what the store says. Nothing has changed then.
    pub fn rule(
        &mut self,
        order: &RulingOrder,
        seen: Option<i64>,
        now: WallMs,
    ) -> RulingResult<Preview> {
        self.settle(order.match_id, now)?;
        let Some(table) = self.table(order.match_id)? else {
            return refused(RulingRefusal::Conduct(ConductRefusal::NoSuchMatch));
        };
        let dice = &mut self.dice;
        let (preview, table) = self.store.write(|tx| {
            let (preview, table) =
                MatchChange::new(tx, now, Table::clone(&table), dice).rule(order)?;
            let moved = seen.is_some_and(|seen| seen != preview.seen);
            // In a rehearsal the computer moves faster than a host reads, and nothing is at stake.
            if moved && !table.row.setup.rehearsal {
                return refused(RulingRefusal::Moved);
            }
            Ok((preview, table))
        })?;
        self.keep(table);
        Ok(preview)
    }
}

/// What a rewind takes back; as in [`Preview`].
#[derive(Default)]
struct Rewound {
    point: Option<Past>,
    effects: Vec<Effect>,
    draws: bool,
    substitutes: bool,
}

/// All that a ruling changes, told in order: what the match and its season say, after what it has
/// `rewound`.
fn effects_of(
    tx: &Tx,
    ruling: &Ruling,
    rewound: Vec<Effect>,
    before: &RulingState,
    after: &RulingState,
    now: WallMs,
) -> Result<Vec<Effect>> {
    let mut effects = rewound;
    let is_rewind = matches!(ruling, Ruling::Rewind { .. });
    if is_rewind {
        let what = past::brought_back(tx, &after.table, &after.journal, &before.journal)?;
        if !what.is_empty() {
            effects.retain(|effect| *effect != Effect::TakenBack { what: Vec::new() });
            effects.push(Effect::Restored { what });
        }
    }
    effects.extend(difference(before, after, is_rewind, now));
    if let Ruling::Substitute { who, .. } = ruling {
        effects.extend(goes_on(&after.table, *who, now));
    }
    let ends = !before.is_over() && after.is_over();
    effects.extend((ends && before.has_next).then_some(Effect::OpensNext));
    if ends && !is_rewind {
        let count = strikes_of(tx, &after.table)?;
        effects.extend((count > 0).then_some(Effect::StrikesTold { count }));
    }
    if effects.contains(&Effect::Reopens) {
        let course = of_this_course(&after.journal);
        let stands = |entry| course.iter().any(|standing| standing.id == entry);
        let count = strikes_taken_back(tx, &after.table, stands)?;
        effects.extend((count > 0).then_some(Effect::StrikesStayBack { count }));
    }
    effects.retain(|effect| match effect {
        // Nobody has seen the result, nor its consequences.
        Effect::Revealed { .. } if before.is_held => false,
        effect if before.is_held && is_rewind && effect.is_of_season() => false,
        // The ruling restores an end whose result nobody has been told.
        effect => !(is_rewind && after.is_held && effect.tells_result()),
    });
    Ok(effects)
}

/// Whether an entry is a ruling's own, by which it can be undone.
fn is_of_ruling(entry: &Entry) -> bool {
    match entry.event {
        Event::Act { by, .. } => by == Author::Host,
        Event::Rewound { .. } => true,
        _ => false,
    }
}

impl MatchChange<'_> {
    /// Carries out a ruling with all its consequences, and logs it.
    fn rule(mut self, order: &RulingOrder) -> RulingResult<(Preview, Table)> {
        self.host = Some(order.host);
        self.check_ruling(order)?;
        let (tx, now) = (self.tx, self.now);
        let before = RulingState::of(tx, self.table.clone())?;
        let acts_for = match order.ruling {
            Ruling::Act { whose, .. } => Some(whose),
            _ => None,
        };
        let seen = past::newest(&before.table, &before.journal, acts_for);
        let rewound = match order.ruling {
            Ruling::Rewind { before: entry } => self.rewound(&before.journal, entry)?,
            _ => Rewound::default(),
        };
        let ruling = self.carry_out(&order.ruling, order.host)?;
        let happenings = self.lines.iter().filter_map(|line| match line {
            Line::Happened(happening) => Some(happening.clone()),
            _ => None,
        });
        let told = happenings.collect();
        self.give_reason(&ruling, &order.reason, before.table.play.started);
        let after = RulingState::of(tx, self.finish()?)?;
        let effects = effects_of(tx, &ruling, rewound.effects, &before, &after, now)?;
        let is_rewind = matches!(ruling, Ruling::Rewind { .. });
        let started = before.table.play.started;
        let is_in_record = is_rewind || ruling.is_in_record(started);
        let mut added = after.journal.iter().skip(before.journal.len());
        let own = added.find(|entry| is_in_record && is_of_ruling(entry));
        let (table, game) = (&after.table, &before.table.play.game);
        let preview = Preview {
            name: table.row.name(),
            game: table.row.setup.game,
            board: (is_rewind && !after.is_over()).then(|| table.shown().view(Audience::Public)),
            sealed: matches!(ruling, Ruling::Act { .. })
                && game.keeps_secrets()
                && (!before.table.row.setup.hosts_see || game.withholds_record()),
            draws: rewound.draws,
            substitutes: rewound.substitutes,
            seen,
            cast: before.table.row.setup.cast.clone(),
            undo: own.map(|entry| entry.id),
            ruled: Ruled {
                ruling,
                point: rewound.point,
                told,
                effects,
            },
        };
        let mut logged = preview.ruled.kept();
        // No log may tell a result that waits, nor its consequences.
        if after.is_held {
            logged.told.clear();
        }
        if after.is_held || before.is_held {
            logged.effects.clear();
        }
        let entry = AuditEntry::Ruled(Box::new(logged));
        let line = NewAuditLine::of(&table.row, order.host, entry, &order.reason, now);
        audit_log::write(tx, &table.row, line)?;
        Ok((preview, after.table))
    }

    /// Whether this host may make this ruling in the match as it is now.
    fn check_ruling(&self, order: &RulingOrder) -> RulingResult<()> {
        if self.table.is_player(order.host) {
            return refused(RulingRefusal::Conduct(ConductRefusal::HostInSeat));
        }
        if self.table.play.stage() == Stage::Over && !order.ruling.may_follow_the_end() {
            return refused(RulingRefusal::Conduct(ConductRefusal::Over));
        }
        self.check_season_open()
    }

    /// Tells everybody the host's reason. Only the host and the person themselves learn about a
    /// choice before the match.
    fn give_reason(&mut self, ruling: &Ruling, reason: &str, started: bool) {
        let is_choice = matches!(ruling, Ruling::Act { .. })
            && !started
            && self.table.play.game.outcome().is_none();
        if !reason.is_empty() && !is_choice {
            let reason = reason.to_owned();
            self.lines.push(Line::Reason { reason });
        }
    }

    /// What a rewind to before an entry will take back.
    fn rewound(&self, journal: &[Entry], named: i64) -> RulingResult<Rewound> {
        let mut rewound = Rewound::default();
        let Some(found) = self.rewind_to(journal, named)? else {
            return Ok(rewound);
        };
        if Some(found.id) != rewind_point(journal, named).map(|entry| entry.id) {
            rewound.effects.push(Effect::ChosenAgain);
        }
        rewound.point = past::one(self.tx, &self.table, journal, found.id)?;
        let what = past::taken_back(self.tx, &self.table, journal, found.id)?;
        rewound.effects.push(Effect::TakenBack { what });
        for entry in journal.iter().filter(|entry| entry.id >= found.id) {
            match entry.event {
                Event::Act {
                    by: Author::Dealer, ..
                } => rewound.draws = true,
                Event::Substituted { .. } => rewound.substitutes = true,
                _ => {}
            }
        }
        Ok(rewound)
    }

    /// A finished match cannot change once its season is archived.
    fn check_season_open(&self) -> RulingResult<()> {
        let id = self.table.row.season;
        let over = self.table.play.stage() == Stage::Over;
        let Some(id) = id.filter(|_| over) else {
            return Ok(());
        };
        match self.tx.season(id)?.filter(|season| season.archived) {
            Some(season) => refused(RulingRefusal::SeasonArchived {
                season: season.name,
            }),
            None => Ok(()),
        }
    }

    /// Carries out the ruling. Returns it as done: an act in notation, and only as much time as
    /// there was.
    fn carry_out(&mut self, ruling: &Ruling, host: AccountId) -> RulingResult<Ruling> {
        match ruling {
            Ruling::Rewind { before } => self.rewind(*before, host)?,
            Ruling::Act { whose, text } => {
                let (whose, text) = (*whose, self.act_for(*whose, text)?);
                return Ok(Ruling::Act { whose, text });
            }
            Ruling::Substitute { who, account, .. }
                if *account == host
                    && Some(*account) != self.account_of(*who)
                    && !self.table.row.setup.rehearsal =>
            {
                return refused(RulingRefusal::Yourself);
            }
            Ruling::Substitute {
                who,
                account,
                in_season,
            } => self.substitute(*who, *account, *in_season, host)?,
            Ruling::Time { .. } if !self.table.row.setup.has_seats() => {
                let refusal = ConductRefusal::Rules(Refusal::NoSeats);
                return refused(RulingRefusal::Conduct(refusal));
            }
            Ruling::Time { seat, delta_ms } => {
                let (seat, delta_ms) = (*seat, self.change_time(*seat, *delta_ms)?);
                return Ok(Ruling::Time { seat, delta_ms });
            }
            Ruling::Forfeit { seat } => {
                self.by_host(Some(Party::Seat(*seat)), "forfeit".to_owned())?;
            }
            Ruling::Settle { seat } => self.by_host(None, format!("settle {seat}"))?,
            Ruling::Void => self.by_host(None, "void".to_owned())?,
            Ruling::VoidUnpunished => {
                // Before the end's consequences: strikes that are taken back must not eliminate
                // anybody.
                self.forgive_strikes(host)?;
                self.by_host(None, "void".to_owned())?;
            }
        }
        Ok(ruling.clone())
    }

    /// An act of the host's own, in notation.
    fn by_host(&mut self, whose: Option<Party>, act: String) -> RulingResult<()> {
        let done = self.act_now(Author::Host, whose, act);
        Ok(done.map(drop)?)
    }

    /// Acts for somebody. Returns the acts in notation. If they are secret, only that person is
    /// told.
    fn act_for(&mut self, whose: Party, text: &str) -> RulingResult<String> {
        let host = Actor {
            by: Author::Host,
            whose: Some(whose),
        };
        self.tell_host_acts(whose);
        let taken = self
            .act_all(host, text, self.now)
            .map_err(|fault| fault.map(RulingRefusal::Act))?;
        // Names may have commas: if the joined acts could not be read again, keep what was typed.
        let joined = taken.acts.join(", ");
        let again = notation::split(&joined);
        let again = again.iter().map(|act| act.trim());
        let done = if taken.acts.len() == 1 || again.eq(&taken.acts) {
            joined
        } else {
            text.to_owned()
        };
        let Some(who) = self.who(whose) else {
            return Ok(done);
        };
        let acts = taken.acts;
        let lines = vec![Line::ActedForYou { acts }];
        self.post_to(who, Post::News { lines })?;
        Ok(done)
    }

    fn account_of(&self, who: CastId) -> Option<AccountId> {
        self.table.person(who).map(|person| person.account)
    }

    /// Gives a seat time or takes some, and updates the open prompt's post. Returns how much: it
    /// never takes more than is left. Milliseconds.
    fn change_time(&mut self, seat: Seat, delta_ms: i64) -> RulingResult<i64> {
        let most_ms = i64::from(Times::MAX_S) * 1000;
        if delta_ms.abs() > most_ms {
            return refused(RulingRefusal::TooMuchTime);
        }
        let can_lose_ms = self.table.play.can_lose_ms(seat, self.now).cast_signed();
        let delta_ms = delta_ms.max(-can_lose_ms);
        if delta_ms == 0 {
            return refused(RulingRefusal::NoTime);
        }
        let is_reserve = self.table.play.clock.open[seat].is_none_or(|clock| clock.reserve);
        self.event(Event::Time { seat, delta_ms })?;
        let play = &self.table.play;
        self.lines.push(Line::TimeChanged {
            seat,
            delta_ms,
            reserve_ms: play.clock.reserve_ms[seat],
            deadline_ms: play.deadline(seat),
            price_ms: play.price_due(seat),
        });
        // Posts that count down show an old time now.
        self.close_clocks(|other| other == seat)?;
        self.restate_time(seat, delta_ms, is_reserve)?;
        Ok(delta_ms)
    }

    /// Updates the open prompt's post with the seat's new time.
    fn restate_time(&self, seat: Seat, delta_ms: i64, is_reserve: bool) -> Result<()> {
        let id = self.table.row.id;
        let Some(open) = self.table.play.open_prompt() else {
            return Ok(());
        };
        let pending = self.tx.pending_posts_to(id, self.table.row.channel.0)?;
        let sent = self.tx.open_posts(id)?;
        for row in sent.iter().chain(&pending).rev() {
            let mut letter: Letter = serde_json::from_str(&row.body)?;
            let Post::Prompt { prompt, asks, .. } = &mut letter.post else {
                continue;
            };
            if *prompt != open {
                return Ok(());
            }
            for asked in asks.iter_mut().filter(|asked| asked.seat == seat) {
                let shown = if is_reserve {
                    &mut asked.reserve_ms
                } else {
                    &mut asked.base_ms
                };
                *shown = shown.saturating_add_signed(delta_ms);
            }
            self.tx
                .set_post_body(row.id, &serde_json::to_string(&letter)?)?;
            return self.post_standing();
        }
        Ok(())
    }
}
