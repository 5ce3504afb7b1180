//! An action in a match, pressed or typed: confirmed first if it may lose the match, then taken,
//! and answered where the person is looking. `act_panels` has what they are shown.

use super::act_panels::{
    after_typed, beside_picture, choice_and_post, confirmation, continues_in_panel,
    open_prompt_panel, panel_once_posted, refusal_panel, secret_taken, suggestion,
};
use super::panel;
use crate::discord::answer::Responder;
use crate::discord::data::refused;
use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, created_ms, text};
use crate::referee::{Act, ActReceipt, ActRefusal, Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, MatchId, MessageId};
use crate::words;
use games::screen::{Button, Row};

/// Takes a pressed or typed action, or first asks for confirmation if it may lose the match.
pub async fn act_pressed(
    by: &PressContext<'_>,
    match_id: MatchId,
    prompt: u32,
    text: String,
) -> Result<()> {
    if let Some(mut panel) = confirmation(by.data, match_id, by.account(), &text).await? {
        // *Cancel* comes under the thumb, so that a second tap confirms nothing.
        if let (Some(0), Some(Row::Buttons(buttons))) =
            (by.responder.pressed_column(), panel.rows.first_mut())
        {
            buttons.reverse();
        }
        let snapshot = by
            .data
            .snapshot(match_id, Viewer::Account(by.account()))
            .await?;
        let in_place =
            by.responder.is_replaced() && !is_own_board(&by.responder, snapshot.as_ref());
        return Ok(by.responder.show(panel, in_place).await?);
    }
    act_and_answer(by, match_id, prompt, text).await
}

/// As [`act_pressed`], for a choice before a match that was typed. Returns the answer. `made_by`:
/// the message or interaction, whose id says when it was made; each is taken once. `direct`: the
/// direct message channel in which it was typed, if it was one. `given_back`: the text to return to
/// them if it is refused.
pub async fn take_typed(
    data: &Data,
    match_id: MatchId,
    account: AccountId,
    text: String,
    given_back: &str,
    made_by: u64,
    direct: Option<ChannelId>,
) -> Result<Panel> {
    if let Some(panel) = confirmation(data, match_id, account, &text).await? {
        return Ok(panel);
    }
    let act = Act {
        interaction: Some(made_by),
        ..Act::new(match_id, account, text, created_ms(made_by))
    };
    match data.run(move |core, now| core.act(&act, now)).await? {
        Ok(acted) => {
            let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
            match snapshot.filter(Snapshot::is_played_alone) {
                // What comes next is posted below.
                Some(snapshot) => {
                    let cast = text::shown(snapshot.cast());
                    let said = words::typed::taken(snapshot.setup().game, &acted, &cast);
                    Ok(note(said))
                }
                None => after_typed(data, match_id, account, &acted, direct).await,
            }
        }
        Err(refusal) => {
            let said = words::refusals::act_refusal(&refusal);
            if matches!(refusal, ActRefusal::Outdated) {
                return Ok(note(said));
            }
            let (choice, link) = choice_and_post(data, match_id, account, direct).await?;
            let is_in = choice.map(|choice| choice.answered);
            let said = words::typed::not_taken(&said, is_in, link.as_deref());
            let meant = suggestion(data, match_id, account, &refusal).await?;
            Ok(note(words::answers::with_typed(&said, given_back)).buttons(meant))
        }
    }
}

/// Takes an action, and answers where the person is looking.
pub async fn act_and_answer(
    by: &PressContext<'_>,
    match_id: MatchId,
    prompt: u32,
    text: String,
) -> Result<()> {
    let tried = text.clone();
    let act = typed_act(match_id, Some(prompt), text, by);
    let message = by.responder.message().map(MessageId::from);
    let replaced = message.filter(|_| by.responder.is_replaced());
    let (acted, after) = run_act(by.data, act, prompt, replaced).await?;
    match acted {
        Ok(acted) => answer_taken(by, &acted, prompt, after).await,
        Err(refusal) => answer_refused(by, refusal, &tried, prompt, after).await,
    }
}

/// The state after an action by a control, taken or not.
struct AfterAct {
    match_id: MatchId,
    /// Whether the control was for a choice before the match.
    before_match: bool,
    /// The message that the answer replaces. Without one, the postman updates the post.
    replaced: Option<MessageId>,
    /// Whether that message is the person's own post about their choice.
    is_own: bool,
    snapshot: Option<Snapshot>,
}

/// Has the referee take an action.
async fn run_act(
    data: &Data,
    act: Act,
    prompt: u32,
    replaced: Option<MessageId>,
) -> Result<(Result<ActReceipt, ActRefusal>, AfterAct)> {
    let match_id = act.match_id;
    let done = data.referee.run(move |core, now| {
        // Controls for a choice before the match only concern one person, wherever they are.
        let snapshot = core.snapshot(match_id, Viewer::Account(act.account));
        let mine = snapshot.ok().flatten().and_then(|snapshot| snapshot.mine);
        let before_match = mine.is_some_and(|mine| mine.id == prompt && !mine.live);
        let acted = core.act(&act, now);
        if let (true, true, Some(message)) = (before_match, acted.is_ok(), replaced)
            && let Err(error) = core.note_chosen_on(match_id, act.account, message)
        {
            // At worst, the post is edited once too often.
            tracing::warn!("match {match_id}: {error}");
        }
        let is_own = before_match && replaced.is_some() && {
            let own = core.own_post(match_id, act.account).ok().flatten();
            own.map(|post| post.message) == replaced
        };
        let snapshot = core.snapshot(match_id, Viewer::Account(act.account));
        (acted, before_match, is_own, snapshot)
    });
    let (acted, before_match, is_own, snapshot) = done.await?;
    let after = AfterAct {
        match_id,
        before_match,
        replaced,
        is_own,
        snapshot: snapshot?,
    };
    Ok((refused(acted)?, after))
}

/// Answers a refused action: in the panel where the person is trying, so that refusals do not pile
/// up, or else below.
async fn answer_refused(
    by: &PressContext<'_>,
    refusal: ActRefusal,
    tried: &str,
    prompt: u32,
    after: AfterAct,
) -> Result<()> {
    // Discord does not keep a form's text, so a refusal returns it.
    let typed = by.fields.first().map_or("", |(_, typed)| typed.as_str());
    let mut refused = refusal_panel(by.data, after.match_id, by.account(), &refusal, typed).await?;
    let snapshot = after.snapshot.as_ref();
    if by.responder.is_question() {
        let panel = Box::pin(panel_once_posted(by.data, after.match_id, by.account()));
        return by
            .responder
            .answer_and_show_below(refused.content, panel)
            .await;
    }
    if snapshot.is_some_and(|snapshot| beside_picture(&by.responder, snapshot))
        && let Some(panel) =
            open_prompt_panel(by.data, after.match_id, prompt, by.account(), Some(tried)).await?
    {
        let panel = panel.with_problem(Some(&refused.content));
        return Ok(by.responder.update_keeping_picture(panel).await?);
    }
    if !typed.is_empty() && by.responder.is_answer() {
        let panel = panel::build(by.data, after.match_id, by.account()).await?;
        let panel = panel.with_problem(Some(&refused.content));
        return Ok(by.responder.show(panel, true).await?);
    }
    if !typed.is_empty() {
        let match_id = after.match_id;
        let again = Button::primary(
            Press::Type { match_id, prompt },
            words::controls::TYPE_AGAIN,
        );
        refused.rows.push(Row::Buttons(vec![again]));
    }
    Ok(by.responder.show(refused, false).await?)
}

/// Answers an action that was taken.
async fn answer_taken(
    by: &PressContext<'_>,
    acted: &ActReceipt,
    prompt: u32,
    after: AfterAct,
) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let (match_id, snapshot) = (after.match_id, after.snapshot.as_ref());
    let beside_picture = snapshot.is_some_and(|snapshot| beside_picture(responder, snapshot));
    let stands_in = responder.is_replaced();
    let in_place = stands_in || beside_picture;
    if let Some(snapshot) = snapshot.filter(|_| is_own_board(responder, snapshot)) {
        // The next board follows.
        if acted.stopped.is_none() {
            return Ok(responder.acknowledge().await?);
        }
        let said = words::typed::taken(snapshot.setup().game, acted, &text::shown(snapshot.cast()));
        return Ok(responder.whisper(&said).await?);
    }
    let now_ms = data.referee.clock.now();
    if let Some(said) = snapshot.and_then(|snapshot| secret_taken(snapshot, acted, now_ms)) {
        return Ok(responder.show(note(said), in_place).await?);
    }
    // Other controls than the pressed ones come below.
    let is_other = |snapshot: &Snapshot| {
        let asked = snapshot.mine.as_ref();
        stands_in && asked.is_some_and(|mine| mine.id != prompt || responder.is_question())
    };
    if let Some(snapshot) =
        snapshot.filter(|snapshot| continues_in_panel(snapshot) || is_other(snapshot))
    {
        let panel = Box::pin(panel_once_posted(data, match_id, by.account()));
        if responder.is_private() {
            let cast = text::shown(snapshot.cast());
            let said = words::typed::taken(snapshot.setup().game, acted, &cast);
            responder.show(note(said), in_place).await?;
        } else {
            responder.acknowledge().await?;
        }
        return Ok(responder.show_below(panel.await?).await?);
    }
    if !responder.is_private() && !after.before_match {
        // The public board follows, so nothing has to be said to the person who pressed.
        return Ok(responder.acknowledge().await?);
    }
    if beside_picture
        && let Some(panel) = open_prompt_panel(data, match_id, prompt, by.account(), None).await?
    {
        let stopped = acted.stopped.as_ref().map(words::typed::stopped_at);
        let panel = panel.with_problem(stopped.as_deref());
        return Ok(responder.update_keeping_picture(panel).await?);
    }
    // Next to an own post that shows what counts, the answer links to it, as for typed choices.
    let is_beside = stands_in && !after.is_own && !responder.is_answer();
    let direct = is_beside.then(|| responder.channel());
    // Their own post says what they chose; it need not say so twice.
    let says_choice = after.is_own
        && acted.stopped.is_none()
        && snapshot.is_some_and(|snapshot| snapshot.mine.is_some());
    let panel = async {
        if let Some(snapshot) = snapshot.filter(|_| says_choice) {
            own_choice(data, snapshot, by.account()).await
        } else {
            after_typed(data, match_id, by.account(), acted, direct).await
        }
    };
    let shown = responder.try_show_later(in_place, Box::pin(panel)).await;
    if after.before_match && after.replaced.is_some() && !matches!(shown, Ok(true)) {
        // The answer did not replace the post, so update it.
        let account = by.account();
        let again = data
            .referee
            .run(move |core, now| core.show_chosen(match_id, account, now));
        again.await??;
    }
    shown.map(drop)
}

/// Somebody's own post about their choice, once it is in: as the postman writes it.
async fn own_choice(data: &Data, snapshot: &Snapshot, account: AccountId) -> Result<Panel> {
    let (server, cast) = (data.server_name(snapshot), text::shown(snapshot.cast()));
    // Once they have chosen, it doesn't matter who asked.
    let (kind, by) = (
        words::choices::Submission::Chosen,
        words::choices::SentBy::Yourself,
    );
    let head = words::choices::submission(kind, by, true, server.as_deref(), snapshot, &cast);
    let panel = panel::build(data, snapshot.row.id, account).await?;
    let content = format!("{head}\n{}", panel.content).trim_start().to_owned();
    Ok(Panel { content, ..panel })
}

/// Whether the pressed message is a post of a practice in a direct message, with the controls of
/// its player's panel.
fn is_own_board(responder: &Responder<'_>, snapshot: Option<&Snapshot>) -> bool {
    !responder.is_answer() && snapshot.is_some_and(Snapshot::is_played_alone)
}

pub fn typed_act(
    match_id: MatchId,
    prompt: Option<u32>,
    text: String,
    by: &PressContext<'_>,
) -> Act {
    Act {
        prompt,
        interaction: Some(by.interaction.get()),
        ..Act::new(match_id, by.account(), text, by.made_at_ms())
    }
}
