//! `/preflight`: checks whether anything would fail in a match. Each check returns a finding, which
//! says what to do if something is wrong.

use std::time::{Duration, Instant};

use serenity::all::{ChannelType, Permissions, UserId};

use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::server::absent;
use crate::discord::server::bound::{self, other_reader};
use crate::discord::server::locks;
use crate::discord::server::people;
use crate::discord::server::permissions::{
    self, ATTACH, CREATE_EVENTS, ChannelOverwrites, HISTORY, IN_MATCHES, IN_THREADS, MemberRoles,
    NamedPermission, SEND, VIEW, read_channel_or_parent,
};
use crate::discord::{Data, Result, text};
use crate::referee::postal::codes;
use crate::referee::{NewMatch, NewPerson, Practice, RefereeGone, RolesDue, ToLock};
use crate::store::{
    AccountId, CastMember, ChannelId, Hello, MatchId, RoleId, RolesOf, Season, SeasonId,
    SeasonSettings, ServerId, StoreError,
};
use crate::words::{self, preflight::Finding, preflight::Reach};
use games::screen::Button;
use games::{Audience, BySeat, Dice, GameId, Role, WallMs};

const MANAGE: NamedPermission = (Permissions::MANAGE_ROLES.bits(), "Manage Permissions");

/// Permissions for posting lines. The hosts' channel may also get a result that cannot be posted
/// where it belongs, with its board.
const FOR_LINES: [NamedPermission; 3] = [VIEW, SEND, HISTORY];
const FOR_LETTERS: [NamedPermission; 4] = [VIEW, SEND, ATTACH, HISTORY];
/// Permissions for closing a channel. Dealer must also be allowed to change its overwrites
/// ([`may_close`]).
const TO_CLOSE: [NamedPermission; 4] = [VIEW, SEND, IN_THREADS, MANAGE];

/// A clock that is off by more than this would judge people wrongly.
const MAX_SKEW_MS: u64 = 1_000;
/// A slower connection would be felt in live play.
const MAX_LATENCY: Duration = Duration::from_millis(500);
/// A message by which Discord's clock is read: when Discord created it, and when Dealer asked for
/// it and had it.
pub struct Tick {
    pub created_ms: WallMs,
    pub asked_ms: WallMs,
    pub had_ms: WallMs,
}

/// Checks everything. `here`: the channel of the command; `ping`: the gateway's latency, if known.
pub async fn check(
    data: &Data,
    guild: ServerId,
    here: ChannelId,
    tick: &Tick,
    ping: Option<Duration>,
) -> Result<Panel> {
    let season = people::season_with_cast(data, guild).await?;
    let settings = season.as_ref().map(|(season, _)| &season.settings);
    let bound = season.iter().flat_map(|(_, cast)| cast);
    let bound = bound.filter_map(|person| person.channel);
    let channels = needed(here, settings, bound);
    let own = MemberRoles::of(data, guild).await?;
    let closing = season.as_ref().map(|(season, cast)| ToLock {
        match_id: MatchId::NONE,
        guild,
        players: cast.iter().filter_map(|person| person.account).collect(),
        host_role: season.host_role,
        channel: season.settings.match_channel,
        alliances: season.settings.alliance_channels.clone(),
    });
    let cast = season.iter().flat_map(|(_, cast)| cast);
    let names = cast.clone().map(|person| person.name.clone()).collect();
    let mut findings = vec![
        lacking(data, &own, &channels, closing.as_ref()).await?,
        private_threads(data, here, settings).await?,
        match &season {
            Some((season, cast)) => roles(data, &own, season, cast).await?,
            None => words::preflight::roles_found(&[], true, &[], &[], false, &[]),
        },
        words::preflight::events_found(own.server_bits() & CREATE_EVENTS.0 != 0),
        bound_channels(data, guild, cast).await?,
        players(data, guild).await?,
        drawing(data, names).await?,
        database(data).await,
        clock(tick),
        connection(ping),
    ];
    findings.extend(data.backups.as_deref().map(words::preflight::backups_found));
    // Without a match channel in the settings, it is not known where threads would be opened.
    let has_threads = settings.is_some_and(|settings| settings.match_channel.is_some());
    let reached = match &season {
        Some((season, _)) => reached(data, season.id).await?,
        None => Vec::new(),
    };
    findings.push(words::preflight::private_ways(&reached, has_threads));
    let press = Press::SayHello { guild };
    let say_hello = Button::primary(press, words::preflight::SAY_HELLO_BUTTON);
    let say_hello = (!reached.is_empty()).then_some(say_hello);
    Ok(note(words::preflight::preflight(&findings)).buttons(say_hello))
}

/// How a season's people can be reached in private, by their names.
async fn reached(data: &Data, season: SeasonId) -> Result<Vec<(String, Reach)>> {
    let greeted = data.read(move |core| core.greeted(season)).await?;
    let reached = greeted.into_iter().map(|one| {
        let reach = match one.hello {
            None => Reach::NotAsked,
            Some(Hello::Sent) if one.in_thread => Reach::InThread,
            Some(Hello::Sent) => Reach::Silent,
            Some(Hello::Closed) => Reach::Closed,
            Some(Hello::Confirmed) => Reach::Confirmed,
        };
        (text::escape_markdown(&one.name), reach)
    });
    Ok(reached.collect())
}

/// The channels that Dealer uses, each with the permissions that it needs there.
fn needed(
    here: ChannelId,
    settings: Option<&SeasonSettings>,
    bound: impl Iterator<Item = ChannelId>,
) -> Vec<(ChannelId, Vec<NamedPermission>)> {
    let mut channels: Vec<(ChannelId, Vec<NamedPermission>)> = Vec::new();
    let mut add = |channel: ChannelId, needed: &[NamedPermission]| {
        let at = channels.iter().position(|(known, _)| *known == channel);
        let at = at.unwrap_or_else(|| {
            channels.push((channel, Vec::new()));
            channels.len() - 1
        });
        let all = &mut channels[at].1;
        let new = needed.iter().filter(|one| !all.contains(one));
        let new: Vec<NamedPermission> = new.copied().collect();
        all.extend(new);
    };
    let of_matches = settings.and_then(|settings| settings.match_channel);
    for channel in std::iter::once(here).chain(of_matches) {
        add(channel, &IN_MATCHES);
        if settings.is_some_and(|settings| settings.lock_match_channel) {
            add(channel, &TO_CLOSE);
        }
    }
    if let Some(settings) = settings {
        if let Some(audit) = settings.audit_channel {
            add(audit, &FOR_LETTERS);
        }
        if let Some(announcements) = settings.announcement_channel {
            add(announcements, &FOR_LINES);
        }
        for alliance in &settings.alliance_channels {
            add(*alliance, &TO_CLOSE);
        }
    }
    for channel in bound {
        add(channel, &FOR_LETTERS);
    }
    channels
}

/// What Dealer lacks in these channels.
async fn lacking(
    data: &Data,
    own: &MemberRoles,
    channels: &[(ChannelId, Vec<NamedPermission>)],
    closing: Option<&ToLock>,
) -> Result<Finding> {
    if let Some(until_ms) = own.timed_out_until(data.referee.clock.now()) {
        return Ok(words::preflight::dealer_timed_out(until_ms));
    }
    let (mut lacking, mut gone) = (Vec::new(), Vec::new());
    for (channel, needed) in channels {
        let place = read_channel_or_parent(data, *channel).await?;
        if place.is_none() && permissions::is_gone(data, *channel).await? {
            gone.push(*channel);
            continue;
        }
        let mut has = place.as_ref().map_or(0, |place| own.channel_bits(place));
        if let (Some(place), Some(closing), true) = (&place, closing, needed.contains(&MANAGE))
            && !may_close(data, own, place, closing).await?
        {
            has &= !MANAGE.0;
        }
        let missing = needed.iter().filter(|(bit, _)| has & bit == 0);
        let names: Vec<&str> = missing.map(|(_, name)| *name).collect();
        if !names.is_empty() {
            lacking.push((*channel, names));
        }
    }
    Ok(words::preflight::permissions_found(
        channels.len(),
        &lacking,
        &gone,
    ))
}

/// Which match channels cannot have private threads. People with closed direct messages would be
/// written to there.
async fn private_threads(
    data: &Data,
    here: ChannelId,
    settings: Option<&SeasonSettings>,
) -> Result<Finding> {
    let of_matches = settings.and_then(|settings| settings.match_channel);
    let mut without = Vec::new();
    for channel in std::iter::once(here).chain(of_matches.filter(|one| *one != here)) {
        let place = read_channel_or_parent(data, channel).await?;
        // Discord documentation, "Start Thread without Message".
        if place.is_some_and(|place| place.channel.kind != ChannelType::Text) {
            without.push(channel);
        }
    }
    Ok(words::preflight::private_threads_found(&without))
}

/// Whether Discord lets Dealer change a channel's overwrites for closing it. If not, an overwrite
/// of the channel itself that gives it Manage Permissions is enough.
async fn may_close(
    data: &Data,
    own: &MemberRoles,
    place: &ChannelOverwrites,
    closing: &ToLock,
) -> Result<bool> {
    let above = match place.channel.parent_id {
        // In a category that Dealer does not see, it may do nothing.
        Some(above) => permissions::read_channel(data, above.into())
            .await?
            .map_or(0, |above| own.channel_bits(&above)),
        None => own.server_bits(),
    };
    let guild = locks::guild(data, closing.guild).await?;
    let bits = locks::closing_bits(place, &guild, closing, data.me);
    Ok(bits & !own.settable_bits(place, above) == 0)
}

/// Whether Dealer may give and take the season's roles.
pub async fn roles_of(data: &Data, season: &Season) -> Result<Finding> {
    let own = MemberRoles::of(data, season.guild).await?;
    roles(data, &own, season, &[]).await
}

/// Whether Dealer may give and take the season's roles for players and eliminated players, and
/// whether all of these people have theirs.
async fn roles(
    data: &Data,
    own: &MemberRoles,
    season: &Season,
    cast: &[CastMember],
) -> Result<Finding> {
    let settings = &season.settings;
    let set = [settings.player_role, settings.eliminated_role];
    let set: Vec<RoleId> = set.into_iter().flatten().collect();
    let may = own.server_bits() & Permissions::MANAGE_ROLES.bits() != 0;
    let those = |fits: &dyn Fn(RoleId) -> bool| -> Vec<RoleId> {
        set.iter().copied().filter(|role| fits(*role)).collect()
    };
    let managed = those(&|role| own.is_managed(role));
    let too_high = those(&|role| own.is_above(role) == Some(false) && !own.is_managed(role));
    let gone = set.iter().any(|role| own.is_above(*role).is_none());
    let lost = if set.is_empty() {
        Vec::new()
    } else {
        without_their_roles(data, season, cast).await?
    };
    Ok(words::preflight::roles_found(
        &set, may, &managed, &too_high, gone, &lost,
    ))
}

/// The people in the server who have other roles than the season gives them: who leaves and joins
/// again loses them, and Discord tells that only to bots with the members intent.
async fn without_their_roles(
    data: &Data,
    season: &Season,
    cast: &[CastMember],
) -> Result<Vec<String>> {
    let mut lost = Vec::new();
    for member in cast {
        let (id, whose) = (season.id, RolesOf::Member(member.position));
        let due = data.read(move |core| core.roles_due(id, whose));
        let RolesDue::Change { account, roles, .. } = due.await? else {
            continue;
        };
        let has = match data.rest.member(season.guild, UserId::from(account)).await {
            Ok(there) => there.roles,
            Err(error) if codes::is_absent(error.code()) => continue,
            Err(error) => return Err(error.into()),
        };
        let mut roles = roles.into_iter();
        if roles.any(|(role, wanted)| has.contains(&role.into()) != wanted) {
            lost.push(text::escape_markdown(&member.name));
        }
    }
    Ok(lost)
}

/// Who of the cast has a bound channel that others can read, or in which they lack a permission
/// themselves.
async fn bound_channels(
    data: &Data,
    guild: ServerId,
    cast: impl Iterator<Item = &CastMember>,
) -> Result<Finding> {
    let (mut bound, mut read, mut shut) = (0, Vec::new(), Vec::new());
    for person in cast {
        let Some(channel) = person.channel else {
            continue;
        };
        bound += 1;
        if let Some(reader) = other_reader(data, guild, channel, person.account).await? {
            read.push((text::escape_markdown(&person.name), channel, reader));
        }
        let Some(account) = person.account else {
            continue;
        };
        let lacks = bound::missing_permissions(data, channel, account).await?;
        if !lacks.is_empty() {
            let names = lacks.into_iter().map(|(_, name)| name).collect();
            shut.push((text::escape_markdown(&person.name), channel, names));
        }
    }
    Ok(words::preflight::bound_channels(bound, &read, &shut))
}

/// Which players of open matches have left the server, or have a timeout in it.
async fn players(data: &Data, guild: ServerId) -> Result<Finding> {
    let open = data.open_in(guild).await?;
    let mut found = Vec::new();
    for snapshot in &open {
        let cast = text::shown(snapshot.cast());
        let away = absent::players_away(data, snapshot).await;
        let left = away.left.into_iter().map(|who| (who, None));
        let timed_out = away.timed_out.into_iter();
        let timed_out = timed_out.map(|(who, until_ms)| (who, Some(until_ms)));
        for (who, until_ms) in left.chain(timed_out) {
            let title = words::status::match_title(snapshot, &cast);
            found.push((cast.name(who).to_owned(), title, until_ms));
        }
    }
    Ok(words::preflight::players_found(open.len(), &found))
}

/// Draws a board, as at the beginning of a match.
async fn drawing(data: &Data, names: Vec<String>) -> Result<Finding> {
    let person = |index: u8| {
        let name = words::practice::made_up(usize::from(index));
        NewPerson::new(name, Role::Player, Some(AccountId(u64::from(index) + 1)))
    };
    let cast: Vec<NewPerson> = (0..6).map(person).collect();
    let seats = BySeat {
        dmo: cast[0].name.clone(),
        ec: cast[1].name.clone(),
    };
    let sample = NewMatch {
        practice: Practice::Itself,
        ..NewMatch::plain(GameId::EXAMPLE, cast, seats)
    };
    let setup = sample.set_up(&mut Dice::new(0));
    let setup = setup.map_err(|refusal| words::refusals::open_refusal(&refusal))?;
    let opened = setup.open();
    let game = opened.map_err(|refusal| words::english::setup_refusal(&refusal))?;
    let began = Instant::now();
    let drawn = data.draw_pool.run(move || {
        let view = game.view(Audience::Public);
        let faces = games::tokens::Faces::default();
        let bytes = games::draw(&view, &setup.cast, &faces).png.len();
        let unwritten = names.into_iter().filter(|name| !canvas::can_write(name));
        (bytes, unwritten.collect::<Vec<_>>())
    });
    let (bytes, unwritten) = drawn.await.unwrap_or_default();
    let unwritten: Vec<String> = unwritten
        .iter()
        .map(|name| text::escape_markdown(name))
        .collect();
    Ok(words::preflight::drawing_found(
        bytes,
        began.elapsed(),
        &unwritten,
    ))
}

/// Writes something into the database and reads it back.
async fn database(data: &Data) -> Finding {
    let began = Instant::now();
    let done = data.referee.write(|core, now| {
        core.beat(now)?;
        let read = core.store().read(|tx| tx.last_beat())?;
        Ok::<_, StoreError>(read == Some(now))
    });
    let problem = match done.await {
        Ok(Ok(true)) => None,
        Ok(Ok(false)) => Some("what was read isn't what was written".to_owned()),
        Ok(Err(error)) => Some(error.to_string()),
        Err(RefereeGone::NotStored(why) | RefereeGone::Unknown(why)) => Some(why.to_string()),
        Err(gone @ RefereeGone::Ending) => Some(gone.to_string()),
    };
    words::preflight::database_found(problem.as_deref(), began.elapsed())
}

/// Compares this machine's clock with Discord's, as exactly as the request's duration allows.
fn clock(tick: &Tick) -> Finding {
    let doubt_ms = tick.had_ms.since(tick.asked_ms) / 2;
    let middle = tick.asked_ms + doubt_ms;
    let ahead_ms = middle.0.cast_signed() - tick.created_ms.0.cast_signed();
    let is_well = ahead_ms.unsigned_abs() <= MAX_SKEW_MS.max(doubt_ms);
    words::preflight::clock_found(ahead_ms, doubt_ms, is_well)
}

fn connection(ping: Option<Duration>) -> Finding {
    let is_well = ping.is_none_or(|ping| ping <= MAX_LATENCY);
    words::preflight::connection_found(ping, is_well)
}

/// Says hello in private to everybody of the season who has not confirmed a greeting. The next
/// preflight shows the outcome.
pub async fn say_hello(data: &Data, guild: ServerId) -> Result<Panel> {
    let Some(season) = data.current_season(guild).await? else {
        return Ok(note(words::preflight::NO_SEASON));
    };
    let said = data
        .referee
        .run(move |core, now| core.say_hello(season.id, now))
        .await?;
    let (count, on_their_way) = said?;
    Ok(note(words::preflight::saying_hello(count, on_their_way)))
}

/// Handles the button of a greeting: the person has found it.
pub async fn greeted(data: &Data, guild: ServerId, account: AccountId) -> Result<Panel> {
    data.write(move |tx, now| tx.set_hello(guild, account, Hello::Confirmed, now))
        .await?;
    Ok(note(words::preflight::GREETED))
}
