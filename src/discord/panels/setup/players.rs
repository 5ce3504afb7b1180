//! The set-up panel's page of the two players, with a menu of the server's members for each seat.

use super::{SetupDraft, companions};
use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField};
use crate::store::{AccountId, DraftId};
use crate::words;
use games::Seat;
use games::screen::{Button, Choices, Menu};

/// Gives a seat to another player, whose companions are forgotten. A player who takes the other's
/// seat swaps with them.
pub fn set(draft: &mut SetupDraft, seat: Seat, account: AccountId) {
    let [taken, other] = match seat {
        Seat::Dmo => [draft.dmo, draft.ec],
        Seat::Ec => [draft.ec, draft.dmo],
    };
    if account == other {
        swap(draft);
    } else if account != taken {
        companions::forget(draft, seat);
        match seat {
            Seat::Dmo => draft.dmo = account,
            Seat::Ec => draft.ec = account,
        }
    }
}

/// The DMO becomes the EC, and the other way round.
pub fn swap(draft: &mut SetupDraft) {
    std::mem::swap(&mut draft.dmo, &mut draft.ec);
    companions::swap(draft);
}

/// The page. `problem`: why these two cannot play, in words.
pub fn panel(id: DraftId, draft: &SetupDraft, problem: Option<String>) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    // A menu with a chosen user would not show its label, so nobody is selected. The text above
    // names the two.
    let menu = |seat: Seat| {
        let people = Choices::People(Vec::new());
        Menu::of(
            press(SetupField::Player(seat)),
            words::setup::choose_player(seat),
            people,
        )
    };
    let back = Button::success(press(SetupField::Back), words::setup::BACK_BUTTON);
    note(words::setup::seats(draft.dmo, draft.ec))
        .buttons([back])
        .menus(Seat::BOTH.map(menu))
        .with_problem(problem.as_deref())
}
