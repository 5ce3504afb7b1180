//! `/practice`: a match of two people, or of one and the computer, without a host and outside the season.

use serenity::all::User;

use super::{complete_game, interaction, is_host, whisper};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault, people};
use crate::games::{BySeat, GameId, GivenOptions, Role};
use crate::matches::Times;
use crate::referee::{self, NewMatch, NewPerson, Practice};
use crate::store::StoreError;
use crate::words;

/// Practise a game in this channel, against somebody or the computer; it counts for nothing
#[poise::command(
    slash_command,
    custom_data = "Deed::Practise",
    interaction_context = "Guild"
)]
pub async fn practice(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "Against whom; left out: the computer"] opponent: Option<User>,
) -> Result<(), Fault> {
    let Some(guild) = interaction(&ctx).and_then(|interaction| interaction.guild_id) else {
        return whisper(ctx, &words::guild_only()).await;
    };
    let member = interaction(&ctx).and_then(|interaction| interaction.member.as_ref());
    let may_write = member
        .and_then(|member| member.permissions)
        .is_some_and(|permissions| permissions.send_messages());
    if !may_write {
        return whisper(ctx, &words::may_not_write()).await;
    }
    let Some(game) = GameId::typed(&game) else {
        return whisper(ctx, &words::no_such_game(&game)).await;
    };
    let me = ctx.author().id.get();
    if would_block_the_season(&ctx, guild.get(), me).await? && !is_host(&ctx).await? {
        return whisper(ctx, &words::practice_elsewhere()).await;
    }
    let computer = ctx.data().me.get();
    let other = match &opponent {
        None => computer,
        Some(user) if user.id.get() == me => {
            return whisper(ctx, &words::practice_alone()).await;
        }
        Some(user) if user.bot && user.id.get() != computer => {
            return whisper(ctx, &words::bots_do_not_play()).await;
        }
        Some(user) => user.id.get(),
    };
    // Discord is asked what people are called, which may take longer than it waits itself.
    ctx.defer_ephemeral().await?;
    let mut cast = Vec::new();
    for account in [me, other] {
        let name = if account == computer {
            words::computer().to_owned()
        } else {
            match people::shown_name(ctx.data(), guild, account).await? {
                Ok(name) => name,
                Err(refused) => return whisper(ctx, &refused).await,
            }
        };
        cast.push(person(
            people::free_name(&name, &cast),
            Role::Player,
            Some(account),
        ));
    }
    let seats = BySeat {
        dmo: cast[0].name.clone(),
        ec: cast[1].name.clone(),
    };
    fill(&mut cast, game);
    let (options, times) = quick(game)?;
    let new = NewMatch {
        guild: guild.get(),
        channel: ctx.channel_id().get(),
        season: None,
        host: me,
        game,
        options,
        times,
        lateness: Default::default(),
        cast,
        seats,
        start_at_ms: None,
        stakes: crate::store::Stakes::Nothing,
        practice: Practice::Itself,
    };
    let channel = ctx.channel_id().get();
    let opened = ctx
        .data()
        .referee
        .run(move |core, now| core.open_match(new, now))
        .await?;
    let said = match opened {
        Ok(_) => words::practice_opened(channel, other == computer),
        Err(referee::Fault::Refused(refusal)) => words::open_refusal(&refusal),
        Err(referee::Fault::Store(error)) => return Err(error.into()),
    };
    whisper(ctx, &said).await
}

/// Whether a command was typed where the season's matches are played, by somebody of no cast of the server, who could keep them from it with a practice.
async fn would_block_the_season(
    ctx: &Context<'_>,
    guild: u64,
    account: u64,
) -> Result<bool, Fault> {
    let channel = ctx.channel_id().get();
    let read = ctx.data().referee.read(move |core, _| {
        core.store().read(|tx| {
            let Some(season) = tx.current_season(guild)? else {
                return Ok(false);
            };
            let bound = season.settings.match_channel == Some(channel);
            let played_here = bound || tx.has_matches_in(season.id, channel)?;
            Ok::<_, StoreError>(played_here && !tx.is_of_a_cast(guild, account)?)
        })
    });
    Ok(read.await??)
}

/// The size of a season's cast, with which every game is played as its page describes it.
const USUAL_CAST: usize = 15;
const DEALERS: usize = 2;

/// The others of the cast are made up, as guests, so that every game has the people it needs.
fn fill(cast: &mut Vec<NewPerson>, game: GameId) {
    let sizes = game.cast_sizes();
    let size = USUAL_CAST.clamp(*sizes.start(), *sizes.end());
    while cast.len() < size {
        let role = if cast.len() + DEALERS >= size {
            Role::Dealer
        } else {
            Role::Player
        };
        let name = people::free_name(&words::made_up(cast.len() - 2), cast);
        cast.push(person(name, role, None));
    }
}

fn person(name: String, role: Role, account: Option<u64>) -> NewPerson {
    NewPerson {
        name,
        role,
        account,
        garnets: 0,
        bound: None,
        position: None,
    }
}

/// Chance chooses for whoever is made up, and choices before the match take minutes, not a day.
fn quick(game: GameId) -> Result<(GivenOptions, Times), Fault> {
    let mut options = GivenOptions::new();
    let mut times = Times::defaults(game);
    let set = match game {
        GameId::Gridlock => {
            options.insert("missing".to_owned(), "random".into());
            Ok(())
        }
        GameId::Roundabout | GameId::ShortCircuit | GameId::Crossfire => Ok(()),
        GameId::Invitational => times.set("base_rank_s", 300),
    };
    set.map_err(|refusal| words::setup_refusal(&refusal))?;
    Ok((options, times))
}
