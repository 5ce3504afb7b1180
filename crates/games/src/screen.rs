//! Screens as plain data: text, rows of buttons and menus, and forms. `M` is what a press does.
//! Discord's limits are applied where a screen becomes a message.

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu<M> {
    pub press: M,
    pub placeholder: String,
    pub items: Vec<Item>,
    /// Whether any number of items may be chosen, even none. If not, exactly one.
    pub is_of_many: bool,
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

/// A form with one field, for some lines of text that may be left empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form<M> {
    pub press: M,
    pub title: String,
    pub field: Field,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub label: String,
    /// Its initial text.
    pub value: String,
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

impl<M> Form<M> {
    /// As [`Screen::map`].
    pub fn map<N>(self, say: impl Fn(M) -> N) -> Form<N> {
        Form {
            press: say(self.press),
            title: self.title,
            field: self.field,
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
                items: menu.items,
                is_of_many: menu.is_of_many,
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
    pub fn new(press: M, placeholder: impl Into<String>, items: Vec<Item>) -> Menu<M> {
        Menu {
            press,
            placeholder: placeholder.into(),
            items,
            is_of_many: false,
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
