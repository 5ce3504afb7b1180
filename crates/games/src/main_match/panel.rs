//! An answer of several parts: a menu for each part that is chosen, a form for each that is typed.

use serde::{Deserialize, Serialize};

use super::View;
use super::notation::Action;
use crate::english::{HAND_IN, START_OVER, capitalized, cut, escape_markdown, list, problem};
use crate::notation::Token;
use crate::panel::{Panel, PanelInput, Stepped, TYPED, Tap};
use crate::question::{Answer, Item, Kind, MAX_TEXT, Part};
use crate::screen::{Button, Field, Form, Item as MenuItem, Menu, Row, Screen};
use crate::{CastId, Control, GameAction, Party, controls, notation};

/// What somebody has chosen so far, part by part, and the answer that it would replace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Draft {
    instead: Option<Answer>,
    parts: Vec<Vec<Item>>,
}

// The steps as written into controls. A part's number follows the first two.
const CHOOSE: &str = "choose";
const TYPE: &str = "type";
const START_OVER_STEP: &str = "start-over";

/// The most menus: the fifth row has the buttons.
const MAX_MENUS: usize = 4;

pub fn panel(desk: &PanelInput<View>) -> Panel {
    match (desk.whose, desk.asked) {
        (Party::Cast(whose), Some(Control::Panel)) => answering(desk, whose),
        (_, Some(Control::Menu)) => {
            let mut rows = controls::menus(desk.offers);
            // Several menus say which names they hold.
            if let ([Row::Menu(menu)], [part]) = (&mut rows[..], &desk.view.form.parts[..]) {
                menu.placeholder = format!("Choose {}", cut(&part.says(&str::to_owned), 90));
            }
            rows.push(controls::type_row(TYPE_IT));
            Screen::of(rows).into()
        }
        _ => desk.controls().into(),
    }
}

/// The draft; the submitted answer if there is none, or another answer was submitted since.
fn drafted(desk: &PanelInput<View>, whose: CastId) -> Draft {
    let view = desk.view;
    let own = view.answers.get(&whose);
    let draft = desk
        .draft
        .and_then(|draft| serde_json::from_str::<Draft>(draft).ok());
    let goes_on = |draft: &Draft| {
        let same = own.is_some_and(|own| own.0 == draft.parts.concat());
        draft.parts.len() == view.form.parts.len() && (draft.instead.as_ref() == own || same)
    };
    draft.filter(goes_on).unwrap_or_else(|| Draft {
        instead: own.cloned(),
        parts: match own {
            Some(own) => view
                .form
                .by_part(own)
                .map(|(_, items)| items.to_vec())
                .collect(),
            None => vec![Vec::new(); view.form.parts.len()],
        },
    })
}

pub fn step(desk: &PanelInput<View>, step: &str, value: Option<&str>) -> Option<Stepped> {
    let Party::Cast(whose) = desk.whose else {
        return None;
    };
    let view = desk.view;
    let question = view.question(desk.cast);
    let mut draft = drafted(desk, whose);
    draft.instead = view.answers.get(&whose).cloned();
    let (word, of) = step.split_once(' ').unwrap_or((step, ""));
    if word == START_OVER_STEP {
        draft.parts.iter_mut().for_each(Vec::clear);
    } else if word == TYPED {
        let tokens = notation::tokens(of)?;
        let answer = question.read(tokens.get(1..)?).ok()?;
        draft.parts = view
            .form
            .by_part(&answer)
            .map(|(_, items)| items.to_vec())
            .collect();
    } else {
        let at: usize = of.parse().ok()?;
        let part = view.form.parts.get(at)?;
        let item = match word {
            CHOOSE => {
                let chosen: usize = value?.parse().ok()?;
                question.choices(part, whose).into_iter().nth(chosen)?
            }
            TYPE => match question.item(part, Token::Bare(value?.trim())) {
                Ok(item) => item,
                Err(wrong) => {
                    let name = |who| escape_markdown(desk.cast.name(who));
                    return Some(refused(wrong.say(&name, &escape_markdown)));
                }
            },
            _ => return None,
        };
        put(&mut draft.parts[at], item, part);
    }
    serde_json::to_string(&draft).ok().map(Stepped::to)
}

fn refused(why: String) -> Stepped {
    Stepped {
        refused: Some(why),
        ..Stepped::default()
    }
}

/// Puts an item into a part. Chosen again, it is taken out; in a full part, it replaces all.
fn put(items: &mut Vec<Item>, item: Item, part: &Part) {
    let again = items.iter().position(|other| *other == item);
    match again.filter(|_| part.count() > 1 && !part.repeats) {
        Some(at) => drop(items.remove(at)),
        None => {
            if items.len() >= part.count() {
                items.clear();
            }
            items.push(item);
        }
    }
}

fn answering(desk: &PanelInput<View>, whose: CastId) -> Panel {
    let (view, cast) = (desk.view, desk.cast);
    let question = view.question(cast);
    let draft = drafted(desk, whose);
    let parts = || view.form.parts.iter().zip(&draft.parts).enumerate();
    let is_whole = parts().all(|(_, (part, items))| items.len() == part.count());
    let answer = Answer(draft.parts.concat());
    let wrong = is_whole
        .then(|| question.check(&answer, whose, &[]).err())
        .flatten();
    let own = view.answers.get(&whose);
    let counts = own == Some(&answer);

    let is_typed = |part: &Part| matches!(part.kind, Kind::Number { .. } | Kind::Text);
    let (of_text, mut of_menus): (Vec<_>, Vec<_>) =
        parts().partition(|(_, (part, _))| is_typed(part));
    // Without room for all menus, one that is done makes room for the next.
    while of_menus.len() > MAX_MENUS {
        let done = of_menus
            .iter()
            .position(|(_, (part, items))| items.len() == part.count());
        of_menus.remove(done.unwrap_or(MAX_MENUS));
    }
    let menus = of_menus.iter().map(|(at, (part, items))| {
        let choices = question.choices(part, whose);
        let each = choices.iter().enumerate().take(controls::MAX_ITEMS);
        let each = each.map(|(place, item)| MenuItem {
            is_chosen: part.count() == 1 && items.contains(item),
            ..MenuItem::new(item.says(cast, &str::to_owned), place.to_string())
        });
        let press = Tap::Step(format!("{CHOOSE} {at}"));
        let mut label = label(part);
        if choices.len() > controls::MAX_ITEMS {
            label.push_str(OR_TYPE);
        }
        let placeholder = match (items.len(), part.count()) {
            (_, 1) => label,
            (chosen, count) => format!("{label}: {chosen} of {count} chosen"),
        };
        Row::Menu(Menu::new(press, placeholder, each.collect()))
    });
    let mut rows: Vec<Row<Tap>> = menus.collect();
    let submit = match (is_whole, &wrong) {
        _ if counts => Button::off(SUBMITTED),
        (true, None) => Button::primary(Tap::HandIn, HAND_IN),
        _ => Button::off(NOT_WHOLE),
    };
    let types = of_text.iter().map(|(at, (part, _))| {
        Button::secondary(
            Tap::Step(format!("{TYPE} {at}")),
            format!("{}…", label(part).trim_end_matches('…')),
        )
    });
    let start_over = Button::secondary(Tap::Step(START_OVER_STEP.to_owned()), START_OVER);
    let start_over = start_over.off_if(answer.0.is_empty());
    let mut buttons: Vec<Button<Tap>> = std::iter::once(submit).chain(types).collect();
    buttons.extend([start_over, Button::secondary(Tap::Type, TYPE_IT)]);
    rows.extend(Row::of_buttons(buttons));

    let chosen = parts()
        .filter(|(_, (_, items))| !items.is_empty())
        .map(|(_, (part, items))| {
            let items = list(
                items.iter().map(|item| item.says(cast, &escape_markdown)),
                "and",
            );
            format!("{}: **{items}**", escape_markdown(&label(part)))
        });
    let name = |who| escape_markdown(cast.name(who));
    let wrong = wrong.map(|wrong| problem(&wrong.say(&name, &escape_markdown)));
    let mut lines: Vec<String> = wrong
        .iter()
        .map(|wrong| wrong.trim_end().to_owned())
        .collect();
    let is_changed = own.is_some() && !counts && !answer.0.is_empty();
    lines.extend(is_changed.then(|| NOT_SUBMITTED.to_owned()));
    lines.extend(chosen);
    let act = || Action::Answer(answer.clone()).write(cast);
    let is_legal = is_whole && wrong.is_none();
    Panel {
        typed: is_legal.then(|| answer.write(cast)),
        hand_in: is_legal.then(act),
        ..Panel::from(Screen {
            text: lines.join("\n"),
            forms: of_text
                .iter()
                .map(|(at, (part, items))| form(part, *at, items, desk))
                .collect(),
            rows,
        })
    }
}

const TYPE_IT: &str = "Type my answer";
/// After a menu's label, if not everybody fits into it.
const OR_TYPE: &str = " (or type it)";
/// The button for an answer that isn't complete, and for one that is in.
const NOT_WHOLE: &str = "Submit (not complete yet)";
const SUBMITTED: &str = "Submitted";
/// Above a draft that differs from the submitted answer.
const NOT_SUBMITTED: &str = "Not submitted yet:";

/// What a part is called in a control.
fn label(part: &Part) -> String {
    let said = match part.label.as_str() {
        "" => part.says(&str::to_owned),
        label => label.to_owned(),
    };
    cut(&capitalized(&said), 40)
}

/// The form of a part that is typed.
fn form(part: &Part, at: usize, items: &[Item], desk: &PanelInput<View>) -> Form<Tap> {
    let is_text = part.kind == Kind::Text;
    let says = capitalized(&part.says(&str::to_owned));
    let field = Field {
        value: items
            .first()
            .map(|item| item.plain(desk.cast))
            .unwrap_or_default(),
        hint: cut(&desk.view.question, 100),
        is_long: is_text,
        most: Some(if is_text { MAX_TEXT as u16 } else { 7 }),
        ..Field::new("part", cut(&says, 45))
    };
    let press = Tap::Step(format!("{TYPE} {at}"));
    Form::new(press, label(part), vec![field])
}
