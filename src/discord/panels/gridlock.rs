//! Gridlock: the tile on which somebody hides is shown among the others.

use serenity::all::CreateActionRow;

use super::Wanted;
use crate::discord::controls;
use crate::games::Party;
use crate::games::gridlock::View;

pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    let own = match wanted.whose {
        Party::Cast(id) => view.hidden.get(&id).copied(),
        _ => None,
    };
    controls::rows(wanted, own)
}
