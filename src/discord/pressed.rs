//! What happens when a control is pressed or a form is handed in. Each press is checked against the match as it is now, whoever presses it.

use serenity::all::{
    ActionRowComponent, ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, Context,
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, GuildId,
    InputTextStyle, InteractionId, Member, MessageId, ModalInteraction,
};

use super::answer::Asking;
use super::controls;
use super::letter::button;
use super::panel::{self, Panel};
use super::panels::{self, Desk};
use super::press::Press;
use super::{
    Data, Fault as Problem, connection, created_ms, host_panel, me, preflight, replay, rights,
    rulings, settings, setup,
};
use crate::games::{Control, Party, Seat};
use crate::matches::Stage;
use crate::referee::{Act, ActRefusal, Acted, Begin, ConductRefusal, Core, Fault, Look};
use crate::store::{MatchId, StoreError};
use crate::words;

/// A pressed button or a choice in a menu.
pub async fn component(data: &Data, ctx: &Context, pressed: &ComponentInteraction) {
    let asking = Asking::Component(pressed);
    let values = match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        ComponentInteractionDataKind::UserSelect { values } => ids(values),
        ComponentInteractionDataKind::RoleSelect { values } => ids(values),
        ComponentInteractionDataKind::ChannelSelect { values } => ids(values),
        _ => Vec::new(),
    };
    let by = By {
        account: pressed.user.id.get(),
        member: pressed.member.as_ref(),
        server: pressed.guild_id,
        interaction: pressed.id,
        values,
        fields: Vec::new(),
    };
    answered(data, ctx, &asking, &pressed.data.custom_id, &by).await;
}

/// A form that was handed in.
pub async fn modal(data: &Data, ctx: &Context, form: &ModalInteraction) {
    let asking = Asking::Modal(form);
    let rows = form.data.components.iter().flat_map(|row| &row.components);
    let fields = rows.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => Some((
            input.custom_id.clone(),
            input.value.clone().unwrap_or_default(),
        )),
        _ => None,
    });
    let by = By {
        account: form.user.id.get(),
        member: form.member.as_ref(),
        server: form.guild_id,
        interaction: form.id,
        values: Vec::new(),
        fields: fields.collect(),
    };
    answered(data, ctx, &asking, &form.data.custom_id, &by).await;
}

fn ids<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// What went wrong, without an address that could hold a token.
fn without_address(error: &Problem) -> String {
    match error.downcast_ref::<serenity::Error>() {
        Some(error) => connection::without_address(error),
        None => error.to_string(),
    }
}

/// Who pressed, and what came with it.
pub struct By<'a> {
    pub account: u64,
    pub member: Option<&'a Member>,
    /// None in a direct message.
    pub server: Option<GuildId>,
    pub interaction: InteractionId,
    /// What was chosen in a menu.
    pub values: Vec<String>,
    /// What was written into a form, by the fields' names.
    pub fields: Vec<(String, String)>,
}

impl By<'_> {
    /// When the person pressed: the creation time inside the interaction's snowflake.
    pub fn made_at_ms(&self) -> u64 {
        created_ms(self.interaction.get())
    }
}

async fn answered(data: &Data, ctx: &Context, asking: &Asking<'_>, custom_id: &str, by: &By<'_>) {
    if !data.may_ask(by.server, by.account) {
        // Who is not told so now presses again.
        let _ = asking.whisper(&ctx.http, &words::too_fast()).await;
        return;
    }
    let done = match Press::read(custom_id) {
        Some(press) => take(data, ctx, asking, press, by).await,
        None => asking
            .whisper(&ctx.http, &words::unknown_control())
            .await
            .map_err(Problem::from),
    };
    if let Err(error) = done {
        // What was chosen may be a secret: the log has the kind of control alone.
        let kind = custom_id.split(':').next().unwrap_or_default();
        tracing::error!("a press of {kind} failed: {}", without_address(&error));
        // It may have been answered already; then this is refused, and that is fine.
        let _ = asking.whisper(&ctx.http, &super::went_wrong(&error)).await;
    }
}

async fn take(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    press: Press,
    by: &By<'_>,
) -> Result<(), Problem> {
    let http = &ctx.http;
    if let Some(refused) = rights::refuses(data, &press, by).await? {
        return Ok(asking.whisper(http, &refused).await?);
    }
    let answers = rights::of_press(&press) == rights::Deed::Play;
    if answers
        && !matches!(press, Press::Panel { .. })
        && let Some(match_id) = press.match_id()
        && is_taken_back(data, asking, match_id).await?
    {
        let panel = async {
            let mut panel = panel::build(data, match_id, by.account).await?;
            panel.content = words::problem(&words::panel_taken_back()) + &panel.content;
            Ok(panel)
        };
        return asking.show_later(http, false, panel).await;
    }
    match press {
        Press::Act {
            match_id,
            prompt,
            act,
        } => act_pressed(data, ctx, asking, by, (match_id, prompt), act).await,
        Press::Sure {
            match_id,
            prompt,
            act,
        } => take_act(data, ctx, asking, by, (match_id, prompt), act).await,
        Press::Choose {
            match_id, prompt, ..
        } => {
            let act = by.values.first().cloned().unwrap_or_default();
            act_pressed(data, ctx, asking, by, (match_id, prompt), act).await
        }
        Press::Type { match_id, prompt } => match by.fields.first() {
            Some((_, typed)) => {
                act_pressed(data, ctx, asking, by, (match_id, prompt), typed.clone()).await
            }
            None => {
                let input = type_input(data, match_id, by.account).await?;
                let form = CreateModal::new(
                    Press::Type { match_id, prompt }.to_string(),
                    words::type_it(),
                )
                .components(vec![CreateActionRow::InputText(input)]);
                Ok(asking
                    .respond(http, CreateInteractionResponse::Modal(form))
                    .await?)
            }
        },
        Press::Column { match_id, prompt } => column(data, ctx, asking, by, match_id, prompt).await,
        Press::Step {
            match_id,
            prompt,
            step,
        } => {
            if let Some(look) = seen(data, match_id, by.account).await?
                && panels::is_open_always(&look.view)
            {
                return stepped(data, ctx, asking, by, &look, &step).await;
            }
            let (account, value) = (by.account, by.values.first().cloned());
            let taken = data.referee.read(move |core, now| {
                let step = (step.as_str(), value.as_deref());
                panels::take_step(core, (match_id, prompt), account, step, now)
            });
            if !taken.await?? {
                return Ok(asking.whisper(http, &words::unknown_control()).await?);
            }
            // The board is the same: it stays as it is.
            let panel = panel::without_picture(data, match_id, by.account).await?;
            Ok(asking.turn(http, panel).await?)
        }
        Press::HandIn { match_id, prompt } => {
            match drafted(data, match_id, prompt, by.account).await? {
                Some(act) => act_pressed(data, ctx, asking, by, (match_id, prompt), act).await,
                None => Ok(asking.whisper(http, &words::unknown_control()).await?),
            }
        }
        Press::Panel { match_id } => {
            let panel = panel::build(data, match_id, by.account);
            asking.show_later(http, false, panel).await
        }
        Press::Ready { match_id } => {
            let account = by.account;
            let begun = data
                .referee
                .run(move |core, now| core.ready(match_id, account, now))
                .await?;
            let said = match begun {
                Ok(begin) => words::begin(&begin, &shown_cast(data, match_id).await?),
                Err(fault) => refusal_words(data, match_id, fault).await?,
            };
            Ok(asking.whisper(http, &said).await?)
        }
        Press::Begin {
            match_id,
            confirmed,
        } => {
            let panel = begin(data, match_id, by.account, confirmed).await?;
            Ok(asking.show(http, panel, asking.is_private()).await?)
        }
        Press::Resume { match_id } if is_seated(data, match_id, by.account).await? => {
            let account = by.account;
            let wished = data
                .referee
                .run(move |core, now| core.wish_resume(match_id, account, now))
                .await?;
            let said = match wished {
                Ok(wish) => words::wished(wish, true),
                Err(fault) => refusal_words(data, match_id, fault).await?,
            };
            Ok(asking.whisper(http, &said).await?)
        }
        Press::WishPause { match_id } => {
            let said = wish_pause(data, match_id, by.account).await?;
            Ok(asking.whisper(http, &said).await?)
        }
        Press::Ruling { draft, step } => {
            let panel = rulings::pressed(data, by, draft, step).await?;
            Ok(asking.show(http, panel, true).await?)
        }
        Press::Forget => {
            let account = by.account;
            let forgotten = data
                .referee
                .run(move |core, _| core.forget_account(account))
                .await?;
            let said = match forgotten {
                Ok(count) => words::forgotten(count.seasons, count.matches),
                Err(Fault::Refused(refusal)) => words::forget_refusal(&refusal),
                Err(Fault::Store(error)) => return Err(error.into()),
            };
            Ok(asking.show(http, panel::note(said), true).await?)
        }
        Press::Resume { match_id } => {
            as_host(
                data,
                ctx,
                asking,
                by,
                match_id,
                words::resumed(),
                Core::resume,
            )
            .await
        }
        Press::Void { match_id } => {
            as_host(data, ctx, asking, by, match_id, words::voided(), Core::void).await
        }
        Press::Remind { match_id } => {
            let account = by.account;
            let done = data
                .referee
                .run(move |core, now| core.remind(match_id, account, now))
                .await?;
            let said = match done {
                Ok(count) => words::reminded(count),
                Err(fault) => refusal_words(data, match_id, fault).await?,
            };
            Ok(asking.whisper(http, &said).await?)
        }
        Press::Host { match_id, step } => {
            host_panel::pressed(data, ctx, asking, by, match_id, step).await
        }
        Press::Resign { match_id } => {
            let act = typed_act(by.account, match_id, None, "resign".to_owned(), by);
            let done = data
                .referee
                .run(move |core, now| core.act(&act, now))
                .await?;
            let said = match done {
                Ok(_) => words::resigned(),
                Err(fault) => act_fault(fault)?,
            };
            Ok(asking.show(http, panel::note(said), true).await?)
        }
        Press::SayHello { guild } => {
            let panel = preflight::say_hello(data, guild).await?;
            Ok(asking.show(http, panel, false).await?)
        }
        Press::Hello { guild } => {
            let panel = preflight::greeted(data, guild, by.account).await?;
            Ok(asking.show(http, panel, asking.is_private()).await?)
        }
        Press::Own { field } => {
            let panel = me::turn(data, by.account, field).await?;
            Ok(asking.show(http, panel, asking.is_private()).await?)
        }
        Press::Setup { draft, field } => setup::pressed(data, ctx, asking, by, draft, field).await,
        Press::Setting { season, field } => {
            settings::pressed(data, ctx, asking, by, season, field).await
        }
        Press::Replay { match_id, step } => {
            // It is pressed where it was shown, in a server.
            let guild = by.member.map_or(0, |member| member.guild_id.get());
            let panel = replay::show(data, guild, match_id, step);
            asking.show_later(http, true, panel).await
        }
        Press::Dismiss => Ok(asking
            .show(http, panel::note(words::never_mind()), true)
            .await?),
    }
}

/// Whether the message that was pressed shows a course of the match that a ruling has taken back.
async fn is_taken_back(
    data: &Data,
    asking: &Asking<'_>,
    match_id: MatchId,
) -> Result<bool, Problem> {
    let Some(message) = asking.message().map(MessageId::get) else {
        return Ok(false);
    };
    let read = data
        .referee
        .read(move |core, _| core.shows_taken_back(match_id, message, created_ms(message)));
    Ok(read.await??)
}

/// Whether an account sits in a match.
async fn is_seated(data: &Data, match_id: MatchId, account: u64) -> Result<bool, Problem> {
    let look = look(data, match_id, account).await?;
    Ok(look.is_some_and(|look| matches!(look.party, Some(Party::Seat(_)))))
}

/// A player asks for a pause; what they are told.
pub async fn wish_pause(data: &Data, match_id: MatchId, account: u64) -> Result<String, Problem> {
    let wished = data
        .referee
        .run(move |core, now| core.wish_pause(match_id, account, now))
        .await?;
    match wished {
        Ok(wish) => Ok(words::wished(wish, false)),
        Err(fault) => refusal_words(data, match_id, fault).await,
    }
}

/// An open match as somebody sees it who takes part in it.
async fn seen(data: &Data, match_id: MatchId, account: u64) -> Result<Option<Look>, Problem> {
    let look = data
        .referee
        .read(move |core, _| core.look(match_id, account, false))
        .await??;
    Ok(look.filter(|look| look.party.is_some() && look.standing.stage != Stage::Over))
}

/// A step in a panel that is open always: a form, or the panel as it is then.
async fn stepped(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    by: &By<'_>,
    look: &Look,
    step: &str,
) -> Result<(), Problem> {
    if by.fields.is_empty()
        && let Some(form) = panels::form(data, look, by.account, step).await?
    {
        return Ok(asking.respond(&ctx.http, form).await?);
    }
    let panel = async {
        let panel = panels::step(data, look, by, step).await?;
        Ok(panel.unwrap_or_else(|| panel::note(words::unknown_control())))
    };
    asking
        .show_later(&ctx.http, asking.is_private(), panel)
        .await
}

/// What somebody has put together in their panel, as notation; None where that is nothing, or belongs to a prompt that is over.
async fn drafted(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: u64,
) -> Result<Option<String>, Problem> {
    if let Some(look) = seen(data, match_id, account).await?
        && panels::is_open_always(&look.view)
    {
        return panels::drafted(data, &look, account).await;
    }
    let desk = data
        .referee
        .read(move |core, _| Desk::of(core, match_id, account))
        .await??;
    let desk = desk.filter(|desk| desk.prompt.id == prompt);
    Ok(desk.and_then(|desk| desk.drafted()))
}

fn typed_act(
    account: u64,
    match_id: MatchId,
    prompt: Option<u32>,
    text: String,
    by: &By<'_>,
) -> Act {
    Act {
        match_id,
        account,
        for_party: None,
        is_host: false,
        prompt,
        text,
        interaction: Some(by.interaction.get()),
        made_at_ms: by.made_at_ms(),
    }
}

/// The field in which an action is typed, or only its number where a number is asked for.
async fn type_input(
    data: &Data,
    match_id: MatchId,
    account: u64,
) -> Result<CreateInputText, Problem> {
    let look = look(data, match_id, account).await?;
    let control = look.and_then(|look| look.mine).map(|mine| mine.control);
    let short = |label: &str| CreateInputText::new(InputTextStyle::Short, label, "act");
    Ok(match control {
        Some(Control::Number { least, most, .. }) => {
            let digits = most.to_string().len() as u16;
            short(&words::number_label(least, most)).max_length(digits)
        }
        _ => short(words::type_label()),
    })
}

/// A pressed or typed action: asked back where it may be one's own end, else taken.
async fn act_pressed(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    by: &By<'_>,
    (match_id, prompt): (MatchId, u32),
    text: String,
) -> Result<(), Problem> {
    if let Some(panel) = ask_back(data, match_id, by.account, &text).await? {
        let in_place = asking.is_private() && matches!(asking, Asking::Component(_));
        return Ok(asking.show(&ctx.http, panel, in_place).await?);
    }
    take_act(data, ctx, asking, by, (match_id, prompt), text).await
}

/// The panel that asks whether somebody means an action that may be their own end; None for any other.
pub async fn ask_back(
    data: &Data,
    match_id: MatchId,
    account: u64,
    text: &str,
) -> Result<Option<Panel>, Problem> {
    let text = text.to_owned();
    let read = data.referee.read(move |core, _| {
        let act = core.would_act(match_id, account, &text)?;
        Ok::<_, StoreError>((core.look(match_id, account, false)?, act))
    });
    let (Some(look), Some(act)) = read.await?? else {
        return Ok(None);
    };
    let cast = super::text::shown(look.cast());
    let (Some(party), Some(mine)) = (look.party, look.mine) else {
        return Ok(None);
    };
    if !me::settings(data, account).await?.confirm_moves {
        return Ok(None);
    }
    let Some(warning) = words::caution(&look.view, party, &act, &cast) else {
        return Ok(None);
    };
    let prompt = mine.id;
    let sure = Press::Sure {
        match_id,
        prompt,
        act,
    };
    Ok(Some(Panel {
        content: words::problem(&warning),
        picture: None,
        rows: vec![CreateActionRow::Buttons(vec![
            button(sure, words::sure_button(), ButtonStyle::Danger),
            button(
                Press::Panel { match_id },
                words::change_button(),
                ButtonStyle::Secondary,
            ),
        ])],
    }))
}

/// Takes an action, and answers where the person looks.
async fn take_act(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    by: &By<'_>,
    (match_id, prompt): (MatchId, u32),
    text: String,
) -> Result<(), Problem> {
    let act = typed_act(by.account, match_id, Some(prompt), text, by);
    let done = data
        .referee
        .run(move |core, now| {
            // Controls of a choice before the match are one person's, wherever they stand.
            let look = core.look(act.match_id, act.account, false);
            let mine = look.ok().flatten().and_then(|look| look.mine);
            let before_match = mine.is_some_and(|mine| mine.id == prompt && !mine.live);
            core.act(&act, now).map(|acted| (acted, before_match))
        })
        .await?;
    let (acted, before_match) = match done {
        Ok(acted) => acted,
        Err(fault) => {
            let said = act_fault(fault)?;
            if beside_picture(data, asking, match_id, by.account).await?
                && let Some(mut panel) = still_asked(data, match_id, prompt, by.account).await?
            {
                // Where the person goes on trying, so that what is refused does not pile up.
                panel.content = format!("{}{}", words::problem(&said), panel.content);
                return Ok(asking.turn(&ctx.http, panel).await?);
            }
            return Ok(asking.whisper(&ctx.http, &said).await?);
        }
    };
    let beside_picture = beside_picture(data, asking, match_id, by.account).await?;
    let in_place = asking.is_private() && matches!(asking, Asking::Component(_)) || beside_picture;
    if opens_panel(data, match_id, by.account).await? {
        if asking.is_private() {
            let note = panel::note(words::taken(&acted.acts, acted.stopped.as_deref()));
            asking.show(&ctx.http, note, in_place).await?;
        } else {
            asking.nod(&ctx.http).await?;
        }
        let panel = once_shown(data, match_id, by.account).await?;
        return Ok(asking.show_below(&ctx.http, panel).await?);
    }
    if !asking.is_private() && !before_match {
        // The board that everybody sees is posted; nothing needs to be said to the one who pressed.
        return Ok(asking.nod(&ctx.http).await?);
    }
    if beside_picture
        && let Some(mut panel) = still_asked(data, match_id, prompt, by.account).await?
    {
        if let Some(stopped) = &acted.stopped {
            panel.content = format!("{}{}", words::problem(stopped), panel.content);
        }
        return Ok(asking.turn(&ctx.http, panel).await?);
    }
    let panel = after_act(data, match_id, by.account, &acted);
    asking.show_later(&ctx.http, in_place, panel).await
}

/// Whether an answer only changes what stands beside the picture of the private panel that was pressed.
async fn beside_picture(
    data: &Data,
    asking: &Asking<'_>,
    match_id: MatchId,
    account: u64,
) -> Result<bool, Problem> {
    let look = look(data, match_id, account).await?;
    let keeps = look.is_some_and(|look| panels::keeps_picture(&look.view));
    Ok(keeps && asking.is_private() && asking.has_place())
}

/// A match as somebody in it sees it; None where there is no such match.
async fn look(data: &Data, match_id: MatchId, account: u64) -> Result<Option<Look>, Problem> {
    let look = data
        .referee
        .read(move |core, _| core.look(match_id, account, false));
    Ok(look.await??)
}

/// Somebody's panel without its picture, which is there already; None when this live prompt is not theirs any more.
async fn still_asked(
    data: &Data,
    match_id: MatchId,
    prompt: u32,
    account: u64,
) -> Result<Option<Panel>, Problem> {
    let look = look(data, match_id, account).await?;
    let mine = look.and_then(|look| look.mine);
    if !mine.is_some_and(|mine| mine.id == prompt && mine.live) {
        return Ok(None);
    }
    Ok(Some(panel::without_picture(data, match_id, account).await?))
}

/// Whether somebody goes on in a panel of their own whose prompt is not posted yet. It is shown below that post: [`once_shown`].
pub async fn opens_panel(data: &Data, match_id: MatchId, account: u64) -> Result<bool, Problem> {
    let look = look(data, match_id, account).await?;
    Ok(look.is_some_and(|look| {
        let shown = |seat: Seat| look.standing.deadline_ms[seat].is_some();
        let is_shown = matches!(look.party, Some(Party::Seat(seat)) if shown(seat));
        panels::goes_on(&look.view) && !is_shown && look.standing.stage == Stage::Live
    }))
}

/// Somebody's panel as soon as its prompt is posted; after a while all the same.
pub async fn once_shown(data: &Data, match_id: MatchId, account: u64) -> Result<Panel, Problem> {
    for _ in 0..50 {
        if !opens_panel(data, match_id, account).await? {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panel::build(data, match_id, account).await
}

/// What a private panel shows after an action: what counts now and can still be changed, or that it was taken.
pub async fn after_act(
    data: &Data,
    match_id: MatchId,
    account: u64,
    acted: &Acted,
) -> Result<Panel, Problem> {
    let look = look(data, match_id, account).await?;
    let mine = look
        .as_ref()
        .is_some_and(|look| look.mine.is_some() && look.standing.stage != Stage::Over);
    let said = words::taken(&acted.acts, acted.stopped.as_deref());
    if !mine {
        return Ok(panel::note(said));
    }
    let mut panel = panel::build(data, match_id, account).await?;
    panel.content = format!("{said}\n{}", panel.content);
    Ok(panel)
}

async fn column(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    by: &By<'_>,
    match_id: MatchId,
    prompt: u32,
) -> Result<(), Problem> {
    let letter = by.values.first().cloned().unwrap_or_default();
    let account = by.account;
    let look = look(data, match_id, account).await?;
    let mine = look
        .and_then(|look| look.mine)
        .filter(|mine| mine.id == prompt);
    let Some(mine) = mine else {
        return Ok(asking.whisper(&ctx.http, &words::unknown_control()).await?);
    };
    let offers = data
        .referee
        .read(move |core, _| core.offers(match_id, mine.who, ""))
        .await??;
    let panel = async {
        let mut panel = panel::build(data, match_id, account).await?;
        let menu = controls::row_menu(match_id, prompt, &offers, &letter);
        panel.rows.push(menu);
        Ok(panel)
    };
    asking
        .show_later(&ctx.http, asking.is_private(), panel)
        .await
}

/// What a host does to a match: the match, the host's account and the time go in.
type HostWork<T> = fn(&mut Core, MatchId, u64, u64) -> Result<T, Fault<ConductRefusal>>;

/// Something that a host does to a match, answered by a sentence.
async fn as_host<T: Send + 'static>(
    data: &Data,
    ctx: &Context,
    asking: &Asking<'_>,
    by: &By<'_>,
    match_id: MatchId,
    done: String,
    work: HostWork<T>,
) -> Result<(), Problem> {
    let account = by.account;
    let outcome = data
        .referee
        .run(move |core, now| work(core, match_id, account, now))
        .await?;
    let said = match outcome {
        Ok(_) => done,
        Err(fault) => refusal_words(data, match_id, fault).await?,
    };
    Ok(asking
        .show(&ctx.http, panel::note(said), asking.is_private())
        .await?)
}

/// Begins a match, or asks back over the names still missing.
pub async fn begin(
    data: &Data,
    match_id: MatchId,
    host: u64,
    confirmed: bool,
) -> Result<Panel, Problem> {
    let begun = data
        .referee
        .run(move |core, now| core.begin(match_id, host, confirmed, now))
        .await?;
    let cast = shown_cast(data, match_id).await?;
    match begun {
        Ok(Begin::Confirm { missing }) => {
            let sure = Press::Begin {
                match_id,
                confirmed: true,
            };
            Ok(Panel {
                content: words::confirm_begin(&missing, &cast),
                picture: None,
                rows: vec![CreateActionRow::Buttons(vec![
                    button(sure, words::begin_anyway(), ButtonStyle::Danger),
                    button(
                        Press::Remind { match_id },
                        words::remind_button(),
                        ButtonStyle::Secondary,
                    ),
                    button(Press::Dismiss, words::wait_button(), ButtonStyle::Secondary),
                ])],
            })
        }
        Ok(begin) => Ok(panel::note(words::begin(&begin, &cast))),
        Err(fault) => Ok(panel::note(refusal_words(data, match_id, fault).await?)),
    }
}

/// A match's cast under names that are safe in a post; nobody of a match that is gone.
pub async fn shown_cast(data: &Data, match_id: MatchId) -> Result<crate::games::Cast, Problem> {
    let look = data
        .referee
        .read(move |core, _| core.look(match_id, 0, false))
        .await??;
    let look = look.ok_or_else(words::no_such_match)?;
    Ok(super::text::shown(look.cast()))
}

/// The words of a refusal; a fault of the store goes on as one.
pub fn act_fault(fault: Fault<ActRefusal>) -> Result<String, StoreError> {
    match fault {
        Fault::Refused(refusal) => Ok(words::act_refusal(&refusal)),
        Fault::Store(error) => Err(error),
    }
}

/// As [`act_fault`], for the conduct of a match.
pub async fn refusal_words(
    data: &Data,
    match_id: MatchId,
    fault: Fault<ConductRefusal>,
) -> Result<String, Problem> {
    match fault {
        Fault::Refused(ConductRefusal::NoSuchMatch) => Ok(words::no_such_match()),
        Fault::Refused(refusal) => Ok(words::conduct_refusal(
            &refusal,
            &shown_cast(data, match_id).await?,
        )),
        Fault::Store(error) => Err(error.into()),
    }
}

/// The buttons with which a player confirms that they resign.
pub fn resign_panel(match_id: MatchId, seat: Seat, cast: &crate::games::Cast) -> Panel {
    Panel {
        content: words::confirm_resign(seat, cast),
        picture: None,
        rows: vec![CreateActionRow::Buttons(vec![
            button(
                Press::Resign { match_id },
                words::resign_button(),
                ButtonStyle::Danger,
            ),
            button(
                Press::Dismiss,
                words::go_on_button(),
                ButtonStyle::Secondary,
            ),
        ])],
    }
}
