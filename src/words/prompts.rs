//! The lines of a match's prompts: who is asked what and until when, who has answered, and what being late has cost.

use crate::games::{Cast, Party, Seat, View};
use crate::referee::Asked;

/// How an account is called; `instead_of`: whose place it is, where it acts for somebody else.
pub fn called(account: u64, instead_of: Option<&str>) -> String {
    match instead_of {
        Some(name) => format!("<@{account}> (for {name})"),
        None => format!("<@{account}>"),
    }
}

/// The line of a live prompt that asks a seat.
pub fn asked(asked: &Asked, view: &View, mention: &str, cast: &Cast, now_ms: u64) -> String {
    let ask = super::ask(view, Party::Seat(asked.seat), &asked.ask);
    let time = match asked.overtime_s.filter(|_| asked.late) {
        Some(every) => format!("⏱️ all time is used up: every {every} seconds costs a chip"),
        None => {
            super::base_and_reserve(now_ms + asked.base_ms, asked.reserve_ms)
                + &super::then_overtime(asked.overtime_s)
        }
    };
    let who = if mention.is_empty() {
        format!("**{}**", cast.seat_name(asked.seat))
    } else {
        mention.to_owned()
    };
    format!("{who}: {ask}\n{time}\n")
}

/// What a seat is asked as soon as a paused match goes on, and how much time it has then.
pub fn asked_later(asked: &Asked, view: &View, cast: &Cast) -> String {
    let ask = super::ask(view, Party::Seat(asked.seat), &asked.ask);
    let time = match asked.late {
        true => "no time left".to_owned(),
        false => super::when_it_goes_on(asked.base_ms, asked.reserve_ms),
    };
    let time = time + &super::then_overtime(asked.overtime_s);
    format!(
        "When the match goes on, **{}** has {time}: {ask}\n",
        cast.seat_name(asked.seat)
    )
}

/// The line of a live prompt for a seat that has answered, while the other is still waited for.
pub fn answered(seat: Seat, view: &View, cast: &Cast) -> String {
    let did = match view {
        View::Crossfire(_) => "has bid",
        View::Roundabout(_) | View::Gridlock(_) | View::ShortCircuit(_) => "has chosen",
        View::Invitational(_) => "has ordered",
    };
    format!("✅ **{}** {did}.\n", cast.seat_name(seat))
}

/// What being late has cost a seat since the open prompt was asked; empty where it has cost nothing.
pub fn overtime(seat: Seat, view: &View, cast: &Cast) -> String {
    match view {
        View::Crossfire(view) => super::crossfire::overtime(view, seat, cast),
        View::Roundabout(_) | View::Gridlock(_) | View::ShortCircuit(_) | View::Invitational(_) => {
            String::new()
        }
    }
}
