//! The people API: the caller acts as a person, from the page, from tests or as a computer
//! player.

mod asked;
mod asking;
mod live;
pub mod shown;
mod staging;
mod talking;
mod threads;
mod time;

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use serde::Deserialize;
use serde_json::json;

use super::shared::{Inner, Shared};
use crate::world::{Channel, ChannelKind, Complaint, Id, World, merge, role_json};
use Work::{Begin, Now};
use asked::{Answer, Asked, done, person, told};
use shown::{channel_summary, event_json, intents_json, person_json};

pub use time::run_faster;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(Now(world)))
        .route("/stats", get(Now(staging::stats)))
        .route(
            "/faults",
            get(Now(staging::faults))
                .post(Now(staging::add_fault))
                .delete(Now(staging::clear_faults)),
        )
        .route(
            "/limits",
            get(Now(staging::limits)).put(Now(staging::set_limits)),
        )
        .route("/clock", get(Now(time::clock)).put(Now(time::set_clock)))
        .route("/bots/{bot}/intents", put(Now(staging::set_intents)))
        .route("/plan", post(Now(staging::add_plan)))
        .route("/people", post(Now(staging::add_person)))
        .route("/guilds", post(Now(staging::add_guild)))
        .route(
            "/guilds/{guild}/members/{user}",
            put(Now(staging::join)).delete(Now(staging::leave)),
        )
        .route(
            "/guilds/{guild}/bot-permissions",
            put(Now(staging::bot_permissions)),
        )
        .route(
            "/guilds/{guild}/members/{user}/timeout",
            put(Now(staging::time_out)),
        )
        .route(
            "/guilds/{guild}/unavailable",
            put(Now(staging::unavailable)),
        )
        .route(
            "/guilds/{guild}/members/{user}/nick",
            put(Now(staging::nickname)),
        )
        .route(
            "/guilds/{guild}/roles/{role}",
            delete(Now(staging::delete_role)),
        )
        .route(
            "/guilds/{guild}/roles/{role}/commands",
            put(Now(staging::give_commands)),
        )
        .route("/channels/{channel}", delete(Now(staging::delete_channel)))
        .route("/as/{user}/channels", get(Now(channels)))
        .route(
            "/as/{user}/channels/{channel}/messages",
            get(talking::messages).post(Now(talking::write)),
        )
        .route(
            "/as/{user}/channels/{channel}/messages/{message}",
            delete(Now(talking::delete)).patch(Now(talking::edit)),
        )
        .route(
            "/as/{user}/channels/{channel}/messages/{message}/reactions/{emoji}",
            put(Now(talking::react)).delete(Now(talking::unreact)),
        )
        .route(
            "/as/{user}/channels/{channel}/messages/{message}/seen-by",
            get(Now(talking::seen_by)),
        )
        .route(
            "/as/{user}/channels/{channel}/read",
            post(Now(talking::read)),
        )
        .route(
            "/as/{user}/channels/{channel}/typing",
            post(Now(talking::typing)),
        )
        .route(
            "/as/{user}/channels/{channel}/threads",
            get(Now(threads::threads)).post(Now(threads::start)),
        )
        .route(
            "/as/{user}/channels/{channel}/membership",
            put(Now(threads::join)).delete(Now(threads::leave)),
        )
        .route("/as/{user}/dm", post(Now(open_dm)))
        .route("/as/{user}/commands", post(Begin(asking::command)))
        .route("/as/{user}/autocomplete", post(asking::autocomplete))
        .route("/as/{user}/components", post(Begin(asking::component)))
        .route("/as/{user}/modals", post(Begin(asking::modal)))
        .route("/as/{user}/untold", post(Now(asking::untold)))
        .route(
            "/as/{user}/interactions/{interaction}",
            get(asking::interaction),
        )
        .route(
            "/as/{user}/events/{event}",
            put(Now(come)).delete(Now(stay_away)),
        )
        .route("/as/{user}/settings", post(Now(settings)))
        .route("/as/{user}/live", get(live::live))
}

/// The function that answers a route. All routes have this one type: the compiler would otherwise
/// compile the way from a request to its handler again for each.
#[derive(Clone, Copy)]
enum Work {
    Now(fn(&Shared, Asked) -> Answer),
    /// Starts an interaction; the request waits for its first answer.
    Begin(fn(&Shared, Asked) -> Result<Id, Complaint>),
}

impl Handler<(), Arc<Shared>> for Work {
    type Future = Pin<Box<dyn Future<Output = Response> + Send>>;

    fn call(self, request: Request, shared: Arc<Shared>) -> Self::Future {
        Box::pin(async move {
            let asked = Asked::read(request).await;
            let answer = match self {
                Now(work) => work(&shared, asked),
                Begin(work) => match work(&shared, asked) {
                    Ok(id) => asking::first_answer(&shared, id).await,
                    Err(complaint) => Err(complaint),
                },
            };
            answer.into_response()
        })
    }
}

fn world(shared: &Shared, _: Asked) -> Answer {
    let Inner { world, hub, .. } = &*shared.lock();
    let guilds: Vec<_> = world
        .guilds
        .values()
        .map(|guild| {
            let roles = guild.roles.values().map(|role| {
                let mut object = role_json(role);
                object["commands"] = json!(role.commands);
                object
            });
            let roles: Vec<_> = roles.collect();
            let events: Vec<_> = guild.events.values().map(event_json).collect();
            let channels = world.guild_channels(guild.id).into_iter().map(|channel| {
                json!({ "id": channel.id, "type": channel.kind.number(), "name": channel.name,
                    "parent_id": channel.parent_id })
            });
            json!({ "id": guild.id, "name": guild.name, "owner_id": guild.owner, "roles": roles,
                "events": events, "channels": channels.collect::<Vec<_>>() })
        })
        .collect();
    let bots: Vec<_> = world
        .applications
        .values()
        .map(|application| {
            json!({ "id": application.bot, "application_id": application.id, "name": application.name,
                "online": hub.is_online(application.id),
                "intents": intents_json(application.privileged_intents) })
        })
        .collect();
    let commands: Vec<_> = world
        .applications
        .values()
        .flat_map(|application| {
            application
                .commands
                .iter()
                .chain(application.guild_commands.values().flatten())
        })
        .collect();
    told(json!({
        "now_ms": world.now_ms(),
        "guilds": guilds,
        "people": world.users.keys().map(|user| person_json(world, *user)).collect::<Vec<_>>(),
        "bots": bots,
        "commands": commands,
    }))
}

fn channels(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let world = shared.world();
    person(&world, user)?;
    let mut seen: Vec<_> = world
        .channels
        .values()
        .filter(|channel| lists(&world, channel, user))
        .collect();
    seen.sort_unstable_by_key(|channel| (channel.guild_id, channel.position, channel.id));
    let listed: Vec<_> = seen
        .into_iter()
        .map(|channel| {
            let mut object = channel_summary(&world, channel);
            if channel.is_direct() {
                object["recipients"] = world.dm_json(channel, user)["recipients"].clone();
            }
            let unread = world.unread(user, channel.id);
            let bits = world.channel_permissions(channel, user);
            let can_send = !matches!(channel.kind, ChannelKind::Category | ChannelKind::Forum)
                && bits & channel.writing() != 0;
            let counts = json!({
                "unread": unread.messages,
                "mentions": unread.mentions,
                "awaits": unread.awaits,
                "can_send": can_send,
                "topic": channel.topic,
            });
            merge(&mut object, counts);
            object
        })
        .collect();
    told(json!(listed))
}

/// Whether a channel is in a person's list. Threads are only listed for their members.
fn lists(world: &World, channel: &Channel, user: Id) -> bool {
    world.may_view(channel, user)
        && channel
            .thread
            .as_ref()
            .is_none_or(|thread| thread.members.contains_key(&user))
}

#[derive(Deserialize)]
struct Partner {
    recipient_id: Id,
}

fn open_dm(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let partner: Partner = asked.body()?;
    let mut world = shared.world();
    person(&world, user)?;
    let channel = world.open_dm(user, partner.recipient_id)?;
    told(
        world
            .channels
            .get(&channel)
            .map(|channel| world.dm_json(channel, user))
            .unwrap_or_default(),
    )
}

/// Marks this person as interested in an event.
fn come(shared: &Shared, asked: Asked) -> Answer {
    set_interested(shared, &asked, true)
}

fn stay_away(shared: &Shared, asked: Asked) -> Answer {
    set_interested(shared, &asked, false)
}

fn set_interested(shared: &Shared, asked: &Asked, wants: bool) -> Answer {
    let (user, event) = (asked.id("user")?, asked.id("event")?);
    let mut world = shared.world();
    person(&world, user)?;
    world.set_interested(user, event, wants)?;
    done()
}

#[derive(Deserialize)]
struct Settings {
    dms_open: bool,
}

fn settings(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let settings: Settings = asked.body()?;
    let mut world = shared.world();
    person(&world, user)?;
    world.set_dms_open(user, settings.dms_open)?;
    told(person_json(&world, user))
}
