//! What somebody is shown around an action in a match: the form for typing it, a question before it
//! is taken, the panel after it, and why it was refused.

use super::desk::{self, Desk};
use super::panel;
use super::screen;
use crate::discord::answer::Responder;
use crate::discord::message::{Panel, note, question};
use crate::discord::press::Press;
use crate::discord::{Data, Result, text};
use crate::referee::{ActReceipt, ActRefusal, Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, MatchId, StoreError};
use crate::words;
use games::panel::Tap;
use games::screen::{Button, Field, Form};
use games::{Control, Party, Prompt, Seat, WallMs};
use matches::Stage;

/// Somebody's choice to make before a match; and, if they typed in the same direct message, a link
/// to their own post there, which always shows what counts.
pub async fn choice_and_post(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    direct: Option<ChannelId>,
) -> Result<(Option<Prompt>, Option<String>)> {
    let found = data.read(move |core| {
        let snapshot = core.snapshot(match_id, Viewer::Account(account))?;
        Ok((snapshot, core.own_post(match_id, account)?))
    });
    let (snapshot, post) = found.await?;
    let mine = snapshot.and_then(|snapshot| snapshot.mine);
    let choice = mine.filter(|mine| !mine.live);
    let post = post.filter(|post| choice.is_some() && Some(post.channel) == direct);
    let link = post.map(|post| text::message_link(None, post));
    Ok((choice, link))
}

/// As [`after_act`], to somebody who typed. If their own post in the same direct message shows what
/// counts, the answer links to it instead of saying it: a second copy would be wrong after the next
/// change. In a direct message it says which match it was, unless that is played there.
pub async fn after_typed(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    acted: &ActReceipt,
    direct: Option<ChannelId>,
) -> Result<Panel> {
    let link = choice_and_post(data, match_id, account, direct).await?.1;
    let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
    let Some(snapshot) = snapshot else {
        return after_act(data, match_id, account, acted).await;
    };
    let mut panel = match link {
        Some(link) => {
            let taken = taken(&snapshot, acted);
            note(words::typed::taken_in(&taken, &link))
        }
        None => after_act(data, match_id, account, acted).await?,
    };
    if direct.is_some_and(|direct| direct != snapshot.row.channel) {
        let server = data.server_name(&snapshot);
        let this = words::choices::this_match(&snapshot, server.as_deref());
        panel.content.insert_str(0, &words::typed::typed_for(&this));
    }
    Ok(panel)
}

/// What was taken of somebody's own acts. An answer is said with the labels of its form.
fn taken(snapshot: &Snapshot, acted: &ActReceipt) -> String {
    let (game, cast) = (snapshot.setup().game, text::shown(snapshot.cast()));
    let own = snapshot.party.filter(|_| !game.catalogue().seats);
    match own.and_then(|party| snapshot.view.own_choice(party, &cast)) {
        Some(own) => words::typed::answered(&own),
        None => words::typed::taken(game, acted, &cast),
    }
}

/// The longest action, in characters, that fits into a button's `custom_id` beside match and prompt
/// (Discord documentation, "Custom ID").
pub const BUTTON_CHARS: usize = 60;

/// The panel that asks for confirmation of an action that may lose the match; None if it needs
/// none. Resigning always has to be confirmed.
pub async fn confirmation(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    text: &str,
) -> Result<Option<Panel>> {
    let typed = text;
    let text = text.to_owned();
    let read = data.referee.write(move |core, now| {
        let snapshot = core.snapshot(match_id, Viewer::Account(account))?;
        let resigns = core.would_resign(match_id, account, &text)?;
        let own = core.store().read(|tx| tx.own_settings(account))?;
        let act = if own.confirm_moves {
            core.would_act(match_id, account, &text)?
        } else {
            None
        };
        if let (Some(snapshot), Some(act)) = (&snapshot, &act)
            && let Some(party) = snapshot.party
            && words::play::caution(&snapshot.view, party, act, &text, snapshot.cast()).is_some()
        {
            desk::keep_typed(core, match_id, account, act, &text, now)?;
        }
        Ok::<_, StoreError>((snapshot, resigns, act))
    });
    let (Some(snapshot), resigns, act) = read.await?? else {
        return Ok(None);
    };
    let cast = text::shown(snapshot.cast());
    if let Some(seat) = resigns {
        return Ok(Some(resign_panel(data, &snapshot, seat).await?));
    }
    let Some(act) = act else {
        return Ok(None);
    };
    let (Some(party), Some(mine)) = (snapshot.party, snapshot.mine) else {
        return Ok(None);
    };
    let Some(warning) = words::play::caution(&snapshot.view, party, &act, typed, &cast) else {
        return Ok(None);
    };
    let prompt = mine.id;
    // A longer action has no button: the words ask to type it again.
    let mut acts = [act, typed.trim().to_owned()].into_iter();
    let sure = acts
        .find(|act| act.chars().count() <= BUTTON_CHARS)
        .map(|act| {
            let sure = Press::Sure {
                match_id,
                prompt,
                act,
            };
            Button::danger(sure, words::play::SURE_BUTTON)
        });
    let change = Button::secondary(Press::Panel { match_id }, words::controls::CANCEL_BUTTON);
    let asked = note(words::english::problem(&warning).trim_end().to_owned());
    Ok(Some(asked.buttons(sure.into_iter().chain([change]))))
}

/// Somebody's panel, once its prompt is posted: only then their clock runs, and the panel can show
/// it. After five seconds it is shown in any case.
pub async fn panel_once_posted(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
) -> Result<Panel> {
    wait_for_post(data, match_id, account).await?;
    panel::build(data, match_id, account).await
}

/// Waits until somebody's prompt is posted, at most five seconds.
pub async fn wait_for_post(data: &Data, match_id: MatchId, account: AccountId) -> Result<()> {
    for _ in 0..50 {
        let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
        if !snapshot.as_ref().is_some_and(awaits_post) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    Ok(())
}

/// Whether somebody continues in their own panel, but its prompt is not posted yet. The panel has
/// to come below that post: [`panel_once_posted`].
pub fn continues_in_panel(snapshot: &Snapshot) -> bool {
    !snapshot.view.turn_so_far(snapshot.cast()).is_empty() && awaits_post(snapshot)
}

/// Whether the account plays, and has to answer a live prompt that is not posted yet.
fn awaits_post(snapshot: &Snapshot) -> bool {
    let status = &snapshot.status;
    let mut mine = snapshot.mine.iter();
    let is_asked = mine.any(|mine| mine.live && !mine.answered);
    let is_shown = |seat: Seat| status.deadline_ms[seat].is_some();
    let goes_on = status.stage == Stage::Live && status.pause.is_none();
    is_asked && goes_on && matches!(snapshot.party, Some(Party::Seat(seat)) if !is_shown(seat))
}

/// The answer to a player's secret choice in a prompt for both players; None in other cases, or if
/// the line was not taken whole. They can change it by the public post, so that no panel with dead
/// controls is left behind; not if their time is up.
pub fn secret_taken(snapshot: &Snapshot, acted: &ActReceipt, now_ms: WallMs) -> Option<String> {
    let mine = snapshot.mine.as_ref()?;
    // A player who has answered is only still asked while the other has not answered.
    let of_both = matches!(mine.who, Party::Seat(_)) && mine.live && mine.answered;
    let is_open = of_both && acted.stopped.is_none();
    let stands = panel::stands(snapshot, mine.who, now_ms);
    let cast = text::shown(snapshot.cast());
    is_open.then(|| words::panel::secret_taken(snapshot, mine, stands, &acted.acts, &cast))
}

/// The answer to an action in a private panel: the panel as it is now if something can still be
/// changed, otherwise that it was taken.
async fn after_act(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    acted: &ActReceipt,
) -> Result<Panel> {
    let Some(snapshot) = data.snapshot(match_id, Viewer::Account(account)).await? else {
        return Ok(note(words::which_match::NO_SUCH_MATCH));
    };
    let said = taken(&snapshot, acted);
    if snapshot.mine.is_none() || snapshot.status.stage == Stage::Over {
        return Ok(note(said));
    }
    if let Some(said) = secret_taken(&snapshot, acted, data.referee.clock.now()) {
        return Ok(note(said));
    }
    Ok(panel_once_posted(data, match_id, account)
        .await?
        .ending(&said))
}

/// Opens the form for typing an action (with examples) or a number. Where nothing can be typed,
/// shows their current state instead: the prompt asks them nothing (any more), their time is up,
/// the match is paused, or there is only one number to choose.
pub async fn show_form(
    data: &Data,
    responder: &Responder<'_>,
    match_id: MatchId,
    prompt: u32,
    account: AccountId,
) -> Result<()> {
    let found = data.read(move |core| {
        let snapshot = core.snapshot(match_id, Viewer::Account(account))?;
        let desk = Desk::of(core, match_id, account)?;
        let typed = desk.and_then(|desk| desk.panel(None).typed);
        Ok((snapshot, core.examples(match_id, account)?, typed))
    });
    let (snapshot, mut examples, typed) = found.await?;
    let now_ms = data.referee.clock.now();
    let may_type = |snapshot: &Snapshot, mine: &Prompt| {
        let is_paused = mine.live && snapshot.status.pause.is_some();
        // The panel has a button for a single number.
        let is_one = matches!(mine.control, Control::Number { least, most, .. } if least == most);
        !is_paused && !is_one && !panel::stands(snapshot, mine.who, now_ms)
    };
    let asked = snapshot.as_ref();
    let asked = asked.and_then(|snapshot| Some((snapshot, snapshot.mine.as_ref()?)));
    let mine = match asked {
        Some((snapshot, mine)) if mine.id == prompt && may_type(snapshot, mine) => mine,
        asked => {
            let earlier = asked.filter(|(_, mine)| mine.id != prompt);
            let why = earlier.map(|_| words::answers::OUTDATED_PROMPT);
            let in_place = responder.is_answer();
            return show_instead(data, responder, match_id, account, why, in_place).await;
        }
    };
    examples.truncate(2);
    let is_choice = !mine.live;
    let (title, field) = match &mine.control {
        Control::Number { verb, least, most } => {
            let field = Field {
                most: Some(most.to_string().len() as u16),
                ..Field::new("act", words::controls::number_label(*least, *most))
            };
            (words::english::capitalized(verb), field)
        }
        _ => {
            let mut field = Field::new("act", words::controls::type_label(is_choice));
            if !examples.is_empty() {
                field.hint = words::controls::type_examples(&examples);
            }
            (words::controls::type_title(is_choice).to_owned(), field)
        }
    };
    let field = Field {
        value: typed.unwrap_or_default(),
        ..field
    };
    let form = Form::new(Press::Type { match_id, prompt }, title, vec![field]);
    Ok(responder.open(form).await?)
}

/// Answers a press that does not count any more: `why`, and the person's current panel. `in_place`:
/// the pressed message shows it, or says why and the panel comes below.
pub async fn show_instead(
    data: &Data,
    responder: &Responder<'_>,
    match_id: MatchId,
    account: AccountId,
    why: Option<&str>,
    in_place: bool,
) -> Result<()> {
    let panel = async {
        let panel = panel_once_posted(data, match_id, account).await?;
        Ok(panel.with_problem(why.filter(|_| !in_place)))
    };
    match why.filter(|_| in_place) {
        Some(why) => responder.answer_and_show_below(why, Box::pin(panel)).await,
        None => responder.show_later(in_place, panel).await,
    }
}

/// The answer to a refused action: why, what they typed, and a button for what they probably meant.
pub async fn refusal_panel(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    refusal: &ActRefusal,
    typed: &str,
) -> Result<Panel> {
    let meant = suggestion(data, match_id, account, refusal).await?;
    Ok(note(words::answers::with_typed(
        &words::refusals::act_refusal(refusal),
        typed,
    ))
    .buttons(meant))
}

/// A button for what a refused text probably meant; None if that is not clear.
pub async fn suggestion(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    refusal: &ActRefusal,
) -> Result<Option<Button<Press>>> {
    let Some(meant) = refusal.meant() else {
        return Ok(None);
    };
    let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
    let prompt = match snapshot.and_then(|snapshot| snapshot.mine) {
        Some(mine) => mine.id,
        // Resigning is always possible, and will be confirmed.
        None if meant == "resign" => 0,
        None => return Ok(None),
    };
    let act = screen::press(match_id, prompt, Tap::Act(meant.to_owned()));
    Ok(Some(Button::primary(act, meant)))
}

/// The panel in which a player confirms that they resign.
pub async fn resign_panel(data: &Data, snapshot: &Snapshot, seat: Seat) -> Result<Panel> {
    let (match_id, cast) = (snapshot.row.id, text::shown(snapshot.cast()));
    let won = data.series_before(snapshot).await?;
    let (stands_in, practice) = (snapshot.stand_ins[seat], snapshot.setup().practice);
    let yes = Button::danger(Press::Resign { match_id }, words::play::RESIGN_BUTTON);
    let asked = words::play::confirm_resign(seat, won, snapshot.prize, stands_in, practice, &cast);
    Ok(question(asked, yes))
}

/// Whether the answer only has to change what is next to the pressed private panel's picture.
pub fn beside_picture(responder: &Responder<'_>, snapshot: &Snapshot) -> bool {
    snapshot.view.id().catalogue().keeps_picture && responder.is_private()
}

/// Somebody's panel without its picture, which is shown already. None if this live prompt does not
/// ask them any more. `refused`: the action that was just refused.
pub async fn open_prompt_panel(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: AccountId,
    refused: Option<&str>,
) -> Result<Option<Panel>> {
    let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
    let mine = snapshot.and_then(|snapshot| snapshot.mine);
    if !mine.is_some_and(|mine| mine.id == prompt && mine.live) {
        return Ok(None);
    }
    let panel = panel::without_picture(data, match_id, account, refused).await?;
    Ok(Some(panel))
}
