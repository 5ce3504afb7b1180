//! The slash commands: a family a file. Each says what it needs, completes what is typed, and
//! answers a mistake in private with what would be right.

mod board;
mod matches;
mod me;
mod of_game;
mod pause;
mod play;
mod practice;
mod preflight;
mod privacy;
mod replay;
mod ruling;
mod season;
pub(super) mod submit;

use std::sync::atomic::Ordering;

use poise::{CommandInteractionType, FrameworkError};
use serde_json::{Value, json};
use serenity::all::{
    AutocompleteChoice, ChannelId, CommandDataOption, CommandDataOptionValue, CommandInteraction,
    CreateAttachment, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage, MessageId,
};

use super::answer::{Token, given_back, whispered};
use super::panel::Panel;
use super::rest::Call;
use super::server::permissions::to_play;
use super::{Context, Data, Fault, answer, rights, text};
use crate::referee::{Core, Look};
use crate::store::{MatchId, SeasonId, StoreError, Tx};
use crate::words;
use ::matches::Stage;
use games::completion::{MOST_CHARACTERS, MOST_CHOICES, holds};
use games::{GameId, Party};

/// Every command.
pub fn all() -> Vec<poise::Command<Data, Fault>> {
    let mut all = vec![matches::matches(), ruling::ruling(), play::act()];
    all.extend(of_game::all());
    all.extend([
        play::resign(),
        pause::pause(),
        practice::practice(),
        season::season(),
        submit::submit(),
        board::board(),
        board::clock(),
        board::rules(),
        board::games(),
        replay::replay(),
        me::me(),
        preflight::preflight(),
        privacy::privacy(),
    ]);
    all.into_iter().map(guarded).collect()
}

/// The commands as they are registered (Discord documentation, "Bulk Overwrite Global Application
/// Commands").
pub fn registered(commands: &[poise::Command<Data, Fault>]) -> Value {
    let mut registered = json!(poise::builtins::create_application_commands(commands));
    of_game::bound(&mut registered);
    registered
}

/// With the check of who may, on what can be typed alone: poise also makes the checks of the
/// commands above, and then one command would count as several.
fn guarded(mut command: poise::Command<Data, Fault>) -> poise::Command<Data, Fault> {
    if command.subcommands.is_empty() {
        command.checks.push(|ctx| Box::pin(rights::check(ctx)));
    }
    let below = std::mem::take(&mut command.subcommands);
    command.subcommands = below.into_iter().map(guarded).collect();
    command
}

/// A command came: taken note of before anything is made of it.
pub async fn heard(ctx: Context<'_>) {
    if let poise::Context::Application(ctx) = ctx {
        let (id, server) = (ctx.interaction.id.get(), ctx.interaction.guild_id);
        ctx.data().heard(id, server).await;
    }
}

/// What a command says when it could not be carried out for a reason that is nobody's mistake.
pub async fn on_error(error: FrameworkError<'_, Data, Fault>) {
    match error {
        FrameworkError::Command { error, ctx, .. } => {
            tracing::error!("/{} failed: {error}", ctx.command().qualified_name);
            let said = crate::discord::went_wrong(&error);
            let _ = give_back(ctx, &said, &typed(&ctx)).await;
        }
        FrameworkError::ArgumentParse {
            error, ctx, input, ..
        } => {
            let said = words::unreadable_argument(input.as_deref(), &error.to_string());
            let _ = whisper(ctx, &said).await;
        }
        // Whoever may not has been told so.
        FrameworkError::CommandCheckFailed { error: None, .. } => {}
        FrameworkError::CommandCheckFailed {
            error: Some(error),
            ctx,
            ..
        } => {
            tracing::error!("the right to a command cannot be looked up: {error}");
            let said = crate::discord::went_wrong(&error);
            let _ = give_back(ctx, &said, &typed(&ctx)).await;
        }
        // Somebody's Discord offers the commands of an earlier Dealer still.
        FrameworkError::CommandStructureMismatch {
            description, ctx, ..
        } => {
            let name = &ctx.command().qualified_name;
            tracing::warn!("/{name} is not as it was typed: {description}");
            if ctx.interaction_type == CommandInteractionType::Command {
                let _ = whisper(poise::Context::Application(ctx), &words::old_command()).await;
            }
        }
        FrameworkError::UnknownInteraction {
            interaction,
            framework,
            ..
        } => {
            let name: String = interaction.data.name.chars().take(40).collect();
            tracing::warn!("there is no command {name:?}");
            if interaction.data.autocomplete().is_none() {
                let said = CreateInteractionResponse::Message(whispered(&words::old_command()));
                let rest = &framework.user_data.rest;
                let _ = token(interaction).respond(rest, &said, Vec::new()).await;
            }
        }
        FrameworkError::GuildOnly { ctx, .. } => {
            let _ = whisper(ctx, &words::guild_only()).await;
        }
        // It panicked, or is asked for in a way that no command of Dealer's has.
        other => {
            tracing::error!("a command could not be carried out: {other}");
            if let Some(ctx) = other.ctx() {
                let _ = whisper(ctx, &words::unknown_fault()).await;
            }
        }
    }
}

/// Tells Discord that the answer takes a while: a picture is drawn, or Discord itself is asked
/// something. `ephemeral`: the answer is for the one who typed the command alone.
async fn defer(ctx: Context<'_>, ephemeral: bool) -> Result<(), Fault> {
    let poise::Context::Application(asked) = ctx else {
        return Ok(());
    };
    if asked.has_sent_initial_response.load(Ordering::SeqCst) {
        return Ok(());
    }
    let message = CreateInteractionResponseMessage::new().ephemeral(ephemeral);
    let deferred = CreateInteractionResponse::Defer(message);
    let rest = &ctx.data().rest;
    let token = token(asked.interaction);
    token.respond(rest, &deferred, Vec::new()).await?;
    asked
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(())
}

/// Answers a command: with the first message, or with a further one.
async fn send(
    ctx: Context<'_>,
    message: CreateInteractionResponseMessage,
    files: Vec<CreateAttachment>,
) -> Result<(), Fault> {
    let poise::Context::Application(asked) = ctx else {
        return Ok(());
    };
    let (token, rest) = (token(asked.interaction), &ctx.data().rest);
    if asked.has_sent_initial_response.load(Ordering::SeqCst) {
        return Ok(token.follow_up(rest, &message, files).await?);
    }
    let first = CreateInteractionResponse::Message(message);
    token.respond(rest, &first, files).await?;
    asked
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(())
}

fn token(typed: &CommandInteraction) -> Token<'_> {
    Token {
        id: typed.id,
        application: typed.application_id,
        token: &typed.token,
    }
}

/// The number of the message that answers a command, or says that the answer takes a while.
async fn first_answer(ctx: Context<'_>, typed: &CommandInteraction) -> Result<u64, Fault> {
    #[derive(serde::Deserialize)]
    struct Message {
        id: MessageId,
    }
    let token = token(typed);
    let answer: Message = ctx.data().rest.ask(&Call::get(token.original())).await?;
    Ok(answer.id.get())
}

/// Says something to the one who typed the command alone.
pub(super) async fn whisper(ctx: Context<'_>, said: &str) -> Result<(), Fault> {
    send(ctx, whispered(said), Vec::new()).await
}

/// As [`whisper`], with what they typed, for them to copy.
pub(super) async fn give_back(ctx: Context<'_>, said: &str, typed: &str) -> Result<(), Fault> {
    let (said, files) = given_back(said, typed);
    send(ctx, whispered(&said), files).await
}

/// After a refusal: the text that somebody typed, for them to copy, in a message of its own.
async fn return_text(ctx: Context<'_>) -> Result<(), Fault> {
    match typed(&ctx).as_str() {
        "" => Ok(()),
        typed => give_back(ctx, "", typed).await,
    }
}

/// A command as it was typed, with all its options; nothing where it has none.
fn typed(ctx: &Context<'_>) -> String {
    let poise::Context::Application(asked) = ctx else {
        return String::new();
    };
    let mut options = asked.interaction.data.options.as_slice();
    while let [
        CommandDataOption {
            value:
                CommandDataOptionValue::SubCommand(inner)
                | CommandDataOptionValue::SubCommandGroup(inner),
            ..
        },
    ] = options
    {
        options = inner;
    }
    let given: Vec<String> = options
        .iter()
        .filter_map(|option| Some(format!(" {}: {}", option.name, option.value.as_str()?)))
        .collect();
    match given.is_empty() {
        true => String::new(),
        false => format!("/{}{}", ctx.command().qualified_name, given.concat()),
    }
}

/// As [`whisper`], for something of any length: in as many messages as it takes.
async fn whisper_lines(ctx: Context<'_>, said: &str) -> Result<(), Fault> {
    send_lines(ctx, said, true).await
}

/// Says something of any length in as many messages as it takes; `ephemeral`: to the one who typed
/// the command alone.
async fn send_lines(ctx: Context<'_>, said: &str, ephemeral: bool) -> Result<(), Fault> {
    for part in text::parts(said, 2000) {
        send(ctx, whispered(&part).ephemeral(ephemeral), Vec::new()).await?;
    }
    Ok(())
}

/// Shows a panel to the one who typed the command alone.
async fn show(ctx: Context<'_>, panel: Panel) -> Result<(), Fault> {
    let (message, files) = answer::panel_message(panel);
    send(ctx, message.ephemeral(true), files).await
}

/// As [`show`], for a text of any length: what is to be pressed stands below the last message.
async fn show_whole(ctx: Context<'_>, mut panel: Panel) -> Result<(), Fault> {
    let mut parts = text::parts(&panel.content, 2000);
    panel.content = parts.pop().unwrap_or_default();
    for part in parts {
        whisper(ctx, &part).await?;
    }
    show(ctx, panel).await
}

/// Shows a panel to everybody.
async fn show_to_all(ctx: Context<'_>, panel: Panel) -> Result<(), Fault> {
    let (message, files) = answer::panel_message(panel);
    send(ctx, message, files).await
}

/// The interaction that brought the command: only slash commands are registered.
fn interaction<'a>(ctx: &Context<'a>) -> Option<&'a CommandInteraction> {
    match ctx {
        poise::Context::Application(application) => Some(application.interaction),
        poise::Context::Prefix(_) => None,
    }
}

/// Why no match can be played in the channel of a command, in words; None where one can.
fn cannot_play_here(ctx: &Context<'_>) -> Option<String> {
    let typed = interaction(ctx)?;
    let lacks = to_play(typed.app_permissions, typed.channel.as_ref());
    let channel = ctx.channel_id().get();
    (!lacks.is_empty()).then(|| words::cannot_play_here(channel, &lacks))
}

/// The direct message in which a command was typed; None in a server.
fn direct(ctx: &Context<'_>) -> Option<ChannelId> {
    ctx.guild_id().is_none().then(|| ctx.channel_id())
}

/// Whether whoever typed a command is a host: in a match of this season, or, where no season is
/// meant, of the server.
async fn is_host(ctx: &Context<'_>, season: Option<SeasonId>) -> Result<bool, Fault> {
    let member = interaction(ctx).and_then(|interaction| interaction.member.as_deref());
    Ok(super::server::hosts::is_host(ctx.data(), member, season).await?)
}

/// Whether whoever typed a command is a host of the server that a match is in, and typed it there.
pub(super) async fn is_host_of(ctx: &Context<'_>, id: MatchId) -> Result<bool, Fault> {
    let row = ctx
        .data()
        .referee
        .read(move |core, _| core.store().read(|tx| tx.match_row(id)))
        .await??;
    let guild = ctx.guild_id().map(|guild| guild.get());
    match row.filter(|row| Some(row.guild) == guild) {
        Some(row) => is_host(ctx, row.season).await,
        None => Ok(false),
    }
}

/// The match of this channel; in a direct message, or elsewhere, that of the account's own which is
/// meant most likely.
pub(super) async fn here(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let game = of_game::game_of(ctx);
    open_here_or(ctx, move |look| {
        game.is_none_or(|game| look.setup().game == game)
    })
    .await
}

async fn open_here_or(
    ctx: &Context<'_>,
    fits: impl Fn(&Look) -> bool + Send + 'static,
) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
    let found = ctx.data().referee.read(move |core, _| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        match likeliest(core, account, fits)? {
            None => core.store().read(|tx| tx.last_match_in(channel)),
            likeliest => Ok(likeliest),
        }
    });
    Ok(found.await??)
}

/// The match that is meant here, as whoever types sees it.
async fn look_here(ctx: &Context<'_>) -> Result<Option<Look>, Fault> {
    let Some(id) = here(ctx).await? else {
        return Ok(None);
    };
    ctx.data().look(id, ctx.author().id.get()).await
}

/// The match that whoever only looks means: that of this channel, or a live one elsewhere in which
/// they take part; else the last one of this channel.
async fn looked_at(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
    let found = ctx.data().referee.read(move |core, _| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        let likeliest = likeliest(core, account, |_| true)?;
        let is_live = match likeliest {
            Some(id) => core
                .look(id, account, false)?
                .is_some_and(|look| look.standing.stage == Stage::Live),
            None => false,
        };
        let last = core.store().read(|tx| tx.last_match_in(channel))?;
        Ok::<_, StoreError>(last.filter(|_| !is_live).or(likeliest))
    });
    Ok(found.await??)
}

/// Of the open matches that an account takes part in the only one, or the only one that fits; of
/// several that do the live one in which it has a seat, else the only one that waits for it. None
/// where that leaves it open.
fn likeliest(
    core: &mut Core,
    account: u64,
    fits: impl Fn(&Look) -> bool,
) -> Result<Option<MatchId>, StoreError> {
    let mine = core.store().read(|tx| tx.open_matches_of(account))?;
    if let [one] = mine.as_slice() {
        return Ok(Some(*one));
    }
    let mut looks = core.looks(mine, account)?;
    if looks.iter().any(&fits) {
        looks.retain(fits);
    }
    let only = |is_it: fn(&Look) -> bool| {
        let mut found = looks.iter().filter(|look| is_it(look));
        let first = found.next().map(|look| look.row.id);
        first.filter(|_| found.next().is_none())
    };
    let plays = |look: &Look| has_seat(look) && look.standing.stage == Stage::Live;
    Ok(only(|_| true)
        .or_else(|| only(plays))
        .or_else(|| only(|look| look.mine.is_some())))
}

fn has_seat(look: &Look) -> bool {
    matches!(look.party, Some(Party::Seat(_)))
}

/// As [`here`], for what the two players alone do: a tie of theirs in this channel that waits for a
/// host comes before matches elsewhere.
pub(super) async fn seated(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
    let tied = ctx.data().referee.read(move |core, _| {
        let last = core.store().read(|tx| match tx.open_match_in(channel)? {
            None => tx.last_match_that_counts_in(channel),
            open => Ok(open),
        })?;
        let Some(id) = last else {
            return Ok(None);
        };
        let look = core.look(id, account, false)?;
        let tied = look.is_some_and(|look| has_seat(&look) && look.is_tied());
        Ok::<_, StoreError>(tied.then_some(id))
    });
    match tied.await?? {
        Some(id) => Ok(Some(id)),
        None => open_here_or(ctx, has_seat).await,
    }
}

/// The match whose record is asked for: see [`matches::exported`].
pub(super) async fn exported(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    matches::exported(ctx).await
}

/// The match of which alone the log is shown: see [`ruling::logged`].
pub(super) async fn logged(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    ruling::logged(ctx).await
}

/// The match that a ruling is about: see [`ruling::row_here`].
pub(super) async fn ruled(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    Ok(ruling::row_here(ctx).await?.map(|row| row.id))
}

/// The match that a host means: the open one of this channel, or of the one above this thread. No
/// other, however few are open: what a host does is done to a match that they see.
pub(super) async fn conducted(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let places = places(ctx);
    let open = ctx
        .data()
        .referee
        .read(move |core, _| core.store().read(|tx| open_in(tx, &places)));
    Ok(open.await??)
}

/// The channel in which a command was typed, and the one above it: where the first is a thread,
/// what is played there is meant.
fn places(ctx: &Context<'_>) -> Vec<u64> {
    let channel = interaction(ctx).and_then(|interaction| interaction.channel.as_ref());
    let above = channel.and_then(|channel| channel.parent_id);
    let places = [Some(ctx.channel_id()), above].into_iter().flatten();
    places.map(|place| place.get()).collect()
}

/// The match that is open in the first of these channels that has one.
fn open_in(tx: &Tx, places: &[u64]) -> Result<Option<MatchId>, StoreError> {
    for place in places {
        if let Some(id) = tx.open_match_in(*place)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The open matches of the server in which a command was typed, as everybody may see them.
async fn open_here(ctx: &Context<'_>) -> Result<Vec<Look>, Fault> {
    match ctx.guild_id() {
        Some(guild) => ctx.data().open_in(guild.get()).await,
        None => Ok(Vec::new()),
    }
}

/// Tells whoever typed a command that none of this channel is meant by it, and which of their own
/// may be.
async fn say_none_meant(ctx: Context<'_>) -> Result<(), Fault> {
    let account = ctx.author().id.get();
    let own = ctx.data().referee.read(move |core, _| {
        let own = core.store().read(|tx| tx.open_matches_of(account))?;
        core.looks(own, account)
    });
    let own = own.await??;
    let places: Vec<String> = own
        .iter()
        .map(|look| words::match_place(look, &text::shown(look.cast())))
        .collect();
    whisper_lines(ctx, &words::none_meant(&places)).await
}

/// Tells a host that no match is open in this channel, and where one is; or, where this channel's
/// is over and its result waits, what can be done.
async fn say_none_open(ctx: &Context<'_>) -> Result<(), Fault> {
    let places = places(ctx);
    let account = ctx.author().id.get();
    let held = ctx.data().referee.read(move |core, _| {
        for place in places {
            let last = core
                .store()
                .read(|tx| tx.last_match_that_counts_in(place))?;
            if let Some(id) = last {
                let plays = core
                    .table(id)?
                    .is_some_and(|table| table.is_own_cause(account));
                let look = core.look(id, 0, false)?;
                let held = look.filter(|look| look.standing.held);
                return Ok(held.map(|look| (look, plays)));
            }
        }
        Ok::<_, StoreError>(None)
    });
    if let Some((look, plays)) = held.await?? {
        let said = words::over_and_held(&look, plays, &text::shown(look.cast()));
        return whisper(*ctx, &said).await;
    }
    let open = open_here(ctx).await?;
    let places: Vec<String> = open
        .iter()
        .map(|look| words::match_place(look, &text::shown(look.cast())))
        .collect();
    whisper_lines(*ctx, &words::none_open_here(&places)).await
}

/// Every game.
async fn complete_game(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = GameId::ALL
        .iter()
        .map(|id| (words::title(*id).to_owned(), id.word().to_owned()));
    choices(games, typed)
}

/// As [`choices`], for an option that is a number: Discord takes no words for one.
fn numbers(
    all: impl IntoIterator<Item = (String, i64)>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let choices = all
        .into_iter()
        .filter(|(name, _)| holds(name, typed))
        .take(MOST_CHOICES)
        .map(|(name, value)| AutocompleteChoice::new(text::cut(&name, 100), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// At most 25 choices that hold what was typed.
fn choices<'a>(
    all: impl IntoIterator<Item = (String, String)> + 'a,
    typed: &str,
) -> CreateAutocompleteResponse {
    let choices = all
        .into_iter()
        .filter(|(name, value)| holds(name, typed) || holds(value, typed))
        .filter(|(_, value)| value.chars().count() <= MOST_CHARACTERS)
        .take(MOST_CHOICES)
        .map(|(name, value)| AutocompleteChoice::new(text::cut(&name, MOST_CHARACTERS), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord shows people the commands as they are registered: a game's own as its folder has
    /// it. `DEALER_BLESS=1` writes them.
    #[test]
    fn what_is_registered_is_what_was_looked_at() {
        let registered = registered(&all());
        let mut general = registered.as_array().unwrap().clone();
        for game in GameId::ALL {
            let name = game.command().name;
            let own = general.iter().position(|command| command["name"] == name);
            let own = general.remove(own.unwrap_or_else(|| panic!("{name} is not registered")));
            compare(
                &format!("crates/games/src/{}/stored/command.json", game.word()),
                &own,
            );
        }
        compare("src/discord/commands/registered.json", &general);
    }

    fn compare(file: &str, registered: &impl serde::Serialize) {
        let registered = serde_json::to_string_pretty(registered).unwrap() + "\n";
        if std::env::var_os("DEALER_BLESS").is_some() {
            std::fs::write(file, &registered).unwrap();
        }
        let expected = std::fs::read_to_string(file).unwrap();
        let mut lines = expected.lines().zip(registered.lines()).enumerate();
        let differs = lines.find(|(_, (expected, found))| expected != found);
        assert_eq!(differs, None, "{file}: DEALER_BLESS=1 writes it");
        assert_eq!(expected, registered);
    }
}
