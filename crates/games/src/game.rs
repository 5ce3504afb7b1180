//! What every game is to the rest of Dealer: rules without a clock, without chance and without
//! Discord.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::options::OptionRow;
use super::{
    Audience, Author, Cast, Catalogue, Dice, Happening, Outcome, Party, Reason, Refusal, Seat,
    SetupRefusal,
};

/// A game's options as a host or a record gives them: any of the keys of the game's page.
pub type GivenOptions = Map<String, Value>;

/// Most actions are written in no more bytes.
const USUAL_LENGTH: usize = 24;

/// The rules of one game, at some point of one match.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The options, complete; written as the record's `options`.
    type Options: Clone + Debug + Serialize;
    /// An action of this game, as small as possible.
    type Action: Clone + Debug + PartialEq;
    /// What somebody may see.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What everybody learns of a match of it.
    type Happening: Into<Happening>;
    /// Why its rules do not take an action.
    type Refusal: Into<Refusal>;
    /// Why it cannot be played like this.
    type SetupRefusal: Into<SetupRefusal>;

    const CATALOGUE: Catalogue;

    /// How large a cast may be.
    const CAST_SIZES: RangeInclusive<usize>;

    /// Why a match of it ends by its own rules.
    const REASONS: &'static [Reason];

    /// Every clock that this game's prompts name, with its default.
    const TIMES: &'static [Time];

    /// The time that says how long there is for the choices before a match; None of a game that has
    /// none.
    const CHOICE_TIME: Option<&'static str> = None;

    /// Options that are words, with which a practice of it is opened: chance chooses for people who
    /// are made up.
    const IN_PRACTICE: &'static [(&'static str, &'static str)] = &[];

    /// How many seconds there are in a practice for the choices before a match; None: the default.
    const CHOICE_IN_PRACTICE_S: Option<u32> = None;

    /// Every option of the game's page, in the order in which hosts see them.
    const OPTIONS: &'static [OptionRow];

    /// Whether it is a part of the game to remember whose picture is whose: from the opening to the
    /// end of a match nothing shows the faces of its cast beside names.
    const HIDES_FACES: bool = false;

    /// Whether commas in a typed line stand between actions; false for a game in which people put
    /// them within one, or mean one alone.
    const COMMAS_SEPARATE: bool = true;

    /// The options of a record, read by their rows: a key left out has its default. What is left
    /// open and what holds across options is the game's.
    ///
    /// # Errors
    /// An unknown key, a value that the page does not allow, or options that do not fit the cast.
    fn read_options(given: &GivenOptions, cast: &Cast) -> Result<Self::Options, SetupRefusal>;

    /// The options of a match that a host opens: what is left open may be drawn.
    ///
    /// # Errors
    /// As [`Game::read_options`].
    fn draw_options(
        given: &GivenOptions,
        cast: &Cast,
        _dice: &mut Dice,
    ) -> Result<Self::Options, SetupRefusal> {
        Self::read_options(given, cast)
    }

    /// The match as it is opened.
    ///
    /// # Errors
    /// A cast or options with which the game cannot be played.
    fn open(options: Self::Options, cast: Arc<Cast>) -> Result<Self, SetupRefusal>;

    fn cast(&self) -> &Arc<Cast>;

    /// The match starts: `cast` is the one it was opened with, with what everybody holds now. What
    /// a game asks of garnets it asks of these (rulebook, "Start").
    fn start_with(&mut self, cast: Arc<Cast>);

    fn options(&self) -> &Self::Options;

    /// Whom the match waits for now, and who may still replace an answer; empty exactly when there
    /// is an outcome.
    fn asked(&self) -> impl Iterator<Item = Addressee>;

    /// What somebody who is asked now is asked.
    fn prompt(&self, asked: Addressee) -> Prompt;

    /// What the match waits for now.
    fn prompts(&self) -> Vec<Prompt> {
        self.asked().map(|asked| self.prompt(asked)).collect()
    }

    fn outcome(&self) -> Option<Outcome>;

    /// The match is over with this outcome.
    fn finish(&mut self, outcome: Outcome);

    /// Ends the match from outside the game's own rules: a resignation, a forfeit or the host's
    /// word. Also replaces a tie by what the host settles. Gives what everybody learns of what it
    /// cuts off.
    fn conclude(&mut self, outcome: Outcome) -> Vec<Happening> {
        self.finish(outcome);
        Vec::new()
    }

    /// Reads an action of this game in the page's notation.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] with the forms that exist, or [`Refusal::UnknownName`].
    fn read(&self, text: &str) -> Result<Self::Action, Refusal>;

    /// Adds an action to a text, in the form that the page shows; [`Game::read`] gives it back.
    fn write_to(&self, text: &mut String, action: &Self::Action);

    /// An action in the form that the page shows.
    fn write(&self, action: &Self::Action) -> String {
        let mut text = String::with_capacity(USUAL_LENGTH);
        self.write_to(&mut text, action);
        text
    }

    /// What people usually type for an action of this party, as notation: `l` for `left`, say, or a
    /// ranking that leaves houses out. None when the text is no usual abbreviation; it is then read
    /// as it stands.
    fn expand(&self, _whose: Party, _text: &str) -> Option<String> {
        None
    }

    /// Whether a refusal says that the text is no notation of the game, whatever its rules say.
    fn is_of_notation(_refusal: &Self::Refusal) -> bool {
        false
    }

    /// Takes an action. All or nothing: a refused action changes nothing. Before this is called it
    /// is certain that the match is open, that the clock acts only for a waited-for seat whose
    /// timeouts do not forfeit, and that the dealer [may](Game::dealer_may). What comes back is
    /// public, in order.
    ///
    /// # Errors
    /// An action that is not legal now for this party.
    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Self::Action,
    ) -> Result<Vec<Happening>, Refusal>;

    /// Whether the dealer (chance at set-up) may write this action now.
    fn dealer_may(&self, _whose: Party, _action: &Self::Action) -> bool {
        false
    }

    /// What the dealer has to write down, drawn by the dice, before this action can stand.
    fn deal_before(&self, _action: &Self::Action, _dice: &mut Dice) -> Vec<(Party, Self::Action)> {
        Vec::new()
    }

    /// What a party may do now, for buttons, menus and completion: those whose notation starts with
    /// `prefix` (without regard to case), all for an empty one; some hundreds at most. An offer is
    /// accepted when it is acted on, unless the page forbids telling.
    fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer>;

    /// An action drawn from all legal ones of a party, each equally likely where the page does not
    /// say otherwise. None when it is waited for nothing.
    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Self::Action>;

    /// What a player with a little sense does, legal and from what this party may know, in a game
    /// that chance alone would hardly ever end. None where chance is as good.
    fn advise(&self, _whose: Party) -> Option<Self::Action> {
        None
    }

    /// Whether a timeout of this waited-for seat forfeits the match now.
    fn timeout_forfeits(&self, seat: Seat) -> bool;

    /// What the clock writes for a waited-for seat whose time is up, where that is not a forfeit:
    /// at least one action, in order.
    fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<Self::Action> {
        self.sample(Party::Seat(seat), dice).into_iter().collect()
    }

    /// Where people see that something happened while no new prompt is asked.
    fn place(_happening: &Self::Happening) -> Place {
        Place::News
    }

    /// Whether what happened is to be seen on the match's next board too, so that the board that
    /// shows it first may be left out for that one.
    fn is_seen_later(_happening: &Self::Happening) -> bool {
        false
    }

    /// What somebody may see: the one gate for secrets.
    fn view(&self, to: Audience) -> Self::View;

    /// Whether something is secret now that is not everybody's: what somebody has chosen, say.
    fn keeps_secrets(&self) -> bool {
        self.view(Audience::Public) != self.view(Audience::All)
    }

    /// Whether its record and its log would tell now what the game shows to nobody else yet, not
    /// even to hosts who may read what is chosen in secret.
    fn withholds_record(&self) -> bool {
        false
    }

    /// The state that the game's page defines, as somebody sees it who sees everything.
    fn state(&self) -> Value;

    /// The seat of which the match has shown that it holds more garnets than the other; None where
    /// it has not, or where it would go the same way with equal ones. With a garnet for that seat
    /// and none for anybody else the match replays to the same states.
    fn shown_richer(&self) -> Option<Seat> {
        None
    }

    /// Cast members who failed a duty so far and get a strike for it.
    fn strikes(&self) -> Vec<super::CastId> {
        Vec::new()
    }
}

/// Where people see that something happened while no new prompt is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A count of those who have submitted: the match's card.
    Card,
    /// The open prompt's own post.
    Prompt,
    /// A post of its own.
    News,
}

/// A clock that prompts name, set in the match's options in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// `base_…_s` or `reserve_s`.
    pub key: &'static str,
    pub default_s: u32,
    /// What it is called in a list of times: `move`.
    pub name: &'static str,
    /// What it is for, as a field of a form is labelled: at most 45 characters.
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

    /// What a player may use up beyond the base times of a match.
    pub const fn reserve(default_s: u32) -> Time {
        Time::new(
            "reserve_s",
            default_s,
            "reserve",
            "Reserve, for the whole match",
        )
    }
}

/// Somebody of whom the match waits for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addressee {
    pub who: Party,
    /// Already answered, but the answer may still be replaced.
    pub answered: bool,
}

impl Addressee {
    /// Somebody who has not answered.
    pub fn open(who: Party) -> Addressee {
        Addressee {
            who,
            answered: false,
        }
    }
}

/// Something that the match waits for, from one party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Changes only when a new clock starts; prompts that are open at once for both seats share it.
    pub id: u32,
    pub who: Party,
    /// What is asked, as the page calls it: `hide`, `choose`, `move`, … It picks the words that
    /// ask.
    pub ask: &'static str,
    /// Already answered, but the answer may still be replaced.
    pub answered: bool,
    /// False for choices before the match, which wait hours and never time out by themselves.
    pub live: bool,
    /// The base time, by its key in [`Game::TIMES`]; None when no clock runs.
    pub base: Option<&'static str>,
    /// Whether the seat's reserve follows the base time.
    pub reserve: bool,
    /// None: the timeout comes when the time is up. Some: it comes that many seconds later, and
    /// again after as many more.
    pub overtime_s: Option<u32>,
    pub control: Control,
    /// Whether everybody may see what it offers. Else that is for whom it asks alone, and for a
    /// host who acts for them after opening their hand.
    pub public: bool,
}

impl Prompt {
    /// A live prompt without a clock, which offers what it offers to whom it asks alone.
    pub fn new(id: u32, asked: Addressee, ask: &'static str, control: Control) -> Prompt {
        Prompt {
            id,
            who: asked.who,
            ask,
            answered: asked.answered,
            live: true,
            base: None,
            reserve: false,
            overtime_s: None,
            control,
            public: false,
        }
    }

    /// Whether everybody may see what it offers, and its control has room below a post: then it is
    /// answered there. Else it is answered in a panel of one's own.
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
    /// A cell of a board of this size; the offers say which.
    Cell { columns: u8, rows: u8 },
    /// A whole number in this range; the notation is the verb, a blank and the number.
    Number {
        verb: Cow<'static, str>,
        least: u32,
        most: u32,
    },
    /// All of the items in an order of one's own, as `VERB a > b > …`.
    Ordering {
        verb: Cow<'static, str>,
        items: Vec<String>,
    },
    /// A panel of the game's own, of several steps.
    Panel,
}

/// Something that somebody may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The action in notation.
    pub act: String,
    /// As short as a button needs.
    pub label: String,
}

/// What happens when a seat's time is up, in the games that know these two ways
/// ([`OptionRow::on_timeout`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    Random,
    Forfeit,
}
