//! An action in a match, pressed or typed: confirmed first if it may lose the match, then taken,
//! and answered where the person is looking.

use serenity::all::{
    ButtonStyle, ChannelId, CreateActionRow, CreateInputText, CreateInteractionResponse,
    CreateModal, InputTextStyle, MessageId,
};

use super::buttons::{button, panel_button};
use super::desk::{self, Desk};
use super::panel::{self, Panel};
use super::screen;
use crate::discord::answer::Responder;
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Fault, created_ms, text};
use crate::referee::{Act, ActReceipt, ActRefusal, RefereeError, Snapshot};
use crate::store::{MatchId, StoreError};
use crate::words;
use games::panel::Tap;
use games::screen::{Button, Row, Style};
use games::{Control, Party, Prompt, Seat};
use matches::Stage;

/// Takes a pressed or typed action, or first asks for confirmation if it may lose the match.
pub async fn act_pressed(
    data: &Data,
    responder: &Responder<'_>,
    by: &PressContext<'_>,
    (match_id, prompt): (MatchId, u32),
    text: String,
) -> Result<(), Fault> {
    if let Some(panel) = confirmation(data, match_id, by.account(), &text).await? {
        return Ok(responder.show(panel, responder.is_replaced()).await?);
    }
    act_and_answer(data, responder, by, (match_id, prompt), text).await
}

/// As [`act_pressed`], for a choice before a match that was typed. Returns the answer. `made_by`:
/// the message or interaction, whose id says when it was made; each is taken once. `direct`: the
/// direct message channel in which it was typed, if it was one. `given_back`: the text to return to
/// them if it is refused.
pub async fn take_typed(
    data: &Data,
    match_id: MatchId,
    account: u64,
    (text, given_back): (String, &str),
    made_by: u64,
    direct: Option<ChannelId>,
) -> Result<Panel, Fault> {
    if let Some(panel) = confirmation(data, match_id, account, &text).await? {
        return Ok(panel);
    }
    let act = Act {
        match_id,
        account,
        for_party: None,
        is_host: false,
        prompt: None,
        text,
        interaction: Some(made_by),
        made_at_ms: created_ms(made_by),
    };
    let done = data
        .referee
        .run(move |core, now| core.act(&act, now))
        .await?;
    match done {
        Ok(acted) => {
            let look = data.look(match_id, account).await?;
            let played_here = |look: &Snapshot| {
                let is_live = matches!(look.status.stage, Stage::Live | Stage::Over);
                is_live && direct.is_some_and(|direct| direct.get() == look.row.channel)
            };
            match look.filter(played_here) {
                // What comes next is posted below.
                Some(look) => {
                    let cast = text::shown(look.cast());
                    let said = words::taken(look.setup().game, &acted, &cast);
                    let mut panel = panel::note(said);
                    let goes_on = look.view.continues_in_panel() && look.mine.is_some();
                    let button = goes_on.then(|| panel_button(match_id));
                    let row = button.map(|button| CreateActionRow::Buttons(vec![button]));
                    panel.rows.extend(row);
                    Ok(panel)
                }
                None => after_typed(data, match_id, account, &acted, direct).await,
            }
        }
        Err(RefereeError::Refused(refusal)) => {
            let said = words::act_refusal(&refusal);
            if matches!(refusal, ActRefusal::Outdated) {
                return Ok(panel::note(said));
            }
            let (choice, link) = choice_and_post(data, match_id, account, direct).await?;
            let is_in = choice.map(|choice| choice.answered);
            let mut panel = panel::note(words::not_taken(&said, is_in, link.as_deref()));
            panel.content = words::with_typed(&panel.content, given_back);
            panel.rows = suggestion_rows(data, match_id, account, &refusal).await?;
            Ok(panel)
        }
        Err(RefereeError::Store(error)) => Err(error.into()),
    }
}

/// Somebody's choice to make before a match; and, if they typed in the same direct message, a link
/// to their own post there, which always shows what counts.
pub async fn choice_and_post(
    data: &Data,
    match_id: MatchId,
    account: u64,
    direct: Option<ChannelId>,
) -> Result<(Option<Prompt>, Option<String>), Fault> {
    let found = data.referee.read(move |core, _| {
        let look = core.look(match_id, account, false)?;
        Ok::<_, StoreError>((look, core.own_post(match_id, account)?))
    });
    let (look, post) = found.await??;
    let mine = look.and_then(|look| look.mine);
    let choice = mine.filter(|mine| !mine.live);
    let here = direct.map(ChannelId::get);
    let post = post.filter(|post| choice.is_some() && Some(post.channel) == here);
    let link = post.map(|post| text::message_link(None, post));
    Ok((choice, link))
}

/// As [`after_act`], to somebody who typed. If their own post in the same direct message shows what
/// counts, the answer links to it instead of saying it: a second copy would be wrong after the next
/// change.
pub async fn after_typed(
    data: &Data,
    match_id: MatchId,
    account: u64,
    acted: &ActReceipt,
    direct: Option<ChannelId>,
) -> Result<Panel, Fault> {
    let link = choice_and_post(data, match_id, account, direct).await?.1;
    match link.zip(data.look(match_id, account).await?) {
        Some((link, look)) => {
            let cast = text::shown(look.cast());
            let said = words::taken_in(look.setup().game, acted, &link, &cast);
            Ok(panel::note(said))
        }
        None => after_act(data, match_id, account, acted).await,
    }
}

/// The longest action, in characters, that fits into a button's `custom_id` beside match and prompt
/// (Discord documentation, "Custom ID").
const SURE_CHARS: usize = 60;

/// The panel that asks for confirmation of an action that may lose the match; None if it needs
/// none. Resigning always has to be confirmed.
pub async fn confirmation(
    data: &Data,
    match_id: MatchId,
    account: u64,
    text: &str,
) -> Result<Option<Panel>, Fault> {
    let typed = text;
    let text = text.to_owned();
    let read = data.referee.read(move |core, now| {
        let look = core.look(match_id, account, false)?;
        let resigns = core.would_resign(match_id, account, &text)?;
        let own = core.store().read(|tx| tx.own_settings(account))?;
        let act = match own.confirm_moves {
            true => core.would_act(match_id, account, &text)?,
            false => None,
        };
        if let (Some(look), Some(act)) = (&look, &act)
            && let Some(party) = look.party
            && words::caution(&look.view, party, act, &text, look.cast()).is_some()
        {
            desk::keep_typed(core, match_id, account, (act, &text), now)?;
        }
        Ok::<_, StoreError>((look, resigns, act))
    });
    let (Some(look), resigns, act) = read.await?? else {
        return Ok(None);
    };
    let cast = crate::discord::text::shown(look.cast());
    if let Some(seat) = resigns {
        return Ok(Some(resign_panel(data, &look, seat).await?));
    }
    let Some(act) = act else {
        return Ok(None);
    };
    let (Some(party), Some(mine)) = (look.party, look.mine) else {
        return Ok(None);
    };
    let Some(warning) = words::caution(&look.view, party, &act, typed, &cast) else {
        return Ok(None);
    };
    let prompt = mine.id;
    // A longer action has no button: the words ask to type it again.
    let mut acts = [act, typed.trim().to_owned()].into_iter();
    let sure = acts
        .find(|act| act.chars().count() <= SURE_CHARS)
        .map(|act| {
            let sure = Press::Sure {
                match_id,
                prompt,
                act,
            };
            button(sure, words::sure_button(), ButtonStyle::Danger)
        });
    let change = button(
        Press::Panel { match_id },
        words::cancel_button(),
        ButtonStyle::Secondary,
    );
    Ok(Some(Panel {
        content: words::problem(&warning).trim_end().to_owned(),
        picture: None,
        rows: vec![CreateActionRow::Buttons(
            sure.into_iter().chain([change]).collect(),
        )],
    }))
}

/// Takes an action, and answers where the person is looking.
pub async fn act_and_answer(
    data: &Data,
    responder: &Responder<'_>,
    by: &PressContext<'_>,
    (match_id, prompt): (MatchId, u32),
    text: String,
) -> Result<(), Fault> {
    let tried = text.clone();
    let act = typed_act(match_id, Some(prompt), text, by);
    let message = responder.message().map(MessageId::get);
    let replaced = message.filter(|_| responder.is_replaced());
    let (acted, after) = run_act(data, act, prompt, replaced).await?;
    match acted {
        Ok(acted) => answer_taken(data, responder, by, &acted, prompt, after).await,
        Err(fault) => answer_refused(data, responder, by, (fault, &tried), prompt, after).await,
    }
}

/// The state after an action by a control, taken or not.
struct AfterAct {
    match_id: MatchId,
    /// Whether the control was for a choice before the match.
    before_match: bool,
    /// The message that the answer replaces. Without one, the postman updates the post.
    replaced: Option<u64>,
    /// Whether that message is the person's own post about their choice.
    is_own: bool,
    look: Option<Snapshot>,
}

/// Has the referee take an action.
async fn run_act(
    data: &Data,
    act: Act,
    prompt: u32,
    replaced: Option<u64>,
) -> Result<(Result<ActReceipt, RefereeError<ActRefusal>>, AfterAct), Fault> {
    let match_id = act.match_id;
    let done = data.referee.run(move |core, now| {
        // Controls for a choice before the match only concern one person, wherever they are.
        let look = core.look(match_id, act.account, false);
        let mine = look.ok().flatten().and_then(|look| look.mine);
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
        let look = core.look(match_id, act.account, false);
        (acted, before_match, is_own, look)
    });
    let (acted, before_match, is_own, look) = done.await?;
    let after = AfterAct {
        match_id,
        before_match,
        replaced,
        is_own,
        look: look?,
    };
    Ok((acted, after))
}

/// Answers a refused action: in the panel where the person is trying, so that refusals do not pile
/// up, or else below.
async fn answer_refused(
    data: &Data,
    responder: &Responder<'_>,
    by: &PressContext<'_>,
    (fault, tried): (RefereeError<ActRefusal>, &str),
    prompt: u32,
    after: AfterAct,
) -> Result<(), Fault> {
    // Discord does not keep a form's text, so a refusal returns it.
    let typed = by.fields.first().map_or("", |(_, typed)| typed.as_str());
    let refused = refusal_panel(data, after.match_id, by.account(), fault, typed).await?;
    let look = after.look.as_ref();
    if look.is_some_and(|look| beside_picture(responder, look))
        && let Some(panel) =
            open_prompt_panel(data, after.match_id, prompt, by.account(), Some(tried)).await?
    {
        let panel = panel.with_problem(Some(&refused.content));
        return Ok(responder.update_keeping_picture(panel).await?);
    }
    Ok(responder.show(refused, false).await?)
}

/// Answers an action that was taken.
async fn answer_taken(
    data: &Data,
    responder: &Responder<'_>,
    by: &PressContext<'_>,
    acted: &ActReceipt,
    prompt: u32,
    after: AfterAct,
) -> Result<(), Fault> {
    let (match_id, look) = (after.match_id, after.look.as_ref());
    let beside_picture = look.is_some_and(|look| beside_picture(responder, look));
    let stands_in = responder.is_replaced();
    let in_place = stands_in || beside_picture;
    let now_ms = data.referee.clock.now_ms();
    if let Some(said) = look.and_then(|look| secret_taken(look, acted, now_ms)) {
        return Ok(responder.show(panel::note(said), in_place).await?);
    }
    if let Some(look) = look.filter(|look| continues_in_panel(look)) {
        if responder.is_private() {
            let cast = text::shown(look.cast());
            let said = words::taken(look.setup().game, acted, &cast);
            let note = panel::note(said);
            responder.show(note, in_place).await?;
        } else {
            responder.acknowledge().await?;
        }
        let panel = panel_once_posted(data, match_id, by.account()).await?;
        return Ok(responder.show_below(panel).await?);
    }
    if !responder.is_private() && !after.before_match {
        // The public board follows, so nothing has to be said to the person who pressed.
        return Ok(responder.acknowledge().await?);
    }
    if beside_picture
        && let Some(panel) = open_prompt_panel(data, match_id, prompt, by.account(), None).await?
    {
        let stopped = acted.stopped.as_ref().map(words::stopped_at);
        let panel = panel.with_problem(stopped.as_deref());
        return Ok(responder.update_keeping_picture(panel).await?);
    }
    // Next to an own post that shows what counts, the answer links to it, as for typed choices.
    let is_beside = stands_in && !after.is_own && !responder.is_answer();
    let direct = is_beside.then(|| responder.channel());
    // Their own post says what they chose; it need not say so twice.
    let says_choice =
        after.is_own && acted.stopped.is_none() && look.is_some_and(|look| look.mine.is_some());
    let panel = async {
        match says_choice {
            true => Ok(panel::build(data, match_id, by.account()).await?),
            false => after_typed(data, match_id, by.account(), acted, direct).await,
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

/// Somebody's panel, once its prompt is posted: only then their clock runs, and the panel can show
/// it. After five seconds it is shown in any case.
pub async fn panel_once_posted(
    data: &Data,
    match_id: MatchId,
    account: u64,
) -> Result<Panel, Fault> {
    for _ in 0..50 {
        let look = data.look(match_id, account).await?;
        if !look.as_ref().is_some_and(awaits_post) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panel::build(data, match_id, account).await
}

/// Whether somebody continues in their own panel, but its prompt is not posted yet. The panel has
/// to come below that post: [`panel_once_posted`].
pub fn continues_in_panel(look: &Snapshot) -> bool {
    look.view.continues_in_panel() && awaits_post(look)
}

/// Whether the account plays, and has to answer a live prompt that is not posted yet.
fn awaits_post(look: &Snapshot) -> bool {
    let standing = &look.status;
    let mut mine = look.mine.iter();
    let is_asked = mine.any(|mine| mine.live && !mine.answered);
    let is_shown = |seat: Seat| standing.deadline_ms[seat].is_some();
    let goes_on = standing.stage == Stage::Live && standing.pause.is_none();
    is_asked && goes_on && matches!(look.party, Some(Party::Seat(seat)) if !is_shown(seat))
}

/// The answer to a player's secret choice in a prompt for both players; None in other cases, or if
/// the line was not taken whole. They can change it by the public post, so that no panel with dead
/// controls is left behind; not if their time is up.
fn secret_taken(look: &Snapshot, acted: &ActReceipt, now_ms: u64) -> Option<String> {
    let mine = look.mine.as_ref()?;
    // A player who has answered is only still asked while the other has not answered.
    let of_both = matches!(mine.who, Party::Seat(_)) && mine.live && mine.answered;
    let is_open = of_both && acted.stopped.is_none();
    let stands = panel::stands(look, mine.who, now_ms);
    let cast = text::shown(look.cast());
    is_open.then(|| words::secret_taken(look, mine, stands, &acted.acts, &cast))
}

/// The answer to an action in a private panel: the panel as it is now if something can still be
/// changed, otherwise that it was taken.
pub async fn after_act(
    data: &Data,
    match_id: MatchId,
    account: u64,
    acted: &ActReceipt,
) -> Result<Panel, Fault> {
    let Some(look) = data.look(match_id, account).await? else {
        return Ok(panel::note(words::no_such_match()));
    };
    let cast = text::shown(look.cast());
    let said = words::taken(look.setup().game, acted, &cast);
    if look.mine.is_none() || look.status.stage == Stage::Over {
        return Ok(panel::note(said));
    }
    if let Some(said) = secret_taken(&look, acted, data.referee.clock.now_ms()) {
        return Ok(panel::note(said));
    }
    Ok(panel_once_posted(data, match_id, account)
        .await?
        .ending(&said))
}

pub fn typed_act(
    match_id: MatchId,
    prompt: Option<u32>,
    text: String,
    by: &PressContext<'_>,
) -> Act {
    Act {
        match_id,
        account: by.account(),
        for_party: None,
        is_host: false,
        prompt,
        text,
        interaction: Some(by.interaction.get()),
        made_at_ms: by.made_at_ms(),
    }
}

/// Opens the form for typing an action (with examples) or a number. Where typing would be in vain,
/// shows their current state instead: the prompt asks them nothing (any more), their time is up,
/// the match is paused, or there is only one number to choose.
pub async fn show_form(
    data: &Data,
    responder: &Responder<'_>,
    (match_id, prompt): (MatchId, u32),
    account: u64,
) -> Result<(), Fault> {
    let found = data.referee.read(move |core, _| {
        let look = core.look(match_id, account, false)?;
        let desk = Desk::of(core, match_id, account)?;
        let typed = desk.and_then(|desk| desk.panel(None).typed);
        Ok::<_, StoreError>((look, core.examples(match_id, account)?, typed))
    });
    let (look, mut examples, typed) = found.await??;
    let now_ms = data.referee.clock.now_ms();
    let may_type = |look: &Snapshot, mine: &Prompt| {
        let is_paused = mine.live && look.status.pause.is_some();
        // The panel has a button for a single number.
        let is_one = matches!(mine.control, Control::Number { least, most, .. } if least == most);
        !is_paused && !is_one && !panel::stands(look, mine.who, now_ms)
    };
    let asked = look.as_ref();
    let asked = asked.and_then(|look| Some((look, look.mine.as_ref()?)));
    let mine = match asked {
        Some((look, mine)) if mine.id == prompt && may_type(look, mine) => mine,
        asked => {
            let earlier = asked.filter(|(_, mine)| mine.id != prompt);
            let why = earlier.map(|_| words::outdated_prompt());
            let in_place = responder.is_answer();
            return show_instead(data, responder, (match_id, account), why, in_place).await;
        }
    };
    examples.truncate(2);
    let short = |label: &str| CreateInputText::new(InputTextStyle::Short, label, "act");
    let is_choice = !mine.live;
    let mut title = words::type_title(is_choice).to_owned();
    let input = match &mine.control {
        Control::Number { verb, least, most } => {
            title = words::number_verb(verb);
            let digits = most.to_string().len() as u16;
            short(&words::number_label(*least, *most)).max_length(digits)
        }
        _ if examples.is_empty() => short(words::type_label(is_choice)),
        _ => short(words::type_label(is_choice))
            .placeholder(text::cut(&words::type_examples(&examples), 100)),
    };
    let input = match typed {
        Some(typed) => input.value(typed),
        None => input,
    };
    let form = Press::Type { match_id, prompt }.to_string();
    let form = CreateModal::new(form, title);
    let form = form.components(vec![CreateActionRow::InputText(input)]);
    let form = CreateInteractionResponse::Modal(form);
    Ok(responder.respond(form).await?)
}

/// Answers a press that does not count any more: `why`, and the person's current panel. `in_place`:
/// in place of the pressed message.
pub async fn show_instead(
    data: &Data,
    responder: &Responder<'_>,
    (match_id, account): (MatchId, u64),
    why: Option<&str>,
    in_place: bool,
) -> Result<(), Fault> {
    let panel = async {
        let panel = panel_once_posted(data, match_id, account).await?;
        Ok(panel.with_problem(why))
    };
    responder.show_later(in_place, panel).await
}

/// The answer to a refused action: why, what they typed, and a button for what they probably meant.
pub async fn refusal_panel(
    data: &Data,
    match_id: MatchId,
    account: u64,
    fault: RefereeError<ActRefusal>,
    typed: &str,
) -> Result<Panel, Fault> {
    let rows = match &fault {
        RefereeError::Refused(refusal) => suggestion_rows(data, match_id, account, refusal).await?,
        RefereeError::Store(_) => Vec::new(),
    };
    Ok(Panel {
        rows,
        ..panel::note(words::with_typed(&act_refusal_words(fault)?, typed))
    })
}

/// A button for what a refused text probably meant; none if that is not clear.
async fn suggestion_rows(
    data: &Data,
    match_id: MatchId,
    account: u64,
    refusal: &ActRefusal,
) -> Result<Vec<CreateActionRow>, Fault> {
    let Some(meant) = refusal.meant() else {
        return Ok(Vec::new());
    };
    let look = data.look(match_id, account).await?;
    let prompt = match look.and_then(|look| look.mine) {
        Some(mine) => mine.id,
        // Resigning is always possible, and will be confirmed.
        None if meant == "resign" => 0,
        None => return Ok(Vec::new()),
    };
    let act = screen::press(match_id, prompt, Tap::Act(meant.to_owned()));
    let button = Button::new(act, meant, Style::Primary);
    Ok(screen::rows([Row::Buttons(vec![button])]))
}

/// The words of a refusal. A fault of the store is returned as one.
pub fn act_refusal_words(fault: RefereeError<ActRefusal>) -> Result<String, StoreError> {
    match fault {
        RefereeError::Refused(refusal) => Ok(words::act_refusal(&refusal)),
        RefereeError::Store(error) => Err(error),
    }
}

/// The panel in which a player confirms that they resign.
pub async fn resign_panel(data: &Data, look: &Snapshot, seat: Seat) -> Result<Panel, Fault> {
    let (match_id, cast) = (look.row.id, text::shown(look.cast()));
    let won = data.series_before(look).await?;
    let how = (look.stand_ins[seat], look.setup().practice);
    Ok(Panel {
        content: words::confirm_resign(seat, won, look.prize, how, &cast),
        picture: None,
        rows: vec![CreateActionRow::Buttons(vec![
            button(
                Press::Resign { match_id },
                words::resign_button(),
                ButtonStyle::Danger,
            ),
            button(
                Press::Dismiss,
                words::cancel_button(),
                ButtonStyle::Secondary,
            ),
        ])],
    })
}

/// Whether the answer only has to change what is next to the pressed private panel's picture.
fn beside_picture(responder: &Responder<'_>, look: &Snapshot) -> bool {
    look.view.keeps_picture() && responder.is_private()
}

/// Somebody's panel without its picture, which is shown already. None if this live prompt does not
/// ask them any more. `refused`: the action that was just refused.
async fn open_prompt_panel(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: u64,
    refused: Option<&str>,
) -> Result<Option<Panel>, Fault> {
    let look = data.look(match_id, account).await?;
    let mine = look.and_then(|look| look.mine);
    if !mine.is_some_and(|mine| mine.id == prompt && mine.live) {
        return Ok(None);
    }
    let panel = panel::without_picture(data, match_id, account, refused).await?;
    Ok(Some(panel))
}
