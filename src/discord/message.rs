//! A message to one person: text, a picture and controls.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::press::Press;
use super::{components, text};
use crate::store::{AccountId, MatchId};
use crate::words;
use games::View;
use games::screen::{Button, Menu, Row};

/// The longest message (Discord documentation, "Create Message").
pub const MAX_CHARS: usize = 2000;

/// A message to one person: text, a picture and controls.
#[derive(Default)]
pub struct Panel {
    pub content: String,
    pub picture: Option<Drawn>,
    pub rows: Vec<Row<Press>>,
    /// If a private answer with it is brought up to date when the match changes.
    pub shown: Option<ShownPanel>,
}

impl Panel {
    /// Adds buttons below, five in a row.
    pub fn buttons(mut self, buttons: impl IntoIterator<Item = Button<Press>>) -> Panel {
        self.rows.extend(Row::of_buttons(buttons));
        self
    }

    /// Adds menus below.
    pub fn menus(mut self, menus: impl IntoIterator<Item = Menu<Press>>) -> Panel {
        self.rows.extend(menus.into_iter().map(Row::Menu));
        self
    }

    /// As somebody's own panel in a match, of which they see this.
    pub fn own_of(self, match_id: MatchId, account: AccountId, view: Option<&View>) -> Panel {
        let rows = serde_json::to_string(&components::rows(self.rows.clone())).ok();
        let parts = (&self.content, rows, serde_json::to_string(&view).ok());
        let shown = ShownPanel::new(match_id, account, PanelKind::Own, parts);
        Panel {
            shown: Some(shown),
            ..self
        }
    }

    /// Adds a line at the end of the panel's text, next to the controls: the outcome of the last
    /// press. If the text is too long, what comes before the line is cut.
    pub fn ending(mut self, line: &str) -> Panel {
        let line = line.trim_end();
        if line.is_empty() {
            return self;
        }
        let room = MAX_CHARS.saturating_sub(line.chars().count() + 1);
        let above = text::cut(self.content.trim_end(), room);
        self.content = if above.is_empty() {
            line.to_owned()
        } else {
            format!("{above}\n{line}")
        };
        self
    }

    /// As [`Panel::ending`], for a problem, if there is one.
    pub fn with_problem(self, problem: Option<&str>) -> Panel {
        match problem {
            Some(problem) => self.ending(&words::english::problem(problem)),
            None => self,
        }
    }
}

/// A picture and its file name.
#[derive(Clone)]
pub struct Drawn {
    pub name: String,
    /// A PNG file, or a GIF.
    pub file: Vec<u8>,
    /// The board in words, for people who cannot see the picture.
    pub description: String,
    /// A sentence that says where the rest is if the description is cut; may be empty.
    pub rest: &'static str,
}

/// What a private answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownPanel {
    pub match_id: MatchId,
    pub account: AccountId,
    pub kind: PanelKind,
    /// A hash of everything that it shows.
    pub state: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    /// What the person may do in the match.
    Own,
    /// That they are ready, and the button that takes it back.
    Ready,
}

impl ShownPanel {
    /// `parts`: everything that it shows.
    pub fn new(
        match_id: MatchId,
        account: AccountId,
        kind: PanelKind,
        parts: impl Hash,
    ) -> ShownPanel {
        let mut state = DefaultHasher::new();
        parts.hash(&mut state);
        ShownPanel {
            match_id,
            account,
            kind,
            state: state.finish(),
        }
    }
}

/// A panel of words alone.
pub fn note(content: impl Into<String>) -> Panel {
    Panel {
        content: content.into(),
        ..Panel::default()
    }
}

/// A question with the button that says yes, and *Cancel*.
pub fn question(content: String, yes: Button<Press>) -> Panel {
    note(content).buttons([yes, cancel()])
}

/// The button that drops a question.
pub fn cancel() -> Button<Press> {
    Button::secondary(Press::Dismiss, words::controls::CANCEL_BUTTON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_press_is_the_last_line_and_never_cut() {
        for (content, end) in [
            ("What is set.\n", "⚠️ Size is 3, 5, 7 or 9.\n"),
            (&"long ".repeat(600)[..], "⚠️ Size is 3, 5, 7 or 9."),
            ("", "⚠️ Size is 3, 5, 7 or 9."),
        ] {
            let panel = note(content.to_owned()).ending(end);
            assert_eq!(panel.content.lines().last(), Some(end.trim_end()));
            assert!(panel.content.chars().count() <= MAX_CHARS);
        }
        let same = note("As it was.\n".to_owned()).with_problem(None);
        assert_eq!(same.content, "As it was.\n");
    }
}
