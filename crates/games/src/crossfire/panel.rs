//! Quick buttons for bids; for actions, buttons that say where an arrow goes and what it costs.
//! Several spaces at once are chosen in a menu.

use super::notation::Action;
use super::{View, say};
use crate::controls::{self, MAX_ITEMS};
use crate::english::TYPE_NUMBER;
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{Control, GameAction, Offer, Party};

/// The most buttons above a menu. Four rows have twenty places; one is left for the other button
/// below a prompt.
const MAX_ABOVE_MENU: usize = 19;

/// Bids with a button of their own, and the bid that can be changed by one if nothing is bid yet.
const QUICK_BIDS: [u32; 4] = [0, 1, 2, 5];
const FIRST_BID: u32 = 3;

// The steps as they are written into controls.
const LESS: &str = "less";
const MORE: &str = "more";

pub fn panel(desk: &PanelInput<View>) -> Panel {
    match desk.asked {
        Some(Control::Number { least, most, .. }) if least < most => bids(desk, *most),
        Some(Control::Number { .. }) => desk.controls().into(),
        _ => actions(desk),
    }
}

/// What a party has bid already.
fn own_bid(desk: &PanelInput<View>) -> Option<u32> {
    match desk.whose {
        Party::Seat(seat) => desk.view.bids[seat],
        _ => None,
    }
}

/// The bid that the panel would submit: the draft, else the own bid.
fn in_hand(desk: &PanelInput<View>, most: u32) -> u32 {
    let own_bid = own_bid(desk);
    let drafted = desk.draft.and_then(|draft| {
        // After it comes the bid that it would change: once that is another, the draft is old.
        let (bid, before) = draft.split_once(' ').unwrap_or((draft, ""));
        let is_new = before.parse().ok() == own_bid;
        if is_new { bid.parse().ok() } else { None }
    });
    drafted.or(own_bid).unwrap_or(FIRST_BID).min(most)
}

pub fn step(desk: &PanelInput<View>, step: &str) -> Option<Stepped> {
    let Some(Control::Number { most, .. }) = desk.asked else {
        return None;
    };
    let before = in_hand(desk, *most);
    let bid = match step {
        LESS => before.checked_sub(1)?,
        MORE => (before + 1).min(*most),
        _ => return None,
    };
    Some(Stepped::to(match own_bid(desk) {
        Some(own_bid) => format!("{bid} {own_bid}"),
        None => bid.to_string(),
    }))
}

fn bids(desk: &PanelInput<View>, most: u32) -> Panel {
    let (bid, own) = (in_hand(desk, most), own_bid(desk));
    // Green is what has been bid.
    let style = |bid: u32| {
        if own == Some(bid) {
            Style::Success
        } else {
            Style::Primary
        }
    };
    let button = |press, label: &str, style, works: bool| Button {
        is_off: !works,
        ..Button::new(press, label, style)
    };
    let quick = QUICK_BIDS.map(|bid| {
        let act = Tap::Act(format!("bid {bid}"));
        button(act, &say::bid_button(bid), style(bid), bid <= most)
    });
    let step = |step: &str, label, works| {
        button(Tap::Step(step.to_owned()), label, Style::Secondary, works)
    };
    let others = vec![
        step(LESS, "−", bid > 0),
        Button::new(Tap::HandIn, say::bid_button(bid), style(bid)),
        step(MORE, "+", bid < most),
        Button::new(Tap::Type, TYPE_NUMBER, Style::Secondary),
    ];
    let rows = vec![Row::Buttons(quick.into()), Row::Buttons(others)];
    Panel {
        hand_in: Some(format!("bid {bid}")),
        ..Screen::of(rows).into()
    }
}

fn actions(desk: &PanelInput<View>) -> Panel {
    let (mut several, mut single) = (Vec::new(), Vec::new());
    for offer in desk.offers {
        let action = Action::read(&offer.act, desk.cast).ok();
        let label = action.and_then(|action| say::button(desk.view, action));
        let offer = Offer {
            act: offer.act.clone(),
            label: label.unwrap_or_else(|| offer.act.clone()),
        };
        match action {
            Some(Action::Spawn(cells)) if cells.count() > 1 => {
                several.push((say::price(desk.view, cells), offer));
            }
            _ => single.push(offer),
        }
    }
    several.sort_by_key(|(price, offer)| (*price, offer.act.len()));
    let several: Vec<Offer> = several.into_iter().map(|(_, offer)| offer).collect();
    if single.len() > MAX_ABOVE_MENU {
        let offers: Vec<Offer> = single.into_iter().chain(several).collect();
        return Screen::of(controls::menus(&offers)).into();
    }
    let mut rows = controls::act_buttons(&single);
    if !several.is_empty() {
        // All combinations of four spaces fit; a host's own spaces may have more.
        let items = several.iter().take(MAX_ITEMS).map(Item::from).collect();
        let placeholder = say::several(several.len() > MAX_ITEMS);
        rows.push(Row::Menu(Menu::new(Tap::Choose(0), placeholder, items)));
    }
    Screen::of(rows).into()
}
