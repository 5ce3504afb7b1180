//! A process that was away while nothing was due soon: it knows only roughly until when it was there.

use dealer::games::GameId;
use dealer::referee::{Line, Post, Signs, Watch};
use dealer::words;

use crate::house::{HOST, House, OPENED, new_match};

#[test]
fn what_is_given_back_is_no_less_than_was_lost_and_said_so() {
    // How long after its last sign of life the process ends, and for how long it is away then.
    for (lived_ms, away_ms) in [(0, 20_000), (40_000, 20_000), (59_000, 3_600_000)] {
        let mut new = new_match(GameId::Crossfire);
        new.times.set("reserve_s", 3_600).unwrap();
        let mut house = House::open(new, 1);
        let (id, begun) = (house.id, OPENED + 1_000);
        house.core().begin(id, HOST, true, begun).unwrap();
        let prompt = house.play().open_prompt().unwrap();
        house.core().shown(id, prompt, begun, begun).unwrap();
        house.posts();
        let core = house.core();
        let mut watch = Watch::new();
        watch.hear(core, Some(Signs::at(begun))).unwrap();
        watch.look(core, begun).unwrap();
        let ends = begun + lived_ms;
        watch.look(core, ends).unwrap();
        let back = ends + away_ms;
        Watch::new().hear(core, Some(Signs::at(back))).unwrap();
        house.give_back();
        let mut told = house.posts().into_iter().filter_map(|(letter, _)| {
            let Post::News { lines } = letter.post else {
                return None;
            };
            let [Line::Credited { ms }] = lines[..] else {
                return None;
            };
            Some((ms, words::lines(&lines, &house.play().setup.cast)))
        });
        let (ms, said) = told.next().unwrap();
        assert!((away_ms..=away_ms + lived_ms).contains(&ms), "{ms}");
        let stretch = words::stretch(ms);
        assert!(
            said.contains(&format!("{stretch} are given back")),
            "{said}"
        );
        // It does not claim that the connection was away for all of that.
        assert!(said.contains("no less than it took"), "{said}");
    }
}
