//! Implements `Game` for Gridlock.

use std::sync::Arc;

use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::{self, Action};
use super::options::{Missing, Options};
use super::rules::{Gridlock, Phase, State, Tile};
use super::ui::UI;
use super::view::View;

use crate::{
    Audience, Author, Cast, CastId, Catalogue, Cell, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, OnTimeout, Party, Prompt, Refusal as AnyRefusal,
    Seat, SetupRefusal, Ui, object, variant,
};

impl Game for Gridlock {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        _dice: Option<&mut Dice>,
    ) -> Result<Gridlock, SetupRefusal> {
        let options = Options::read(given, cast)?;
        let state = State::new(&options);
        Ok(MatchOf::new(cast, options, state))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let size = self.options.size;
        let live = self.phase != Phase::Hiding;
        let prompt = move |who: Party| {
            let cell = Control::Cell {
                columns: size,
                rows: size,
            };
            let (ask, base, control) = match (self.phase, who) {
                (Phase::Hiding, Party::Host) => ("begin", None, Control::Buttons),
                (Phase::Hiding, _) => ("hide", Some("base_hide_s"), cell),
                (Phase::Choosing(None), _) => ("start", None, Control::Buttons),
                (Phase::Choosing(_), _) => ("choose", Some("base_choose_s"), Control::Buttons),
                (Phase::Moving(_) | Phase::Over, _) => {
                    ("move", Some("base_move_s"), Control::Buttons)
                }
            };
            let answered = matches!(who, Party::Cast(id) if self.hidden.contains_key(&id));
            let is_missing = matches!(who, Party::Cast(_)) && !answered;
            let draws_missing = self.options.missing == Missing::Random;
            Prompt {
                answered,
                is_dealt: who == Party::Dealer || is_missing && draws_missing,
                live,
                base,
                reserve: live && base.is_some(),
                forfeits: self.options.on_timeout == OnTimeout::Forfeit,
                public: true,
                ..Prompt::new(self.prompt, who, ask, control)
            }
        };
        let hiders = self.cast.safe_players().filter(move |_| !live);
        let other = match self.phase {
            Phase::Hiding => Some(Party::Host),
            Phase::Choosing(Some(seat)) | Phase::Moving(seat) => Some(Party::Seat(seat)),
            Phase::Choosing(None) => Some(Party::Dealer),
            Phase::Over => None,
        };
        hiders.map(Party::Cast).chain(other).map(prompt)
    }

    fn close(&mut self) -> Vec<AnyHappening> {
        self.phase = Phase::Over;
        Vec::new()
    }

    fn expand(&self, _whose: Party, text: &str) -> Option<String> {
        notation::expand(text)
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        match *action {
            Action::Hide(cell) => self.hide(by, whose, cell),
            Action::Begin => self.begin(whose),
            Action::Choose(choice) => self.choose(whose, choice),
            Action::Start(tile) => self.start_on(by, whose, tile),
            Action::Move(step) => self.step(whose, step),
        }
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        Legal::Listed(match (self.phase, whose) {
            (Phase::Hiding, Party::Cast(id)) if self.cast.is_safe(id) => {
                self.hiding_cells().map(Action::Hide).collect()
            }
            (Phase::Hiding, Party::Host) => vec![Action::Begin],
            (Phase::Choosing(Some(seat)), _) if whose == Party::Seat(seat) => {
                self.choices().into_iter().map(Action::Choose).collect()
            }
            (Phase::Choosing(None), Party::Dealer) => {
                vec![Action::Start(Tile::White), Action::Start(Tile::Yellow)]
            }
            (Phase::Moving(seat), _) if whose == Party::Seat(seat) => {
                self.legal_steps(seat).map(Action::Move).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The names of people who have not hidden yet are not a secret.
    fn keeps_secrets(&self) -> bool {
        self.view(Audience::Public).hidden != self.view(Audience::All).hidden
    }

    /// Hiding places show when somebody is found there, and at the end.
    fn has_shown(&self, earlier: &Gridlock) -> bool {
        let hiding = earlier.phase == Phase::Hiding && !earlier.hidden.is_empty();
        hiding && (self.outcome.is_some() || !self.finds.is_empty())
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    fn state(&self) -> Value {
        let size = usize::from(self.options.size);
        let row = |row: &[Tile]| row.iter().map(|tile| tile.letter()).collect::<String>();
        let places = self.hidden.iter();
        let hidden = places.map(|(id, cell)| (self.cast.name(*id), cell.to_string()));
        json!({
            "phase": variant(self.phase),
            "to_act": self.to_act().into_iter().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "size": self.options.size,
            "guard": self.guard.to_string(),
            "tiles": self.tiles.chunks(size).map(row).collect::<Vec<String>>(),
            "hidden": object(hidden),
            "first": self.first,
            "horizontal": self.horizontal,
            "score": self.score,
            "target": self.options.target,
        })
    }

    fn strikes(&self) -> Vec<CastId> {
        self.missed.clone()
    }
}

impl Gridlock {
    pub(super) fn hiding_cells(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        let size = self.options.size;
        // Row by row; a grid has at most 81 cells.
        let cells = (0..size * size).map(move |place| Cell::new(place % size, place / size));
        cells.filter(|cell| *cell != self.options.middle())
    }
}
