//! `/preflight`: whether anything would fail in a match. Each check gives a finding; what is not
//! well says what to do.

use std::time::{Duration, Instant};

use serenity::all::{ButtonStyle, ChannelId, ChannelType, CreateActionRow, GuildId, Permissions};

use super::buttons::button;
use super::panel::{self, Panel};
use crate::discord::press::Press;
use crate::discord::server::absent;
use crate::discord::server::bound::{self, other_reader};
use crate::discord::server::locks;
use crate::discord::server::people;
use crate::discord::server::permissions::{
    self, ATTACH, EMBED, IN_THREADS, Needed, Own, Place, SEND, VIEW, place_or_above,
};
use crate::discord::{Data, Fault, text};
use crate::referee::{NewMatch, NewPerson, Practice, ToLock};
use crate::store::{CastMember, Hello, MatchId, SeasonSettings, StoreError};
use crate::words::{self, Finding, Reach};
use games::{Audience, BySeat, Dice, GameId, Role};

const HISTORY: Needed = (
    Permissions::READ_MESSAGE_HISTORY.bits(),
    "Read Message History",
);
const MANAGE: Needed = (Permissions::MANAGE_ROLES.bits(), "Manage Permissions");

/// For everything that Dealer does in a match's channel.
const IN_MATCHES: [Needed; 8] = [
    VIEW,
    SEND,
    EMBED,
    ATTACH,
    HISTORY,
    (
        Permissions::CREATE_PRIVATE_THREADS.bits(),
        "Create Private Threads",
    ),
    IN_THREADS,
    // Serenity does not know it.
    (1 << 51, "Pin Messages"),
];
/// Where lines are posted; in the channel that hosts read also a result that cannot stand where it
/// belongs, in one's own boards.
const FOR_LINES: [Needed; 3] = [VIEW, SEND, HISTORY];
const FOR_LETTERS: [Needed; 4] = [VIEW, SEND, ATTACH, HISTORY];
/// To close a channel, whose exceptions Dealer must besides be allowed to change ([`may_close`]).
const TO_CLOSE: [Needed; 4] = [VIEW, SEND, IN_THREADS, MANAGE];

/// For the event of a scheduled start.
const CREATE_EVENTS: u64 = Permissions::CREATE_EVENTS.bits();

/// A clock that is this much off would judge people wrongly.
const MOST_SKEW_MS: u64 = 1_000;
/// A connection that is this slow is felt in live play.
const MOST_LATENCY: Duration = Duration::from_millis(500);
/// A message of Discord's own, by which its clock is read: when it was made there, and when it was
/// asked for and had here. Milliseconds.
pub struct Tick {
    pub created_ms: u64,
    pub asked_ms: u64,
    pub had_ms: u64,
}

/// Looks everything over. `here` is the channel in which it is asked, `ping` the gateway's latency
/// where it is known.
pub async fn check(
    data: &Data,
    guild: GuildId,
    here: ChannelId,
    tick: &Tick,
    ping: Option<Duration>,
) -> Result<Panel, Fault> {
    let season = people::season_with_cast(data, guild.get()).await?;
    let settings = season.as_ref().map(|(season, _)| &season.settings);
    let bound = season.iter().flat_map(|(_, cast)| cast);
    let bound = bound.filter_map(|person| person.channel);
    let channels = needed(here.get(), settings, bound);
    let own = Own::of(data, guild).await?;
    let closing = season.as_ref().map(|(season, cast)| ToLock {
        match_id: MatchId::NONE,
        guild: guild.get(),
        players: cast.iter().filter_map(|person| person.account).collect(),
        host_role: season.host_role,
        channel: season.settings.match_channel,
        alliances: season.settings.alliance_channels.clone(),
    });
    let cast = season.iter().flat_map(|(_, cast)| cast);
    let mut findings = vec![
        lacking(data, &own, &channels, closing.as_ref()).await?,
        private_threads(data, here.get(), settings).await?,
        roles(&own, settings),
        words::events_found(own.at_large() & CREATE_EVENTS != 0),
        bound_channels(data, guild, cast).await?,
        players(data, guild).await?,
        drawing(data).await?,
        database(data).await,
        clock(tick),
        connection(ping),
    ];
    let mut reached = Vec::new();
    // Without a channel of its own for matches there is none below which a thread would be opened
    // yet.
    let has_threads = settings.is_some_and(|settings| settings.match_channel.is_some());
    if let Some((season, _)) = &season {
        let id = season.id;
        let greeted = data.referee.read(move |core, _| core.greeted(id));
        for one in greeted.await?? {
            let reach = match one.hello {
                None => Reach::NotAsked,
                Some(Hello::Sent) if one.in_thread => Reach::InThread,
                Some(Hello::Sent) => Reach::Silent,
                Some(Hello::Closed) => Reach::Closed,
                Some(Hello::Confirmed) => Reach::Confirmed,
            };
            reached.push((text::escape_markdown(&one.name), reach));
        }
    }
    findings.push(words::private_ways(&reached, has_threads));
    let mut rows = Vec::new();
    if !reached.is_empty() {
        rows.push(CreateActionRow::Buttons(vec![button(
            Press::SayHello { guild: guild.get() },
            words::say_hello_button(),
            ButtonStyle::Primary,
        )]));
    }
    Ok(Panel {
        content: words::preflight(&findings),
        picture: None,
        rows,
    })
}

/// The channels in which Dealer has something to do, each with what it needs there.
fn needed(
    here: u64,
    settings: Option<&SeasonSettings>,
    bound: impl Iterator<Item = u64>,
) -> Vec<(u64, Vec<Needed>)> {
    let mut channels: Vec<(u64, Vec<Needed>)> = Vec::new();
    let mut add = |channel: u64, needed: &[Needed]| {
        let at = channels.iter().position(|(known, _)| *known == channel);
        let at = at.unwrap_or_else(|| {
            channels.push((channel, Vec::new()));
            channels.len() - 1
        });
        let all = &mut channels[at].1;
        let new = needed.iter().filter(|one| !all.contains(one));
        let new: Vec<Needed> = new.copied().collect();
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
    own: &Own,
    channels: &[(u64, Vec<Needed>)],
    closing: Option<&ToLock>,
) -> Result<Finding, Fault> {
    if let Some(until_ms) = own.timed_out_until(data.referee.clock.now_ms()) {
        return Ok(words::dealer_timed_out(until_ms));
    }
    let (mut lacking, mut gone) = (Vec::new(), Vec::new());
    for (channel, needed) in channels {
        let place = place_or_above(data, *channel).await?;
        if place.is_none() && permissions::is_gone(data, *channel).await? {
            gone.push(*channel);
            continue;
        }
        let mut has = place.as_ref().map_or(0, |place| own.in_place(place));
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
    Ok(words::permissions_found(channels.len(), &lacking, &gone))
}

/// In which channels of matches no private thread can be opened, which the person who gets no
/// direct messages would be written to in.
async fn private_threads(
    data: &Data,
    here: u64,
    settings: Option<&SeasonSettings>,
) -> Result<Finding, Fault> {
    let of_matches = settings.and_then(|settings| settings.match_channel);
    let mut without = Vec::new();
    for channel in std::iter::once(here).chain(of_matches.filter(|one| *one != here)) {
        let place = place_or_above(data, channel).await?;
        // Discord documentation, "Start Thread without Message".
        if place.is_some_and(|place| place.channel.kind != ChannelType::Text) {
            without.push(channel);
        }
    }
    Ok(words::private_threads_found(&without))
}

/// Whether Discord will let Dealer change a channel's exceptions as closing it does. Where it will
/// not, Manage Permissions by an exception of the channel itself is enough.
async fn may_close(data: &Data, own: &Own, place: &Place, closing: &ToLock) -> Result<bool, Fault> {
    let above = match place.channel.parent_id {
        // A category that Dealer does not see lets it do nothing.
        Some(above) => permissions::place(data, above.get())
            .await?
            .map_or(0, |above| own.in_place(&above)),
        None => own.at_large(),
    };
    let guild = locks::guild(data, closing.guild).await?;
    let bits = locks::bits_to_close(place, &guild, closing, data.me);
    Ok(bits & !own.exceptable(place, above) == 0)
}

/// Whether Dealer may give and take the roles that a season has for players and the eliminated.
fn roles(own: &Own, settings: Option<&SeasonSettings>) -> Finding {
    let set = settings.map(|settings| [settings.player_role, settings.eliminated_role]);
    let set: Vec<u64> = set.into_iter().flatten().flatten().collect();
    let may = own.at_large() & Permissions::MANAGE_ROLES.bits() != 0;
    let those = |fits: &dyn Fn(u64) -> bool| -> Vec<u64> {
        set.iter().copied().filter(|role| fits(*role)).collect()
    };
    let managed = those(&|role| own.is_managed(role));
    let too_high = those(&|role| own.is_above(role) == Some(false) && !own.is_managed(role));
    let gone = set.iter().any(|role| own.is_above(*role).is_none());
    words::roles_found(&set, may, &managed, &too_high, gone)
}

/// Who of the cast is bound to a channel that others can read, or in which they lack something
/// themselves.
async fn bound_channels(
    data: &Data,
    guild: GuildId,
    cast: impl Iterator<Item = &CastMember>,
) -> Result<Finding, Fault> {
    let (mut bound, mut read, mut shut) = (0, Vec::new(), Vec::new());
    for person in cast {
        let Some(channel) = person.channel else {
            continue;
        };
        bound += 1;
        let place = ChannelId::new(channel);
        if let Some(reader) = other_reader(data, guild, place, person.account).await? {
            read.push((text::escape_markdown(&person.name), channel, reader));
        }
        let Some(account) = person.account else {
            continue;
        };
        let lacks = bound::lacks(data, channel, account).await?;
        if !lacks.is_empty() {
            let names = lacks.into_iter().map(|(_, name)| name).collect();
            shut.push((text::escape_markdown(&person.name), channel, names));
        }
    }
    Ok(words::bound_channels(bound, &read, &shut))
}

/// Which players of open matches have left the server, or are under a timeout in it.
async fn players(data: &Data, guild: GuildId) -> Result<Finding, Fault> {
    let open = data.open_in(guild.get()).await?;
    let mut found = Vec::new();
    for look in &open {
        let cast = text::shown(look.cast());
        let away = absent::players_away(data, look).await;
        let left = away.left.into_iter().map(|who| (who, None));
        let timed_out = away.timed_out.into_iter();
        let timed_out = timed_out.map(|(who, until_ms)| (who, Some(until_ms)));
        for (who, until_ms) in left.chain(timed_out) {
            let title = words::match_title(look, &cast);
            found.push((cast.name(who).to_owned(), title, until_ms));
        }
    }
    Ok(words::players_found(open.len(), &found))
}

/// Draws a board as at the beginning of a match.
async fn drawing(data: &Data) -> Result<Finding, Fault> {
    let person = |index: u8| NewPerson {
        name: words::made_up(usize::from(index)),
        role: Role::Player,
        account: Some(u64::from(index) + 1),
        garnets: 0,
        bound: None,
        position: None,
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
    let setup = setup.map_err(|refusal| words::open_refusal(&refusal))?;
    let opened = setup.open();
    let game = opened.map_err(|refusal| words::setup_refusal(&refusal))?;
    let began = Instant::now();
    let drawn = data.draw_pool.draw(move || {
        let view = game.view(Audience::Public);
        games::draw(&view, &setup.cast, &games::tokens::Faces::default())
            .png
            .len()
    });
    let bytes = drawn.await.ok().filter(|bytes| *bytes > 0);
    Ok(words::drawing_found(bytes, began.elapsed()))
}

/// Writes something and reads it.
async fn database(data: &Data) -> Finding {
    let began = Instant::now();
    let done = data.referee.read(|core, now| {
        core.beat(now)?;
        let read = core.store().read(|tx| tx.last_beat())?;
        Ok::<_, StoreError>(read == Some(now))
    });
    let problem = match done.await {
        Ok(Ok(true)) => None,
        Ok(Ok(false)) => Some("what was written is not what is read".to_owned()),
        Ok(Err(error)) => Some(error.to_string()),
        Err(gone) => Some(gone.to_string()),
    };
    words::database_found(problem.as_deref(), began.elapsed())
}

/// Compares this machine's clock with Discord's, as exactly as the way there and back allows.
fn clock(tick: &Tick) -> Finding {
    let middle = tick.asked_ms + tick.had_ms.saturating_sub(tick.asked_ms) / 2;
    let doubt_ms = tick.had_ms.saturating_sub(tick.asked_ms) / 2;
    let ahead_ms = middle as i64 - tick.created_ms as i64;
    let is_well = ahead_ms.unsigned_abs() <= MOST_SKEW_MS.max(doubt_ms);
    words::clock_found(ahead_ms, doubt_ms, is_well)
}

fn connection(ping: Option<Duration>) -> Finding {
    let is_well = ping.is_none_or(|ping| ping <= MOST_LATENCY);
    words::connection_found(ping, is_well)
}

/// Writes to everybody of the season in private who has not confirmed it; what came of it is in the
/// next look.
pub async fn say_hello(data: &Data, guild: u64) -> Result<Panel, Fault> {
    let Some(season) = data.current_season(guild).await? else {
        return Ok(panel::note(words::no_season()));
    };
    let said = data
        .referee
        .run(move |core, now| core.say_hello(season.id, now))
        .await?;
    let (count, on_their_way) = said?;
    Ok(panel::note(words::saying_hello(count, on_their_way)))
}

/// Somebody has found the greeting.
pub async fn greeted(data: &Data, guild: u64, account: u64) -> Result<Panel, Fault> {
    data.referee
        .read(move |core, now| {
            core.store()
                .write(|tx| tx.set_hello(guild, account, Hello::Confirmed, now))
        })
        .await??;
    Ok(panel::note(words::greeted()))
}
