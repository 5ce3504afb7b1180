//! `/preflight`: whether anything would fail in a match. Each check gives a finding; what is not well says what to do.

use std::time::{Duration, Instant};

use serenity::all::{
    ButtonStyle, Channel, ChannelId, CreateActionRow, CreateMessage, GuildId, HttpError,
    Permissions, UserId,
};

use super::bound::other_reader;
use super::letter::button;
use super::panel::{self, Panel};
use super::press::Press;
use super::{Data, Fault, people};
use crate::boards;
use crate::games::{Audience, BySeat, Dice, GameId, Role};
use crate::matches::Times;
use crate::referee::{NewMatch, NewPerson, Practice};
use crate::store::{Hello, Stakes, StoreError};
use crate::words::{self, Finding, Reach};

/// What Dealer does in a match's channel, and the permission that it needs for it (Discord documentation, "Permissions").
const NEEDED: [(Permissions, &str); 8] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (
        Permissions::CREATE_PRIVATE_THREADS,
        "Create Private Threads",
    ),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "Send Messages in Threads",
    ),
    (Permissions::MANAGE_ROLES, "Manage Permissions"),
];

/// A clock that is this much off would judge people wrongly.
const MOST_SKEW_MS: u64 = 1_000;
/// A connection that is this slow is felt in live play.
const MOST_LATENCY: Duration = Duration::from_millis(500);
/// Between two greetings, so that Discord does not refuse them.
const BETWEEN_HELLOS: Duration = Duration::from_millis(500);

/// A message of Discord's own, by which its clock is read: when it was made there, and when it was asked for and had here. Milliseconds.
pub struct Tick {
    pub created_ms: u64,
    pub asked_ms: u64,
    pub had_ms: u64,
}

/// Looks everything over. `here` is the channel in which it is asked, `ping` the gateway's latency where it is known.
pub async fn check(
    data: &Data,
    guild: GuildId,
    here: ChannelId,
    tick: &Tick,
    ping: Option<Duration>,
) -> Result<Panel, Fault> {
    let season = people::current_season(data, guild.get()).await?;
    let settings = season.as_ref().map(|(season, _)| &season.settings);
    let mut channels = vec![here.get()];
    let named = settings.map(|settings| {
        let one = [
            settings.match_channel,
            settings.audit_channel,
            settings.announcement_channel,
        ];
        let alliances = settings.alliance_channels.iter().copied();
        one.into_iter()
            .flatten()
            .chain(alliances)
            .collect::<Vec<_>>()
    });
    channels.extend(named.unwrap_or_default());
    let bound = season.iter().flat_map(|(_, cast)| cast);
    channels.extend(bound.filter_map(|person| person.bound));
    let mut seen = Vec::new();
    channels.retain(|channel| {
        !seen.contains(channel) && {
            seen.push(*channel);
            true
        }
    });
    let locks = settings.is_some_and(|settings| {
        settings.lock_match_channel || !settings.alliance_channels.is_empty()
    });
    let cast = season.iter().flat_map(|(_, cast)| cast);
    let mut findings = vec![
        permissions(data, guild, &channels, locks).await?,
        bound_channels(data, guild, cast).await?,
        drawing(data).await?,
        database(data).await,
        clock(tick),
        connection(ping),
    ];
    let mut reached = Vec::new();
    if let Some((_, cast)) = season {
        for person in cast {
            let Some(account) = person.account else {
                continue;
            };
            let hello = data
                .referee
                .read(move |core, _| core.store().read(|tx| tx.hello(guild.get(), account)));
            let name = super::text::plain(&person.name);
            reached.push((
                name,
                match hello.await?? {
                    None => Reach::NotAsked,
                    Some(Hello::Sent) => Reach::Silent,
                    Some(Hello::Closed) => Reach::Closed,
                    Some(Hello::Confirmed) => Reach::Confirmed,
                },
            ));
        }
    }
    findings.push(words::private_ways(&reached));
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

/// What Dealer lacks in these channels.
async fn permissions(
    data: &Data,
    guild: GuildId,
    channels: &[u64],
    locks: bool,
) -> Result<Finding, Fault> {
    let place = guild.to_partial_guild(&data.http).await?;
    let me = guild.member(&data.http, data.me).await?;
    let mut lacking = Vec::new();
    for channel in channels {
        let found = ChannelId::new(*channel).to_channel(&data.http).await;
        let has = match found {
            Ok(Channel::Guild(channel)) => place.user_permissions_in(&channel, &me),
            Ok(_) => continue,
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(_))) => Permissions::empty(),
            Err(error) => return Err(error.into()),
        };
        let needed = NEEDED.iter().filter(|(permission, _)| {
            let for_locks = *permission == Permissions::MANAGE_ROLES;
            (locks || !for_locks) && !has.contains(*permission)
        });
        let names: Vec<&str> = needed.map(|(_, name)| *name).collect();
        if !names.is_empty() {
            lacking.push((*channel, names));
        }
    }
    Ok(words::permissions_found(channels.len(), &lacking))
}

/// Who of the cast is bound to a channel that others can read.
async fn bound_channels(
    data: &Data,
    guild: GuildId,
    cast: impl Iterator<Item = &NewPerson>,
) -> Result<Finding, Fault> {
    let (mut bound, mut read) = (0, Vec::new());
    for person in cast {
        let Some(channel) = person.bound else {
            continue;
        };
        bound += 1;
        let place = ChannelId::new(channel);
        if let Some(reader) = other_reader(data, guild, place, person.account).await? {
            read.push((super::text::plain(&person.name), channel, reader));
        }
    }
    Ok(words::bound_channels(bound, &read))
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
    let game = GameId::Gridlock;
    let sample = NewMatch {
        guild: 0,
        channel: 0,
        season: None,
        host: 0,
        game,
        options: crate::games::GivenOptions::new(),
        times: Times::defaults(game),
        lateness: Default::default(),
        seats: BySeat {
            dmo: cast[0].name.clone(),
            ec: cast[1].name.clone(),
        },
        cast,
        start_at_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::Itself,
    };
    let setup = sample.set_up(&mut Dice::new(0));
    let setup = setup.map_err(|refusal| words::open_refusal(&refusal))?;
    let opened = setup.open();
    let game = opened.map_err(|refusal| words::setup_refusal(&refusal))?;
    let began = Instant::now();
    let drawn = data.easel.draw(move || {
        let view = game.view(Audience::Public);
        boards::draw(&view, &setup.cast, &boards::Faces::default())
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

/// Writes to everybody of the season in private, one after another; what came of it is in the next look.
pub async fn say_hello(data: &Data, guild: u64) -> Result<Panel, Fault> {
    let Some((season, cast)) = people::current_season(data, guild).await? else {
        return Ok(panel::note(words::no_season()));
    };
    let people: Vec<(u64, Option<u64>)> = cast
        .iter()
        .filter_map(|person| Some((person.account?, person.bound)))
        .collect();
    let count = people.len();
    let data = data.clone();
    tokio::spawn(async move {
        for (account, bound) in people {
            if let Err(error) = greet(&data, guild, &season.name, account, bound).await {
                tracing::warn!("somebody could not be said hello to: {error}");
            }
            tokio::time::sleep(BETWEEN_HELLOS).await;
        }
    });
    Ok(panel::note(words::saying_hello(count)))
}

/// Says hello on the first private way that is open: the bound channel, a direct message.
async fn greet(
    data: &Data,
    guild: u64,
    season: &str,
    account: u64,
    bound: Option<u64>,
) -> Result<(), Fault> {
    let before = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.hello(guild, account)))
        .await??;
    if before == Some(Hello::Confirmed) {
        return Ok(());
    }
    let greeting = || {
        let confirm = button(
            Press::Hello { guild },
            words::hello_button(),
            ButtonStyle::Success,
        );
        CreateMessage::new()
            .content(words::hello(&super::text::plain(season)))
            .components(vec![CreateActionRow::Buttons(vec![confirm])])
    };
    let mut sent = false;
    if let Some(channel) = bound {
        let channel = ChannelId::new(channel);
        sent = channel.send_message(&data.http, greeting()).await.is_ok();
    }
    if !sent {
        // One at a time: Discord refuses who opens many at once.
        let opened = UserId::new(account).create_dm_channel(&data.http).await;
        sent = match opened {
            Ok(direct) => direct.id.send_message(&data.http, greeting()).await.is_ok(),
            Err(_) => false,
        };
    }
    let hello = if sent { Hello::Sent } else { Hello::Closed };
    let noted = data.referee.read(move |core, now| {
        core.store().write(|tx| {
            // They may have been quicker.
            match tx.hello(guild, account)? {
                Some(Hello::Confirmed) => Ok(()),
                _ => tx.set_hello(guild, account, hello, now),
            }
        })
    });
    Ok(noted.await??)
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
