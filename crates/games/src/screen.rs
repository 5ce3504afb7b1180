//! Screens as plain data: text, rows of buttons and menus, and forms. `M` is what a press does.
//! Discord's limits are applied where a screen becomes a message.

use std::ops::RangeInclusive;

/// A text with controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen<M> {
    pub text: String,
    pub rows: Vec<Row<M>>,
    /// Forms. A form is opened by the control with the same press.
    pub forms: Vec<Form<M>>,
}

/// A row of controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row<M> {
    Buttons(Vec<Button<M>>),
    Menu(Menu<M>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button<M> {
    /// None if it only shows something.
    pub press: Option<M>,
    pub label: String,
    pub style: Style,
    /// Whether it is disabled.
    pub is_off: bool,
}

/// How a button looks, in Discord's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Primary,
    Secondary,
    Success,
    Danger,
}

/// A menu of items, or of what the server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu<M> {
    pub press: M,
    pub placeholder: String,
    pub of: Choices,
    /// How many of them may be chosen.
    pub count: RangeInclusive<u8>,
}

/// What a menu offers; with the ids of what is selected, if it comes from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    Items(Vec<Item>),
    People(Vec<u64>),
    /// People, and roles for everybody who has them. Only people are selected.
    PeopleAndRoles(Vec<u64>),
    Role,
    TextChannels(Vec<u64>),
    /// A text channel, or an announcement channel of a community server.
    TextOrNews,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub label: String,
    /// The value that comes with the press.
    pub value: String,
    /// A text below the label.
    pub note: Option<String>,
    pub is_chosen: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form<M> {
    pub press: M,
    pub title: String,
    pub fields: Vec<Field>,
}

/// A text field of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub label: String,
    /// Its initial text.
    pub value: String,
    /// What an empty field shows.
    pub hint: String,
    /// Whether it has room for several lines.
    pub is_long: bool,
    pub may_be_empty: bool,
    /// The longest text, in characters, if there is a limit.
    pub most: Option<u16>,
}

impl<M> Screen<M> {
    /// A screen of controls without text.
    pub fn of(rows: Vec<Row<M>>) -> Screen<M> {
        Screen {
            text: String::new(),
            rows,
            forms: Vec::new(),
        }
    }

    /// The same screen with each press converted.
    pub fn map<N>(self, say: impl Fn(M) -> N) -> Screen<N> {
        Screen {
            text: self.text,
            forms: self.forms.into_iter().map(|form| form.map(&say)).collect(),
            rows: self.rows.into_iter().map(|row| row.map(&say)).collect(),
        }
    }
}

impl<M> Row<M> {
    /// As [`Screen::map`].
    pub fn map<N>(self, say: &impl Fn(M) -> N) -> Row<N> {
        let button = |button: Button<M>| Button {
            press: button.press.map(say),
            label: button.label,
            style: button.style,
            is_off: button.is_off,
        };
        match self {
            Row::Buttons(buttons) => Row::Buttons(buttons.into_iter().map(button).collect()),
            Row::Menu(menu) => Row::Menu(Menu {
                press: say(menu.press),
                placeholder: menu.placeholder,
                of: menu.of,
                count: menu.count,
            }),
        }
    }

    /// Buttons, five in a row.
    pub fn of_buttons(buttons: impl IntoIterator<Item = Button<M>>) -> Vec<Row<M>> {
        let mut rows: Vec<Row<M>> = Vec::new();
        for button in buttons {
            match rows.last_mut() {
                Some(Row::Buttons(row)) if row.len() < 5 => row.push(button),
                _ => rows.push(Row::Buttons(vec![button])),
            }
        }
        rows
    }
}

impl<M> Button<M> {
    pub fn new(press: M, label: impl Into<String>, style: Style) -> Button<M> {
        Button {
            press: Some(press),
            label: label.into(),
            style,
            is_off: false,
        }
    }

    pub fn primary(press: M, label: impl Into<String>) -> Button<M> {
        Button::new(press, label, Style::Primary)
    }

    pub fn secondary(press: M, label: impl Into<String>) -> Button<M> {
        Button::new(press, label, Style::Secondary)
    }

    pub fn success(press: M, label: impl Into<String>) -> Button<M> {
        Button::new(press, label, Style::Success)
    }

    pub fn danger(press: M, label: impl Into<String>) -> Button<M> {
        Button::new(press, label, Style::Danger)
    }

    /// The same button, disabled if this is so. It stays in its place, so that no other comes under
    /// the thumb.
    pub fn off_if(self, is_off: bool) -> Button<M> {
        Button { is_off, ..self }
    }

    /// A disabled button; its label says why.
    pub fn off(label: impl Into<String>) -> Button<M> {
        Button {
            press: None,
            label: label.into(),
            style: Style::Secondary,
            is_off: true,
        }
    }
}

impl<M> Menu<M> {
    /// A menu of which one item is chosen.
    pub fn new(press: M, placeholder: impl Into<String>, items: Vec<Item>) -> Menu<M> {
        Menu::of(press, placeholder, Choices::Items(items))
    }

    pub fn of(press: M, placeholder: impl Into<String>, of: Choices) -> Menu<M> {
        Menu {
            press,
            placeholder: placeholder.into(),
            of,
            count: 1..=1,
        }
    }

    /// The same menu, of which so many are chosen; at most as many as there are.
    pub fn taking(self, count: RangeInclusive<u8>) -> Menu<M> {
        Menu { count, ..self }
    }
}

impl<M> Form<M> {
    pub fn new(press: M, title: impl Into<String>, fields: Vec<Field>) -> Form<M> {
        Form {
            press,
            title: title.into(),
            fields,
        }
    }

    /// As [`Screen::map`].
    pub fn map<N>(self, say: impl Fn(M) -> N) -> Form<N> {
        Form::new(say(self.press), self.title, self.fields)
    }
}

impl Field {
    pub fn new(name: impl Into<String>, label: impl Into<String>) -> Field {
        Field {
            name: name.into(),
            label: label.into(),
            ..Field::default()
        }
    }
}

impl Item {
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Item {
        Item {
            label: label.into(),
            value: value.into(),
            note: None,
            is_chosen: false,
        }
    }
}
