//! Pictures of any map.

use serde_json::{Value, json};

use crate::tokens::Faces;
use crate::{Audience, BySeat, Cast, GameId, GivenOptions, Member, Role};

#[test]
fn a_map_with_any_coordinates_is_drawn() {
    let mut dice = fastrand::Rng::with_seed(7);
    for case in 0..24 {
        let count = dice.usize(8..=26);
        let mut coordinate = || -> f64 {
            let sign = if dice.bool() { 1.0 } else { -1.0 };
            match case % 6 {
                // Whole numbers close together, all in one place, or nearly on one line.
                0 => f64::from(dice.u8(0..4)),
                1 => 0.0,
                2 => sign * 1e-12 * dice.f64(),
                3 => sign * 10f64.powi(dice.i32(-3..4)),
                4 => sign * 10f64.powi(dice.i32(-40..40)),
                _ => sign * 10f64.powi(dice.i32(-320..309)),
            }
        };
        let names: Vec<String> = (0..count).map(|number| format!("P{number}")).collect();
        let lines = case % 2 == 0;
        let house = |name: &String| {
            let x = coordinate();
            let y = if lines { 5.0 } else { coordinate() };
            json!({ "name": name, "x": x, "y": y })
        };
        let houses: Vec<Value> = names.iter().map(house).collect();
        let roads: Vec<Value> = names.windows(2).map(|ends| json!(ends)).collect();
        let map = json!({ "houses": houses, "roads": roads, "dealers": [names[0]] });
        let role = |place| match place {
            0 => Role::Dealer,
            _ => Role::Player,
        };
        let members = names.iter().enumerate();
        let members = members.map(|(place, name)| Member {
            name: name.clone(),
            role: role(place),
        });
        let seats = BySeat {
            dmo: names[1].clone(),
            ec: names[2].clone(),
        };
        let cast = Cast::new(members.collect(), seats, &Default::default()).unwrap();
        let options = GivenOptions::from_iter([("map".to_owned(), map)]);
        let game = GameId::read("invitational").unwrap();
        let game = game
            .open(&options, &cast.into())
            .unwrap_or_else(|error| panic!("{case}: {error:?}"));
        let picture = crate::draw(&game.view(Audience::Public), game.cast(), &Faces::new());
        assert!(picture.height <= 1_500, "{case}: {} high", picture.height);
    }
}
