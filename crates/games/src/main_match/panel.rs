//! An answer of several parts: a menu for each part that is chosen, a form for each that is typed.

use serde::{Deserialize, Serialize};

use super::notation::Action;
use super::{View, say};
use crate::english::{HAND_IN, START_OVER, capitalized, cut, escape_markdown, problem};
use crate::panel::{Panel, PanelInput, Stepped, TYPED, Tap};
use crate::question::{Answer, Item, Kind, MAX_TEXT, Part, Question};
use crate::screen::{Button, Field, Form, Item as MenuItem, Menu, Row, Screen};
use crate::{Cast, CastId, Control, GameAction, Party, controls, notation};

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
        parts: own.map_or_else(|| unsaid(view), |own| parts_of(view, own)),
    })
}

fn parts_of(view: &View, answer: &Answer) -> Vec<Vec<Item>> {
    let parts = view.form.by_part(answer);
    parts.map(|(_, items)| items.to_vec()).collect()
}

/// An answer in which nothing is chosen.
fn unsaid(view: &View) -> Vec<Vec<Item>> {
    view.form.parts.iter().map(Part::unsaid).collect()
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
        draft.parts = unsaid(view);
    } else if word == TYPED {
        let tokens = notation::tokens(of)?;
        let answer = question.read(tokens.get(1..)?).ok()?;
        draft.parts = parts_of(view, &answer);
    } else {
        let at: usize = of.parse().ok()?;
        let part = view.form.parts.get(at)?;
        let items = &mut draft.parts[at];
        match word {
            CHOOSE => choose(items, part, &question.choices(at, whose)?, value?)?,
            TYPE => match question.part(part, value?) {
                Ok(typed) => *items = typed,
                Err(wrong) => {
                    return Some(Stepped {
                        refused: Some(say::wrong(&wrong, &desk.shown())),
                        ..Stepped::default()
                    });
                }
            },
            _ => return None,
        }
    }
    serde_json::to_string(&draft).ok().map(Stepped::to)
}

/// Puts what was chosen in a menu into a part. `places`: where it stands among the choices.
fn choose(items: &mut Vec<Item>, part: &Part, choices: &[Item], places: &str) -> Option<()> {
    let chosen = places.split(' ').map(|place| {
        let place = place.parse::<usize>().ok()?;
        choices.get(place).cloned()
    });
    let chosen: Vec<Item> = chosen.collect::<Option<_>>()?;
    // The same may come again, so each is chosen alone, and after the last one they start over.
    if !part.repeats || items.len() >= part.count() {
        items.clear();
    }
    items.extend(chosen);
    if part.pass && !part.repeats {
        items.resize(part.count(), Item::Pass);
    }
    Some(())
}

/// A part of the answer, and what it has so far.
struct Line<'a> {
    at: usize,
    part: &'a Part,
    items: &'a [Item],
}

fn answering(desk: &PanelInput<View>, whose: CastId) -> Panel {
    let (view, cast) = (desk.view, desk.cast);
    let question = view.question(cast);
    let draft = drafted(desk, whose);
    let parts = &view.form.parts;
    let lines = parts.iter().zip(&draft.parts).enumerate();
    let lines = lines.map(|(at, (part, items))| Line { at, part, items });
    let lines: Vec<Line> = lines.collect();
    let answer = Answer(draft.parts.concat());
    let wrong = question.check(&answer, whose, &[]).err();
    let is_whole = lines.iter().all(Line::is_whole);
    let is_legal = is_whole && wrong.is_none();
    let own = view.answers.get(&whose);
    let counts = own == Some(&answer);

    let (of_menus, of_forms): (Vec<&Line>, Vec<&Line>) = lines
        .iter()
        .partition(|line| line.part.is_chosen() || line.part.is_extra());
    let mut rows = menus(of_menus, &question, whose);
    let submit = if counts {
        Button::off(SUBMITTED)
    } else if is_legal {
        Button::primary(Tap::HandIn, HAND_IN)
    } else {
        Button::off(NOT_WHOLE)
    };
    let start_over = Button::secondary(Tap::Step(START_OVER_STEP.to_owned()), START_OVER);
    let mut buttons = vec![submit];
    buttons.extend(of_forms.iter().map(|line| line.button()));
    let is_begun = draft.parts != unsaid(view);
    buttons.push(start_over.off_if(!is_begun));
    buttons.push(Button::secondary(Tap::Type, TYPE_IT));
    rows.extend(Row::of_buttons(buttons));

    let mut text: Vec<String> = Vec::new();
    if let Some(wrong) = wrong.filter(|_| is_whole) {
        let said = problem(&say::wrong(&wrong, &desk.shown()));
        text.push(said.trim_end().to_owned());
    }
    if own.is_some() && !counts && is_begun {
        text.push(NOT_SUBMITTED.to_owned());
    }
    text.extend(lines.iter().filter_map(|line| line.says(&desk.shown())));
    Panel {
        typed: is_legal.then(|| answer.write(cast)),
        hand_in: is_legal.then(|| Action::Answer(answer.clone()).write(cast)),
        ..Panel::from(Screen {
            text: text.join("\n"),
            forms: of_forms.iter().map(|line| line.form(desk)).collect(),
            rows,
        })
    }
}

/// A menu for each of these parts. Without room for all, one that is done makes room for the next.
fn menus(mut lines: Vec<&Line>, question: &Question, whose: CastId) -> Vec<Row<Tap>> {
    while lines.len() > MAX_MENUS {
        let done = lines.iter().position(|line| line.is_whole());
        lines.remove(done.unwrap_or(MAX_MENUS));
    }
    let menus = lines.iter().map(|line| line.menu(question, whose));
    menus.map(Row::Menu).collect()
}

impl Line<'_> {
    fn is_whole(&self) -> bool {
        self.items.len() >= self.part.least_count()
    }

    /// What is chosen so far, in words.
    fn says(&self, cast: &Cast) -> Option<String> {
        let items = self.part.answered(self.items, cast, &escape_markdown);
        let label = escape_markdown(&label(self.part));
        let is_said = !self.items.is_empty() && self.items != self.part.unsaid();
        is_said.then(|| format!("{label}: **{items}**"))
    }

    fn menu(&self, question: &Question, whose: CastId) -> Menu<Tap> {
        let Line { at, part, items } = self;
        let choices = question.choices(*at, whose).unwrap_or_default();
        let mut label = label(part);
        if choices.len() > controls::MAX_ITEMS {
            label.push_str(OR_TYPE);
        }
        if part.is_extra() {
            let said = if **items == part.unsaid() {
                part.says(&str::to_owned)
            } else {
                part.answered(items, question.cast, &str::to_owned)
            };
            label.push_str(&format!(": {}", cut(&said, 100)));
        } else if part.count() > 1 {
            label.push_str(&format!(": {} of {} chosen", items.len(), part.count()));
        }
        let each = choices.iter().enumerate().take(controls::MAX_ITEMS);
        let each = each.map(|(place, item)| MenuItem {
            is_chosen: !part.repeats && !part.is_extra() && items.contains(item),
            ..MenuItem::new(
                part.answered(std::slice::from_ref(item), question.cast, &str::to_owned),
                place.to_string(),
            )
        });
        let press = Tap::Step(format!("{CHOOSE} {at}"));
        let menu = Menu::new(press, label, each.collect());
        // At most ten.
        let count = part.count() as u8;
        match part {
            Part { repeats: true, .. } => menu,
            // Without the others, they pass.
            Part { pass: true, .. } => menu.taking(1..=count),
            _ => menu.taking(count..=count),
        }
    }

    fn button(&self) -> Button<Tap> {
        let label = label(self.part);
        let press = Tap::Step(format!("{TYPE} {}", self.at));
        Button::secondary(press, format!("{}…", label.trim_end_matches('…')))
    }

    /// The form of a part that is typed.
    fn form(&self, desk: &PanelInput<View>) -> Form<Tap> {
        let Line { at, part, items } = self;
        let value = match (&part.kind, items.first()) {
            (Kind::Amounts { least, items, .. }, _) => {
                let amount = |at| self.items.get(at).unwrap_or(&Item::Number(*least)).clone();
                let lines = items.iter().enumerate().map(|(at, item)| {
                    let quote = item.find([',', ';', '>', '/']).map_or("", |_| "\"");
                    format!("{quote}{item}{quote} {}", amount(at).plain(desk.cast))
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            (_, Some(item)) => item.plain(desk.cast),
            (_, None) => String::new(),
        };
        let says = capitalized(&part.says(&str::to_owned));
        let field = Field {
            value,
            hint: cut(&desk.view.question, 100),
            is_long: !matches!(part.kind, Kind::Number { .. }),
            most: (part.kind == Kind::Text).then_some(MAX_TEXT as u16),
            ..Field::new("part", cut(&says, 45))
        };
        let press = Tap::Step(format!("{TYPE} {at}"));
        Form::new(press, label(part), vec![field])
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
