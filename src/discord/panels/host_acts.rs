//! What a game offers the host of its match, as buttons in private messages to the host.

use super::acting::typed_act;
use crate::discord::message::note;
use crate::discord::press::{BeginStep, Press};
use crate::discord::press_context::PressContext;
use crate::discord::{Result, text};
use crate::referee::{Act, Snapshot, Viewer};
use crate::store::{DraftId, MatchId};
use crate::words;
use games::screen::{Button, Form};
use games::{Cast, HostAct, Party, View};
use matches::Stage;

/// The buttons for a match as it stands: while a round is open, the one that closes it is first.
/// None for a host who plays.
pub fn all_buttons(snapshot: &Snapshot) -> Vec<Button<Press>> {
    if snapshot.plays() {
        return Vec::new();
    }
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
    let acts = view.host_acts(cast).into_iter();
    acts.map(|act| button(match_id, &act, None)).collect()
}

fn button(match_id: MatchId, act: &HostAct, typed: Option<DraftId>) -> Button<Press> {
    Button::secondary(press(match_id, act, typed), act.label)
}

fn press(match_id: MatchId, act: &HostAct, typed: Option<DraftId>) -> Press {
    let verb = act.verb.to_owned();
    Press::HostAct {
        match_id,
        verb,
        typed,
    }
}

/// Does what the game offers its host by a verb; if that needs something typed, opens its form
/// first. `kept`: the draft of what was typed into it and refused.
pub async fn pressed(
    by: &PressContext<'_>,
    match_id: MatchId,
    verb: &str,
    kept: Option<DraftId>,
) -> Result<()> {
    let (data, responder, host) = (by.data, &by.responder, by.account());
    let snapshot = data.snapshot(match_id, Viewer::Host(host)).await?;
    let acts = snapshot.map_or_else(Vec::new, |snapshot| {
        snapshot.view.host_acts(snapshot.cast())
    });
    let Some(mut act) = acts.into_iter().find(|act| act.verb == verb) else {
        return Ok(responder.show(note(words::hosting::NOT_NOW), false).await?);
    };
    if !act.fields.is_empty() && by.fields.is_empty() {
        if let Some(id) = kept {
            let typed = data.stored(move |tx| tx.own_draft::<Vec<String>>(id, host));
            let typed = typed.await?.unwrap_or_default();
            for (field, typed) in act.fields.iter_mut().zip(typed) {
                field.value = typed;
            }
        }
        let title = act.label.trim_end_matches('…');
        let form = Form::new(press(match_id, &act, kept), title, act.fields);
        return Ok(responder.open(form).await?);
    }
    let typed: Vec<&str> = by.fields.iter().map(|(_, typed)| typed.as_str()).collect();
    let done = Act {
        for_party: Some(Party::Host),
        is_host: true,
        ..typed_act(match_id, None, act.text(&typed), by)
    };
    let answer = match data.run(move |core, now| core.act(&done, now)).await? {
        Ok(acted) => {
            let snapshot = data.snapshot(match_id, Viewer::Host(host)).await?;
            let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
            let cast = text::shown(snapshot.cast());
            let said = words::typed::taken(snapshot.setup().game, &acted, &cast);
            let stands = words::status::for_host(&snapshot, &cast);
            let said: Vec<String> = [said].into_iter().chain(stands).collect();
            note(said.join("\n")).buttons(all_buttons(&snapshot))
        }
        Err(refusal) => {
            let said = words::refusals::act_refusal(&refusal);
            let answer = note(words::answers::with_typed(&said, &typed.join("\n")));
            if typed.is_empty() {
                answer
            } else {
                // Its form will show it again.
                let kept = data.keep_draft(kept, host, &typed).await?;
                answer.buttons([button(match_id, &act, Some(kept))])
            }
        }
    };
    Ok(responder.show(answer, false).await?)
}
