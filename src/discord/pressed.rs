//! Handles pressed controls and submitted forms. Each press is checked against the match as it is
//! now, a host's press too.

use serenity::all::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, ModalInteraction,
};

use super::panels::act_panels::{panel_once_posted, show_form, show_instead};
use super::panels::acting::{act_and_answer, act_pressed, typed_act};
use super::panels::conducting::{
    begin, change_match, ready, remind, resumes_as_player, wish_pause, wish_resume,
};
use super::panels::desk::{self, Desk};
use super::panels::up_to_date::is_taken_back;
use super::panels::{
    cast_import, guide, host_acts, host_panel, me, panel, poll, practice, preflight, replay,
    rulings, screen, settings, setup, standings, strikes,
};
use crate::discord::allowed::refusal;
use crate::discord::answer::Responder;
use crate::discord::message::{Panel, note};
use crate::discord::postman::release::ask_to_release;
use crate::discord::press::{About, BeginStep, HostStep, Press, Subject};
use crate::discord::press_context::PressContext;
use crate::discord::rest::with_deferral;
use crate::discord::rights::Right;
use crate::discord::server::permissions::missing_to_play;
use crate::discord::snowflake::is_younger;
use crate::discord::{Data, Result, created_ms, text};
use crate::referee::{ActRefusal, Core, Viewer};
use crate::store::{AccountId, MatchId, MessageId};
use crate::words;
use games::Party;
use games::panel::Tap;

/// Handles a pressed button or a choice in a menu.
pub async fn component(data: &Data, pressed: &ComponentInteraction) {
    let values = match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        ComponentInteractionDataKind::UserSelect { values } => ids(values),
        ComponentInteractionDataKind::RoleSelect { values } => ids(values),
        ComponentInteractionDataKind::MentionableSelect { values } => ids(values),
        ComponentInteractionDataKind::ChannelSelect { values } => ids(values),
        _ => Vec::new(),
    };
    let roles = &pressed.data.resolved.roles;
    let managed = roles.values().filter(|role| role.managed);
    let by = PressContext {
        data,
        responder: Responder::component(data, pressed),
        user: &pressed.user,
        member: pressed.member.as_ref(),
        server: pressed.guild_id.map(Into::into),
        interaction: pressed.id,
        values,
        roles: roles.keys().map(|role| (*role).into()).collect(),
        managed: managed.map(|role| role.id.into()).collect(),
        lacks: missing_to_play(pressed.app_permissions, pressed.channel.as_ref()),
        fields: Vec::new(),
    };
    if is_younger(pressed.message.id.into(), pressed.id.get(), data.settles) {
        // The second of two quick taps has met a message that appeared in between.
        data.heard(by.interaction.get(), by.server).await;
        by.responder.defer().await;
        return;
    }
    handle(&pressed.data.custom_id, by).await;
}

/// Handles a form that was handed in.
pub async fn modal(data: &Data, form: &ModalInteraction) {
    let rows = form.data.components.iter().flat_map(|row| &row.components);
    let fields = rows.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => Some((
            input.custom_id.clone(),
            input.value.clone().unwrap_or_default(),
        )),
        _ => None,
    });
    let by = PressContext {
        data,
        responder: Responder::modal(data, form),
        user: &form.user,
        member: form.member.as_ref(),
        server: form.guild_id.map(Into::into),
        interaction: form.id,
        values: Vec::new(),
        roles: Vec::new(),
        managed: Vec::new(),
        lacks: missing_to_play(form.app_permissions, form.channel.as_ref()),
        fields: fields.collect(),
    };
    handle(&form.data.custom_id, by).await;
}

fn ids<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

async fn handle(custom_id: &str, mut by: PressContext<'_>) {
    let press = Press::read(custom_id);
    // Before any await. A press waits in one queue only, since two presses that wait in two queues
    // could wait for each other.
    let waits_for = press.as_ref().and_then(|press| press.about().in_turn_of);
    let _place = waits_for.map(|draft| setup::ticket(draft, &by));
    if waits_for.is_none() {
        by.responder = by.responder.in_order(&by.data.edits);
    }
    let (data, responder) = (by.data, &by.responder);
    data.heard(by.interaction.get(), by.server).await;
    if !data.may_ask(by.server, by.account()) {
        // If this fails, the person will press again.
        let _ = responder.whisper(words::answers::TOO_FAST).await;
        return;
    }
    let work = async {
        match press {
            Some(press) => carry_out(press, &by).await,
            None => Ok(responder.whisper(words::answers::UNKNOWN_CONTROL).await?),
        }
    };
    if let Err(error) = with_deferral(work, responder.defer()).await {
        // The choice may be secret, so only the kind of control is logged.
        let kind = custom_id.split(':').next().unwrap_or_default();
        tracing::error!("a press of {kind} failed: {error}");
        let typed: Vec<&str> = by.fields.iter().map(|(_, text)| text.as_str()).collect();
        // If it was answered already, this goes below the answer.
        let said = crate::discord::went_wrong(&error);
        let _ = responder.give_back(&said, &typed.join("\n")).await;
    }
}

async fn carry_out(press: Press, by: &PressContext<'_>) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let about = press.about();
    if about.plays_here && !by.lacks.is_empty() {
        let refused = words::rights::cannot_play_here(responder.channel(), &by.lacks);
        return Ok(responder.whisper(&refused).await?);
    }
    let answers = about.right == Right::Play;
    let is_lost = about.can_be_outdated() && is_lost(data, responder).await?;
    if is_lost && !answers {
        return Ok(responder.whisper(words::answers::CONTROL_LOST).await?);
    }
    if let Some(refused) = press_refusal(about, by).await? {
        return Ok(responder.whisper(&refused).await?);
    }
    if answers
        && !about.only_shows
        && let Subject::Match(match_id) = about.subject
        && (is_lost || is_taken_back(data, responder.message(), match_id).await?)
    {
        let why = if is_lost {
            words::answers::PANEL_LOST
        } else {
            words::rulings::PANEL_TAKEN_BACK
        };
        return show_instead(data, responder, match_id, by.account(), Some(why), false).await;
    }
    // Opening a form changes nothing, and has to be the first answer.
    let may_open_form = match press {
        Press::Step { .. } | Press::Type { .. } => by.fields.is_empty(),
        _ => false,
    };
    if answers && !may_open_form {
        responder.wait_turn().await;
    }
    if let Subject::Match(match_id) = about.subject
        && responder.is_answer()
        && !may_open_form
    {
        // It's kept again if it becomes their panel again, and no question.
        data.open_panels.forget(match_id, by.account());
    }
    dispatch(press, by).await
}

/// Why somebody may not press this, in words; None if they may.
///
/// # Errors
/// What the store or Discord says.
async fn press_refusal(about: About, by: &PressContext<'_>) -> Result<Option<String>> {
    let meant = match about.subject {
        Subject::Match(id) => Some(id),
        Subject::Ruling(draft) => rulings::match_of(by.data, draft).await?,
        Subject::Draft(_) | Subject::Season(_) | Subject::Nothing => None,
    };
    // A host may set up a match in a direct message, too.
    let afar = match (about.subject, by.member) {
        (Subject::Draft(id), None) => setup::hosts_draft(by.data, id, by.account()).await?,
        _ => None,
    };
    let member = by.member.or(afar.as_ref());
    refusal(by.data, by.account(), member, about.right, meant).await
}

/// Carries out a press that may be made.
async fn dispatch(press: Press, by: &PressContext<'_>) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let (account, in_private) = (by.account(), responder.is_private());
    let chosen = by.values.first().cloned();
    let (panel, in_place) = match press {
        Press::Act {
            match_id,
            prompt,
            act,
        } => return act_pressed(by, match_id, prompt, act).await,
        Press::Sure {
            match_id,
            prompt,
            act,
        } => return act_and_answer(by, match_id, prompt, act).await,
        Press::Choose {
            match_id, prompt, ..
        } => {
            let act = chosen.unwrap_or_default();
            return act_pressed(by, match_id, prompt, act).await;
        }
        Press::Type { match_id, prompt } => {
            let Some((_, typed)) = by.fields.first() else {
                return show_form(data, responder, match_id, prompt, account).await;
            };
            return act_pressed(by, match_id, prompt, typed.clone()).await;
        }
        Press::Step {
            match_id,
            prompt,
            step,
        } => return take_step(by, match_id, prompt, step).await,
        Press::HandIn { match_id, prompt } => {
            return hand_in(by, match_id, prompt).await;
        }
        Press::Panel { match_id } => {
            return show_panel(data, responder, match_id, account).await;
        }
        Press::Rules { match_id } => {
            let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
            let said = snapshot.map_or_else(
                || words::which_match::NO_SUCH_MATCH.to_owned(),
                |snapshot| words::catalogue::rules_here(&snapshot),
            );
            for part in text::parts(&said, text::MAX) {
                responder.whisper(&part).await?;
            }
            return Ok(());
        }
        Press::Ready { match_id } => (ready(data, match_id, account).await?, false),
        Press::NotReady { match_id } => {
            let done = |()| words::start::NOT_READY;
            let said = change_match(data, match_id, account, Core::not_ready, done).await?;
            (note(said), in_private)
        }
        Press::Begin { match_id, sure } => {
            // The question is a message of its own: in place of the button that asks it, its own
            // would come under the thumb.
            let in_place = in_private && sure != BeginStep::Ask;
            (begin(data, match_id, account, sure, true).await?, in_place)
        }
        Press::Resume { match_id } if resumes_as_player(match_id, by).await? => {
            (note(wish_resume(data, match_id, account).await?), false)
        }
        Press::Resume { match_id } => {
            let done = |()| words::pauses::RESUMED;
            let said = change_match(data, match_id, account, Core::resume, done).await?;
            (note(said), in_private)
        }
        Press::WishPause { match_id } => (note(wish_pause(data, match_id, account).await?), false),
        Press::Ruling { draft, step } => {
            return rulings::pressed(by, draft, step).await;
        }
        Press::Strike { draft } => (strikes::pressed(by, draft).await?, true),
        Press::Cast { draft, step } => (cast_import::pressed(by, draft, step).await?, true),
        Press::Forget => (forget(data, account).await?, true),
        Press::Remind { match_id } => (note(remind(data, match_id, account).await?), false),
        Press::Host {
            match_id,
            step: HostStep::Release,
        } => {
            let panel = ask_to_release(data, match_id, account);
            return responder.show_later(false, panel).await;
        }
        Press::Host { match_id, step } => {
            return host_panel::pressed(by, match_id, step).await;
        }
        Press::HostAct {
            match_id,
            verb,
            typed,
        } => return host_acts::pressed(by, match_id, &verb, typed).await,
        Press::Offer {
            match_id,
            step,
            draft,
        } => return poll::offer_pressed(by, match_id, step, draft).await,
        Press::Times { match_id } => (poll::own_times(data, match_id, account).await?, in_private),
        Press::Suits {
            match_id,
            asked_ms,
            step,
        } => {
            let panel = poll::suits_pressed(by, match_id, asked_ms, step).await?;
            (panel, in_private)
        }
        Press::Decline { match_id } => {
            let done = |()| words::practice::DECLINED;
            let said = change_match(data, match_id, account, Core::decline, done).await?;
            (note(said), false)
        }
        Press::Resign { match_id } => (resign(match_id, by).await?, true),
        Press::SayHello { guild } => (preflight::say_hello(data, guild).await?, false),
        Press::Hello { guild } => (preflight::greeted(data, guild, account).await?, in_private),
        Press::Own { field } => (me::set(data, account, field).await?, in_private),
        Press::Setup { draft, field } => {
            return setup::pressed(by, draft, field).await;
        }
        Press::Setting {
            season,
            field,
            typed,
        } => return settings::pressed(by, season, field, typed).await,
        Press::Guide { field, season } => {
            return guide::pressed(by, field, season).await;
        }
        Press::Replay { match_id, step } => {
            let asker = replay::ReplayRequest {
                guild: by.server,
                channel: responder.channel(),
                account,
            };
            let chosen = chosen.and_then(|step| step.parse().ok());
            let panel = replay::show(data, asker, match_id, chosen.unwrap_or(step));
            return responder.show_later(true, panel).await;
        }
        Press::Again { match_id } => {
            let place = practice::PracticeRequest {
                guild: by.server,
                channel: responder.channel(),
                user: by.user,
                member: by.member,
            };
            let panel = async { Ok(note(practice::again(data, place, match_id).await?)) };
            return responder.show_later(false, panel).await;
        }
        Press::Standings { season } => {
            return standings::show_everyone(by, season).await;
        }
        Press::Dismiss => (note(words::answers::NEVER_MIND), true),
    };
    Ok(responder.show(panel, in_place).await?)
}

/// Shows somebody's panel as it is now, since the pressed one is outdated.
async fn show_outdated(
    data: &Data,
    responder: &Responder<'_>,
    match_id: MatchId,
    account: AccountId,
) -> Result<()> {
    let (why, in_place) = (Some(words::answers::OUTDATED_PROMPT), responder.is_answer());
    show_instead(data, responder, match_id, account, why, in_place).await
}

/// Hands in what somebody has put together in their panel.
async fn hand_in(by: &PressContext<'_>, match_id: MatchId, prompt: u32) -> Result<()> {
    let account = by.account();
    let Some(act) = drafted_act(by.data, match_id, prompt, account).await? else {
        return show_outdated(by.data, &by.responder, match_id, account).await;
    };
    act_pressed(by, match_id, prompt, act).await
}

/// Shows somebody's panel of a match.
async fn show_panel(
    data: &Data,
    responder: &Responder<'_>,
    match_id: MatchId,
    account: AccountId,
) -> Result<()> {
    let panel = panel_once_posted(data, match_id, account);
    if responder.is_question() {
        let (said, panel) = (words::answers::NEVER_MIND.to_owned(), Box::pin(panel));
        return responder.answer_and_show_below(said, panel).await;
    }
    // Always a new message: in place of this one, its buttons would come under the thumb.
    responder.show_later(false, panel).await
}

/// Resigns for somebody who has confirmed it.
async fn resign(match_id: MatchId, by: &PressContext<'_>) -> Result<Panel> {
    let act = typed_act(match_id, None, "resign".to_owned(), by);
    let done = by.data.run(move |core, now| core.act(&act, now)).await?;
    Ok(note(match done {
        Ok(_) => words::play::RESIGNED.to_owned(),
        Err(refusal) => words::refusals::act_refusal(&refusal),
    }))
}

/// Forgets somebody's account, or says why not.
async fn forget(data: &Data, account: AccountId) -> Result<Panel> {
    let forget = move |core: &mut Core, _| core.forget_account(account);
    Ok(note(match data.run(forget).await? {
        Ok(count) => words::privacy::forgotten(count.seasons, count.matches),
        Err(refusal) => words::privacy::forget_refusal(&refusal),
    }))
}

/// Whether the pressed message is from before a restored backup, and unknown to it.
async fn is_lost(data: &Data, responder: &Responder<'_>) -> Result<bool> {
    let Some(message) = responder.message().map(MessageId::from) else {
        return Ok(false);
    };
    let lost = move |core: &Core, _| {
        let store = core.store();
        store.read(|tx| tx.is_lost(message, created_ms(message.0)))
    };
    Ok(data.referee.read(lost).await??)
}

/// Handles a step in somebody's panel: opens its form, or shows the panel after it.
async fn take_step(
    by: &PressContext<'_>,
    match_id: MatchId,
    prompt: u32,
    step: String,
) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let account = by.account();
    let desk = data.read(move |core| Desk::of(core, match_id, account));
    let desk = desk.await?;
    let is_sketch = desk.as_ref().is_some_and(|desk| desk.is_sketch);
    if by.fields.is_empty() {
        let forms = desk.map(|desk| desk.panel(None).screen.forms);
        let mut forms = forms.into_iter().flatten();
        if let Some(form) = forms.find(|form| form.press == Tap::Step(step.clone())) {
            let form = form.map(|tap| screen::press(match_id, prompt, tap));
            return Ok(responder.open(form).await?);
        }
    }
    responder.wait_turn().await;
    let typed = by.fields.first().map(|(_, typed)| typed.clone());
    // Of some menus, several items are chosen.
    let value = typed.or_else(|| Some(by.values.join(" ")).filter(|_| !by.values.is_empty()));
    let made_at_ms = by.made_at_ms();
    let taken = data.referee.write(move |core, _| {
        let value = value.as_deref();
        desk::take_step(core, match_id, prompt, account, &step, value, made_at_ms)
    });
    let Some(stepped) = taken.await?? else {
        if let Some(refused) = others_prompt_refusal(data, match_id, prompt, account).await? {
            return Ok(responder
                .whisper(&words::refusals::act_refusal(&refused))
                .await?);
        }
        return show_outdated(data, responder, match_id, account).await;
    };
    // A post that others may read must not show what was tapped.
    let in_place = responder.is_private();
    let panel = panel::after_step(data, match_id, account, stepped, !in_place);
    if in_place && !is_sketch {
        // The board has not changed, so it stays.
        return Ok(responder.update_keeping_picture(panel.await?).await?);
    }
    responder.show_later(in_place, panel).await
}

/// Why a control of an open prompt is not for this person: the prompt does not ask them. None for
/// other controls.
async fn others_prompt_refusal(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: AccountId,
) -> Result<Option<ActRefusal>> {
    let Some(snapshot) = data.snapshot(match_id, Viewer::Account(account)).await? else {
        return Ok(None);
    };
    let open = snapshot.status.prompts.iter();
    let asked: Vec<Party> = open
        .filter(|open| open.live && open.id == prompt)
        .map(|open| open.who)
        .collect();
    let is_of_others = snapshot.party.is_some_and(|party| !asked.contains(&party));
    Ok(
        (is_of_others && !asked.is_empty()).then(|| ActRefusal::NotYours {
            cast: snapshot.row.setup.cast.clone(),
            waiting: asked,
        }),
    )
}

/// Somebody's draft as notation; None if there is none, or it belongs to another prompt.
async fn drafted_act(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: AccountId,
) -> Result<Option<String>> {
    let desk = data
        .read(move |core| Desk::of(core, match_id, account))
        .await?;
    let desk = desk.filter(|desk| desk.is_of(prompt));
    Ok(desk.and_then(|desk| desk.panel(None).hand_in))
}
