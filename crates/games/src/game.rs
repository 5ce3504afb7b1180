//! The interface between a game and the rest of Dealer: rules without a clock, chance or Discord.
//! Words, pictures and panels are in `ui.rs`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::legal::Legal;
use super::told::GameAction;
use super::ui::Ui;
use super::{
    Audience, Author, Cast, Catalogue, Dice, Happening, Party, Refusal, Seat, SetupRefusal,
};

/// A game's options as a host or a record gives them: some of the keys of the game's rulebook page.
pub type GivenOptions = Map<String, Value>;

/// The rules of one game, at some point of one match. In this file, "the page" is the game's page
/// in the rulebook.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    type Action: GameAction;
    /// What somebody may see of a match.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    const CATALOGUE: Catalogue;

    /// Its sentences, pictures and panels.
    const UI: Ui<Self::View>;

    /// Opens a match with the options of a record, read by their rows: a missing key has its
    /// default. The game itself fills in what is left open, and checks options against each other.
    /// A host opens it with dice: what is left open may be drawn at random.
    ///
    /// # Errors
    /// An unknown key, a value that the page does not allow, or options or a cast with which the
    /// game cannot be played.
    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: Option<&mut Dice>,
    ) -> Result<Self, SetupRefusal>;

    /// Called when the match starts, and the cast has everybody's garnets of now (rulebook,
    /// "Start").
    fn start(&mut self) {}

    /// All prompts that are open now: everybody whom the match waits for, or who may still replace
    /// an answer. Empty exactly when there is an outcome.
    fn prompts(&self) -> impl Iterator<Item = Prompt>;

    /// Called when the match ends, by its rules or from outside: nothing is asked any more. Returns
    /// what everybody learns about anything that an end from outside cuts off.
    fn close(&mut self) -> Vec<Happening> {
        Vec::new()
    }

    /// The forms of its notation, in a match whose options leave some out. None: all.
    fn forms(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Turns a usual abbreviation into notation: `l` into `left`, say, or completes a ranking. None
    /// if the text is none; it is then read as it is.
    fn expand(&self, _whose: Party, _text: &str) -> Option<String> {
        None
    }

    /// Reads an action in the notation of the game's page, in the form that records have.
    ///
    /// # Errors
    /// As [`GameAction::read`].
    fn read(&self, text: &str, cast: &Cast) -> Result<Self::Action, Refusal> {
        Self::Action::read(text, cast)
    }

    /// Takes an action: all of it, or nothing. The caller has checked that the match is open, that
    /// the clock acts only for a waited-for seat whose timeouts do not forfeit, and that the dealer
    /// [may](Prompt::is_dealt). Returns what everybody learns, in order.
    ///
    /// # Errors
    /// An action that is not legal now for this party.
    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Self::Action,
    ) -> Result<Vec<Happening>, Refusal>;

    /// What is legal for a party now, complete; an empty list if nothing is asked of it.
    fn legal(&self, whose: Party) -> Legal<Self::Action>;

    /// What a party is offered of what is `legal`, for a notation that begins like this, in lower
    /// case. Acting on an offer is legal, unless the page forbids giving that away.
    fn offered(
        &self,
        legal: Legal<Self::Action>,
        _whose: Party,
        prefix: &str,
    ) -> Vec<Self::Action> {
        legal.some(prefix)
    }

    /// A random legal action of a party, each equally likely unless the page says otherwise. None
    /// if nothing is asked of it.
    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Self::Action> {
        self.legal(whose).pick(dice)
    }

    /// What the dealer draws for a party that [may](Prompt::is_dealt) be drawn for. By default, as
    /// [`Game::sample`].
    fn deal(&self, whose: Party, dice: &mut Dice) -> Option<Self::Action> {
        self.sample(whose, dice)
    }

    /// The clock's actions for a waited-for seat whose time is up, if that is no forfeit: at least
    /// one, in order. By default, one random action.
    fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<Self::Action> {
        self.sample(Party::Seat(seat), dice).into_iter().collect()
    }

    /// What somebody may see. Secrets leave the game only through this.
    fn view(&self, to: Audience) -> Self::View;

    /// Whether the match has a secret now, such as somebody's choice.
    fn keeps_secrets(&self) -> bool {
        self.view(Audience::Public) != self.view(Audience::All)
    }

    /// Whether everybody has read by now, later in the match, a choice that was still secret in
    /// `earlier`: going back there, it is asked again. Choices that the game asks for only once,
    /// earlier than that, stay known.
    fn has_shown(&self, earlier: &Self) -> bool {
        let is_open = |then: &Prompt| self.prompts().any(|now| now.id == then.id);
        let over = self.prompts().next().is_none();
        let mut answered = earlier.prompts().filter(|then| then.answered);
        answered.any(|then| over || then.live && !is_open(&then))
    }

    /// Whether the record would now give away something that the game shows to nobody yet, not even
    /// to hosts who may read secret choices.
    fn withholds_record(&self) -> bool {
        false
    }

    /// The state that the game's page defines, with all secrets.
    fn state(&self) -> Value;

    /// The seat that the match has shown to have more garnets than the other. None if it has not,
    /// or if equal counts would have led to the same. With one garnet for that seat and none for
    /// all others, the match replays to the same states.
    fn known_richer_seat(&self) -> Option<Seat> {
        None
    }

    /// The garnets that people pay once the open round closes, as it stands: for their answers, or
    /// for having none. Somebody who has fewer pays what they have.
    fn bill(&self) -> Vec<(super::CastId, u32)> {
        Vec::new()
    }

    /// The garnets that people have got (or paid, below 0) by what has closed so far.
    fn garnets(&self) -> BTreeMap<super::CastId, i32> {
        BTreeMap::new()
    }

    /// Whether a host has to take it from one round to the next. Then none of its players can open
    /// it.
    fn needs_host(&self) -> bool {
        false
    }

    /// Cast members who have failed a duty so far, and get a strike for it.
    fn strikes(&self) -> Vec<super::CastId> {
        Vec::new()
    }
}

/// A time that prompts name. Hosts set it for each match, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// `base_…_s` or `reserve_s`.
    pub key: &'static str,
    pub default_s: u32,
    /// Its name in a list of times: `move`.
    pub name: &'static str,
    /// Its label in a form: at most 45 characters.
    pub label: &'static str,
}

impl Time {
    pub const fn new(
        key: &'static str,
        default_s: u32,
        name: &'static str,
        label: &'static str,
    ) -> Time {
        Time {
            key,
            default_s,
            name,
            label,
        }
    }

    /// The reserve: how much time a player has beyond the base times, for the whole match.
    pub const fn reserve(default_s: u32) -> Time {
        Time::new(
            "reserve_s",
            default_s,
            "reserve",
            "Reserve, for the whole match",
        )
    }
}

/// A question to one party, which the match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Changes only when a new clock starts. Prompts that are open for both seats at once share it.
    pub id: u32,
    pub who: Party,
    /// What is asked, as the page calls it: `hide`, `choose`, `move`, … It selects the words of the
    /// question.
    pub ask: &'static str,
    /// Whether the answer has been given already, and may still be replaced.
    pub answered: bool,
    /// False for choices before the match, which have hours and do not time out like turns.
    pub live: bool,
    /// The base time, by its key in [`Catalogue::times`]; None when no clock runs.
    pub base: Option<&'static str>,
    /// How long a choice before the match lasts, in seconds, if not as long as that time.
    pub lasts_s: Option<u32>,
    /// Whether the seat's reserve follows the base time.
    pub reserve: bool,
    /// Whether the seat forfeits the match when its time is up. If not, the clock acts:
    /// [`Game::on_timeout`].
    pub forfeits: bool,
    /// None: the timeout comes when the time is up. Some: it comes so many seconds later, and again
    /// after as many more.
    pub overtime_s: Option<u32>,
    pub control: Control,
    /// Whether the dealer (a random draw) may answer it, and does before the host begins.
    pub is_dealt: bool,
    /// Whether everybody may see what it offers. If not, only the asked party may, and a host who
    /// opens their hand to act for them.
    pub public: bool,
}

impl Prompt {
    /// A live prompt without a clock or an answer, whose offers are secret.
    pub fn new(id: u32, who: Party, ask: &'static str, control: Control) -> Prompt {
        Prompt {
            id,
            who,
            ask,
            answered: false,
            live: true,
            base: None,
            lasts_s: None,
            reserve: false,
            forfeits: false,
            overtime_s: None,
            control,
            is_dealt: false,
            public: false,
        }
    }

    /// Whether it is answered below a public post: everybody may see its offers, and there is room
    /// for its controls. Otherwise it is answered in a private panel.
    pub fn is_answered_in_public(&self) -> bool {
        self.public && matches!(self.control, Control::Buttons | Control::Menu)
    }
}

/// The kind of control that suits a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Control {
    /// A button for each offer.
    Buttons,
    /// A menu of the offers.
    Menu,
    /// A cell of a board of this size; the offers say which cells.
    Cell { columns: u8, rows: u8 },
    /// A whole number in this range. In notation: the verb, a space and the number.
    Number {
        verb: Cow<'static, str>,
        least: u32,
        most: u32,
    },
    /// All items in an order of one's own. In notation: `VERB a > b > …`.
    Ordering {
        verb: Cow<'static, str>,
        items: Vec<String>,
    },
    /// The game's own panel, with several steps.
    Panel,
}

/// Something that somebody may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The action in notation.
    pub act: String,
    /// A label that is short enough for a button.
    pub label: String,
}

/// What happens when a seat's time is up, in games with these two ways (their option is
/// [`OptionRow::on_timeout`](super::options::OptionRow::on_timeout)). With `Random`, the clock
/// makes the actions of [`Game::on_timeout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    Random,
    Forfeit,
}
