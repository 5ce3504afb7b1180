//! The people: players who act soon, at the last moment or not at all, and press twice or on old
//! controls. Hosts begin, pause and resume matches.

use std::collections::{BTreeMap, BTreeSet};

use dealer::referee::{Act, NewMatch, NewPerson, Practice};
use dealer::store::{AccountId, ChannelId, MatchId, ServerId, Stakes};
use games::{BySeat, CastId, GameId, Party, Seat, WallMs};
use matches::{Stage, Times};
use serde_json::json;

use super::main_matches::MainMatch;
use super::rulings::{Played, any_game, cast_size, person};
use super::sensible::sensible;
use super::world::{Event, Press, Pressed, World};

#[derive(Default)]
pub struct Crowd {
    pub matches: Vec<Held>,
    /// Who plans to act on which prompt.
    planned: BTreeSet<(MatchId, u32, AccountId)>,
    /// Matches that somebody plans to start or resume.
    starting: BTreeSet<MatchId>,
    resuming: BTreeSet<MatchId>,
    /// Interactions that a lost session keeps until it resumes.
    pub kept: Vec<Pressed>,
    pub resumes: bool,
    /// From now on nobody acts.
    pub quiet: bool,
    /// The season of each match.
    pub played: BTreeMap<MatchId, Played>,
    /// How many substitutes have come in.
    pub newcomers: u64,
    /// How often a host may still change their mind about a finished match.
    second_thoughts: BTreeMap<MatchId, u32>,
}

#[derive(Clone, Copy)]
pub struct Held {
    pub id: MatchId,
    pub channel: u64,
    pub host: AccountId,
}

#[derive(Clone, Copy)]
pub enum Turn {
    Answer {
        id: MatchId,
        prompt: u32,
        account: AccountId,
    },
    Start(MatchId),
    Resume(MatchId),
    Host(MatchId),
    /// The season's next match.
    Next,
}

impl Crowd {
    pub fn channels(&self) -> Vec<u64> {
        self.matches.iter().map(|held| held.channel).collect()
    }

    /// A person's press has been answered, so they may press again.
    pub fn satisfied(&mut self, id: MatchId, account: AccountId) {
        self.planned
            .retain(|(of, _, who)| (*of, *who) != (id, account));
    }

    /// A person's press has come to nothing.
    pub fn disappointed(&mut self, what: &Press) {
        match what {
            Press::Act(act) => self.satisfied(act.match_id, act.account),
            Press::Ready(id, _) | Press::Begin(id, _) => drop(self.starting.remove(id)),
            Press::Resume(id, _) => drop(self.resuming.remove(id)),
            Press::Pause(..) | Press::Move(..) | Press::Snapshot(_) | Press::Rule(..) => {}
        }
    }

    /// A match continues in another channel.
    pub fn moved(&mut self, id: MatchId, channel: u64) {
        let mut matches = self.matches.iter_mut();
        if let Some(held) = matches.find(|held| held.id == id) {
            held.channel = channel;
        }
    }

    /// Whether a host may still change a finished match.
    pub fn has_second_thoughts(&self, id: MatchId) -> bool {
        self.second_thoughts.get(&id).is_some_and(|left| *left > 0)
    }

    fn held(&self, id: MatchId) -> Held {
        *self.matches.iter().find(|held| held.id == id).unwrap()
    }
}

impl World {
    pub fn open_matches(&mut self) {
        let count = 1 + self.dice.below(3) as u64;
        for number in 0..count {
            let host = AccountId(900 + number);
            let game = any_game(&mut self.dice);
            let first = 10_000 * (number + 1);
            let size = cast_size(game);
            let guests: Vec<NewPerson> = (0..size).map(|index| person(index, first)).collect();
            let (played, cast, stakes) = if self.dice.one_in(3) {
                (None, guests, Stakes::Nothing)
            } else {
                let (played, cast, stakes) = self.begin_season(ServerId(1 + number), host, &guests);
                (Some(played), cast, stakes)
            };
            let mut new = self.new_match(ServerId(1 + number), host, game, cast);
            (new.season, new.stakes) = (played.map(|played| played.season), stakes);
            for index in 0..5 {
                if self.dice.one_in(6) {
                    self.discord
                        .closed_accounts
                        .insert(AccountId(first + index));
                    self.count("closed direct messages (50007)");
                }
            }
            self.hold(new, played);
        }
        self.wake();
    }

    pub fn open_main_match(&mut self, played: &MainMatch) {
        let host = AccountId(900);
        let reachable = |index: usize| NewPerson {
            account: Some(AccountId(10_000 + index as u64)),
            ..person(index, 10_000)
        };
        // And the dealer.
        let guests: Vec<NewPerson> = (0..=played.people).map(reachable).collect();
        let (season, cast, _) = self.begin_season(ServerId(1), host, &guests);
        let game = GameId::read("main_match").unwrap();
        let mut new = self.new_match(ServerId(1), host, game, cast);
        // Just long enough for direct messages.
        let shorter = played.rounds.replace("24h", "31m").replace("48h", "62m");
        let typed = [
            ("answers", played.answers),
            ("rounds", &shorter),
            ("points", played.points),
            ("missing", played.missing),
        ];
        let set = typed.iter().chain(played.set);
        let options = set.map(|(key, value)| ((*key).to_owned(), json!(value)));
        (new.season, new.options) = (Some(season.season), options.collect());
        self.hold(new, Some(season));
        self.wake();
    }

    /// A match between the first two people, in its own channel and outside seasons.
    pub fn new_match(
        &mut self,
        guild: ServerId,
        host: AccountId,
        game: GameId,
        cast: Vec<NewPerson>,
    ) -> NewMatch {
        let mut times = Times::defaults(game);
        for time in game.catalogue().times {
            let least = if time.key == "reserve_s" { 0 } else { 5 };
            let most = 100 / self.haste;
            times.set(time.key, self.dice.between(least, most)).unwrap();
        }
        let options = match (game.word(), self.dice.one_in(5)) {
            ("short_circuit", _) if self.haste > 1 => r#"{"columns":5,"rows":5}"#,
            (_, true) if game.catalogue().seats => r#"{"on_timeout":"forfeit"}"#,
            (_, true) if self.dice.one_in(2) => {
                r#"{"missing":"random, strike","shown":"counts","rounds":"3"}"#
            }
            (_, true) => {
                r#"{"rounds":"until 2 are left","points":"most: out\nfewest: 1 point + 1 garnet",
                    "ties":"host","next_round":"by_itself"}"#
            }
            (_, false) => "{}",
        };
        let start = self.dice.one_in(3);
        let start_at_ms = start.then(|| self.now() + self.a_while(60_000, 600_000));
        NewMatch {
            guild: Some(guild),
            channel: ChannelId(self.discord.open_channel(self.t)),
            season: None,
            host,
            game,
            options: serde_json::from_str(options).unwrap(),
            times,
            lateness: Default::default(),
            cast,
            seats: game.catalogue().seats.then(|| BySeat {
                dmo: "P0".to_owned(),
                ec: "P1".to_owned(),
            }),
            start_at_ms,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        }
    }

    /// Opens a match for people to play.
    pub fn hold(&mut self, new: NewMatch, played: Option<Played>) {
        let (now, game, channel, host) = (self.now(), new.game, new.channel.0, new.host);
        let core = &mut self.up.as_mut().unwrap().core;
        let id = core.open_match(new, now).unwrap();
        self.crowd.matches.push(Held { id, channel, host });
        self.truth.opened(id, channel);
        self.crowd.played.extend(played.map(|played| (id, played)));
        if self.odds.rulings > 0 {
            self.crowd.second_thoughts.insert(id, 3);
        }
        self.count(game.word());
        self.note(|| format!("match {id} of {}", game.word()));
        let ms = self.a_while(20_000, 40_000);
        self.after(ms, Event::Person(Turn::Host(id)));
        self.wake();
    }

    /// People look at their matches and decide what to do.
    pub fn observe(&mut self) {
        let t = self.t;
        let now = self.now();
        let Some(up) = &mut self.up else { return };
        if !std::mem::take(&mut up.changed) {
            return;
        }
        let mut minds = Vec::new();
        for held in self.crowd.matches.clone() {
            let id = held.id;
            let Some(table) = self.up.as_mut().unwrap().core.table(id).unwrap() else {
                continue;
            };
            let play = &table.play;
            self.truth.observe(id, play, &self.discord, t);
            if play.paused.is_some() {
                if self.crowd.resuming.insert(id) {
                    minds.push((None, Turn::Resume(id)));
                }
                continue;
            }
            let open = match play.stage() {
                Stage::Over => continue,
                Stage::Standing => {
                    if self.crowd.starting.insert(id) {
                        minds.push((None, Turn::Start(id)));
                    }
                    continue;
                }
                Stage::Preparing => play.preparations(),
                Stage::Live => play.live_prompts(),
            };
            let early = !play.is_shown() && play.stage() == Stage::Live;
            for prompt in open.iter().filter(|prompt| !prompt.answered) {
                let (who, deadline) = match prompt.who {
                    Party::Seat(seat) => {
                        (play.setup.cast.seated(seat).unwrap(), play.deadline(seat))
                    }
                    Party::Cast(who) => (who, None),
                    Party::Host | Party::Dealer => continue,
                };
                let Some(person) = table.person(who) else {
                    continue;
                };
                if early && !prompt.id.is_multiple_of(16) {
                    continue;
                }
                let account = person.account;
                if self.crowd.planned.insert((id, prompt.id, account)) {
                    let left = deadline.map_or(40_000 / u64::from(self.haste), |at| at.since(now));
                    let turn = Turn::Answer {
                        id,
                        prompt: prompt.id,
                        account,
                    };
                    minds.push((Some(left), turn));
                }
            }
        }
        for (left, turn) in minds {
            let ms = match left {
                None => self.a_while(500, 30_000),
                Some(left) => match self.dice.below(20) {
                    0..12 => self.a_while(300, 8_000),
                    12..15 => (left + u64::from(self.dice.between(0, 3_000))).saturating_sub(1_500),
                    // A moment before the deadline, so that it arrives after it.
                    15..17 => left.saturating_sub(u64::from(self.dice.between(1, 300))),
                    17..19 => u64::from(self.dice.between(0, left as u32)),
                    _ => continue,
                },
            };
            self.after(ms, Event::Person(turn));
        }
    }

    /// A person does what they planned.
    pub fn person(&mut self, turn: Turn) {
        if self.crowd.quiet {
            return;
        }
        match turn {
            Turn::Answer {
                id,
                prompt,
                account,
            } => {
                if !self.answers(id, prompt, account) {
                    self.crowd.satisfied(id, account);
                }
            }
            Turn::Start(id) => {
                let held = self.crowd.held(id);
                // Without seats the host alone goes on.
                if self.dice.one_in(2) && self.seated(id, Seat::Dmo).is_some() {
                    for seat in Seat::BOTH {
                        if let Some(account) = self.seated(id, seat) {
                            self.press(Press::Ready(id, account));
                        }
                    }
                } else {
                    self.press(Press::Begin(id, held.host));
                }
                self.crowd.starting.remove(&id);
            }
            Turn::Resume(id) => {
                let host = self.crowd.held(id).host;
                self.press(Press::Resume(id, host));
                self.crowd.resuming.remove(&id);
            }
            Turn::Host(id) => self.host(id),
            Turn::Next => self.next_match(),
        }
    }

    /// What a host does from time to time.
    fn host(&mut self, id: MatchId) {
        let held = self.crowd.held(id);
        let mut most = 120_000;
        if let Some(up) = &mut self.up {
            let table = up.core.table(id).unwrap().unwrap();
            let over = table.play.stage() == Stage::Over;
            if over && self.long.is_some() && !self.crowd.has_second_thoughts(id) {
                return;
            }
            let exists = self.discord.channels[&held.channel].exists;
            if over && let Some(left) = self.crowd.second_thoughts.get_mut(&id) {
                *left = left.saturating_sub(1);
                most = 40_000;
            }
            let odds = self.odds.rulings;
            if !exists && !over {
                let channel = self.discord.open_channel(self.t);
                self.press(Press::Move(id, held.host, channel));
            } else if self.dice.one_in(12) {
                self.count("pause by a host");
                self.press(Press::Pause(id, held.host));
            } else if odds > 0
                && (self.dice.one_in(odds) || over)
                && let Some(order) = self.think_of_a_ruling(held)
            {
                self.press(Press::Snapshot(order));
            }
        } else {
            // While Dealer is away a host has little to do.
            most = 7_200_000;
        }
        let ms = self.a_while(20_000, most);
        self.after(ms, Event::Person(Turn::Host(id)));
    }

    fn seated(&mut self, id: MatchId, seat: Seat) -> Option<AccountId> {
        let table = self.up.as_mut()?.core.table(id).unwrap()?;
        let who: CastId = table.row.setup.cast.seated(seat)?;
        table.person(who).map(|person| person.account)
    }

    /// Presses one of a prompt's offers. False if there is none any more.
    fn answers(&mut self, id: MatchId, prompt: u32, account: AccountId) -> bool {
        let Some(up) = &mut self.up else { return false };
        let Some(table) = up.core.table(id).unwrap() else {
            return false;
        };
        let Some(party) = table.party(account) else {
            return false;
        };
        let game = &table.play.game;
        let prompts = game.prompts();
        let is_open =
            |open: &&games::Prompt| open.id == prompt && open.who == party && !open.answered;
        if !prompts.iter().any(|open| is_open(&open)) {
            return false;
        }
        let sensible = sensible(game, party).filter(|_| !self.dice.one_in(25));
        let Some(text) = sensible.or_else(|| game.sample(party, &mut self.dice)) else {
            return false;
        };
        let mut act = Act {
            prompt: (!self.dice.one_in(3)).then_some(prompt),
            ..Act::new(id, account, text, WallMs(0))
        };
        match self.dice.below(30) {
            0 => {
                self.count("press of a stale control");
                act.prompt = Some(prompt.saturating_sub(1));
            }
            1 => {
                self.count("nonsense typed");
                act.text = "xyzzy, 99999999999999999999".to_owned();
            }
            2 | 3 => {
                self.count("pressed twice");
                self.press(Press::Act(act.clone()));
            }
            _ => {}
        }
        self.press(Press::Act(act));
        true
    }
}
