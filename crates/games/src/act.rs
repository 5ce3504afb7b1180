//! Taking an action in any game: who may make it, and the acts that all games share (rulebook,
//! "Records": `resign`, `forfeit`, `void`, `settle`).

use super::{
    Author, Cast, CastId, Game, GameAction, Happening, MatchOf, Outcome, Party, Reason, Refusal,
    Seat,
    notation::{self, Token},
};

/// An action that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedAct {
    /// The action in the rulebook's notation.
    pub act: String,
    /// What everybody learns, in order.
    pub happenings: Vec<Happening>,
    /// What single people are told in private.
    pub told: Vec<(CastId, String)>,
}

/// Takes an action in notation. `whose` is the record's `for`; None without one.
///
/// # Errors
/// Why it is not legal; nothing has changed then.
pub fn act<State, Options>(
    game: &mut MatchOf<State, Options>,
    by: Author,
    whose: Option<Party>,
    text: &str,
) -> Result<AppliedAct, Refusal>
where
    MatchOf<State, Options>: Game,
{
    let common = CommonAct::read(text);
    let settles_tie = matches!(common, Some(CommonAct::Settle(_)))
        && game.outcome.is_some_and(|outcome| outcome.is_tie());
    if game.outcome.is_some() && !settles_tie {
        return Err(match common {
            Some(CommonAct::Settle(_)) => Refusal::NothingToSettle,
            _ => Refusal::Over,
        });
    }
    let decider = decider(by, whose)?;
    let ends_for_seat = matches!(common, Some(CommonAct::Resign | CommonAct::Settle(_)));
    let of_seat = matches!(decider, Party::Seat(_)) || ends_for_seat;
    if of_seat && game.cast.seats().is_none() {
        return Err(Refusal::NoSeats);
    }
    let asked = game.prompts().find(|prompt| prompt.who == decider);
    let is_seat = matches!(decider, Party::Seat(_));
    let waited = asked.as_ref().filter(|prompt| is_seat && !prompt.answered);
    if by == Author::Clock && waited.is_none() {
        return Err(not_waited_for(game));
    }
    let forfeits = waited.is_some_and(|prompt| prompt.forfeits);
    if let Some(common) = common {
        let (outcome, happening) = common.means(by, decider, forfeits)?;
        let mut happenings = game.conclude(outcome);
        happenings.push(happening);
        let act = common.write();
        return Ok(AppliedAct {
            act,
            happenings,
            told: Vec::new(),
        });
    }
    let action = game
        .read(text, &game.cast)
        .map_err(|refusal| match (by, refusal) {
            // People who have nothing to decide are told that first, even about an unreadable text.
            (Author::Seat(_) | Author::Cast(_), _) if asked.is_none() => not_waited_for(game),
            (_, Refusal::Unreadable { forms }) => game
                .forms()
                .map_or(Refusal::Unreadable { forms }, Refusal::unreadable),
            (_, refusal) => refusal,
        })?;
    match (by, decider) {
        (Author::Clock, _) if forfeits => return Err(Refusal::NotByChance),
        (Author::Dealer, _) if !asked.is_some_and(|prompt| prompt.is_dealt) => {
            return Err(Refusal::NotByChance);
        }
        _ => {}
    }
    let happenings = game.apply(by, decider, &action)?;
    let act = action.write(&game.cast);
    let told = action.tells(&game.cast);
    Ok(AppliedAct {
        act,
        happenings,
        told,
    })
}

/// Whether a text is one of the acts that every game has (`resign`, `forfeit`, `void`, `settle`).
/// No prompt asks for them and no clock judges them.
pub fn is_common(text: &str) -> bool {
    CommonAct::read(text).is_some()
}

/// Says one of these acts to the person who did it. None for other acts.
pub fn done(act: &str, cast: &Cast) -> Option<String> {
    let said = match CommonAct::read(act)? {
        CommonAct::Resign => "you resigned".to_owned(),
        CommonAct::Forfeit => "the match is forfeited".to_owned(),
        CommonAct::Void => "the match is void".to_owned(),
        CommonAct::Settle(seat) => format!("{} wins", cast.seat_name(seat)),
    };
    Some(said)
}

/// The acts that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommonAct {
    Resign,
    Forfeit,
    Void,
    Settle(Seat),
}

impl CommonAct {
    const ALL: [CommonAct; 5] = [
        CommonAct::Resign,
        CommonAct::Forfeit,
        CommonAct::Void,
        CommonAct::Settle(Seat::Dmo),
        CommonAct::Settle(Seat::Ec),
    ];

    fn read(text: &str) -> Option<CommonAct> {
        let tokens = notation::tokens(text)?;
        let words: Option<Vec<&str>> = tokens.iter().map(Token::bare).collect();
        let text = words?.join(" ");
        let is_it = |act: &CommonAct| act.write().eq_ignore_ascii_case(&text);
        CommonAct::ALL.into_iter().find(is_it)
    }

    fn write(self) -> String {
        match self {
            CommonAct::Resign => "resign".to_owned(),
            CommonAct::Forfeit => "forfeit".to_owned(),
            CommonAct::Void => "void".to_owned(),
            CommonAct::Settle(seat) => format!("settle {seat}"),
        }
    }

    /// How it ends the match. `forfeits`: whether a timeout of the decider does.
    fn means(
        self,
        by: Author,
        decider: Party,
        forfeits: bool,
    ) -> Result<(Outcome, Happening), Refusal> {
        Ok(match self {
            CommonAct::Resign => match by {
                Author::Seat(seat) => (
                    Outcome::won(seat.other(), Reason::RESIGN),
                    Happening::Resigned { seat },
                ),
                Author::Host => return Err(Refusal::NotForOthers),
                _ => return Err(Refusal::SeatOnly),
            },
            CommonAct::Forfeit => match (by, decider) {
                (Author::Host, Party::Seat(seat)) => (
                    Outcome::won(seat.other(), Reason::FORFEIT),
                    Happening::Forfeited { seat, late: false },
                ),
                (Author::Clock, Party::Seat(seat)) if forfeits => (
                    Outcome::won(seat.other(), Reason::FORFEIT),
                    Happening::Forfeited { seat, late: true },
                ),
                (Author::Clock | Author::Dealer, _) => return Err(Refusal::NotByChance),
                (Author::Host, _) => return Err(Refusal::WhoseMissing),
                _ => return Err(Refusal::HostOnly),
            },
            CommonAct::Void => {
                host_alone(by, decider)?;
                (Outcome::nobody(Reason::VOID), Happening::Voided)
            }
            CommonAct::Settle(seat) => {
                host_alone(by, decider)?;
                (
                    Outcome::won(seat, Reason::SETTLED),
                    Happening::Settled { seat },
                )
            }
        })
    }
}

fn host_alone(by: Author, decider: Party) -> Result<(), Refusal> {
    match (by, decider) {
        (Author::Host, Party::Host) => Ok(()),
        (Author::Host, _) => Err(Refusal::NotForOthers),
        _ => Err(Refusal::HostOnly),
    }
}

/// Whose decision an entry is. Only the host, the clock and the dealer have a `for`, and the clock
/// always has one.
fn decider(by: Author, whose: Option<Party>) -> Result<Party, Refusal> {
    match (by, whose) {
        (Author::Host | Author::Dealer | Author::Clock, Some(party)) => Ok(party),
        (Author::Seat(_) | Author::Cast(_), Some(_)) => Err(Refusal::NotForOthers),
        (_, None) => by.own_party().ok_or(Refusal::WhoseMissing),
    }
}

/// Only names live prompts: before the match nobody is told who has not chosen yet.
fn not_waited_for<G: Game>(game: &G) -> Refusal {
    let open = game
        .prompts()
        .filter(|prompt| prompt.live && !prompt.answered);
    Refusal::NotWaitedFor {
        waiting: open.map(|prompt| prompt.who).collect(),
    }
}
