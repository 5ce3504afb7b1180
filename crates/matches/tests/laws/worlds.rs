//! Two worlds that differ only in a secret look alike to everybody who does not own it, for as long
//! as nobody else can tell what was done and everybody is shown the same.
//!
//! `crates/games/src/GAME/alike.txt` says how often random play must find such worlds at least:
//! `random at least 400`, or `random none` if nobody chooses in secret. It also has pairs of
//! matches that must look alike. A pair begins with `pair WHO`, who may see the difference (or
//! `pair nobody`), then reads like a transcript (transcripts.rs). Where the two matches differ, a
//! line has both forms, with ` | ` between them. A game without secrets has only the line
//! `no secrets`.

use std::path::Path;

use games::{AnyGame, Audience, Author, Dice, GameId, Happening, Party, Prompt, Seat};
use matches::record::Record;

use crate::author;
use crate::common::{empty_record, entry_of, header};
use crate::guesses;

/// How many acts to try in search of one that nobody else can tell from another.
const TRIED: usize = 6;

/// What computers do is compared in one pair of worlds in so many.
const ONE_THOUGHT_IN: usize = 20;

/// A game's alike.txt.
struct Alike {
    /// How often random play must find worlds to compare; `None` if nobody chooses in secret.
    least: Option<usize>,
    pairs: Vec<Pair>,
}

/// Two matches, and the party who may see the difference.
struct Pair {
    at: String,
    whose: String,
    records: [Record; 2],
}

fn alike_of(game: GameId) -> Alike {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    let file = folder.join(game.word()).join("alike.txt");
    #[expect(clippy::disallowed_methods, reason = "alike.txt is a file")]
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|wrong| panic!("{}: {wrong}", file.display()));
    let (mut least, mut pairs) = (None, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let at = format!("{}:{}", file.display(), number + 1);
        let [one, other] = forms(line);
        match line.split(' ').collect::<Vec<_>>()[..] {
            [""] | ["#", ..] | ["random", "none"] | ["no", "secrets"] => {}
            ["random", "at", "least", count] => least = Some(count.parse().expect(&at)),
            ["pair", whose] => pairs.push(Pair {
                at,
                whose: whose.to_owned(),
                records: [empty_record(), empty_record()],
            }),
            _ => {
                let pair = pairs.last_mut().unwrap_or_else(|| panic!("{at}: no pair"));
                for (record, line) in pair.records.iter_mut().zip([one, other]) {
                    if !header(&line, record, &at) {
                        record.log.push(entry_of(&line, record.log.len(), &at));
                    }
                }
            }
        }
    }
    let says_none = text.lines().any(|line| line == "no secrets");
    assert_eq!(pairs.is_empty(), says_none, "{}", file.display());
    Alike { least, pairs }
}

/// A line's forms in the two matches.
fn forms(line: &str) -> [String; 2] {
    let Some((one, other)) = line.split_once(" | ") else {
        return [line.to_owned(), line.to_owned()];
    };
    // Both share the start of the line: `dmo: ` or `options `.
    let before = match one.split_once(": ") {
        Some((who, _)) if !one.starts_with("options ") => who.len() + 2,
        _ => one.find(' ').map_or(0, |at| at + 1),
    };
    [one.to_owned(), format!("{}{other}", &one[..before])]
}

/// Checks that random play found worlds to compare often enough.
pub fn check_compared(game: GameId, compared: usize) {
    match alike_of(game).least {
        Some(least) => assert!(compared >= least, "{}: {compared}", game.word()),
        None => assert_eq!(compared, 0, "{}", game.word()),
    }
}

#[test]
fn pairs_of_matches_look_alike_to_everybody_but_one() {
    for game in GameId::ALL {
        for pair in alike_of(*game).pairs {
            check_pair(*game, &pair);
        }
    }
}

fn check_pair(game: GameId, Pair { at, whose, records }: &Pair) {
    let mut worlds = records.each_ref().map(|record| record.open().expect(at));
    assert!(worlds.iter().all(|world| world.id() == game), "{at}");
    let owner = match (whose.as_str(), Seat::read(whose)) {
        ("nobody", _) => None,
        (_, Some(seat)) => Some(Party::Seat(seat)),
        (name, None) => Some(Party::Cast(worlds[0].cast().find_exact(name).expect(at))),
    };
    let all = owner.map_or(Audience::All, audience);
    let mut differ = false;
    let entries = records[0].log.iter().zip(&records[1].log).map(Some);
    for entries in [None].into_iter().chain(entries) {
        if let Some((one, other)) = entries {
            let told = [(0, one), (1, other)].map(|(index, entry)| {
                let (by, of) = entry.people(worlds[index].cast()).expect(at);
                let taken = worlds[index].act(by, of, &entry.act);
                taken.unwrap_or_else(|why| panic!("{at}: {}: {why:?}", entry.act))
            });
            let [one, other] = told.map(|taken| taken.happenings);
            assert_eq!(one, other, "{at}: what everybody learns tells it");
        }
        let [one, other] = &worlds;
        assert!(
            one.outcome().is_none(),
            "{at}: it is over, so everything is shown"
        );
        compare(one, other, owner);
        compare_thoughts(one, other, owner);
        differ |= one.view(all) != other.view(all);
    }
    assert!(differ, "{at}: the two matches are equal");
}

/// Whether nobody can tell the two worlds apart by what everybody is shown and told.
fn is_same_in_public(one: &AnyGame, other: &AnyGame, told: [&[Happening]; 2]) -> bool {
    let public = || one.view(Audience::Public) == other.view(Audience::Public);
    let is_hidden =
        |game: &AnyGame| game.outcome().is_none() || !game.id().catalogue().shows_all_at_end;
    told[0] == told[1] && is_hidden(one) && is_hidden(other) && public()
}

/// Whether a prompt is still open. Until it closes nobody else may know the answer.
fn is_open(game: &AnyGame, prompt: &Prompt) -> bool {
    let same = |open: &Prompt| open.id == prompt.id && open.who == prompt.who;
    game.prompts().iter().any(same)
}

/// Another world, in which somebody did something else and nobody else can tell.
fn part(
    before: &AnyGame,
    (after, act, told): (&AnyGame, &str, &[Happening]),
    owner: Party,
    dice: &mut Dice,
) -> Option<AnyGame> {
    let prompts = before.prompts();
    let prompt = prompts.iter().find(|prompt| prompt.who == owner)?;
    (0..TRIED).find_map(|_| {
        let text = before.sample(owner, dice).filter(|text| text != act)?;
        let mut other = before.clone();
        let taken = other.act(author(owner), None, &text).ok()?;
        let both_open = is_open(after, prompt) && is_open(&other, prompt);
        let same = both_open || is_same_in_public(after, &other, [told, &taken.happenings]);
        if both_open {
            assert_eq!(told, taken.happenings, "what everybody learns tells {act}");
        }
        same.then_some(other)
    })
}

/// Plays a match and branches off wherever somebody could do something else without anybody
/// noticing. Follows each branch while nobody can tell it apart. Returns the number of comparisons.
pub fn compare_along(record: &Record, dice: &mut Dice) -> usize {
    let mut before = record.open().unwrap();
    let mut parted: Option<(AnyGame, Party)> = None;
    let mut compared = 0;
    let mut index = 0;
    let followed = record.follow(|_, game, told| {
        let entry = &record.log[index];
        index += 1;
        let (by, whose) = entry.people(game.cast()).unwrap();
        parted = parted.take().and_then(|(mut other, owner)| {
            let taken = other.act(by, whose, &entry.act).ok()?;
            let same = is_same_in_public(game, &other, [told, &taken.happenings]);
            same.then_some((other, owner))
        });
        if let (None, Author::Seat(_) | Author::Cast(_), Some(owner)) =
            (&parted, by, by.own_party())
        {
            let other = part(&before, (game, &entry.act, told), owner, dice);
            parted = other.map(|other| (other, owner));
        }
        if let Some((other, owner)) = &parted {
            compare(game, other, Some(*owner));
            if compared % ONE_THOUGHT_IN == 0 {
                compare_thoughts(game, other, Some(*owner));
            }
            compared += 1;
        }
        before = game.clone();
    });
    followed.unwrap();
    compared
}

/// Checks that computers in the seats of others than the owner do the same in both worlds.
fn compare_thoughts(one: &AnyGame, other: &AnyGame, owner: Option<Party>) {
    let others = Seat::BOTH.into_iter();
    for seat in others.filter(|seat| owner != Some(Party::Seat(*seat))) {
        guesses::check_alike(one, other, seat);
    }
}

fn audience(of: Party) -> Audience {
    match of {
        Party::Seat(seat) => Audience::Seat(seat),
        Party::Cast(id) => Audience::Cast(id),
        Party::Host | Party::Dealer => Audience::Host,
    }
}

/// Checks that both worlds show, ask, offer and tell everybody but the owner the same.
fn compare(one: &AnyGame, other: &AnyGame, owner: Option<Party>) {
    let cast = one.cast();
    let of_cast = cast.ids().filter(|id| cast.seat_of(*id).is_none());
    let parties: Vec<Party> = Seat::BOTH.map(Party::Seat).into_iter().collect();
    let parties = parties.into_iter().chain(of_cast.map(Party::Cast));
    let others: Vec<Party> = parties.filter(|party| Some(*party) != owner).collect();
    let others_see = others.iter().copied().map(audience);
    // Hosts may see answers that nobody else ever does, once their round is closed.
    let is_asked = |prompt: &Prompt| prompt.who != Party::Host;
    let is_open = cast.seats().is_some() || one.prompts().iter().any(is_asked);
    let host = (one.outcome().is_none() && is_open).then_some(Audience::Host);
    for to in others_see.chain([Audience::Public]).chain(host) {
        let [here, there] = [one, other].map(|game| game.view(to));
        assert_eq!(here, there, "{to:?} sees a secret of {owner:?}");
    }
    let [here, there] = [one, other].map(|game| {
        let mut prompts = game.prompts();
        for prompt in &mut prompts {
            // Before the match, people may see whether they themselves have answered.
            prompt.answered &= prompt.live;
        }
        prompts.retain(|prompt| Some(prompt.who) != owner || prompt.public);
        let offers: Vec<_> = prompts
            .iter()
            .map(|prompt| game.offers(prompt.who, ""))
            .collect();
        (prompts, offers)
    });
    assert_eq!(
        here, there,
        "what is asked and offered tells a secret of {owner:?}"
    );
    // A refusal to somebody who isn't asked must not differ either.
    let Some(act) = owner.and_then(|owner| one.sample(owner, &mut Dice::new(1))) else {
        return;
    };
    let is_asked = |party: &Party| here.0.iter().any(|prompt| prompt.who == *party);
    for party in others.iter().filter(|party| !is_asked(party)) {
        let [here, there] = [one, other].map(|game| game.clone().act(author(*party), None, &act));
        assert!(
            here.is_err() && here == there,
            "a refusal of {act} tells {party:?}"
        );
    }
}
