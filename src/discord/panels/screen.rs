//! The games' screens as controls of a match.

use crate::discord::press::Press;
use crate::store::MatchId;
use crate::words;
use games::panel::Tap;
use games::screen::{Button, Row, Screen, Style};
use games::{Control, View};

/// Most rows of controls that a message has room for, and buttons that a row has (Discord
/// documentation, "Action Row").
const MAX_ROWS: usize = 5;
const MAX_BUTTONS: usize = 5;

/// A game's tap as a press in a match, for a prompt.
pub fn press(match_id: MatchId, prompt: u32, tap: Tap) -> Press {
    match tap {
        Tap::Act(act) => Press::Act {
            match_id,
            prompt,
            act,
        },
        Tap::Choose(part) => Press::Choose {
            match_id,
            prompt,
            part,
        },
        Tap::Step(step) => Press::Step {
            match_id,
            prompt,
            step,
        },
        Tap::HandIn => Press::HandIn { match_id, prompt },
        Tap::Type => Press::Type { match_id, prompt },
    }
}

/// The button to somebody's own panel.
pub fn panel_button(match_id: MatchId, style: Style) -> Button<Press> {
    Button::new(
        Press::Panel { match_id },
        words::controls::PANEL_BUTTON,
        style,
    )
}

/// A button that shows how something is set, and presses `press(other value)`.
pub fn toggle(press: impl Fn(bool) -> Press, setting: &str, is_on: bool) -> Button<Press> {
    let style = if is_on {
        Style::Success
    } else {
        Style::Secondary
    };
    Button::new(press(!is_on), words::setup::toggle(setting, is_on), style)
}

/// Adds a button below a prompt's controls: in a row of its own, or at the end of the last row if
/// there are too many rows.
pub fn with_button(mut rows: Vec<Row<Press>>, button: Button<Press>) -> Vec<Row<Press>> {
    if rows.len() < MAX_ROWS {
        rows.push(Row::Buttons(vec![button]));
        return rows;
    }
    let with_room = rows.iter_mut().rev().find_map(|row| match row {
        Row::Buttons(buttons) if buttons.len() < MAX_BUTTONS => Some(buttons),
        Row::Buttons(_) | Row::Menu(_) => None,
    });
    if let Some(buttons) = with_room {
        buttons.push(button);
    }
    rows
}

/// For a public post of a secret prompt: buttons to the game's first step or to the form for a
/// number, and to everybody's own panel. At most three rows.
pub fn own_rows<'a>(
    match_id: MatchId,
    view: &View,
    asked: impl Iterator<Item = (u32, &'a Control)> + Clone,
) -> Vec<Row<Press>> {
    let number = asked.clone().find_map(|(prompt, control)| match control {
        Control::Number { verb, .. } => {
            let verb = words::english::capitalized(verb);
            let press = Press::Type { match_id, prompt };
            Some(Button::new(press, verb, Style::Primary))
        }
        _ => None,
    });
    let mut rows = Vec::new();
    for (prompt, _) in asked.take(1) {
        let first = Screen::of(view.first_step());
        rows = first.map(|tap| press(match_id, prompt, tap)).rows;
    }
    let style = if rows.is_empty() && number.is_none() {
        Style::Primary
    } else {
        Style::Secondary
    };
    let panel = panel_button(match_id, style);
    rows.push(Row::Buttons(number.into_iter().chain([panel]).collect()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::components;
    use games::panel::PanelInput;
    use games::screen::{Item, Menu};
    use games::{AnyGame, Audience, GameId, Offer, Party};
    use matches::selfplay;

    /// The `custom_id`s of the controls below a post, and the values of their menus.
    fn pressed(control: &Control, offers: &[Offer]) -> Vec<String> {
        let count = offers.len();
        let game: AnyGame = selfplay::through(GameId::ALL[0], 1).game;
        let view: View = game.view(Audience::Public);
        let desk = PanelInput {
            view: &view,
            whose: Party::Host,
            asked: Some(control),
            offers,
            draft: None,
            cast: game.cast(),
            refuses: &|_| None,
            refused: None,
        };
        let id = MatchId(1);
        let controls = desk.controls().map(|tap| press(id, 2, tap)).rows;
        let rows = components::rows(with_button(controls, panel_button(id, Style::Primary)));
        let rows = serde_json::to_value(rows).unwrap();
        let rows = rows.as_array().unwrap();
        assert!(rows.len() <= MAX_ROWS, "{count}");
        let mut pressed = Vec::new();
        for row in rows {
            let controls = row["components"].as_array().unwrap();
            assert!(controls.len() <= MAX_BUTTONS, "{count}");
            for control in controls {
                pressed.push(control["custom_id"].as_str().unwrap().to_owned());
                let options = control["options"].as_array().into_iter().flatten();
                pressed.extend(options.map(|one| one["value"].as_str().unwrap().to_owned()));
            }
        }
        pressed
    }

    #[test]
    fn every_offer_and_the_panels_button_fit_below_a_post() {
        let offer = |at: usize| Offer {
            act: format!("move {at}"),
            label: format!("Move {at}"),
        };
        for count in 0..=60 {
            let offers: Vec<Offer> = (0..count).map(offer).collect();
            let pressed = pressed(&Control::Buttons, &offers);
            assert!(pressed.contains(&"panel:1".to_owned()), "{count}");
            for at in 0..count {
                let act = format!("move {at}");
                let there = pressed
                    .iter()
                    .any(|one| *one == act || one.ends_with(&format!(":{act}")));
                assert!(there, "{count}: {act}");
            }
        }
    }

    #[test]
    fn a_single_possible_number_gets_a_button() {
        let number = |most| Control::Number {
            verb: "bid".into(),
            least: 0,
            most,
        };
        let way = "panel:1".to_owned();
        let id = MatchId(1);
        let bid = press(id, 2, Tap::Act("bid 0".to_owned()));
        assert_eq!(pressed(&number(0), &[]), [bid.to_string(), way]);
        let form = press(id, 2, Tap::Type).to_string();
        let several = pressed(&number(1), &[]);
        assert!(several.contains(&form), "{several:?}");
    }

    #[test]
    fn acts_that_are_too_long_for_a_control_are_left_out() {
        let act =
            |act: String| Button::new(press(MatchId(1), 2, Tap::Act(act)), "x", Style::Primary);
        let long = Row::Buttons(vec![act("a".repeat(100))]);
        let both = Row::Buttons(vec![act("a".repeat(100)), act("end".to_owned())]);
        let items = ["b".repeat(101), "b".repeat(100)].map(|act| Item::new(&act, &act));
        let choose = press(MatchId(1), 2, Tap::Choose(0));
        let menu = Row::Menu(Menu::new(choose, "p".repeat(200), items.into()));
        let rows = serde_json::to_value(components::rows([long, both, menu])).unwrap();
        let of = |row: usize| rows[row]["components"].as_array().unwrap();
        assert_eq!(rows.as_array().unwrap().len(), 2);
        assert_eq!(of(0).len(), 1);
        assert_eq!(of(1)[0]["options"].as_array().unwrap().len(), 1);
    }
}
