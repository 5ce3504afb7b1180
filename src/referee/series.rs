//! The score of a best of three, and the setup of its next match: like the one before it.

use super::consequences::{last_of_series, won_before, won_of_series};
use super::core::Core;
use crate::store::{AccountId, MatchId, MatchRow, Result, SeasonId, Stakes};
use games::{BySeat, Dice, GivenOptions, object};
use matches::Setup;

impl Core {
    /// The last match of the undecided best of three between these two accounts in a season, and
    /// how many of its matches the two have won by now, by their seats in that match. None if there
    /// is none, or while a result waits that this would give away.
    pub fn last_of_series(
        &self,
        id: SeasonId,
        both: [AccountId; 2],
    ) -> Result<Option<(MatchRow, BySeat<u32>)>> {
        self.store.read(|tx| {
            if tx.holds_results(id)? {
                return Ok(None);
            }
            let cast = tx.season_cast(id)?;
            let position = |account| {
                let mut members = cast.iter();
                let found = members.find(|member| member.account == Some(account));
                found.map(|member| member.position)
            };
            let [Some(one), Some(other)] = both.map(position) else {
                return Ok(None);
            };
            let past = tx.past_matches(id)?;
            let last = last_of_series(&past, one, other);
            let won = |last| won_of_series(&past, last).unwrap_or_default();
            Ok(last.map(|last| (last.clone(), won(last))))
        })
    }

    /// How many matches of its best of three each player had won before this match. None for other
    /// matches, and while a result waits that this would give away.
    pub fn series_before(&self, id: MatchId) -> Result<Option<BySeat<u32>>> {
        let Some(row) = self.table(id)?.map(|table| table.row.clone()) else {
            return Ok(None);
        };
        let Some(season) = row.season.filter(|_| row.stakes == Stakes::BestOfThree) else {
            return Ok(None);
        };
        self.store.read(|tx| {
            if tx.holds_results(season)? {
                Ok(None)
            } else {
                Ok(won_before(&tx.past_matches(season)?, &row))
            }
        })
    }
}

/// A match's options as its host may have given them: without defaults, and without what was (or
/// may have been) drawn at random, so that it is drawn again.
pub fn given_options(setup: &Setup) -> GivenOptions {
    let open = |seed| {
        let drawn = setup
            .game
            .draw(&GivenOptions::new(), &setup.cast, &mut Dice::new(seed));
        drawn.map(|game| game.options()).unwrap_or_default()
    };
    let [one, other] = [1, 2].map(open);
    let options = setup.game.catalogue().options.iter();
    let given = options.filter_map(|option| {
        let (key, value) = setup.options.get_key_value(option.key)?;
        let is_drawn = option.secret || one.get(key) != other.get(key);
        let is_given = !is_drawn && one.get(key) != Some(value);
        is_given.then_some((key, value))
    });
    object(given)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use games::{BySeat, Cast, GameId, Member, Role};
    use matches::Times;

    #[test]
    fn random_options_stay_open_in_the_next_match() {
        let member = |index: usize| Member {
            name: format!("P{index}"),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "P0".to_owned(),
            ec: "P1".to_owned(),
        };
        let cast = Cast::new((0..11).map(member).collect(), seats, &Default::default());
        let cast = Arc::new(cast.unwrap());
        for (game, given, again) in [
            ("gridlock", json!({}), json!({})),
            (
                "gridlock",
                json!({"size": 7, "target": 2, "missing": "random"}),
                json!({"size": 7, "target": 2, "missing": "random"}),
            ),
            (
                "crossfire",
                json!({"chips": 9, "anomalies": ["ships"]}),
                json!({"chips": 9, "anomalies": ["ships"]}),
            ),
            ("short_circuit", json!({"columns": 7}), json!({})),
            (
                "roundabout",
                json!({"max_turns": 4}),
                json!({"max_turns": 4}),
            ),
        ] {
            let game = GameId::read(game).unwrap();
            let opened = game.draw(given.as_object().unwrap(), &cast, &mut Dice::new(3));
            let setup = Setup {
                game,
                options: opened.unwrap().options(),
                times: Times::defaults(game),
                cast: cast.clone(),
                start_at_ms: None,
                grace_ms: 0,
                pause_after_two_timeouts: true,
                quiet: None,
                hosts_see: false,
                practice: false,
                choices_due_ms: None,
                rehearsal: false,
                level: None,
            };
            assert_eq!(
                given_options(&setup),
                *again.as_object().unwrap(),
                "{game:?}"
            );
        }
    }
}
