//! What a host who acts for somebody sees of that person's private offers, in every game: nothing
//! until they open the hand, which everybody hears about at once.

use dealer::referee::{
    ActRefusal, AuditEntry, ConductRefusal, Line, Post, Recipient, RefereeError, Ruling,
    RulingRefusal,
};
use dealer::store::{AccountId, ServerId};
use games::{Audience, Dice, GameId, Party, Prompt, WallMs};
use matches::{Event, Note, Stage};

use crate::house::{HOST, House, OPENED, account, new_match};

const OTHER_HOST: AccountId = AccountId(HOST.0 + 1);

/// Plays until a seat gets an offer that nobody else may see. None if that never happens.
fn asked_in_private(game: GameId, seed: u64) -> Option<(House, Prompt, WallMs)> {
    let mut dice = Dice::new(seed);
    let mut house = House::open(new_match(game.word()), seed);
    let mut now = OPENED;
    for _ in 0..80 {
        now += 1_000;
        let (id, play) = (house.id, house.play());
        match play.stage() {
            Stage::Over => return None,
            Stage::Standing => {
                house.core().begin(id, HOST, true, now).unwrap();
            }
            Stage::Preparing | Stage::Live => {
                let prompts = play.game.prompts().into_iter();
                let mut seats =
                    prompts.filter(|one| matches!(one.who, Party::Seat(_) | Party::Cast(_)));
                let prompt = seats.find(|one| !one.answered && one.live == play.started)?;
                if !prompt.public {
                    return Some((house, prompt, now));
                }
                let act = play.game.sample(prompt.who, &mut dice)?;
                house.acts(prompt.who, &act, now);
            }
        }
    }
    None
}

#[test]
fn a_host_sees_a_hand_only_after_opening_it_before_everybody() {
    let mut looked_at = 0;
    for game in GameId::ALL {
        let Some((mut house, prompt, now)) = asked_in_private(*game, 3) else {
            continue;
        };
        looked_at += 1;
        let (id, whose) = (house.id, prompt.who);
        let cast = house.play().setup.cast.clone();
        let (who, audience) = match whose {
            Party::Seat(seat) => (cast.seated(seat).unwrap(), Audience::Seat(seat)),
            Party::Cast(who) if cast.seats().is_none() => (who, Audience::Cast(who)),
            _ => panic!("{whose:?} must be asked in private"),
        };
        let act = house.play().game.sample(whose, &mut Dice::new(1)).unwrap();
        let acts = [act.as_str(), "xyzzy", "plcae"].map(|text| Ruling::Act {
            whose,
            text: text.to_owned(),
        });
        let is_shut = |refusal: &RulingRefusal| {
            matches!(refusal, RulingRefusal::Act(ActRefusal::HandShut { .. }))
        };

        // Any typed text gets the same answer, and nothing about it is posted.
        house.posts();
        for ruling in &acts {
            let refusal = house.rule(HOST, ruling, now).unwrap_err();
            assert!(is_shut(&refusal), "{game:?}: {refusal:?}");
        }
        assert!(house.core().hand(id, HOST, whose).unwrap().is_none());
        assert!(house.posts().is_empty());

        // A player can never open the opponent's hand, whatever else they are.
        for player in cast
            .in_seats()
            .chain(cast.safe_players())
            .take(2)
            .map(account)
        {
            let opened = house.core().open_hand(id, player, whose, "because", now);
            assert!(matches!(
                opened,
                Err(RefereeError::Refused(RulingRefusal::Conduct(
                    ConductRefusal::HostInSeat
                )))
            ));
        }

        // Opening twice is announced once, and only the host sees the hand.
        for _ in 0..2 {
            house
                .core()
                .open_hand(id, HOST, whose, "because", now)
                .unwrap();
        }
        let told = house.posts();
        let reason = "because".to_owned();
        let lines = vec![Line::HandOpened { who }, Line::Reason { reason }];
        let told: Vec<_> = told.into_iter().map(|(letter, _)| letter).collect();
        assert_eq!(told.len(), 1, "{game:?}: {told:?}");
        assert!(
            matches!(told[0].to, Recipient::Channel(_)) && told[0].post == Post::News { lines }
        );
        let log = house
            .core()
            .store()
            .read(|tx| tx.audit(ServerId(1), Some(id), 10))
            .unwrap();
        let done = log
            .iter()
            .map(|line| (line.by, AuditEntry::read(&line.said)));
        let opened = done.filter(|(_, done)| matches!(done, AuditEntry::HandOpened { .. }));
        let opened: Vec<_> = opened.collect();
        assert_eq!(opened, [(HOST, AuditEntry::HandOpened { who })]);
        house.refold();
        house.reopen();
        let hand = house.core().hand(id, HOST, whose).unwrap().unwrap();
        let game_now = house.play().game;
        assert_eq!(hand.view, game_now.view(audience));
        assert_eq!(hand.offers, game_now.offers(whose, ""));
        assert!(house.core().hand(id, OTHER_HOST, whose).unwrap().is_none());
        assert!(is_shut(&house.rule(OTHER_HOST, &acts[0], now).unwrap_err()));

        // A text that isn't an action leaves the hand open. The act closes it.
        let refusal = house.rule(HOST, &acts[1], now).unwrap_err();
        assert!(!is_shut(&refusal), "{refusal:?}");
        house.rule(HOST, &acts[0], now).unwrap();
        let goes_on = house.play().game.prompts();
        if goes_on.iter().any(|open| open.who == whose && !open.public) {
            assert!(house.core().hand(id, HOST, whose).unwrap().is_none());
            assert!(is_shut(&house.rule(HOST, &acts[0], now).unwrap_err()));
        }

        // A person who has seen one player's hand can't replace the other player.
        let mut others = cast.in_seats().chain(cast.safe_players());
        let ruling = Ruling::Substitute {
            who: others.find(|other| *other != who).unwrap(),
            account: HOST,
            in_season: false,
        };
        let refusal = house.rule(OTHER_HOST, &ruling, now).unwrap_err();
        assert!(matches!(refusal, RulingRefusal::HasOpened { who: of } if of == who));
    }
    assert!(looked_at > 0, "no game offers anybody anything in private");
}

/// Public offers can be completed and refused without an open hand.
#[test]
fn a_host_opens_no_hand_for_offers_that_everybody_sees() {
    for game in GameId::ALL {
        let mut house = House::open(new_match(game.word()), 3);
        let (id, now) = (house.id, OPENED + 1_000);
        if house.play().stage() == Stage::Standing {
            house.core().begin(id, HOST, true, now).unwrap();
        }
        let play = house.play();
        let prompts = play.game.prompts().into_iter();
        let asked = prompts.filter(|one| matches!(one.who, Party::Seat(_) | Party::Cast(_)));
        let public: Vec<Prompt> = asked.filter(|one| one.public).collect();
        let Some(prompt) = public.first() else {
            continue;
        };
        let hand = house.core().hand(id, HOST, prompt.who).unwrap().unwrap();
        assert_eq!(hand.offers, play.game.offers(prompt.who, ""));
        // The answer shows nothing but public facts.
        assert_eq!(hand.view, play.game.view(Audience::Public));
        let text = play.game.sample(prompt.who, &mut Dice::new(1)).unwrap();
        let whose = prompt.who;
        house.rule(HOST, &Ruling::Act { whose, text }, now).unwrap();
        let opened = |event: &Event| {
            matches!(
                event,
                Event::Noted {
                    note: Note::HandOpened { .. }
                }
            )
        };
        assert!(!house.journal().iter().any(|entry| opened(&entry.event)));
    }
}
