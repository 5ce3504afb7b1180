//! Who plays for whom: substitutes, and people who are forgotten.

use dealer::referee::{
    Asker, ConductRefusal, Effect, ForgetRefusal, PartInMatch, Practice, PurseOwner, Recipient,
    RefereeError, Ruling, RulingRefusal, Viewer,
};
use dealer::store::{AccountId, Hello, MatchName, OwnSettings, ServerId};
use games::{CastId, Seat};

use super::{in_season, last, season};
use crate::house::{CHANNEL, HOST, House, OPENED, account, new_match};

#[test]
fn a_substitute_for_the_season_joins_its_cast() {
    let (mut house, now) = in_season();
    let umg = CastId(2);
    let substitute = |account| Ruling::Substitute {
        who: umg,
        account,
        in_season: true,
    };
    let refused = house.rule(HOST, &substitute(account(CastId(3))), now);
    assert!(matches!(refused, Err(RulingRefusal::HasPart { .. })));
    house.rule(HOST, &substitute(AccountId(77)), now).unwrap();
    let cast = season(&mut house, |tx, season| tx.season_cast(season));
    assert_eq!(
        (cast[2].name.as_str(), cast[2].account),
        ("UMG", Some(AccountId(77)))
    );
}

#[test]
fn a_host_cannot_take_a_seat() {
    let (mut house, now) = in_season();
    let itself = Ruling::Substitute {
        who: CastId(2),
        account: HOST,
        in_season: false,
    };
    let refused = house.rule(HOST, &itself, now);
    assert!(
        matches!(refused, Err(RulingRefusal::Yourself)),
        "{refused:?}"
    );
}

#[test]
fn a_player_replaced_in_a_practice_round_plays_the_match_after_it() {
    let mut new = new_match("gridlock");
    new.practice = Practice::RoundFirst;
    let mut house = House::open(new, 3);
    let (round, now) = (house.id, OPENED + 1_000);
    let who = house.play().setup.cast.seated(Seat::Ec).unwrap();
    let zac = house.seat_account(Seat::Ec);
    let substitute = Ruling::Substitute {
        who,
        account: AccountId(77),
        in_season: false,
    };
    let stands_in = |house: &mut House, id| {
        let snapshot = house.core().snapshot(id, Viewer::Public).unwrap().unwrap();
        snapshot.stand_ins[Seat::Ec]
    };
    assert!(!stands_in(&mut house, round));
    house.rule(HOST, &substitute, now).unwrap();
    assert!(stands_in(&mut house, round));
    let needed = |part| ForgetRefusal::InMatches(vec![(MatchName::Practice, part)]);
    let refused = house.core().forget_account(AccountId(77));
    assert!(
        matches!(&refused, Err(RefereeError::Refused(why)) if *why == needed(PartInMatch::Plays)),
        "{refused:?}"
    );
    // The replaced player knows one side of the round, and could come back on the other side.
    let refused = house.core().forget_account(zac);
    assert!(
        matches!(&refused, Err(RefereeError::Refused(why)) if *why == needed(PartInMatch::Left)),
        "{refused:?}"
    );
    let void = house.rule(HOST, &Ruling::Void, now).unwrap();
    assert!(void.ruled.effects.contains(&Effect::OpensNext), "{void:?}");
    // They have no part in the match that follows.
    assert!(house.core().forget_account(zac).is_ok());
    let after = house
        .core()
        .store()
        .read(|tx| tx.open_matches(None))
        .unwrap();
    let people = house
        .core()
        .table(after[0])
        .unwrap()
        .unwrap()
        .people
        .clone();
    let found = people.iter().find(|person| person.who == who).unwrap();
    assert_eq!(found.account, AccountId(77));
    assert!(stands_in(&mut house, after[0]));
}

#[test]
fn a_match_without_a_season_knows_its_stand_ins() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    let who = house.play().setup.cast.seated(Seat::Ec).unwrap();
    let zac = house.seat_account(Seat::Ec);
    for (account, stands_in) in [
        (AccountId(77), true),
        (AccountId(78), true),
        (zac, false),
        (AccountId(77), true),
    ] {
        let substitute = Ruling::Substitute {
            who,
            account,
            in_season: false,
        };
        house.rule(HOST, &substitute, now).unwrap();
        let snapshot = house
            .core()
            .snapshot(id, Viewer::Account(account))
            .unwrap()
            .unwrap();
        assert_eq!(snapshot.stand_ins[Seat::Ec], stands_in, "{account}");
    }
}

#[test]
fn a_person_is_forgotten_once_no_open_match_needs_them() {
    let (mut house, now) = in_season();
    let zac = house.seat_account(Seat::Ec);
    let umg = account(CastId(2));
    // A person who is only in the cast is told just that.
    for (account, part) in [(zac, PartInMatch::Plays), (umg, PartInMatch::InCast)] {
        let refused = house.core().forget_account(account);
        let needed = ForgetRefusal::InMatches(vec![(MatchName::Numbered(1), part)]);
        assert!(
            matches!(&refused, Err(RefereeError::Refused(why)) if *why == needed),
            "{refused:?}"
        );
    }
    house.rule(HOST, &Ruling::Void, now).unwrap();
    house.posts();
    // The person settled a match, sent a greeting, gave a garnet and acted as a host.
    let id = season(&mut house, |tx, id| {
        let mut of = tx.season(id)?.unwrap();
        of.settings.players_may_give = true;
        tx.set_season(&of)?;
        let own = OwnSettings {
            text_boards: true,
            ..OwnSettings::default()
        };
        tx.set_own_settings(zac, own)?;
        tx.set_hello(of.guild, zac, Hello::Confirmed, now)?;
        Ok(id)
    });
    let by = |is_host| Asker {
        account: zac,
        is_host,
        interaction: None,
    };
    let to_zac = (PurseOwner::Nobody, PurseOwner::Somebody("Zac".to_owned()));
    let core = house.core();
    core.edit_season(id, by(true), now, |edit| edit.move_garnets(to_zac, 3, ""))
        .unwrap();
    core.gift_garnets(id, by(false), "UMG", 1, "", now + 1)
        .unwrap();
    let forgotten = house.core().forget_account(zac).unwrap();
    assert_eq!((forgotten.seasons, forgotten.matches), (1, 1));
    let (own, hello, lines, log) = season(&mut house, |tx, id| {
        let (own, hello) = (tx.own_settings(zac)?, tx.hello(ServerId(1), zac)?);
        Ok((
            own,
            hello,
            tx.ledger(id, 2)?,
            tx.audit(ServerId(1), None, 2)?,
        ))
    });
    assert_eq!((own, hello), (OwnSettings::default(), None));
    let by: Vec<Option<AccountId>> = lines.iter().map(|line| line.movement.by).collect();
    assert_eq!(by, [None, Some(zac)]);
    let by: Vec<(bool, AccountId)> = log.iter().map(|line| (line.is_gift, line.by)).collect();
    assert_eq!(by, [(true, AccountId(0)), (false, zac)]);
    let cast = season(&mut house, |tx, season| tx.season_cast(season));
    assert_eq!((cast[0].name.as_str(), cast[0].account), ("Zac", None));
    let record = house.record();
    assert_eq!(record.seats.unwrap().ec, "Zac");
    assert_eq!(
        house.core().forget_account(zac).unwrap(),
        Default::default()
    );
}

#[test]
fn a_match_waits_while_nobody_acts_for_a_player() {
    let (mut house, now) = in_season();
    let (id, zac) = (house.id, house.seat_account(Seat::Ec));
    house.rule(HOST, &Ruling::Void, now).unwrap();
    house.core().forget_account(zac).unwrap();
    let void = last(&mut house);
    house.posts();
    let preview = house
        .rule(HOST, &Ruling::Rewind { before: void }, now + 1_000)
        .unwrap();
    let who = vec![CastId(0)];
    let says = Effect::NobodyActs { who: who.clone() };
    assert!(preview.ruled.effects.contains(&says), "{preview:?}");
    assert_eq!(house.play().next_due(), None);
    let told = house.posts();
    let told = told.iter().any(|(letter, body)| {
        letter.to == Recipient::Channel(CHANNEL) && body.contains("nobody_acts")
    });
    assert!(told);
    let refused = house.core().resume(id, HOST, now + 2_000);
    let expected = ConductRefusal::NobodyActs { who };
    assert!(
        matches!(&refused, Err(RefereeError::Refused(why)) if *why == expected),
        "{refused:?}"
    );
    let substitute = Ruling::Substitute {
        who: CastId(0),
        account: AccountId(77),
        in_season: false,
    };
    house.rule(HOST, &substitute, now + 3_000).unwrap();
    house.core().resume(id, HOST, now + 4_000).unwrap();
    assert_eq!(house.play().paused, None);
}
