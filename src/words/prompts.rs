//! The lines of a match's prompts: questions and deadlines, answers, and the cost of lateness.

use super::pauses::time_after_pause;
use crate::referee::{Line, PromptedSeat};
use crate::store::AccountId;
use games::english::{late, late_so_far};
use games::{Cast, Happening, LatenessCost, Party, Seat, View, WallMs};
use matches::BaseAndReserve;

/// Mentions an account. `instead_of`: the person for whom it acts, if that is somebody else.
pub fn called(account: AccountId, instead_of: Option<&str>) -> String {
    match instead_of {
        Some(name) => format!("<@{account}> (for {name})"),
        None => format!("<@{account}>"),
    }
}

/// The times of a prompt's post: when it was made, when it is written now, and the seats whose time
/// a newer post counts down.
pub struct Times<'a> {
    pub from_ms: WallMs,
    pub now_ms: WallMs,
    pub called: &'a [Seat],
}

/// The lines of a live prompt that ask the seats, each with its mention. What is the same for both
/// is said once. They come after `lines`. `computer`: the seat that needs no question.
pub fn asked(
    asks: &[(PromptedSeat, String)],
    lines: &[Line],
    view: &View,
    cast: &Cast,
    times: &Times,
    computer: Option<Seat>,
) -> String {
    let said = asks.iter().map(|(asked, mention)| {
        let who = if mention.is_empty() {
            format!("**{}**", cast.seat_name(asked.seat))
        } else {
            mention.clone()
        };
        let ask = if computer == Some(asked.seat) {
            "thinking…".to_owned()
        } else {
            ask(asked, lines, view, cast)
        };
        (who, ask, time(asked, view, times))
    });
    let said: Vec<(String, String, String)> = said.collect();
    if let ([(one, _), (other, _)], [(who, ask, time), (and, another, until)]) =
        (asks, said.as_slice())
    {
        let joint = if time == until {
            Some(time.clone())
        } else {
            time_of_both([one, other], view, cast, times)
        };
        if let Some(time) = joint {
            return if ask == another {
                format!("{who} and {and}: {ask}\n{time}\n")
            } else {
                format!("{who}: {ask}\n{and}: {another}\n{time}\n")
            };
        }
    }
    let each = said.iter();
    each.map(|(who, ask, time)| format!("{who}: {ask}\n{time}\n"))
        .collect()
}

/// A seat's question, after these lines.
fn ask(asked: &PromptedSeat, lines: &[Line], view: &View, cast: &Cast) -> String {
    let told = lines.iter().filter_map(|line| match line {
        Line::Happened(happened) => Some(happened),
        _ => None,
    });
    let told: Vec<&Happening> = told.collect();
    view.ask_publicly(Party::Seat(asked.seat), &asked.ask, &told, cast)
}

/// Until when a seat has time.
fn time(asked: &PromptedSeat, view: &View, times: &Times) -> String {
    let price = super::clocks::price_of(view.id());
    match asked.overtime_s.filter(|_| asked.late) {
        Some(every) => format!("⏱️ out of time: {}", super::clocks::overtime(every, price)),
        None => {
            let overtime = asked.overtime_s.filter(|_| is_news(asked.seat, view));
            let counts = !times.called.contains(&asked.seat);
            let base_up_ms = times.from_ms + asked.base_ms;
            super::clocks::time_until(base_up_ms, asked.reserve_ms, times.now_ms, counts)
                + &super::clocks::then_overtime(overtime, price)
                + loses_when_out_of_time(asked, view)
        }
    }
}

/// The time of two seats with the same base time, in one line; None if it differs or is used up.
fn time_of_both(
    asks: [&PromptedSeat; 2],
    view: &View,
    cast: &Cast,
    times: &Times,
) -> Option<String> {
    let [one, other] = asks;
    let is_late = |asked: &&PromptedSeat| asked.late && asked.overtime_s.is_some();
    let base_up_ms = times.from_ms + one.base_ms;
    // As soon as one of them uses the reserve, each has their own line.
    if base_up_ms <= times.now_ms || !times.called.is_empty() {
        return None;
    }
    if one.base_ms != other.base_ms
        || one.overtime_s != other.overtime_s
        || asks.iter().any(is_late)
    {
        return None;
    }
    let reserves = asks.map(|asked| (cast.seat_name(asked.seat), asked.reserve_ms));
    let overtime = one.overtime_s.filter(|_| is_news(one.seat, view));
    let overtime = super::clocks::then_overtime(overtime, super::clocks::price_of(view.id()));
    let time = super::clocks::base_and_reserves(base_up_ms, reserves, times.now_ms);
    Some(time + &overtime + loses_when_out_of_time(one, view))
}

/// Says that the match is lost when all time is used up, if that is so.
fn loses_when_out_of_time(asked: &PromptedSeat, view: &View) -> &'static str {
    if asked.loses || view.id().catalogue().loses_if_late == Some(&*asked.ask) {
        ". If that runs out, you lose."
    } else {
        ""
    }
}

/// Whether the cost of lateness must still be told before somebody's reserve runs.
fn is_news(seat: Seat, view: &View) -> bool {
    view.lateness(seat).is_none_or(|lateness| lateness.is_news)
}

/// What a seat is asked when a paused match resumes, and how much time it has then.
pub fn asked_later(asked: &PromptedSeat, view: &View, cast: &Cast) -> String {
    let ask = view.ask(Party::Seat(asked.seat), &asked.ask, cast);
    let left = BaseAndReserve {
        base_ms: asked.base_ms,
        reserve_ms: asked.reserve_ms,
    };
    let time = time_after_pause(
        asked.seat,
        left,
        asked.overtime_s,
        asked.late,
        super::clocks::price_of(view.id()),
        cast,
    );
    format!("{time}: {ask}\n")
}

/// The line of a live prompt for a seat that has answered, while the other has not.
pub fn answered(seat: Seat, view: &View, cast: &Cast) -> String {
    let did = view.id().catalogue().answered;
    format!("✅ **{}** {did}.\n", cast.seat_name(seat))
}

/// What lateness has cost a seat since the open prompt was asked, as a line; empty if nothing.
/// `is_open`: whether that prompt still asks.
pub fn cost_of_lateness(seat: Seat, is_open: bool, view: &View, cast: &Cast) -> String {
    match view.lateness(seat) {
        Some(LatenessCost { lost, left, .. }) if lost > 0 => {
            let say = if is_open { late_so_far } else { late };
            say(
                cast.seat_name(seat),
                lost,
                left,
                super::clocks::price_of(view.id()),
            ) + "\n"
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use games::{AnyGame, Audience, Author, Control, GameId};

    fn played(entries: &[(Seat, &str)]) -> AnyGame {
        let game = GameId::read("crossfire").unwrap();
        let mut game = game.open(&Default::default(), &cast().into()).unwrap();
        for (seat, act) in entries {
            game.act(Author::Seat(*seat), None, act).unwrap();
        }
        game
    }

    #[test]
    fn a_question_to_both_players_is_said_once() {
        let second = [
            (Seat::Dmo, "bid 0"),
            (Seat::Ec, "bid 0"),
            (Seat::Dmo, "spawn B1"),
        ];
        let first = &second[..0];
        // How often the text says the question, the time limit and the price of lateness. Players
        // with different reserves both appear after the base time.
        for (entries, reserves, expected) in [
            (first, [300, 300], [1, 1, 1]),
            (first, [300, 200], [1, 1, 1]),
            (&second, [300, 300], [2, 1, 0]),
            (&second, [300, 200], [2, 1, 0]),
        ] {
            let game = played(entries);
            let asks = Seat::BOTH.into_iter().zip(reserves);
            let asks: Vec<(PromptedSeat, String)> = asks
                .map(|(seat, reserve_s)| {
                    let asked = PromptedSeat {
                        seat,
                        ask: "bid".to_owned(),
                        control: Control::Buttons,
                        offers: Vec::new(),
                        base_ms: 60_000,
                        reserve_ms: reserve_s * 1000,
                        overtime_s: Some(10),
                        late: false,
                        loses: false,
                    };
                    (asked, String::new())
                })
                .collect();
            let view = game.view(Audience::Public);
            let now_ms = 1_795_341_561_000;
            let times = Times {
                from_ms: WallMs(now_ms),
                now_ms: WallMs(now_ms),
                called: &[],
            };
            let said = asked(&asks, &[], &view, game.cast(), &times, None);
            let counted =
                ["bid in secret", "⏱️", "costs a chip"].map(|of| said.matches(of).count());
            assert_eq!(counted, expected, "{said}");
            // A computer needs no question.
            let said_to_one = asked(&asks, &[], &view, game.cast(), &times, Some(Seat::Ec));
            let asked_of = ["bid in secret", "**Mika**: thinking…"];
            let counted = asked_of.map(|of| said_to_one.matches(of).count());
            assert_eq!(counted, [1, 1], "{said_to_one}");
            let names = ["**Teo**", "**Mika**"].map(|name| said.matches(name).count());
            assert_eq!(names, [1, 1], "{said}");
        }
    }
}
