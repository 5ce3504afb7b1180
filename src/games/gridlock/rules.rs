//! Gridlock's rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::notation::{self, Action, Choice, Step};
use super::options::{Missing, Options, Reveal, StartTile};
use super::view::View;
use crate::games::{
    Audience, Author, BySeat, Cast, CastId, Cell, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Offer, OnTimeout, OptionKey, Outcome, Party, Prompt, Reason,
    Refusal as AnyRefusal, Seat, SetupRefusal, Time,
};

/// A match of Gridlock.
#[derive(Clone, Debug, PartialEq)]
pub struct Gridlock {
    pub(super) cast: Arc<Cast>,
    pub(super) options: Options,
    pub(super) phase: Phase,
    pub(super) guard: Cell,
    /// Row by row from the top.
    pub(super) tiles: Vec<Tile>,
    pub(super) hidden: BTreeMap<CastId, Cell>,
    /// Whom the dealer hid, because they had not.
    dealt: Vec<CastId>,
    missed: Vec<CastId>,
    pub(super) first: Option<Seat>,
    pub(super) horizontal: Option<Seat>,
    pub(super) score: BySeat<u32>,
    pub(super) last: Option<(Cell, Cell)>,
    pub(super) finds: Vec<Find>,
    pub(super) outcome: Option<Outcome>,
    prompt: u32,
}

/// Where the match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Hiding,
    /// None: the dealer draws the middle tile's colour.
    Choosing(Option<Seat>),
    Moving(Seat),
    Over,
}

/// A tile's colour: how often it may still be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tile {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "y")]
    Yellow,
    #[serde(rename = "r")]
    Red,
}

/// Safe players found on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Find {
    pub cell: Cell,
    pub by: Seat,
    pub count: u32,
    /// Left out where only the count is told.
    pub who: Option<Vec<CastId>>,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// How many have hidden by now.
    Sealed {
        count: u32,
        of: u32,
    },
    Begun {
        hidden: u32,
        of: u32,
    },
    Chosen {
        seat: Seat,
        choice: Choice,
    },
    StartDrawn {
        tile: Tile,
    },
    Moved {
        seat: Seat,
        step: Step,
        to: Cell,
        tile: Tile,
        found: Option<Find>,
    },
    /// The target was reached.
    TargetReached {
        seat: Seat,
    },
    /// This seat has no tile left to go to.
    Gridlocked {
        seat: Seat,
    },
}

/// Why an action of Gridlock is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Hiding is over.
    HidingOver,
    /// Only safe players hide.
    NotSafe,
    OffGrid {
        size: u8,
    },
    /// Nobody hides on the middle tile.
    Middle(Cell),
    /// Somebody has not hidden, and the dealer has not drawn a place for them.
    StillMissing(Vec<CastId>),
    NotBegun,
    AlreadyBegun,
    /// After this question the other one is open.
    OtherQuestion {
        open: [Choice; 2],
    },
    ChoicesOver,
    /// This seat moves along the other axis.
    OtherAxis {
        open: [Step; 2],
    },
    RedTile(Cell),
}

impl From<Refusal> for AnyRefusal {
    fn from(refusal: Refusal) -> Self {
        AnyRefusal::Gridlock(refusal)
    }
}

impl Tile {
    fn letter(self) -> char {
        match self {
            Tile::White => 'w',
            Tile::Yellow => 'y',
            Tile::Red => 'r',
        }
    }
}

impl Gridlock {
    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.options.size) + usize::from(cell.column)
    }

    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[self.index(cell)]
    }

    fn set_tile(&mut self, cell: Cell, tile: Tile) {
        let index = self.index(cell);
        self.tiles[index] = tile;
    }

    pub(super) fn missing(&self) -> Vec<CastId> {
        self.cast
            .safe_players()
            .filter(|id| !self.hidden.contains_key(id))
            .collect()
    }

    fn safe_count(&self) -> u32 {
        self.cast.safe_players().count() as u32
    }

    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choosing(seat) => seat,
            Phase::Moving(seat) => Some(seat),
            Phase::Hiding | Phase::Over => None,
        }
    }

    fn steps(&self, seat: Seat) -> [Step; 2] {
        if self.horizontal == Some(seat) {
            [Step::Left, Step::Right]
        } else {
            [Step::Up, Step::Down]
        }
    }

    fn legal_steps(&self, seat: Seat) -> Vec<Step> {
        let open = |step: &Step| self.tile(step.from(self.guard, self.options.size)) != Tile::Red;
        self.steps(seat).into_iter().filter(open).collect()
    }

    /// The choices open to the seat that chooses now.
    fn choices(&self) -> Vec<Choice> {
        match (self.first, self.horizontal) {
            (None, None) => Choice::ALL.to_vec(),
            (Some(_), None) => vec![Choice::Horizontal, Choice::Vertical],
            (None, Some(_)) => vec![Choice::First, Choice::Second],
            (Some(_), Some(_)) => Vec::new(),
        }
    }

    fn hiding_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let size = self.options.size;
        let cells =
            (0..size).flat_map(move |row| (0..size).map(move |column| Cell::new(column, row)));
        cells.filter(|cell| *cell != self.options.middle())
    }

    fn hide(
        &mut self,
        by: Author,
        whose: Party,
        cell: Cell,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let size = self.options.size;
        let Party::Cast(id) = whose else {
            return Err(Refusal::NotSafe.into());
        };
        if !self.cast.is_safe(id) {
            return Err(Refusal::NotSafe.into());
        }
        if self.phase != Phase::Hiding {
            return Err(Refusal::HidingOver.into());
        }
        if cell.column >= size || cell.row >= size {
            return Err(Refusal::OffGrid { size }.into());
        }
        if cell == self.options.middle() {
            return Err(Refusal::Middle(cell).into());
        }
        self.dealt.retain(|dealt| *dealt != id);
        if by == Author::Dealer {
            self.dealt.push(id);
        }
        if self.hidden.insert(id, cell).is_some() {
            // That somebody changed their mind is nobody's business.
            return Ok(Vec::new());
        }
        let count = self.hidden.len() as u32;
        let of = self.safe_count();
        Ok(vec![Happening::Sealed { count, of }.into()])
    }

    fn begin(&mut self, whose: Party) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if whose != Party::Host {
            return Err(AnyRefusal::HostOnly);
        }
        if self.phase != Phase::Hiding {
            return Err(Refusal::AlreadyBegun.into());
        }
        let missing = self.missing();
        if self.options.missing == Missing::Random && !missing.is_empty() {
            return Err(Refusal::StillMissing(missing).into());
        }
        self.missed = missing;
        self.missed.extend(&self.dealt);
        self.missed.sort();
        self.ask(Phase::Choosing(Some(Seat::Dmo)));
        let hidden = self.hidden.len() as u32;
        let of = self.safe_count();
        Ok(vec![Happening::Begun { hidden, of }.into()])
    }

    fn choose(&mut self, whose: Party, choice: Choice) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.waited_seat(whose)?;
        if matches!(self.phase, Phase::Moving(_)) {
            return Err(Refusal::ChoicesOver.into());
        }
        let open = self.choices();
        if !open.contains(&choice) {
            // Only the second chooser can be here, with two choices open.
            return Err(Refusal::OtherQuestion {
                open: [open[0], open[1]],
            }
            .into());
        }
        match choice {
            Choice::First => self.first = Some(seat),
            Choice::Second => self.first = Some(seat.other()),
            Choice::Horizontal => self.horizontal = Some(seat),
            Choice::Vertical => self.horizontal = Some(seat.other()),
        }
        let next = match (self.first, self.horizontal) {
            (Some(_), Some(_)) if self.options.start_tile == StartTile::Random => {
                Phase::Choosing(None)
            }
            (Some(first), Some(_)) => Phase::Moving(first),
            _ => Phase::Choosing(Some(Seat::Ec)),
        };
        self.ask(next);
        Ok(vec![Happening::Chosen { seat, choice }.into()])
    }

    fn step(&mut self, whose: Party, step: Step) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.waited_seat(whose)?;
        if matches!(self.phase, Phase::Choosing(_)) {
            return Err(Refusal::NotBegun.into());
        }
        let open = self.steps(seat);
        if !open.contains(&step) {
            return Err(Refusal::OtherAxis { open }.into());
        }
        let to = step.from(self.guard, self.options.size);
        let found = match self.tile(to) {
            Tile::Red => return Err(Refusal::RedTile(to).into()),
            Tile::Yellow => {
                self.set_tile(to, Tile::Red);
                None
            }
            Tile::White => {
                self.set_tile(to, Tile::Yellow);
                self.find(seat, to)
            }
        };
        self.last = Some((self.guard, to));
        self.guard = to;
        let tile = self.tile(to);
        let mut happenings: Vec<AnyHappening> = vec![
            Happening::Moved {
                seat,
                step,
                to,
                tile,
                found,
            }
            .into(),
        ];
        let next = seat.other();
        if self.score[seat] >= self.options.target {
            happenings.push(Happening::TargetReached { seat }.into());
            self.conclude(Outcome::won(seat, Reason::Points));
        } else if self.legal_steps(next).is_empty() {
            happenings.push(Happening::Gridlocked { seat: next }.into());
            self.conclude(Outcome::won(seat, Reason::Gridlocked));
        } else {
            self.ask(Phase::Moving(next));
        }
        Ok(happenings)
    }

    fn find(&mut self, by: Seat, cell: Cell) -> Option<Find> {
        let here = self.hidden.iter().filter(|(_, at)| **at == cell);
        let who: Vec<CastId> = here.map(|(id, _)| *id).collect();
        if who.is_empty() {
            return None;
        }
        let count = who.len() as u32;
        self.score[by] += count;
        let who = (self.options.reveal == Reveal::Names).then_some(who);
        let find = Find {
            cell,
            by,
            count,
            who,
        };
        self.finds.push(find.clone());
        Some(find)
    }

    fn waited_seat(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        if self.phase == Phase::Hiding {
            return Err(Refusal::NotBegun.into());
        }
        match (whose, self.to_act()) {
            (Party::Seat(seat), Some(waited)) if seat == waited => Ok(seat),
            (_, waited) => Err(AnyRefusal::NotWaitedFor {
                waiting: waited.map(Party::Seat).into_iter().collect(),
            }),
        }
    }

    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompt += 1;
    }
}

impl Game for Gridlock {
    type Options = Options;
    type Action = Action;
    type View = View;

    const TIMES: &'static [Time] = &[
        Time {
            key: "base_hide_s",
            default_s: 24 * 60 * 60,
        },
        Time {
            key: "base_choose_s",
            default_s: 60,
        },
        Time {
            key: "base_move_s",
            default_s: 60,
        },
        Time {
            key: "reserve_s",
            default_s: 300,
        },
    ];

    const OPTIONS: &'static [OptionKey] = &[
        OptionKey::usual("size", "5"),
        OptionKey::open("target"),
        OptionKey::usual("start_tile", "\"white\""),
        OptionKey::usual("missing", "\"absent\""),
        OptionKey::usual("reveal", "\"names\""),
        OptionKey::usual("on_timeout", "\"random\""),
    ];

    fn well_formed(given: &GivenOptions) -> bool {
        Options::well_formed(given)
    }

    fn read_options(given: &GivenOptions, cast: &Cast) -> Result<Options, SetupRefusal> {
        Options::read(given, cast)
    }

    fn vary_options(cast: &Cast, dice: &mut Dice) -> GivenOptions {
        let mut given = GivenOptions::new();
        let mut vary = |dice: &mut Dice, key: &str, values: &[Value]| {
            // Left out now and then, so that the defaults are played too.
            let left_out = dice.one_in(3);
            if let Some(value) = dice.pick(values).filter(|_| !left_out) {
                given.insert(key.to_owned(), value.clone());
            }
        };
        vary(dice, "size", &[3, 5, 5, 7, 9].map(Value::from));
        vary(
            dice,
            "start_tile",
            &["white", "yellow", "random"].map(Value::from),
        );
        vary(dice, "missing", &["absent", "random"].map(Value::from));
        vary(dice, "reveal", &["names", "count"].map(Value::from));
        vary(dice, "on_timeout", &["random", "forfeit"].map(Value::from));
        let most = cast.safe_players().count() as u32 + 1;
        let target = dice.between(1, most.max(2));
        vary(dice, "target", &[Value::from(target)]);
        given
    }

    fn open(options: Options, cast: Arc<Cast>) -> Result<Gridlock, SetupRefusal> {
        let middle = options.middle();
        let size = usize::from(options.size);
        let mut game = Gridlock {
            cast,
            phase: Phase::Hiding,
            guard: middle,
            tiles: vec![Tile::White; size * size],
            hidden: BTreeMap::new(),
            dealt: Vec::new(),
            missed: Vec::new(),
            first: None,
            horizontal: None,
            score: BySeat::default(),
            last: None,
            finds: Vec::new(),
            outcome: None,
            prompt: 1,
            options,
        };
        if game.options.start_tile == StartTile::Yellow {
            game.set_tile(middle, Tile::Yellow);
        }
        Ok(game)
    }

    fn cast(&self) -> &Arc<Cast> {
        &self.cast
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn prompts(&self) -> Vec<Prompt> {
        let prompt = |who, ask, base, control| Prompt {
            id: self.prompt,
            who,
            ask,
            answered: false,
            live: true,
            base: Some(base),
            reserve: true,
            overtime_s: None,
            control,
        };
        match self.phase {
            Phase::Hiding => {
                let size = self.options.size;
                let cell = Control::Cell {
                    columns: size,
                    rows: size,
                };
                let mut prompts: Vec<Prompt> = self
                    .cast
                    .safe_players()
                    .map(|id| Prompt {
                        answered: self.hidden.contains_key(&id),
                        live: false,
                        reserve: false,
                        ..prompt(Party::Cast(id), "hide", "base_hide_s", cell.clone())
                    })
                    .collect();
                prompts.push(Prompt {
                    live: false,
                    base: None,
                    reserve: false,
                    ..prompt(Party::Host, "begin", "", Control::Buttons)
                });
                prompts
            }
            Phase::Choosing(Some(seat)) => {
                vec![prompt(
                    Party::Seat(seat),
                    "choose",
                    "base_choose_s",
                    Control::Buttons,
                )]
            }
            Phase::Choosing(None) => vec![Prompt {
                base: None,
                reserve: false,
                ..prompt(Party::Dealer, "start", "", Control::Buttons)
            }],
            Phase::Moving(seat) => {
                vec![prompt(
                    Party::Seat(seat),
                    "move",
                    "base_move_s",
                    Control::Buttons,
                )]
            }
            Phase::Over => Vec::new(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
    }

    fn read(&self, text: &str) -> Result<Action, AnyRefusal> {
        notation::read(text)
    }

    fn write(&self, action: &Action) -> String {
        action.to_string()
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
            Action::Start(tile) => {
                if by != Author::Dealer {
                    return Err(AnyRefusal::NotByChance);
                }
                self.set_tile(self.options.middle(), tile);
                // The dealer may draw only when both choices are made, so that the first is known.
                self.ask(Phase::Moving(self.first.unwrap_or(Seat::Dmo)));
                Ok(vec![Happening::StartDrawn { tile }.into()])
            }
            Action::Move(step) => self.step(whose, step),
        }
    }

    fn dealer_may(&self, whose: Party, action: &Action) -> bool {
        match (action, whose) {
            (Action::Hide(_), Party::Cast(id)) => {
                self.options.missing == Missing::Random && !self.hidden.contains_key(&id)
            }
            (Action::Start(_), Party::Dealer) => self.phase == Phase::Choosing(None),
            _ => false,
        }
    }

    fn deal_before(&self, action: &Action, dice: &mut Dice) -> Vec<(Party, Action)> {
        if *action != Action::Begin
            || self.phase != Phase::Hiding
            || self.options.missing != Missing::Random
        {
            return Vec::new();
        }
        let missing = self.missing().into_iter().map(Party::Cast);
        missing
            .filter_map(|whose| Some((whose, self.sample(whose, dice)?)))
            .collect()
    }

    fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer> {
        let offer = |action: Action| {
            let act = action.to_string();
            let label = match action {
                Action::Hide(cell) => cell.to_string(),
                _ => act.strip_prefix("choose ").unwrap_or(&act).to_owned(),
            };
            Offer { act, label }
        };
        let prefix = prefix.to_ascii_lowercase();
        self.legal(whose)
            .into_iter()
            .map(offer)
            .filter(|offer| offer.act.to_ascii_lowercase().starts_with(&prefix))
            .collect()
    }

    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        dice.pick(&self.legal(whose)).copied()
    }

    fn timeout_forfeits(&self, _seat: Seat) -> bool {
        self.options.on_timeout == OnTimeout::Forfeit
    }

    fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<Action> {
        self.sample(Party::Seat(seat), dice).into_iter().collect()
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    fn state(&self) -> Value {
        let size = usize::from(self.options.size);
        let row = |row: &[Tile]| row.iter().map(|tile| tile.letter()).collect::<String>();
        let hidden = self.hidden.iter();
        let hidden: BTreeMap<&str, String> = hidden
            .map(|(id, cell)| (self.cast.name(*id), cell.to_string()))
            .collect();
        json!({
            "phase": match self.phase {
                Phase::Hiding => "hiding",
                Phase::Choosing(_) => "choosing",
                Phase::Moving(_) => "moving",
                Phase::Over => "over",
            },
            "to_act": self.to_act().into_iter().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "size": self.options.size,
            "guard": self.guard.to_string(),
            "tiles": self.tiles.chunks(size).map(row).collect::<Vec<String>>(),
            "hidden": hidden,
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
    fn legal(&self, whose: Party) -> Vec<Action> {
        match (self.phase, whose) {
            (Phase::Hiding, Party::Cast(id)) if self.cast.is_safe(id) => {
                self.hiding_cells().map(Action::Hide).collect()
            }
            (Phase::Hiding, Party::Host) => vec![Action::Begin],
            (Phase::Choosing(Some(seat)), Party::Seat(asked)) if seat == asked => {
                self.choices().into_iter().map(Action::Choose).collect()
            }
            (Phase::Choosing(None), Party::Dealer) => {
                vec![Action::Start(Tile::White), Action::Start(Tile::Yellow)]
            }
            (Phase::Moving(seat), Party::Seat(asked)) if seat == asked => self
                .legal_steps(seat)
                .into_iter()
                .map(Action::Move)
                .collect(),
            _ => Vec::new(),
        }
    }
}
