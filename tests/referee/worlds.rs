//! Non-interference, in every game: two worlds are the same except for a person's secret choice.
//! Everything that anybody else is posted, shown, offered or told is the same in both, byte for
//! byte, until a public difference. So are the log at every level, and all deadlines.

use std::fmt::Write;
use std::path::Path;

use dealer::referee::{Effect, ExportRefusal, RefereeError, Ruling, Viewer};
use dealer::store::{AccountId, Shard};
use dealer::words;
use games::tokens::Faces;
use games::{AnyGame, Audience, Author, Cast, Dice, GameId, Party, Prompt, Seat, WallMs};
use matches::Stage;

use crate::house::{HOST, House, OPENED, account, new_match};
use crate::logs;

const MATCHES: u64 = 12;
/// A person outside the cast who doesn't host.
const SPECTATOR: AccountId = AccountId(77_777);
/// The least number of comparisons in a game with secret choices.
const MIN: u32 = 12;
/// The most comparisons of the two worlds of one match.
const MAX: u32 = 8;
/// How many acts to try to find one that nobody else can tell from another.
const TRIED: usize = 6;

#[test]
fn nobody_learns_another_persons_secret_choice() {
    logs::listen();
    tracing::trace!("a word");
    assert!(logs::take().contains("a word"), "the log is empty");
    for id in GameId::ALL {
        let parts = (0..MATCHES).map(|seed| part(*id, seed));
        let (compared, shown) = parts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        // The game's own file says if nobody makes secret choices.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/src");
        let said = std::fs::read_to_string(folder.join(id.word()).join("alike.txt")).unwrap();
        if said.lines().any(|line| line.starts_with("random at least")) {
            assert!(compared >= MIN, "{}: {compared}", id.word());
            // A round that is opened again keeps its answers: people may change them.
            let keeps = !id.catalogue().seats;
            assert_eq!(
                shown == 0,
                keeps,
                "{}: what was shown is chosen again",
                id.word()
            )
        } else {
            assert_eq!(compared, 0, "{}", id.word())
        }
    }
}

/// A person's secret: what they did in each world.
struct Secret {
    owner: Party,
    acts: [String; 2],
}

/// Plays two equal worlds up to a secret choice, makes it differ, and compares. Gives the number of
/// comparisons, and 1 if the choice was made again after an end had shown it.
fn part(id: GameId, seed: u64) -> (u32, u32) {
    let mut dice = Dice::new(seed);
    let mut worlds = [
        House::open(new_match(id.word()), seed),
        House::open(new_match(id.word()), seed),
    ];
    let mut now = OPENED;
    // Some secrets come before the match, others in its middle.
    let wanted = dice.below(if seed.is_multiple_of(2) { 3 } else { 25 });
    for step in 0..60 {
        now += 1_000;
        let play = worlds[0].play();
        match play.stage() {
            Stage::Over => return (0, 0),
            Stage::Standing => {
                begin(&mut worlds, now);
                continue;
            }
            Stage::Preparing | Stage::Live => {}
        }
        let prompts = unanswered(&play.game, play.started);
        let Some(prompt) = dice.pick(&prompts).cloned() else {
            return (0, 0);
        };
        let owner = prompt.who;
        let one = play.game.sample(owner, &mut dice).unwrap();
        let other = (0..20)
            .filter(|_| step >= wanted)
            .filter_map(|_| play.game.sample(owner, &mut dice))
            .find(|other| {
                *other != one && nobody_can_tell([&play.game; 2], &prompt, [&one, other])
            });
        if let Some(other) = other {
            forget_posts(&mut worlds);
            act_in_both(&mut worlds, owner, [&one, &other], now);
            let entry = worlds[0].journal().last().unwrap().id;
            show(&mut worlds, now);
            let acts = [one, other];
            let secret = Secret { owner, acts };
            let compared = go_on(&mut worlds, &secret, &mut now, &mut dice);
            take_back(&mut worlds, entry, now + 100_000);
            let shown = show_and_take_back(&mut worlds, &secret, now + 200_000);
            return (compared, u32::from(shown));
        }
        for world in &mut worlds {
            world.acts(owner, &one, now);
        }
        show(&mut worlds, now);
    }
    (0, 0)
}

/// Compares, and continues with everybody's acts while nobody else can tell the worlds apart. The
/// secret's owner may act differently in each.
fn go_on(worlds: &mut [House; 2], secret: &Secret, now: &mut WallMs, dice: &mut Dice) -> u32 {
    let mut compared = 0;
    loop {
        compare(worlds, secret, *now);
        compared += 1;
        *now += 1_000;
        let plays = worlds.each_mut().map(|world| world.play());
        if plays[0].stage() == Stage::Standing && compared < MAX {
            begin(worlds, *now);
            continue;
        }
        let games = [&plays[0].game, &plays[1].game];
        let mut prompts = unanswered(games[0], plays[0].started);
        dice.shuffle(&mut prompts);
        let tries = prompts.iter().flat_map(|prompt| [prompt; TRIED]);
        let next = tries.filter(|_| compared < MAX).find_map(|prompt| {
            let one = games[0].sample(prompt.who, dice)?;
            let other = if prompt.who == secret.owner && dice.one_in(2) {
                games[1].sample(prompt.who, dice)?
            } else {
                one.clone()
            };
            let same = nobody_can_tell(games, prompt, [&one, &other]);
            same.then_some((prompt.who, [one, other]))
        });
        let Some((who, acts)) = next else {
            return compared;
        };
        act_in_both(worlds, who, [&acts[0], &acts[1]], *now);
        show(worlds, *now);
    }
}

/// A person acts in both worlds. The log must be the same.
fn act_in_both(worlds: &mut [House; 2], who: Party, texts: [&str; 2], now: WallMs) {
    logs::take();
    let logged = [0, 1].map(|index| {
        worlds[index].acts(who, texts[index], now);
        logs::take()
    });
    assert_eq!(logged[0], logged[1], "the log tells {texts:?}");
}

fn unanswered(game: &AnyGame, started: bool) -> Vec<Prompt> {
    let mut prompts = game.prompts();
    prompts.retain(|prompt| {
        !prompt.answered
            && prompt.live == started
            && matches!(prompt.who, Party::Seat(_) | Party::Cast(_))
    });
    prompts
}

/// Whether nobody else can tell the worlds apart after a person's act: the prompt is still open, or
/// everybody sees and hears the same.
fn nobody_can_tell(games: [&AnyGame; 2], prompt: &Prompt, acts: [&str; 2]) -> bool {
    let by = match prompt.who {
        Party::Seat(seat) => Author::Seat(seat),
        Party::Cast(who) => Author::Cast(who),
        Party::Host | Party::Dealer => return false,
    };
    let mut after = games.map(AnyGame::clone);
    let mut told = Vec::new();
    for (game, act) in after.iter_mut().zip(acts) {
        let Ok(taken) = game.act(by, None, act) else {
            return false;
        };
        let mut happenings = taken.happenings;
        if let Some(rest) = game.rest(prompt.who, prompt.id) {
            happenings.extend(game.act(by, None, &rest).unwrap().happenings);
        }
        told.push(happenings);
    }
    let is_open = |game: &AnyGame| {
        let same = |open: &Prompt| open.id == prompt.id && open.who == prompt.who;
        game.prompts().iter().any(same)
    };
    let [one, other] = &after;
    let goes_on = one.outcome().is_none() && other.outcome().is_none();
    is_open(one) && is_open(other)
        || goes_on
            && told[0] == told[1]
            && one.view(Audience::Public) == other.view(Audience::Public)
}

/// A host begins the match in both worlds.
fn begin(worlds: &mut [House; 2], now: WallMs) {
    for world in worlds.iter_mut() {
        let id = world.id;
        world.core().begin(id, HOST, true, now).unwrap();
    }
    show(worlds, now);
}

/// The open prompt's post exists, and its clocks run.
fn show(worlds: &mut [House; 2], now: WallMs) {
    for world in worlds {
        let id = world.id;
        if let Some(prompt) = world.play().open_prompt() {
            world.core().shown(id, prompt, now, now).unwrap();
        }
    }
}

fn forget_posts(worlds: &mut [House; 2]) {
    for world in worlds {
        world.posts();
    }
}

/// Everything that anybody except one party can see, as one text.
fn seen_by_others(world: &mut House, secret: &Secret, now: WallMs) -> String {
    let owner = world.account_of(secret.owner);
    let mut seen = String::new();
    for (letter, body) in world.posts() {
        if letter.to.queue() != owner.0 {
            writeln!(seen, "{body}").unwrap();
        }
    }
    let id = world.id;
    let cast = world.play().setup.cast.clone();
    let people = cast.ids().map(account).chain([HOST, SPECTATOR]);
    for person in people.filter(|person| *person != owner) {
        for viewer in [Viewer::Account(person), Viewer::Host(person)] {
            let is_host = viewer == Viewer::Host(person);
            let snapshot = world.core().snapshot(id, viewer).unwrap().unwrap();
            let status = words::status::status(&snapshot, is_host, &cast, None, now);
            writeln!(
                seen,
                "{person} {:?} {:?}\n{status}",
                snapshot.view, snapshot.mine
            )
            .unwrap();
            let text = snapshot.view.description(&cast);
            writeln!(seen, "{text}").unwrap();
            if let Some(mine) = snapshot.mine {
                let offers = world.core().offers(id, mine.who, "").unwrap();
                writeln!(seen, "{offers:?}").unwrap();
            }
        }
    }
    seen.push_str(&ruled_on(world, &cast, now));
    seen.push_str(&acted_for(world, secret, &cast, now));
    let due = world.core().first_due(Shard::ONLY).unwrap();
    writeln!(seen, "due {due:?} at {now:?}").unwrap();
    writeln!(seen, "logged: {}", logs::take()).unwrap();
    seen
}

/// Everything that a host hears about the past and about what rulings would change, and what would
/// be logged.
fn ruled_on(world: &mut House, cast: &Cast, now: WallMs) -> String {
    let id = world.id;
    let past = world.core().past(id, 25).unwrap();
    let mut seen = String::new();
    for one in &past {
        writeln!(
            seen,
            "{}",
            words::entries::past(one, cast, str::to_owned, words::english::clock_time)
        )
        .unwrap();
    }
    let rewinds = past
        .iter()
        .map(|past| Ruling::Rewind { before: past.entry });
    let others = [
        Ruling::Time {
            seat: Seat::Ec,
            delta_ms: 5_000,
        },
        Ruling::Forfeit { seat: Seat::Dmo },
        Ruling::Settle { seat: Seat::Ec },
        Ruling::Void,
    ];
    // Without seats, all but the last are refused.
    let has_seats = world.play().setup.has_seats();
    let others = others.into_iter().skip(if has_seats { 0 } else { 3 });
    for ruling in rewinds.chain(others) {
        let preview = world.preview(HOST, &ruling, now).unwrap();
        let shown = words::rulings::ruling_preview(&preview, cast, "");
        let written = words::rulings::ruled(&preview.ruled.kept(), preview.game, &preview.cast);
        writeln!(seen, "{shown}\n{written}").unwrap();
    }
    // Nobody gets the record of an open match.
    let refused = world.core().record_for_host(id, HOST);
    assert!(matches!(
        refused,
        Err(RefereeError::Refused(ExportRefusal::NotOver))
    ));
    seen
}

/// What a host hears who would act for somebody without opening a hand, and what the other player
/// hears who would do what the owner did.
fn acted_for(world: &mut House, secret: &Secret, cast: &Cast, now: WallMs) -> String {
    let id = world.id;
    let mut seen = String::new();
    for whose in Seat::BOTH
        .map(Party::Seat)
        .into_iter()
        .chain([secret.owner])
    {
        let hand = world.core().hand(id, HOST, whose).unwrap();
        writeln!(seen, "{whose:?}: {hand:?}").unwrap();
        for text in secret.acts.iter().map(String::as_str).chain(["xyzzy"]) {
            let ruling = Ruling::Act {
                whose,
                text: text.to_owned(),
            };
            let said = match world.preview(HOST, &ruling, now) {
                Ok(preview) => words::rulings::ruling_preview(&preview, cast, ""),
                Err(refusal) => words::ruling_refusals::ruling_refusal(&refusal, cast),
            };
            writeln!(seen, "{text}: {said}").unwrap();
        }
    }
    for seat in Seat::BOTH
        .into_iter()
        .filter(|seat| Party::Seat(*seat) != secret.owner)
    {
        for text in &secret.acts {
            let refused = world.play().game.act(Author::Seat(seat), None, text).err();
            writeln!(seen, "{seat}: {text}: {refused:?}").unwrap();
        }
    }
    seen
}

/// Before the secret choice both worlds were the same. After a rewind they are again.
fn take_back(worlds: &mut [House; 2], before: i64, now: WallMs) {
    let [one, other] = worlds.each_mut().map(|world| {
        world.rule(HOST, &Ruling::Rewind { before }, now).unwrap();
        let posts: Vec<String> = world.posts().into_iter().map(|(_, body)| body).collect();
        (world.picture(), posts)
    });
    assert!(one == other, "a rewound secret leaves a trace");
}

/// An end shows the choice to everybody. After a rewind to right behind the choice the worlds are
/// the same all the same: it is made again. (A choice that the game has gone on from stays: false.)
fn show_and_take_back(worlds: &mut [House; 2], secret: &Secret, now: WallMs) -> bool {
    let [one, other] = worlds.each_mut();
    let mut asked_again = [false; 2];
    for (index, world) in [one, other].into_iter().enumerate() {
        world.acts(secret.owner, &secret.acts[index], now);
        let (made, then) = (world.journal().last().unwrap().id, world.play());
        if !then.missing_seats().is_empty() {
            return false;
        }
        if !then.started {
            let id = world.id;
            world.core().begin(id, HOST, true, now).unwrap();
        }
        if world.play().stage() != Stage::Over {
            world.rule(HOST, &Ruling::Void, now + 1_000).unwrap();
        }
        asked_again[index] = world.play().game.has_shown(&then.game);
        let next = world.journal().into_iter().find(|entry| entry.id > made);
        let rewind = Ruling::Rewind {
            before: next.unwrap().id,
        };
        let ruled = world.rule(HOST, &rewind, now + 2_000).unwrap().ruled;
        let says = ruled.effects.contains(&Effect::ChosenAgain);
        assert_eq!(says, asked_again[index], "{ruled:?}");
    }
    let [one, other] = worlds.each_mut().map(House::picture);
    assert_eq!(one == other, asked_again[0], "{:?}", secret.acts);
    assert_eq!(asked_again[0], asked_again[1], "{:?}", secret.acts);
    asked_again[0]
}

fn compare(worlds: &mut [House; 2], secret: &Secret, now: WallMs) {
    let [one, other] = worlds;
    let but = secret.owner;
    let (here, there) = (
        seen_by_others(one, secret, now),
        seen_by_others(other, secret, now),
    );
    if here != there {
        let differ = here
            .lines()
            .zip(there.lines())
            .find(|(one, other)| one != other);
        panic!("{but:?} chose in secret, and somebody sees it: {differ:#?}");
    }
    let id = one.id;
    let cast = one.play().setup.cast.clone();
    let players: Vec<Party> = if cast.seats().is_some() {
        Seat::BOTH.map(Party::Seat).to_vec()
    } else {
        cast.safe_players().map(Party::Cast).collect()
    };
    let others = players.into_iter().filter(|party| *party != but);
    for party in others {
        let pictures = [&mut *one, &mut *other].map(|world| {
            let account = world.account_of(party);
            let snapshot = world
                .core()
                .snapshot(id, Viewer::Account(account))
                .unwrap()
                .unwrap();
            games::draw(&snapshot.view, snapshot.cast(), &Faces::new()).png
        });
        assert!(pictures[0] == pictures[1], "a picture tells a secret");
    }
}
