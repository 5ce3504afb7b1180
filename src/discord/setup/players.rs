//! The two players in the set-up panel: a page of its own, with a menu of the server's members for each seat.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, UserId};

use super::{SetupDraft, entourages};
use crate::discord::buttons::button;
use crate::discord::panel::Panel;
use crate::discord::press::{Press, SetupField};
use crate::discord::text;
use crate::games::Seat;
use crate::store::DraftId;
use crate::words;

/// Gives a seat to another player, and says whether that changed anything. An entourage goes with its player; who takes the other's seat swaps with them.
pub fn set(draft: &mut SetupDraft, seat: Seat, account: u64) -> bool {
    let [taken, other] = match seat {
        Seat::Dmo => [draft.dmo, draft.ec],
        Seat::Ec => [draft.ec, draft.dmo],
    };
    if account == other {
        swap(draft);
    } else if account != taken {
        entourages::forget(draft, seat);
        match seat {
            Seat::Dmo => draft.dmo = account,
            Seat::Ec => draft.ec = account,
        }
    }
    account != taken
}

/// The DMO becomes the EC, and the other way round.
pub fn swap(draft: &mut SetupDraft) {
    std::mem::swap(&mut draft.dmo, &mut draft.ec);
    entourages::swap(draft);
    if let Some(typed) = &mut draft.typed {
        typed.swap();
    }
}

/// The page. `problem`: why these two cannot play, in words.
pub fn panel(id: DraftId, draft: &SetupDraft, problem: Option<String>) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let menu = |(seat, account): (Seat, u64)| {
        let players = CreateSelectMenuKind::User {
            default_users: Some(vec![UserId::new(account)]),
        };
        let menu = CreateSelectMenu::new(press(SetupField::Player(seat)).to_string(), players);
        CreateActionRow::SelectMenu(menu.placeholder(words::choose_player(seat)))
    };
    let problem = problem.as_deref().map_or(String::new(), words::problem);
    let back = button(
        press(SetupField::Back),
        words::back_button(),
        ButtonStyle::Success,
    );
    Panel {
        content: text::cut(&(problem + &words::seats(draft.dmo, draft.ec)), 2000),
        picture: None,
        rows: vec![
            menu((Seat::Dmo, draft.dmo)),
            menu((Seat::Ec, draft.ec)),
            CreateActionRow::Buttons(vec![back]),
        ],
    }
}
