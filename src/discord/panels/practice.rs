//! A practice: a match of two people, or of one and the computer, without a host and outside the
//! season.

use serenity::all::{Member, User};

use crate::discord::server::{hosts, people, writable};
use crate::discord::{Data, Result, text};
use crate::referee::{NewMatch, NewPerson, OpenRefusal, Practice, Viewer, computer_name};
use crate::store::{AccountId, ChannelId, MatchId, ServerId, StoreError, Tx};
use crate::words::{self, practice::ClosedTo};
use games::{BySeat, GameId, GivenOptions, Level, Role, Seat};
use matches::Times;

/// The most open practices that are named.
const MAX_OPEN: usize = 5;

/// Where somebody asks for a practice.
#[derive(Clone, Copy)]
pub struct PracticeRequest<'a> {
    /// None in a direct message.
    pub guild: Option<ServerId>,
    pub channel: ChannelId,
    pub user: &'a User,
    /// The same person, as a member of the server.
    pub member: Option<&'a Member>,
}

/// Why somebody cannot open a practice here, in words; None if they can.
pub async fn refused(data: &Data, place: PracticeRequest<'_>) -> Result<Option<String>> {
    let Some(guild) = place.guild else {
        return Ok(None);
    };
    let may_write = |member: &&Member| {
        let permissions = member.permissions;
        permissions.is_some_and(|permissions| permissions.send_messages())
    };
    let Some(member) = place.member.filter(may_write) else {
        return Ok(Some(words::practice::MAY_NOT_WRITE.to_owned()));
    };
    let channel = place.channel;
    let account = AccountId::from(place.user.id);
    let is_host = hosts::is_host(data, place.member, None).await?;
    let read = data.stored(move |tx| closed(tx, guild, channel, account, is_host));
    let Some(why) = read.await? else {
        return Ok(None);
    };
    let writable = match writable::channels(data, guild, member).await {
        Ok(writable) => writable,
        Err(error) => {
            tracing::warn!("can't tell where someone can practise: {error}");
            return Ok(Some(words::practice::practice_elsewhere(why, None)));
        }
    };
    let read = data.stored(move |tx| {
        let mut places = Vec::new();
        let taken = with_a_purpose(tx, guild)?;
        for channel in writable {
            let is_free = !taken.contains(&channel) && tx.open_match_in(channel)?.is_none();
            if is_free && closed(tx, guild, channel, account, is_host)?.is_none() {
                places.push(channel);
            }
        }
        Ok(places)
    });
    let places = read.await?;
    Ok(Some(words::practice::practice_elsewhere(
        why,
        Some(&places),
    )))
}

/// Opens a practice that one of these accounts asks for. `level`: how well the computer plays, if
/// it's one of the two. Returns what to tell them.
///
/// # Errors
/// What the store or Discord says.
pub async fn open(
    data: &Data,
    place: PracticeRequest<'_>,
    game: GameId,
    accounts: BySeat<AccountId>,
    level: Level,
) -> Result<String> {
    let (computer, asker) = (AccountId::from(data.me), AccountId::from(place.user.id));
    let alone = Seat::BOTH.iter().any(|seat| accounts[*seat] == computer);
    match place.guild {
        None if !alone => return Ok(words::practice::PRACTICE_WITH_PEOPLE.to_owned()),
        None => {}
        Some(guild) => {
            if let Some((player, spectator)) = kept_apart(data, guild, accounts).await? {
                return Ok(words::practice::practice_among_cast(player, spectator));
            }
        }
    }
    let mut cast = Vec::new();
    for account in Seat::BOTH.map(|seat| accounts[seat]) {
        let shown = match place.guild {
            _ if account == computer => computer_name(level),
            None => place.user.display_name().to_owned(),
            Some(guild) => match people::shown_name(data, guild, account).await? {
                Ok(name) => name,
                Err(refused) => return Ok(refused),
            },
        };
        let name = people::free_name(&shown, &cast);
        cast.push(NewPerson::new(name, Role::Player, Some(account)));
    }
    let seats = BySeat {
        dmo: cast[0].name.clone(),
        ec: cast[1].name.clone(),
    };
    fill(&mut cast, game);
    let (options, times) = quick(game)?;
    let new = NewMatch {
        guild: place.guild,
        channel: place.channel,
        host: asker,
        options,
        times,
        practice: if alone {
            Practice::Against(level)
        } else {
            Practice::Itself
        },
        ..NewMatch::plain(game, cast, seats)
    };
    let opened = data.run(move |core, now| core.open_match(new, now));
    let channel = place.guild.map(|_| place.channel);
    let (said, id) = match opened.await? {
        Ok(id) => (words::practice::practice_opened(channel, alone), Some(id)),
        Err(OpenRefusal::ChannelBusy(busy)) if channel.is_some() => {
            let own = data.stored(move |tx| tx.open_matches_of(asker)).await?;
            let plays = own.contains(&busy.id);
            (words::practice::channel_busy(&busy, plays), None)
        }
        Err(refusal) => (words::refusals::open_refusal(&refusal), None),
    };
    Ok(said + &other_practices(data, asker, id).await?)
}

/// The open practices of an account other than this one, in words.
async fn other_practices(data: &Data, account: AccountId, id: Option<MatchId>) -> Result<String> {
    let mut open = data.open_of(account).await?;
    open.retain(|snapshot| snapshot.setup().practice && Some(snapshot.row.id) != id);
    let linked = open.iter().take(MAX_OPEN).map(|snapshot| {
        let name = words::status::match_name(snapshot, &text::shown(snapshot.cast()));
        let link = text::channel_link(snapshot.row.guild, snapshot.row.channel);
        (name, link)
    });
    Ok(words::practice::open_practices(linked))
}

/// Plays a finished practice again with swapped seats. Returns what to tell the player who asks.
///
/// # Errors
/// What the store or Discord says.
pub async fn again(data: &Data, place: PracticeRequest<'_>, match_id: MatchId) -> Result<String> {
    let account = AccountId::from(place.user.id);
    let Some(snapshot) = data.snapshot(match_id, Viewer::Account(account)).await? else {
        return Ok(words::which_match::NO_SUCH_MATCH.to_owned());
    };
    let seated = Seat::BOTH.map(|seat| snapshot.player(seat));
    // If an account was forgotten since, nobody acts for that player.
    let [Some(dmo), Some(ec)] = seated else {
        return Ok(words::practice::PRACTICE_FORGOTTEN.to_owned());
    };
    let changed = BySeat {
        dmo: ec.account,
        ec: dmo.account,
    };
    if let Some(refused) = refused(data, place).await? {
        return Ok(refused);
    }
    let setup = snapshot.setup();
    let level = setup.level.unwrap_or_default();
    open(data, place, setup.game, changed, level).await
}

/// Why somebody cannot practise in a channel; None if they can. A match of the season may be open
/// there. Or it's the channel of the season's matches, which only the cast and hosts may occupy.
fn closed(
    tx: &Tx,
    guild: ServerId,
    channel: ChannelId,
    account: AccountId,
    is_host: bool,
) -> Result<Option<ClosedTo>, StoreError> {
    let open = tx.open_match_in(channel)?;
    let row = open.map(|id| tx.match_row(id)).transpose()?.flatten();
    if row.is_some_and(|row| row.season.is_some()) {
        return Ok(Some(ClosedTo::Everybody));
    }
    let season = tx.current_season(guild)?;
    let kept = season.and_then(|season| season.settings.match_channel);
    let may_block = kept == Some(channel) && !is_host && !tx.is_of_a_cast(guild, account)?;
    Ok(may_block.then_some(ClosedTo::Spectators))
}

/// If one of two people is a player of the season and the other is a spectator: these two, in this
/// order. They may not practise with each other (rulebook, "Short Circuit"). People who act for
/// somebody in a match of the season count as cast, and a host is no spectator.
///
/// People who are out count as players: otherwise this could give away a result that waits.
async fn kept_apart(
    data: &Data,
    guild: ServerId,
    accounts: BySeat<AccountId>,
) -> Result<Option<(AccountId, AccountId)>> {
    let read = data.stored(move |tx| player_and_spectator(tx, guild, accounts));
    let computer = AccountId::from(data.me);
    let Some((player, spectator)) = read.await?.filter(|(_, other)| *other != computer) else {
        return Ok(None);
    };
    let is_host = hosts::hosts_from_afar(data, guild, spectator, None).await?;
    Ok((!is_host).then_some((player, spectator)))
}

/// If one of two accounts is a player's of the current season and the other is nobody's of its
/// cast: these two, in this order.
fn player_and_spectator(
    tx: &Tx,
    guild: ServerId,
    accounts: BySeat<AccountId>,
) -> Result<Option<(AccountId, AccountId)>, StoreError> {
    let Some(season) = tx.current_season(guild)? else {
        return Ok(None);
    };
    let cast = tx.season_cast(season.id)?;
    let role = |account: AccountId| {
        let mut members = cast.iter();
        let member = members.find(|member| member.account == Some(account));
        member.map(|member| member.role)
    };
    let mut acting = Vec::new();
    for id in tx.undecided_matches(season.id)? {
        acting.extend(tx.people(id)?.into_iter().map(|person| person.account));
    }
    let pairs = [(accounts.dmo, accounts.ec), (accounts.ec, accounts.dmo)];
    Ok(pairs.into_iter().find(|(one, other)| {
        let plays = role(*one).is_some_and(|role| role != Role::Dealer);
        plays && role(*other).is_none() && !acting.contains(other)
    }))
}

/// The channels that a server's seasons use for something else than matches: private channels,
/// alliances, the hosts' log, announcements. Nobody is sent there to practise.
fn with_a_purpose(tx: &Tx, guild: ServerId) -> Result<Vec<ChannelId>, StoreError> {
    let mut channels = Vec::new();
    for season in tx.seasons(guild)? {
        let settings = season.settings;
        channels.extend(settings.alliance_channels);
        channels.extend(settings.audit_channel);
        channels.extend(settings.announcement_channel);
        let everybody = tx.everybody(season.id)?;
        channels.extend(everybody.iter().filter_map(|(member, _)| member.channel));
    }
    Ok(channels)
}

/// The size of a season's cast for which the rulebook's pages describe the games.
const USUAL_CAST: usize = 15;
const DEALERS: usize = 2;

/// Fills the cast up with made-up guests, so that every game has the people it needs.
fn fill(cast: &mut Vec<NewPerson>, game: GameId) {
    let sizes = &game.catalogue().cast_sizes;
    let size = USUAL_CAST.clamp(*sizes.start(), *sizes.end());
    while cast.len() < size {
        let role = if cast.len() + DEALERS >= size {
            Role::Dealer
        } else {
            Role::Player
        };
        cast.push(people::made_up(cast.len() - 2, role, cast));
    }
}

/// Options and times for practice: made-up people choose at random, and choices before the match
/// take minutes, not a day.
fn quick(game: GameId) -> Result<(GivenOptions, Times)> {
    let row = game.catalogue();
    let set = row.in_practice.iter();
    let options = set.map(|(key, word)| ((*key).to_owned(), (*word).into()));
    let mut times = Times::defaults(game);
    if let Some((key, seconds)) = row.choice_time.zip(row.choice_in_practice_s) {
        let set = times.set(key, seconds);
        set.map_err(|refusal| words::english::setup_refusal(&refusal))?;
    }
    Ok((options.collect(), times))
}
