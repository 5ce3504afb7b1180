//! A practice: a match of two people, or of one and the computer, without a host and outside the season.

use serenity::all::{ChannelId, GuildId, Member};

use super::{Data, Fault};
use crate::discord::server::hosts;
use crate::discord::server::people;
use crate::games::{BySeat, GameId, GivenOptions, Role, Seat};
use crate::matches::Times;
use crate::referee::{self, NewMatch, NewPerson, Practice};
use crate::store::{MatchId, Stakes, StoreError};
use crate::words;

/// Where somebody asks for a practice.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// Who asks, as a member of the server.
    pub member: Option<&'a Member>,
}

/// Why somebody may open no practice in a place; None where they may.
///
/// # Errors
/// What the store says.
pub async fn refused(data: &Data, place: Place<'_>, account: u64) -> Result<Option<String>, Fault> {
    let permissions = place.member.and_then(|member| member.permissions);
    if !permissions.is_some_and(|permissions| permissions.send_messages()) {
        return Ok(Some(words::may_not_write()));
    }
    let (guild, channel) = (place.guild.get(), place.channel.get());
    if would_block_the_season(data, guild, channel, account).await?
        && !hosts::is_host(data, place.member, None).await?
    {
        return Ok(Some(words::practice_elsewhere()));
    }
    Ok(None)
}

/// Opens a practice that one of these accounts, `asker`, asks for; what they are told.
///
/// # Errors
/// What the store or Discord says.
pub async fn open(
    data: &Data,
    place: Place<'_>,
    asker: u64,
    game: GameId,
    accounts: BySeat<u64>,
) -> Result<String, Fault> {
    let computer = data.me.get();
    let mut cast = Vec::new();
    for account in Seat::BOTH.map(|seat| accounts[seat]) {
        let name = if account == computer {
            words::computer().to_owned()
        } else {
            match people::shown_name(data, place.guild, account).await? {
                Ok(name) => name,
                Err(refused) => return Ok(refused),
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
        guild: place.guild.get(),
        channel: place.channel.get(),
        season: None,
        host: asker,
        game,
        options,
        times,
        lateness: Default::default(),
        cast,
        seats,
        start_at_ms: None,
        choices_due_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::Itself,
    };
    let opened = data
        .referee
        .run(move |core, now| core.open_match(new, now))
        .await?;
    let alone = Seat::BOTH.iter().any(|seat| accounts[*seat] == computer);
    Ok(match opened {
        Ok(_) => words::practice_opened(place.channel.get(), alone),
        Err(referee::Fault::Refused(refusal)) => words::open_refusal(&refusal),
        Err(referee::Fault::Store(error)) => return Err(error.into()),
    })
}

/// Opens a practice that is over once more, with the seats changed; what the one of the two who asks is told.
///
/// # Errors
/// What the store or Discord says.
pub async fn again(
    data: &Data,
    place: Place<'_>,
    match_id: MatchId,
    account: u64,
) -> Result<String, Fault> {
    let Some(look) = data.look(match_id, account).await? else {
        return Ok(words::no_such_match());
    };
    let seated = Seat::BOTH.map(|seat| look.person(look.cast().seated(seat)));
    // Who was forgotten since acts for nobody.
    let [Some(dmo), Some(ec)] = seated else {
        return Ok(words::practice_forgotten());
    };
    let changed = BySeat {
        dmo: ec.account,
        ec: dmo.account,
    };
    if let Some(refused) = refused(data, place, account).await? {
        return Ok(refused);
    }
    open(data, place, account, look.setup().game, changed).await
}

/// Whether a practice would be played where the season's matches are, by somebody of no cast of the server, who could keep them from it.
async fn would_block_the_season(
    data: &Data,
    guild: u64,
    channel: u64,
    account: u64,
) -> Result<bool, Fault> {
    let read = data.referee.read(move |core, _| {
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
