//! Random play: whole matches, as records, between people who choose uniformly among all legal
//! actions. Now and then there is a timeout.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::clock::MatchMs;
use super::record::{FORMAT, Record, RecordEntry};
use games::options;
use games::{
    AnyGame, Author, BySeat, Cast, Dice, GameId, Member, Party, Prompt, Role, Seat, SetupRefusal,
};

/// Plays one match of a game and returns its record. The same seed gives the same record.
///
/// ```
/// use matches::selfplay;
///
/// let record = selfplay::play(games::GameId::EXAMPLE, 7);
/// assert_eq!(record, selfplay::play(games::GameId::EXAMPLE, 7));
/// ```
pub fn play(game: GameId, seed: u64) -> Record {
    through(game, seed).record()
}

/// Plays one match of a game. The same seed gives the same match.
pub fn through(game: GameId, seed: u64) -> Played {
    let mut dice = Dice::new(seed);
    loop {
        // A generated cast always suits its game. If the options do not, others are drawn.
        if let Ok(mut played) = Played::open(game, &mut dice) {
            while played.one_step(&mut dice) {}
            return played;
        }
    }
}

/// A match in random play, with its log so far.
pub struct Played {
    pub game: AnyGame,
    pub log: Vec<RecordEntry>,
}

impl Played {
    fn open(id: GameId, dice: &mut Dice) -> Result<Played, SetupRefusal> {
        let cast = Arc::new(draw_cast(id, dice)?);
        let given = options::vary(id.catalogue().options, &cast, dice);
        let game = id.draw(&given, &cast, dice)?;
        let log = Vec::new();
        Ok(Played { game, log })
    }

    pub fn record(self) -> Record {
        let cast = self.game.cast();
        let garnets = |id| (cast.name(id).to_owned(), cast.garnets(id));
        Record {
            format: FORMAT.to_owned(),
            game: self.game.id().word().to_owned(),
            options: self.game.options(),
            cast: cast.members().to_vec(),
            seats: cast
                .seats()
                .map(|seats| seats.map(|who| cast.name(*who).to_owned())),
            garnets: cast.ids().map(garnets).collect(),
            result: self.game.outcome(),
            log: self.log,
        }
    }

    /// Does one step; false when the match is over.
    fn one_step(&mut self, dice: &mut Dice) -> bool {
        let mut asked = self.game.prompts();
        if asked.is_empty() {
            return false;
        }
        if asked.iter().any(|asked| asked.who == Party::Dealer) {
            self.sampled(Author::Dealer, Party::Dealer, dice);
            return true;
        }
        let host_waits = asked.iter().any(|asked| asked.who == Party::Host);
        if host_waits && dice.one_in(asked.len()) {
            // Without seats, a host does more than that.
            let is_free = asked.len() == 1 && self.game.cast().seats().is_none();
            if is_free && dice.one_in(2) {
                self.sampled(Author::Host, Party::Host, dice);
            } else {
                self.begin(dice);
            }
            return true;
        }
        // Somebody who has answered changes their mind now and then.
        let all_answered = asked.iter().all(|asked| asked.answered);
        asked.retain(|asked| {
            asked.who != Party::Host && (!asked.answered || all_answered || dice.one_in(4))
        });
        let Some(Prompt { who, answered, .. }) = dice.pick(&asked).cloned() else {
            return true;
        };
        match who {
            Party::Seat(seat) if !answered && dice.one_in(self.prompts_a_timeout(seat)) => {
                for act in self.game.on_timeout(seat, dice) {
                    self.write(Author::Clock, Some(who), &act, dice);
                }
            }
            Party::Seat(seat) => self.sampled(Author::Seat(seat), who, dice),
            Party::Cast(id) => self.sampled(Author::Cast(id), who, dice),
            Party::Host | Party::Dealer => {}
        }
        true
    }

    /// One prompt in so many is a timeout. Rare where that would end the match, so that most
    /// matches are played on.
    fn prompts_a_timeout(&self, seat: Seat) -> usize {
        if self.game.timeout_forfeits(seat) {
            300
        } else {
            12
        }
    }

    fn begin(&mut self, dice: &mut Dice) {
        for offer in self.game.offers(Party::Host, "") {
            for (whose, act) in self.game.deal(dice) {
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

    /// Takes an action and writes it into the log. Sampled actions are legal (the laws check it),
    /// so a refusal is a defect, and a panic.
    fn write(&mut self, by: Author, whose: Option<Party>, act: &str, dice: &mut Dice) {
        let taken = match self.game.act(by, whose, act) {
            Ok(taken) => taken,
            Err(refusal) => panic!("random play was refused {act:?} by {by:?}: {refusal:?}"),
        };
        let before_ms = self
            .log
            .last()
            .map_or_else(MatchMs::default, |entry| entry.at_ms);
        let at_ms = before_ms + u64::from(dice.between(0, 40_000));
        let seq = self.log.len() as u64 + 1;
        let cast = self.game.cast();
        let entry = RecordEntry::write(seq, at_ms, by, whose, taken.act, cast);
        self.log.push(entry);
    }
}

/// All kinds of names: short, long, in other scripts, with everything that notation has to cope
/// with.
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

/// A cast that suits a game: mostly as large as a season's, sometimes as small or as large as
/// possible.
fn draw_cast(id: GameId, dice: &mut Dice) -> Result<Cast, SetupRefusal> {
    let sizes = &id.catalogue().cast_sizes;
    let (least, most) = (*sizes.start(), (*sizes.end()).min(NAMES.len()));
    let size = match dice.below(6) {
        0 => least,
        1 => most,
        _ => dice.between(least as u32, most as u32) as usize,
    };
    let mut names = NAMES;
    dice.shuffle(&mut names);
    let mut people: Vec<(Member, u32)> = names[..size]
        .iter()
        .map(|name| {
            let role = match dice.below(8) {
                0 => Role::Dealer,
                1 => Role::Eliminated,
                _ => Role::Player,
            };
            let name = (*name).to_owned();
            (Member { name, role }, 0)
        })
        .collect();
    // Two players, and a dealer if there is room, since some games need one.
    people[0].0.role = Role::Player;
    people[1].0.role = Role::Player;
    if let Some((third, _)) = people.get_mut(2) {
        third.role = Role::Dealer;
    }
    let seats = id.catalogue().seats.then(|| BySeat {
        dmo: people[0].0.name.clone(),
        ec: people[1].0.name.clone(),
    });
    for (_, garnets) in &mut people {
        if !dice.one_in(4) {
            *garnets = dice.between(0, 4);
        }
    }
    dice.shuffle(&mut people);
    let (members, garnets): (_, Vec<u32>) = people.into_iter().unzip();
    Ok(Cast::new(members, seats, &BTreeMap::new())?.holding(&garnets))
}
