//! What a ruling changes, found by comparing the match before and after it. It has nothing of a
//! match that its host may not see.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::past::Past;
use super::table::Table;
use crate::store::{AccountId, CastMember, Cause, Result, Strike, Tx};
use games::{CastId, GameId, Outcome, Role, Seat, WallMs};
use matches::{Entry, Match, Stage};

/// Something that a ruling changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// These are taken back, oldest first.
    TakenBack {
        what: Vec<Past>,
    },
    /// These had been taken back and count again, oldest first.
    Restored {
        what: Vec<Past>,
    },
    /// The match was over and goes on.
    Reopens,
    /// What was secret in the match is shown to everybody: hiding places, say.
    Reveals {
        game: GameId,
    },
    /// What was secret in the match stays secret: it is called off before it began.
    StaysSecret,
    /// What was secret in the match was shown to everybody when it ended, and stays known.
    Revealed {
        game: GameId,
    },
    /// What was secret where a rewind was to go has been shown since. So the rewind goes further
    /// back, and it is chosen again.
    ChosenAgain,
    Ends {
        outcome: Outcome,
    },
    /// Which phase it is in afterwards.
    Stage {
        stage: Stage,
    },
    /// The appointed start afterwards, or that there is none.
    Start {
        to_ms: Option<WallMs>,
    },
    /// Until when the choices before the match are due afterwards.
    ChoicesDue {
        to_ms: WallMs,
    },
    /// The match waits for these seats afterwards.
    WaitsFor {
        seats: Vec<Seat>,
    },
    /// The base time that a waited-for seat has left: milliseconds. `from_ms`: what it had before,
    /// if it was asked the same then.
    BaseTime {
        seat: Seat,
        from_ms: Option<u64>,
        to_ms: u64,
    },
    /// What is left of a seat's reserve: milliseconds.
    Reserve {
        seat: Seat,
        from_ms: u64,
        to_ms: u64,
    },
    /// Somebody else acts for a seat, whose clock goes on with so much time: milliseconds.
    /// `paused`: it goes on when the match does.
    ClockGoesOn {
        seat: Seat,
        base_ms: u64,
        reserve_ms: u64,
        paused: bool,
    },
    /// In how many milliseconds a seat that is late already pays next.
    NextPrice {
        seat: Seat,
        from_ms: u64,
        to_ms: u64,
    },
    Paused,
    StaysPaused,
    Resumed,
    /// No account acts for these players, so the match is paused until one does.
    NobodyActs {
        who: Vec<CastId>,
    },
    /// Another account acts for somebody.
    Account {
        who: CastId,
        #[serde(with = "super::mention")]
        account: AccountId,
    },
    /// How many garnets somebody of the season has; `name` is their name there.
    Garnets {
        name: String,
        from: u32,
        to: u32,
    },
    Strikes {
        name: String,
        from: u32,
        to: u32,
    },
    Role {
        name: String,
        became: Role,
    },
    /// It was a practice round: the match itself opens next.
    OpensNext,
    /// So many people got a strike in the match. Everybody is told who when it ends.
    StrikesTold {
        count: usize,
    },
    /// A host has taken back so many strikes of the match. They stay taken back though it goes on.
    StrikesStayBack {
        count: usize,
    },
}

impl Effect {
    /// Whether it still matters when the match is long over.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(self, Effect::Reopens | Effect::Ends { .. }) || self.is_of_season()
    }

    /// Whether it is a change of the season, which would give the match's result away.
    pub(super) fn is_of_season(&self) -> bool {
        matches!(
            self,
            Effect::Garnets { .. } | Effect::Strikes { .. } | Effect::Role { .. }
        )
    }

    /// Whether it says how the match has ended.
    pub(super) fn tells_result(&self) -> bool {
        let is_end = matches!(self, Effect::Ends { .. } | Effect::Reveals { .. });
        is_end || self.is_of_season()
    }

    /// Whether the match waits for something else because of it.
    fn is_of_turn(&self) -> bool {
        matches!(self, Effect::Stage { .. } | Effect::WaitsFor { .. })
    }
}

/// A match before a ruling, or after it.
pub(super) struct RulingState {
    pub table: Table,
    pub journal: Vec<Entry>,
    season: SeasonState,
    /// Whether its result waits to be released.
    pub is_held: bool,
    /// Whether another match opens when it ends.
    pub has_next: bool,
}

impl RulingState {
    pub(super) fn of(tx: &Tx, table: Table) -> Result<RulingState> {
        let id = table.row.id;
        Ok(RulingState {
            journal: tx.journal(id)?,
            season: SeasonState::of(tx, &table)?,
            is_held: tx.held_result(id)?.is_some(),
            has_next: tx.has_next(id)?,
            table,
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.table.play.stage() == Stage::Over
    }
}

/// The part of a season that a match may change: its people, garnets and strikes.
struct SeasonState {
    cast: Vec<CastMember>,
    strikes: BTreeMap<u32, u32>,
}

impl SeasonState {
    fn of(tx: &Tx, table: &Table) -> Result<SeasonState> {
        let mut strikes = BTreeMap::new();
        let Some(season) = table.row.season else {
            let cast = Vec::new();
            return Ok(SeasonState { cast, strikes });
        };
        for strike in tx.strikes(season)?.iter().filter(|strike| !strike.void) {
            *strikes.entry(strike.position).or_default() += 1;
        }
        let cast = tx.season_cast(season)?;
        Ok(SeasonState { cast, strikes })
    }

    fn strikes(&self, position: u32) -> u32 {
        self.strikes.get(&position).copied().unwrap_or_default()
    }
}

/// How many strikes of a match stand in its season.
pub(super) fn strikes_of(tx: &Tx, table: &Table) -> Result<usize> {
    let Some(season) = table.row.season else {
        return Ok(0);
    };
    let strikes = tx.strikes(season)?;
    let stands = |strike: &&Strike| !strike.void && strike.is_of(table.row.id);
    Ok(strikes.iter().filter(stands).count())
}

/// How many strikes of a match a host has taken back. Counts only those given by an entry that
/// `stands`.
pub(super) fn strikes_taken_back(
    tx: &Tx,
    table: &Table,
    stands: impl Fn(i64) -> bool,
) -> Result<usize> {
    let Some(season) = table.row.season else {
        return Ok(0);
    };
    let strikes = tx.strikes(season)?;
    let of_match = strikes.iter().filter(|strike| {
        let is_of_it = |cause: Cause| cause.match_id == table.row.id && stands(cause.entry);
        strike.forgiven && strike.cause.is_some_and(is_of_it)
    });
    Ok(of_match.count())
}

/// What is different after a ruling, compared with before it.
pub(super) fn difference(
    before: &RulingState,
    after: &RulingState,
    is_rewind: bool,
    now: WallMs,
) -> Vec<Effect> {
    let mut effects = of_end(&before.table, &after.table);
    let (was, is) = (&before.table.play, &after.table.play);
    let goes_on = is.stage() != Stage::Over;
    effects.extend(of_start(was, is));
    let seats = is.waited_seats();
    if is.stage() == Stage::Live && (was.waited_seats() != seats || was.stage() != is.stage()) {
        effects.push(Effect::WaitsFor { seats });
    }
    if goes_on {
        for seat in Seat::BOTH {
            effects.extend(of_time(was, is, seat, now));
        }
    }
    match (was.paused.is_some(), is.paused.is_some()) {
        (false, true) => effects.push(Effect::Paused),
        (true, false) if goes_on => effects.push(Effect::Resumed),
        // Otherwise it would look as if somebody had to act at once.
        (true, true) if is_rewind || effects.iter().any(Effect::is_of_turn) => {
            effects.push(Effect::StaysPaused);
        }
        _ => {}
    }
    let who = after.table.nobody_acts_for();
    if !who.is_empty() && goes_on {
        effects.push(Effect::NobodyActs { who });
    }
    for person in after.table.people.iter() {
        let account = person.account;
        let who = person.who;
        if before.table.person(who).map(|person| person.account) != Some(account) {
            effects.push(Effect::Account { who, account });
        }
    }
    // Strikes in an open match are not told before its end.
    let told = before.is_over() || after.is_over();
    let of_season = season_effects(&before.season, &after.season).into_iter();
    effects.extend(of_season.filter(|effect| told || !matches!(effect, Effect::Strikes { .. })));
    effects
}

/// What is different in how the match ends, and in what its end shows.
fn of_end(before: &Table, after: &Table) -> Vec<Effect> {
    let game = after.row.setup.game;
    let mut effects = Vec::new();
    match (before.play.game.outcome(), after.play.game.outcome()) {
        (Some(_), None) => {
            effects.push(Effect::Reopens);
            if hides(after) && !before.is_called_off() {
                effects.push(Effect::Revealed { game });
            }
        }
        (was, Some(outcome)) if was != Some(outcome) => {
            effects.push(Effect::Ends { outcome });
            if was.is_none() && after.is_called_off() {
                let stays_secret = before.play.game.keeps_secrets();
                effects.extend(stays_secret.then_some(Effect::StaysSecret));
            } else if was.is_none() && hides(before) {
                effects.push(Effect::Reveals { game });
            }
        }
        _ => {}
    }
    effects
}

/// What is different in the match's stage, and in what comes before its start.
fn of_start(was: &Match, is: &Match) -> Vec<Effect> {
    let mut effects = Vec::new();
    let stage = is.stage();
    // A paused match is said to be paused, not live.
    let stands = is.paused.is_some() && stage == Stage::Live;
    if was.stage() != stage && stage != Stage::Over && !stands {
        effects.push(Effect::Stage { stage });
    }
    let before_start = matches!(stage, Stage::Preparing | Stage::Standing);
    if before_start && was.start_at_ms != is.start_at_ms {
        let to_ms = is.start_at_ms;
        effects.push(Effect::Start { to_ms });
    }
    let due_ms = is
        .preparation_deadline()
        .filter(|_| stage == Stage::Preparing);
    if let Some(to_ms) = due_ms.filter(|due| was.preparation_deadline() != Some(*due)) {
        effects.push(Effect::ChoicesDue { to_ms });
    }
    effects
}

/// After another account was set for somebody: how much time they have, and whether their clock
/// runs. None if the match does not wait for them.
pub(super) fn goes_on(table: &Table, who: CastId, now: WallMs) -> Option<Effect> {
    let (play, seat) = (&table.play, table.row.setup.cast.seat_of(who)?);
    Some(Effect::ClockGoesOn {
        seat,
        base_ms: play.base_left_ms(seat, now).filter(|_| play.started)?,
        reserve_ms: play.reserve_left_ms(seat, now),
        paused: play.paused.is_some(),
    })
}

/// Whether the end of a match shows everything, and an open one less.
fn hides(table: &Table) -> bool {
    let game = &table.play.game;
    let catalogue = game.id().catalogue();
    let hides_faces = catalogue.hides_faces && game.outcome().is_none();
    catalogue.shows_all_at_end && (game.keeps_secrets() || hides_faces)
}

fn season_effects(before: &SeasonState, after: &SeasonState) -> Vec<Effect> {
    let mut effects = Vec::new();
    for is in &after.cast {
        let same = |member: &&CastMember| member.position == is.position;
        let Some(was) = before.cast.iter().find(same) else {
            continue;
        };
        let name = is.name.clone();
        if was.garnets != is.garnets {
            let (from, to) = (was.garnets, is.garnets);
            let name = name.clone();
            effects.push(Effect::Garnets { name, from, to });
        }
        let (from, to) = (before.strikes(is.position), after.strikes(is.position));
        if from != to {
            let name = name.clone();
            effects.push(Effect::Strikes { name, from, to });
        }
        if was.role != is.role {
            let became = is.role;
            effects.push(Effect::Role { name, became });
        }
    }
    effects
}

/// How a seat's time has changed: base time and reserve, each by itself; for a late seat, when it
/// pays next.
fn of_time(was: &Match, is: &Match, seat: Seat, now: WallMs) -> Vec<Effect> {
    let mut effects = Vec::new();
    let next_ms = |play: &Match| {
        let price_ms = play.timeout_ms(seat).filter(|_| play.is_late(seat))?;
        Some(price_ms.since(play.clock.match_ms(now)))
    };
    if let Some((from_ms, to_ms)) = next_ms(was).zip(next_ms(is)) {
        if from_ms != to_ms {
            effects.push(Effect::NextPrice {
                seat,
                from_ms,
                to_ms,
            });
        }
        return effects;
    }
    let base_ms = |play: &Match| play.base_left_ms(seat, now);
    let from_ms = base_ms(was).filter(|_| was.open_prompt() == is.open_prompt());
    if let Some(to_ms) = base_ms(is).filter(|to_ms| from_ms != Some(*to_ms)) {
        effects.push(Effect::BaseTime {
            seat,
            from_ms,
            to_ms,
        });
    }
    let (from_ms, to_ms) = (
        was.reserve_left_ms(seat, now),
        is.reserve_left_ms(seat, now),
    );
    if from_ms != to_ms {
        effects.push(Effect::Reserve {
            seat,
            from_ms,
            to_ms,
        });
    }
    effects
}
