//! What a game offers the host of its match, as buttons in private messages to the host.

use super::acting::typed_act;
use crate::discord::answer::Responder;
use crate::discord::message::note;
use crate::discord::press::{BeginStep, Press};
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Fault, text};
use crate::referee::{Act, Snapshot, Viewer};
use crate::store::MatchId;
use crate::words;
use games::screen::{Button, Form};
use games::{Cast, HostAct, Party, View};
use matches::Stage;

/// The buttons for a match as it stands: while a round is open, the one that closes it is first.
pub fn all_buttons(snapshot: &Snapshot) -> Vec<Button<Press>> {
    let match_id = snapshot.row.id;
    let is_round = !snapshot.setup().has_seats() && snapshot.status.stage == Stage::Preparing;
    let close = is_round.then(|| {
        let sure = BeginStep::Ask;
        Button::secondary(
            Press::Begin { match_id, sure },
            words::start::CLOSE_ROUND_BUTTON,
        )
    });
    let acts = buttons(match_id, &snapshot.view, snapshot.cast());
    close.into_iter().chain(acts).collect()
}

/// A button for each thing that the game offers its host.
pub fn buttons(match_id: MatchId, view: &View, cast: &Cast) -> Vec<Button<Press>> {
    let button = |act: HostAct| {
        let verb = act.verb.to_owned();
        Button::secondary(Press::HostAct { match_id, verb }, act.label)
    };
    view.host_acts(cast).into_iter().map(button).collect()
}

/// Does what the game offers its host by a verb; if that needs something typed, opens its form
/// first.
pub async fn pressed(
    data: &Data,
    responder: &Responder<'_>,
    by: &PressContext<'_>,
    match_id: MatchId,
    verb: &str,
) -> Result<(), Fault> {
    let host = by.account();
    let snapshot = data.snapshot(match_id, Viewer::Host(host)).await?;
    let acts = snapshot.map_or_else(Vec::new, |snapshot| {
        snapshot.view.host_acts(snapshot.cast())
    });
    let Some(act) = acts.into_iter().find(|act| act.verb == verb) else {
        return Ok(responder.show(note(words::hosting::NOT_NOW), false).await?);
    };
    if !act.fields.is_empty() && by.fields.is_empty() {
        let verb = act.verb.to_owned();
        let title = act.label.trim_end_matches('…');
        let form = Form::new(Press::HostAct { match_id, verb }, title, act.fields);
        return Ok(responder.open(form).await?);
    }
    let typed: Vec<&str> = by.fields.iter().map(|(_, typed)| typed.as_str()).collect();
    let act = Act {
        for_party: Some(Party::Host),
        is_host: true,
        ..typed_act(match_id, None, act.text(&typed), by)
    };
    let typed = typed.join("\n");
    let answer = match data.run(move |core, now| core.act(&act, now)).await? {
        Ok(acted) => {
            let snapshot = data.snapshot(match_id, Viewer::Host(host)).await?;
            let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
            let cast = text::shown(snapshot.cast());
            let said = words::typed::taken(snapshot.setup().game, &acted, &cast);
            note(said).buttons(all_buttons(&snapshot))
        }
        Err(refusal) => {
            let said = words::refusals::act_refusal(&refusal);
            note(words::answers::with_typed(&said, &typed))
        }
    };
    Ok(responder.show(answer, false).await?)
}
