//! Non-interference, in every game: two worlds in which the same happens, but for one choice that
//! somebody makes in secret. Whatever anybody else is posted, may see, may be offered or is told is
//! the same in both, byte for byte, as long as the choice is not open. So is what is logged, at
//! every level, and when everything is due.

use std::fmt::Write;

use dealer::games::tokens::Faces;
use dealer::games::{AnyGame, Author, Cast, Dice, GameId, Party, Prompt, Seat};
use dealer::matches::Stage;
use dealer::referee::{Act, ExportRefusal, Fault, Ruling};
use dealer::words;

use crate::house::{HOST, House, OPENED, account, new_match};
use crate::logs;

const MATCHES: u64 = 12;
/// Nobody of the cast, and no host.
const SPECTATOR: u64 = 77_777;

#[test]
fn nobody_learns_what_another_chose_in_secret() {
    let _listening = logs::listen();
    tracing::trace!("a word");
    assert!(
        logs::take().contains("a word"),
        "nothing is heard of the log"
    );
    for id in GameId::ALL {
        let compared: u32 = (0..MATCHES).map(|seed| part(*id, seed)).sum();
        // Short Circuit's only secret is drawn before its match.
        let has_secrets = id != &GameId::ShortCircuit;
        assert_eq!(compared > 0, has_secrets, "{}: {compared}", id.word());
    }
}

/// Plays two equal worlds up to a secret choice, lets them part there, and compares. How often
/// something was compared.
fn part(id: GameId, seed: u64) -> u32 {
    let mut dice = Dice::new(seed);
    let mut worlds = [
        House::open(new_match(id), seed),
        House::open(new_match(id), seed),
    ];
    let mut now = OPENED;
    // Some secrets are from before the match, others from its middle.
    let wanted = dice.below(if seed.is_multiple_of(2) { 3 } else { 25 });
    for step in 0..60 {
        now += 1_000;
        let play = worlds[0].play();
        match play.stage() {
            Stage::Over => return 0,
            Stage::Standing => {
                for world in &mut worlds {
                    let id = world.id;
                    world.core().begin(id, HOST, true, now).unwrap();
                }
                show(&mut worlds, now);
                continue;
            }
            Stage::Preparing | Stage::Live => {}
        }
        let prompts = unanswered(&play.game, play.started);
        let Some(prompt) = dice.pick(&prompts).cloned() else {
            return 0;
        };
        let sample = |dice: &mut Dice| play.game.sample(prompt.who, dice).unwrap();
        let one = sample(&mut dice);
        let other = (0..20)
            .map(|_| sample(&mut dice))
            .find(|other| *other != one);
        if let (true, Some(other)) = (step >= wanted, other)
            && stays_open(&play.game, &prompt, &one)
            && stays_open(&play.game, &prompt, &other)
        {
            forget_posts(&mut worlds);
            act_in_both(&mut worlds, prompt.who, [&one, &other], now);
            let entry = worlds[0].journal().last().unwrap().id;
            let compared = 1 + go_on(&mut worlds, &prompt, now, &mut dice);
            take_back(&mut worlds, entry, now + 100_000);
            return compared;
        }
        for world in &mut worlds {
            act(world, prompt.who, &one, now);
        }
        show(&mut worlds, now);
    }
    0
}

/// Compares, and goes on with what others do until one more action would open the secret.
fn go_on(worlds: &mut [House; 2], secret: &Prompt, mut now: u64, dice: &mut Dice) -> u32 {
    let mut compared = 0;
    loop {
        compare(worlds, secret.who, now);
        compared += 1;
        now += 1_000;
        let play = worlds[0].play();
        let others = unanswered(&play.game, play.started).into_iter();
        let next = others
            .filter(|prompt| prompt.who != secret.who)
            .find_map(|prompt| {
                let text = play.game.sample(prompt.who, dice)?;
                let stays = worlds
                    .iter_mut()
                    .all(|world| stays_open(&world.play().game, &prompt, &text));
                stays.then_some((prompt, text))
            });
        let Some((prompt, text)) = next else {
            return compared;
        };
        act_in_both(worlds, prompt.who, [&text, &text], now);
    }
}

/// Somebody acts in both worlds, where it is logged in the same way.
fn act_in_both(worlds: &mut [House; 2], who: Party, texts: [&str; 2], now: u64) {
    logs::take();
    let logged = [0, 1].map(|index| {
        act(&mut worlds[index], who, texts[index], now);
        logs::take()
    });
    assert_eq!(logged[0], logged[1], "{texts:?} is told by the log");
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

/// Whether the prompt is open still when its party has acted like this: then what it was is not
/// known yet.
fn stays_open(game: &AnyGame, prompt: &Prompt, text: &str) -> bool {
    let mut tried = game.clone();
    let by = match prompt.who {
        Party::Seat(seat) => Author::Seat(seat),
        Party::Cast(who) => Author::Cast(who),
        Party::Host | Party::Dealer => return false,
    };
    let taken = tried.act(by, None, text);
    taken.is_ok()
        && tried
            .prompts()
            .iter()
            .any(|open| open.id == prompt.id && open.who == prompt.who)
}

fn account_of(world: &mut House, party: Party) -> u64 {
    match party {
        Party::Seat(seat) => world.seat_account(seat),
        Party::Cast(who) => account(who),
        Party::Host | Party::Dealer => HOST,
    }
}

fn act(world: &mut House, who: Party, text: &str, now: u64) {
    let account = account_of(world, who);
    let act = Act {
        match_id: world.id,
        account,
        for_party: None,
        is_host: false,
        prompt: None,
        text: text.to_owned(),
        interaction: None,
        made_at_ms: now,
    };
    world
        .act(&act, now)
        .unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
}

/// The open prompt's post stands, and its clocks run.
fn show(worlds: &mut [House; 2], now: u64) {
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

/// Everything that anybody but one party gets to see, as one text.
fn seen_by_others(world: &mut House, but: Party, now: u64) -> String {
    let owner = account_of(world, but);
    let mut seen = String::new();
    for (letter, body) in world.posts() {
        if letter.to.queue() != owner {
            writeln!(seen, "{body}").unwrap();
        }
    }
    let id = world.id;
    let cast = world.play().setup.cast.clone();
    let people = cast.ids().map(account).chain([HOST, SPECTATOR]);
    for person in people.filter(|person| *person != owner) {
        for is_host in [false, true] {
            let look = world.core().look(id, person, is_host).unwrap().unwrap();
            let status = words::status(&look, is_host, &cast, None, now);
            writeln!(seen, "{person} {:?} {:?}\n{status}", look.view, look.mine).unwrap();
            let text = look.view.description(&cast);
            writeln!(seen, "{text}").unwrap();
            if let Some(mine) = look.mine {
                let offers = world.core().offers(id, mine.who, "").unwrap();
                writeln!(seen, "{offers:?}").unwrap();
            }
        }
    }
    seen.push_str(&ruled_on(world, &cast, now));
    let due = world.core().first_due().unwrap();
    writeln!(seen, "due {due:?} at {now}").unwrap();
    writeln!(seen, "logged: {}", logs::take()).unwrap();
    seen
}

/// Everything that a host is told of the past and of what rulings would change, and what would be
/// written of them.
fn ruled_on(world: &mut House, cast: &Cast, now: u64) -> String {
    let id = world.id;
    let past = world.core().past(id, 25).unwrap();
    let mut seen = String::new();
    for one in &past {
        writeln!(
            seen,
            "{}",
            words::past(one, cast, str::to_owned, words::clock_time)
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
        Ruling::Pause,
    ];
    for ruling in rewinds.chain(others) {
        let preview = world.preview(HOST, &ruling, now).unwrap();
        let shown = words::ruling_preview(&preview, cast, "");
        let written = words::ruled(&preview.ruled.kept(), preview.game, &preview.cast);
        writeln!(seen, "{shown}\n{written}").unwrap();
    }
    // The record of an open match is nobody's.
    let refused = world.core().record_for_host(id, HOST);
    assert!(matches!(
        refused,
        Err(Fault::Refused(ExportRefusal::NotOver))
    ));
    seen
}

/// Before the secret was chosen both worlds were the same, and they are it again.
fn take_back(worlds: &mut [House; 2], before: i64, now: u64) {
    let [one, other] = worlds.each_mut().map(|world| {
        world.rule(HOST, &Ruling::Rewind { before }, now).unwrap();
        let posts: Vec<String> = world.posts().into_iter().map(|(_, body)| body).collect();
        (world.picture(), posts)
    });
    assert!(one == other, "a secret that was taken back leaves a trace");
}

fn compare(worlds: &mut [House; 2], but: Party, now: u64) {
    let [one, other] = worlds;
    let (here, there) = (
        seen_by_others(one, but, now),
        seen_by_others(other, but, now),
    );
    if here != there {
        let differ = here
            .lines()
            .zip(there.lines())
            .find(|(one, other)| one != other);
        panic!("{but:?} chose in secret, and somebody sees it: {differ:#?}");
    }
    let id = one.id;
    let others = Seat::BOTH
        .map(Party::Seat)
        .into_iter()
        .filter(|party| *party != but);
    for party in others {
        let pictures = [&mut *one, &mut *other].map(|world| {
            let account = account_of(world, party);
            let look = world.core().look(id, account, false).unwrap().unwrap();
            dealer::games::draw(&look.view, look.cast(), &Faces::new()).png
        });
        assert!(pictures[0] == pictures[1], "a picture tells a secret");
    }
}
