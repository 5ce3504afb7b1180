//! Somebody's own panel in a match: built from the prompt's kind of control, or by the game itself
//! from their draft.

use super::controls;
use super::english::escape_markdown;
use super::screen::Screen;
use super::{Cast, Cell, Control, GameAction, Offer, Party};

/// What a press of a game's control does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tap {
    /// Take this action, in notation.
    Act(String),
    /// Take the action that was chosen in the menu of this number; the items' values are notation.
    Choose(u8),
    /// Change the draft. The step's text is the game's own.
    Step(String),
    /// Take the action of the draft.
    HandIn,
    /// Open the form in which an action is typed.
    Type,
}

/// What a panel is built from: one person's side of a match.
pub struct PanelInput<'a, View> {
    /// What the person may see.
    pub view: &'a View,
    pub whose: Party,
    /// What is asked of them; None if nothing is.
    pub asked: Option<&'a Control>,
    pub offers: &'a [Offer],
    /// Their draft, as [`Ui::step`](super::Ui::step) wrote it.
    pub draft: Option<&'a str>,
    /// The cast with unescaped names, as on buttons.
    pub cast: &'a Cast,
    /// Why an action of theirs would be refused now, in words; None if it is legal.
    pub refuses: &'a dyn Fn(&str) -> Option<String>,
    /// The last press, if it was refused: an action, or a refused step's [`Stepped::refused`].
    pub refused: Option<&'a str>,
}

impl<'a, View> PanelInput<'a, View> {
    /// The same with another view: a game's own in place of [`View`](super::View).
    pub(super) fn with<'b, Other>(&self, view: &'b Other) -> PanelInput<'b, Other>
    where
        'a: 'b,
    {
        PanelInput {
            view,
            whose: self.whose,
            asked: self.asked,
            offers: self.offers,
            draft: self.draft,
            cast: self.cast,
            refuses: self.refuses,
            refused: self.refused,
        }
    }

    /// The offer of an action; None if it isn't offered.
    pub(super) fn offer(&self, action: &impl GameAction) -> Option<&'a Offer> {
        let act = action.write(self.cast);
        self.offers.iter().find(|offer| offer.act == act)
    }

    /// The controls that suit any game.
    pub fn controls(&self) -> Screen<Tap> {
        self.controls_marking(None)
    }

    /// The same; on a board, a cell is marked.
    pub fn controls_marking(&self, cell: Option<Cell>) -> Screen<Tap> {
        let rows = |asked| controls::rows(asked, self.offers, cell);
        Screen::of(self.asked.map(rows).unwrap_or_default())
    }

    /// The cast with names that are safe in a message.
    pub fn shown(&self) -> Cast {
        self.cast.shown_as(escape_markdown)
    }
}

/// Somebody's panel.
pub struct Panel {
    /// The draft in words, and at most five rows of controls.
    pub screen: Screen<Tap>,
    /// The action of the draft, in notation. A button hands it in; before a match it also counts
    /// when the time is up.
    pub hand_in: Option<String>,
    /// The initial text of the form for typing an action.
    pub typed: Option<String>,
    /// The words in place of a question, if nothing is asked.
    pub idle: String,
}

impl From<Screen<Tap>> for Panel {
    fn from(screen: Screen<Tap>) -> Panel {
        Panel {
            screen,
            hand_in: None,
            typed: None,
            idle: String::new(),
        }
    }
}

/// The outcome of a step.
#[derive(Default)]
pub struct Stepped {
    /// The new draft; None if it has not changed.
    pub draft: Option<String>,
    /// What changed in the draft because of events in the match, in words.
    pub news: Option<String>,
    /// Why the step changed nothing.
    pub refused: Option<String>,
}

impl Stepped {
    pub fn to(draft: String) -> Stepped {
        Stepped {
            draft: Some(draft),
            ..Stepped::default()
        }
    }
}

/// The step `typed ACTION` puts a typed action into the draft, without taking it. The value is the
/// text as typed.
pub const TYPED: &str = "typed";
