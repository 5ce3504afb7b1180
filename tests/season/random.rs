//! Random changes of a season: everybody always has what the ledger adds up to, and a match's end
//! moves only what it says.

use dealer::referee::{PurseOwner, RefereeError, SeasonRefusal};
use dealer::store::{LoserGarnets, MatchId, Stakes, StoreError};
use games::{Dice, Role};

use crate::stage::{HOST, Stage, newcomer};

const NAMES: [&str; 5] = ["Ann", "Bo", "Cleo", "Dan", "한별"];

#[test]
fn the_ledger_adds_up_to_what_everybody_has() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut stage = Stage::new();
        let host = stage.asker("host");
        let cast = NAMES.map(newcomer).to_vec();
        let (season, now) = (stage.season, stage.now);
        stage
            .core
            .edit_season(season, host, now, |edit| edit.add_to_cast(cast))
            .unwrap();
        let host = stage.asker("host");
        let free = |season: &mut dealer::store::Season| {
            let to = [
                LoserGarnets::Winner,
                LoserGarnets::Nobody,
                LoserGarnets::Bank,
            ];
            season.settings.loser_garnets = Some(to[dice.below(3)]);
            season.settings.winner_bonus = Some(dice.between(0, 2));
            season.settings.players_may_give = true;
        };
        stage
            .core
            .edit_season(season, host, now, |edit| edit.set_season(free))
            .unwrap();
        let mut past: Vec<MatchId> = Vec::new();
        for _ in 0..60 {
            step(&mut stage, &mut dice, &mut past);
            stage.check_ledger();
        }
    }
}

fn step(stage: &mut Stage, dice: &mut Dice, past: &mut Vec<MatchId>) {
    let season = stage.season;
    let one = NAMES[dice.below(5)];
    let other = NAMES[dice.below(5)];
    let side = |dice: &mut Dice, name: &str| match dice.below(3) {
        0 => PurseOwner::Bank,
        1 => PurseOwner::Nobody,
        _ => PurseOwner::Somebody(name.to_owned()),
    };
    match dice.below(8) {
        0 => {
            let is = |name: &str, stage: &mut Stage| stage.member(name).role == Role::Player;
            if one == other || !is(one, stage) || !is(other, stage) {
                return;
            }
            let stakes = [Stakes::Nothing, Stakes::Elimination, Stakes::BestOfThree];
            let stakes = stakes[dice.below(3)];
            let before = total(stage);
            let id = stage.open("crossfire", "{}", stakes, [one, other]);
            let end = ["settle dmo", "settle ec", "void"][dice.below(3)];
            stage.act(id, "host", end);
            if end == "void" || stakes == Stakes::Nothing {
                assert_eq!(total(stage), before, "{end} {stakes:?}");
            }
            past.push(id);
        }
        // Rewinds the newest match, unless somebody has spent what it brought.
        1 => {
            let Some(id) = past.pop() else { return };
            let now = stage.now;
            let undone = stage.core.store_mut().write(|tx| {
                for line in tx.lines_since(id, 0)? {
                    if tx
                        .undo_line(season, &line, Some(HOST), "back".into(), now)?
                        .is_none()
                    {
                        return Err(StoreError::NoMatch(id));
                    }
                }
                tx.void_fates_since(season, id, 0)
            });
            if undone.is_ok() {
                let left = stage.core.store().read(|tx| tx.lines_since(id, 0)).unwrap();
                assert!(left.is_empty());
            }
        }
        2 => {
            let asker = stage.asker(one);
            let (amount, now) = (dice.between(0, 4), stage.now);
            let done = stage
                .core
                .gift_garnets(season, asker, other, amount, "", now);
            expected(done.map(|_| ()));
        }
        _ => {
            let sides = (side(dice, one), side(dice, other));
            let asker = stage.asker("host");
            let (amount, now) = (dice.between(0, 8), stage.now);
            let done = stage.core.edit_season(season, asker, now, |edit| {
                edit.move_garnets(sides, amount, "chance")
            });
            expected(done.map(|_| ()));
        }
    }
}

fn expected(done: Result<(), RefereeError<SeasonRefusal>>) {
    match done {
        Ok(())
        | Err(RefereeError::Refused(
            SeasonRefusal::TooFew { .. }
            | SeasonRefusal::SamePurse
            | SeasonRefusal::Amount { .. }
            | SeasonRefusal::NotAPlayer(_)
            // This is the middle of a best of three.
            | SeasonRefusal::AtStake { .. },
        )) => {}
        Err(fault) => panic!("{fault:?}"),
    }
}

fn total(stage: &mut Stage) -> u32 {
    let held = NAMES.map(|name| stage.purse(name));
    held.iter().sum::<u32>() + stage.purse("bank")
}
