//! Random play: whole matches between people who choose uniformly among all legal actions, with now and then a timeout, as records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::record::{FORMAT, Record, RecordEntry};
use crate::games::{
    AnyGame, Author, BySeat, Cast, Dice, GameId, Member, Party, Prompt, Role, Seat, SetupRefusal,
};

/// Plays one match of a game through. The same seed gives the same record.
pub fn play(game: GameId, seed: u64) -> Record {
    let mut dice = Dice::new(seed);
    loop {
        // A generated cast always suits its game; should options once not, others are drawn.
        if let Ok(playing) = Playing::open(game, &mut dice) {
            return playing.finish(&mut dice);
        }
    }
}

/// A match in play, with its log so far.
struct Playing {
    record: Record,
    game: AnyGame,
    at_ms: u64,
}

/// Most matches have no more entries, but for Roundabout's.
const USUAL_LENGTH: usize = 64;

/// Names as people have them: short, long, in other scripts, with everything that notation has to cope with.
const NAMES: [&str; 26] = [
    "Zac",
    "Tiac",
    "UMG",
    "Myth",
    "Jweizy",
    "Pixie",
    "Shane",
    "Andy",
    "Lord Byron",
    "Émile",
    "C4=SE",
    ">",
    "first",
    "김경란",
    "Ölaf",
    "up",
    "Dr. No",
    "outer",
    "Q",
    "x y z",
    "Bo",
    "ilı",
    "🦊 Fox",
    "Vik",
    "1",
    "end",
];

impl Playing {
    fn open(id: GameId, dice: &mut Dice) -> Result<Playing, SetupRefusal> {
        let cast = Arc::new(draw_cast(id, dice)?);
        let given = id.vary_options(&cast, dice);
        let game = id.draw(&given, &cast, dice)?;
        let mut garnets = BTreeMap::new();
        for id in cast.ids() {
            garnets.insert(cast.name(id).to_owned(), cast.garnets(id));
        }
        let record = Record {
            format: FORMAT.to_owned(),
            game: id.word().to_owned(),
            options: game.options(),
            cast: cast.members().to_vec(),
            seats: BySeat::new(|seat| cast.seat_name(seat).to_owned()),
            garnets,
            log: Vec::with_capacity(USUAL_LENGTH),
            result: None,
        };
        Ok(Playing {
            record,
            game,
            at_ms: 0,
        })
    }

    fn finish(mut self, dice: &mut Dice) -> Record {
        loop {
            let prompts = self.game.prompts();
            if prompts.is_empty() {
                break;
            }
            self.one_step(prompts, dice);
        }
        self.record.result = self.game.outcome();
        self.record
    }

    fn one_step(&mut self, mut prompts: Vec<Prompt>, dice: &mut Dice) {
        if let Some(prompt) = prompts.iter().find(|prompt| prompt.who == Party::Dealer) {
            self.sampled(Author::Dealer, prompt.who, dice);
            return;
        }
        let host_waits = prompts.iter().any(|prompt| prompt.who == Party::Host);
        if host_waits && dice.one_in(prompts.len()) {
            self.begin(dice);
            return;
        }
        // Somebody who has answered changes their mind now and then.
        let all_answered = prompts.iter().all(|prompt| prompt.answered);
        prompts.retain(|prompt| {
            prompt.who != Party::Host && (!prompt.answered || all_answered || dice.one_in(4))
        });
        let Some(prompt) = dice.pick(&prompts) else {
            return;
        };
        match prompt.who {
            Party::Seat(seat) if !prompt.answered && dice.one_in(self.prompts_a_timeout(seat)) => {
                for act in self.game.on_timeout(seat, dice) {
                    self.write(Author::Clock, Some(prompt.who), &act, dice);
                }
            }
            Party::Seat(seat) => self.sampled(Author::Seat(seat), prompt.who, dice),
            Party::Cast(id) => self.sampled(Author::Cast(id), prompt.who, dice),
            Party::Host | Party::Dealer => {}
        }
    }

    /// In how many prompts a seat's time runs out once. Where that ends the match it is seldom, so that most matches are played on.
    fn prompts_a_timeout(&self, seat: Seat) -> usize {
        if self.game.timeout_forfeits(seat) {
            300
        } else {
            12
        }
    }

    fn begin(&mut self, dice: &mut Dice) {
        for offer in self.game.offers(Party::Host, "") {
            for (whose, act) in self.game.deal_before(&offer.act, dice) {
                self.write(Author::Dealer, Some(whose), &act, dice);
            }
            self.write(Author::Host, None, &offer.act, dice);
        }
    }

    fn sampled(&mut self, by: Author, whose: Party, dice: &mut Dice) {
        if let Some(act) = self.game.sample(whose, dice) {
            self.write(by, None, &act, dice);
        }
    }

    /// Takes an action and writes it down. What was sampled is legal (the laws check it), so that a refusal is a defect to stop at.
    fn write(&mut self, by: Author, whose: Option<Party>, act: &str, dice: &mut Dice) {
        let taken = match self.game.act(by, whose, act) {
            Ok(taken) => taken,
            Err(refusal) => panic!("random play was refused {act:?} by {by:?}: {refusal:?}"),
        };
        self.at_ms += u64::from(dice.between(0, 40_000));
        let seq = self.record.log.len() as u64 + 1;
        let cast = self.game.cast();
        let entry = RecordEntry::write(seq, self.at_ms, by, whose, taken.act, cast);
        self.record.log.push(entry);
    }
}

/// A cast that suits a game: mostly of the size of a season, sometimes as small or as large as it may be.
fn draw_cast(id: GameId, dice: &mut Dice) -> Result<Cast, SetupRefusal> {
    let (least, most) = (
        *id.cast_sizes().start(),
        (*id.cast_sizes().end()).min(NAMES.len()),
    );
    let size = match dice.below(6) {
        0 => least,
        1 => most,
        _ => dice.between(least as u32, most as u32) as usize,
    };
    let mut names = NAMES;
    dice.shuffle(&mut names);
    let mut members: Vec<Member> = names[..size]
        .iter()
        .map(|name| Member {
            name: (*name).to_owned(),
            role: match dice.below(8) {
                0 => Role::Dealer,
                1 => Role::Eliminated,
                _ => Role::Player,
            },
        })
        .collect();
    // Two players for the seats; and a dealer where there is room for one, since some games need it.
    members[0].role = Role::Player;
    members[1].role = Role::Player;
    if let Some(third) = members.get_mut(2) {
        third.role = Role::Dealer;
    }
    let seats = BySeat {
        dmo: members[0].name.clone(),
        ec: members[1].name.clone(),
    };
    let mut garnets = BTreeMap::new();
    for member in &members {
        if !dice.one_in(4) {
            garnets.insert(member.name.clone(), dice.between(0, 4));
        }
    }
    dice.shuffle(&mut members);
    Cast::new(members, seats, &garnets)
}
