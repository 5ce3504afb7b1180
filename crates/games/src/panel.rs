//! What somebody may do in a match, as a screen of their own: from the kind of control that is
//! asked for, or as the game builds it from what they have put together so far.

use super::controls;
use super::english::escape_markdown;
use super::screen::Screen;
use super::{Cast, Control, Offer, Party};

/// What a press of a game's control says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tap {
    /// Take this action, in notation.
    Act(String),
    /// Take the action that was chosen in the menu of this number; the items' values are notation.
    Choose(u8),
    /// What has been put together changes. The game writes and reads the step.
    Step(String),
    /// Take the action that has been put together.
    HandIn,
    /// Open the form in which an action is typed.
    Type,
}

/// What a panel is built from: one person's side of a match.
pub struct PanelInput<'a, View> {
    /// What they may see.
    pub view: &'a View,
    pub whose: Party,
    /// What is asked of them; None where nothing is.
    pub asked: Option<&'a Control>,
    pub offers: &'a [Offer],
    /// What they have put together so far, as [`GameUi::step`](super::Face::step) wrote it.
    pub draft: Option<&'a str>,
    /// Names as they are typed, and stand on buttons.
    pub cast: &'a Cast,
    /// Why an action of theirs would not be taken now, in words.
    pub refuses: &'a dyn Fn(&str) -> Option<String>,
    /// What was pressed last and not possible: an action, or what a step is refused with.
    pub refused: Option<&'a str>,
}

impl<'a, View> PanelInput<'a, View> {
    /// The same with another view: that of its game in place of that of any.
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

    /// The controls that suit any game.
    pub fn controls(&self) -> Screen<Tap> {
        let control = self
            .asked
            .map(|asked| controls::rows(asked, self.offers, None));
        Screen::of(control.unwrap_or_default())
    }

    /// The cast under names that cannot break a message.
    pub fn shown(&self) -> Cast {
        self.cast.shown_as(escape_markdown)
    }
}

/// Somebody's panel.
pub struct Panel {
    /// What they have put together and what it is worth, and at most five rows of controls.
    pub screen: Screen<Tap>,
    /// The action that it stands for, in notation: it is handed in by a button, and counts before
    /// a match when the time is up.
    pub hand_in: Option<String>,
    /// What stands at first in the form in which an action is typed.
    pub typed: Option<String>,
    /// What stands in place of a question, where nothing is asked.
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

/// What a step comes to.
#[derive(Default)]
pub struct Stepped {
    /// What has been put together by now; None where that is what it was.
    pub draft: Option<String>,
    /// What has become of it besides, by what happened in the match.
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

/// With this word and the action behind it begins the step of somebody who typed the action, which
/// is not taken yet. What they typed comes as the value.
pub const TYPED: &str = "typed";
