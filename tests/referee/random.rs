//! Random matches of every game, with everything that time can bring: late and early actions,
//! timeouts, pauses, restarts, silences, late posts. After each step the match folded from its
//! journal equals the one in memory. A reserve falls only while its seat's own clock runs.

use dealer::referee::{Act, ActRefusal, BeginOutcome};
use games::{Author, BySeat, Dice, GameId, Party, Prompt, Seat, WallMs};
use matches::{Entry, Event, Match, Stage, TimeRefusal};

use crate::house::{HOST, House, OPENED, account, new_match};
use crate::sensible::sensible;

const MATCHES: u64 = 5;
const MANY_MATCHES: u64 = 400;

#[test]
fn random_times_keep_the_laws() {
    play_many(MATCHES);
}

#[test]
#[ignore = "hundreds of matches of every game, each step on the disk: minutes"]
fn random_times_keep_the_laws_for_long() {
    play_many(MANY_MATCHES);
}

fn play_many(matches: u64) {
    for game in GameId::ALL {
        for seed in 0..matches {
            let mut player = Player::open(*game, seed);
            while player.house.play().stage() != Stage::Over {
                player.step();
                let word = game.word();
                assert!(player.steps < 3_000, "{word} seed {seed}: {}", player.what);
            }
            let record = player.house.record();
            record.replay(|_, _| {}).unwrap();
            assert!(record.result.is_some());
        }
    }
}

/// Does random things that can happen in a match.
pub struct Player {
    pub house: House,
    dice: Dice,
    pub now: WallMs,
    last_beat: WallMs,
    pub steps: u32,
    pub what: String,
}

impl Player {
    pub fn open(game: GameId, seed: u64) -> Player {
        let mut dice = Dice::new(seed);
        let mut new = new_match(game.word());
        for time in game.catalogue().times {
            // Short limits make more things happen.
            let least = u32::from(time.key != "reserve_s");
            new.times.set(time.key, dice.between(least, 90)).unwrap();
        }
        if dice.one_in(2) {
            new.start_at_ms = Some(OPENED + u64::from(dice.between(1, 3_000)) * 1000);
        }
        Player {
            house: House::open(new, seed),
            dice,
            now: OPENED,
            last_beat: OPENED,
            steps: 0,
            what: String::new(),
        }
    }

    pub fn step(&mut self) {
        self.steps += 1;
        let before = self.house.play();
        self.now += match self.dice.below(4) {
            0 => 0,
            1 => u64::from(self.dice.between(1, 1_000)),
            2 => u64::from(self.dice.between(1, 20_000)),
            _ => u64::from(self.dice.between(1, 120_000)),
        };
        self.what = self.something(&before);
        let after = self.house.play();
        self.check_reserves(&before, &after);
        self.house.refold();
        if self.dice.one_in(8) {
            self.house.record().replay(|_, _| {}).expect(&self.what);
            self.house.reopen();
        }
    }

    fn something(&mut self, play: &Match) -> String {
        let (id, now) = (self.house.id, self.now);
        match self.dice.below(20) {
            0 => {
                let beat = now - u64::from(self.dice.between(0, 1_000));
                self.last_beat = self.last_beat.max(beat);
                let beat = self.last_beat;
                self.house.core().beat(beat).unwrap();
                "a heartbeat".to_owned()
            }
            1 if self.dice.one_in(3) => {
                self.house.core().boot(now).unwrap();
                self.house.give_back();
                self.last_beat = now;
                "a restart".to_owned()
            }
            2 => {
                let from = now - u64::from(self.dice.between(0, 30_000)).min(now.since(OPENED));
                self.house.core().owe(from, now);
                self.house.core().judge(id, now).unwrap();
                "a silence".to_owned()
            }
            3 if self.dice.one_in(2) => {
                let paused = self.house.core().pause(id, HOST, now);
                assert_eq!(paused.is_ok(), play.paused != Some(None));
                "a pause".to_owned()
            }
            4 | 5 if play.paused.is_some() => {
                self.house.core().resume(id, HOST, now).unwrap();
                "a resume".to_owned()
            }
            6 => {
                self.house.core().repost(id, now).unwrap();
                "a repost".to_owned()
            }
            7 if self.dice.one_in(4) => {
                let confirmed = self.dice.one_in(2);
                let begun = self.house.core().begin(id, HOST, confirmed, now);
                let after = self.house.play();
                let has_begun = if play.setup.has_seats() {
                    after.started && !play.started
                } else {
                    after.stage() == Stage::Over
                };
                assert_eq!(
                    begun.is_ok_and(|begun| begun == BeginOutcome::Begun),
                    has_begun
                );
                "a beginning".to_owned()
            }
            8 if play.setup.has_seats() => {
                let seat = *self.dice.pick(&Seat::BOTH).unwrap();
                let account = self.house.seat_account(seat);
                // Refused while choices are missing, or after the start.
                let _ = self.house.core().ready(id, account, now);
                format!("{seat} is ready")
            }
            9..12 => {
                self.judge(play);
                "the clock".to_owned()
            }
            12..15 => {
                if let Some(prompt) = play.open_prompt() {
                    let at = now - u64::from(self.dice.between(0, 3_000)).min(now.since(OPENED));
                    self.house.core().shown(id, prompt, at, now).unwrap();
                }
                "a post".to_owned()
            }
            _ => self.action(play),
        }
    }

    /// Judges what is due. No timeout may come before its deadline and the grace.
    fn judge(&mut self, play: &Match) {
        let in_row = BySeat::new(|seat| play.timeouts_in_row(seat));
        let deadlines = BySeat::new(|seat| play.deadline(seat));
        self.house.judge(self.now);
        let after = self.house.play();
        for seat in Seat::BOTH {
            if after.timeouts_in_row(seat) > in_row[seat]
                && let Some(deadline) = deadlines[seat]
            {
                assert!(deadline + play.setup.grace_ms <= self.now);
            }
        }
    }

    /// A person whose turn it is acts now or a little earlier, or the host acts for them.
    fn action(&mut self, play: &Match) -> String {
        let prompts = play.game.prompts();
        let askable = |prompt: &&Prompt| matches!(prompt.who, Party::Seat(_) | Party::Cast(_));
        let asked: Vec<&Prompt> = prompts.iter().filter(askable).collect();
        let Some(prompt) = self.dice.pick(&asked).copied() else {
            return "nobody is asked".to_owned();
        };
        // Purely random actions would hardly ever finish the match, so some are sensible.
        let sensible = sensible(&play.game, prompt.who).filter(|_| !self.dice.one_in(25));
        let Some(text) = sensible.or_else(|| play.game.sample(prompt.who, &mut self.dice)) else {
            return "nothing to do".to_owned();
        };
        let by_host = self.dice.one_in(6);
        if by_host {
            self.house.open_hand(prompt.who, self.now);
        }
        let who = match prompt.who {
            Party::Seat(seat) => play.setup.cast.seated(seat).unwrap(),
            Party::Cast(id) => id,
            Party::Host | Party::Dealer => unreachable!("not asked here"),
        };
        let early = u64::from(self.dice.between(0, 4_000));
        let made_at_ms = self.now - if self.dice.one_in(2) { 0 } else { early };
        let act = Act {
            match_id: self.house.id,
            account: if by_host { HOST } else { account(who) },
            for_party: by_host.then_some(prompt.who),
            is_host: by_host,
            prompt: self.dice.one_in(2).then_some(prompt.id),
            text: text.clone(),
            interaction: Some(u64::from(self.steps)),
            made_at_ms,
        };
        let taken = self.house.act(&act, self.now);
        match &taken {
            Ok(acted) => {
                let mut acts = vec![text.clone()];
                if let (Party::Seat(seat), false) = (prompt.who, by_host) {
                    let mut after = play.game.clone();
                    after.act(Author::Seat(seat), None, &text).unwrap();
                    acts.extend(after.rest(prompt.who, prompt.id));
                }
                assert_eq!(acted.acts, acts);
                let entries = self.house.journal().len();
                assert_eq!(&self.house.act(&act, self.now + 1).unwrap(), acted);
                assert_eq!(
                    self.house.journal().len(),
                    entries,
                    "the same interaction counted twice"
                );
            }
            Err(
                ActRefusal::Time(TimeRefusal::NotStarted { .. })
                | ActRefusal::Stale { .. }
                | ActRefusal::Twice { .. },
            ) => {
                assert!(prompt.live && !play.started);
            }
            Err(ActRefusal::Time(TimeRefusal::Paused)) => assert!(play.paused.is_some()),
            Err(ActRefusal::Time(TimeRefusal::TooLate { by_ms })) => {
                let late = match prompt.who {
                    Party::Seat(seat) if prompt.live => play
                        .clock
                        .match_ms(made_at_ms)
                        .since(play.clock.deadline_ms(seat).unwrap()),
                    Party::Cast(_) if play.setup.has_seats() => {
                        panic!("{text} came too late, but its author has no seat")
                    }
                    _ => play.preparation_left_ms(made_at_ms).unwrap().unsigned_abs(),
                };
                assert_eq!(late, *by_ms);
            }
            Err(ActRefusal::Outdated) => {
                let later = |entry: &Entry| matches!(entry.event, Event::Act { made_at_ms: at, .. } if at > made_at_ms);
                assert!(!prompt.live && self.house.journal().iter().any(later));
            }
            Err(refusal) => panic!("{text} was refused: {refusal:?}"),
        }
        format!("{text} by {:?}: {}", prompt.who, taken.is_ok())
    }

    /// A reserve falls only while its seat's clock ran: in a shown prompt, beyond the base time,
    /// and by no more than the time that passed.
    fn check_reserves(&self, before: &Match, after: &Match) {
        for seat in Seat::BOTH {
            let paid = before.clock.reserve_ms[seat].saturating_sub(after.clock.reserve_ms[seat]);
            assert!(after.clock.reserve_ms[seat] <= before.clock.reserve_ms[seat]);
            if paid == 0 {
                continue;
            }
            let clock = before.clock.open[seat].expect(&self.what);
            let ran = before.clock.match_ms(self.now);
            let ran = ran.since(before.clock.match_ms(clock.opened_at_ms));
            assert!(clock.reserve, "{}", self.what);
            assert!(paid <= ran.saturating_sub(clock.base_ms), "{}", self.what);
        }
    }
}
