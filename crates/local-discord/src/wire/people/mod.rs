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
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter as On, get, on};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::json;

use super::shared::{Inner, Shared};
use crate::world::{Channel, ChannelKind, Complaint, Id, Role, World, merge, role_json};
use Work::{Begin, Do, Here, Person, Stage, Wait};
use asked::{Answer, Asked, Place, done, person, told};
use shown::{channel_summary, event_json, intents_json, person_json};

pub use time::run_faster;

/// The method, the path and the function that answers.
#[rustfmt::skip]
const ROUTES: &[(On, &str, Work)] = &[
    (On::GET, "/world", Do(world)),
    (On::GET, "/stats", Do(staging::stats)),
    (On::GET, "/faults", Do(staging::faults)),
    (On::POST, "/faults", Do(staging::add_fault)),
    (On::DELETE, "/faults", Do(staging::clear_faults)),
    (On::GET, "/limits", Stage(staging::limits)),
    (On::PUT, "/limits", Stage(staging::set_limits)),
    (On::GET, "/clock", Do(time::clock)),
    (On::PUT, "/clock", Do(time::set_clock)),
    (On::PUT, "/bots/{bot}/intents", Stage(staging::set_intents)),
    (On::POST, "/plan", Stage(staging::add_plan)),
    (On::POST, "/people", Stage(staging::add_person)),
    (On::POST, "/guilds", Stage(staging::add_guild)),
    (On::PUT, "/guilds/{guild}/members/{user}", Stage(staging::join)),
    (On::DELETE, "/guilds/{guild}/members/{user}", Stage(staging::leave)),
    (On::PUT, "/guilds/{guild}/bot-permissions", Stage(staging::bot_permissions)),
    (On::PUT, "/guilds/{guild}/members/{user}/timeout", Stage(staging::time_out)),
    (On::PUT, "/guilds/{guild}/unavailable", Stage(staging::unavailable)),
    (On::PUT, "/guilds/{guild}/members/{user}/nick", Stage(staging::nickname)),
    (On::DELETE, "/guilds/{guild}/roles/{role}", Stage(staging::delete_role)),
    (On::PUT, "/guilds/{guild}/roles/{role}/commands", Stage(staging::give_commands)),
    (On::DELETE, "/channels/{channel}", Stage(staging::delete_channel)),
    (On::GET, "/as/{user}/channels", Person(channels)),
    (On::GET, "/as/{user}/channels/{channel}/messages", Wait(|shared, asked| talking::messages(shared, asked).boxed())),
    (On::POST, "/as/{user}/channels/{channel}/messages", Here(talking::write)),
    (On::PATCH, "/as/{user}/channels/{channel}/messages/{message}", Here(talking::edit)),
    (On::DELETE, "/as/{user}/channels/{channel}/messages/{message}", Here(talking::delete)),
    (On::PUT, "/as/{user}/channels/{channel}/messages/{message}/reactions/{emoji}", Here(talking::react)),
    (On::DELETE, "/as/{user}/channels/{channel}/messages/{message}/reactions/{emoji}", Here(talking::unreact)),
    (On::GET, "/as/{user}/channels/{channel}/messages/{message}/seen-by", Here(talking::seen_by)),
    (On::POST, "/as/{user}/channels/{channel}/read", Here(talking::read)),
    (On::POST, "/as/{user}/channels/{channel}/typing", Here(talking::typing)),
    (On::GET, "/as/{user}/channels/{channel}/threads", Here(threads::threads)),
    (On::POST, "/as/{user}/channels/{channel}/threads", Here(threads::start)),
    (On::PUT, "/as/{user}/channels/{channel}/membership", Here(threads::join)),
    (On::DELETE, "/as/{user}/channels/{channel}/membership", Here(threads::leave)),
    (On::POST, "/as/{user}/dm", Person(open_dm)),
    (On::POST, "/as/{user}/commands", Begin(asking::command)),
    (On::POST, "/as/{user}/autocomplete", Wait(|shared, asked| asking::autocomplete(shared, asked).boxed())),
    (On::POST, "/as/{user}/components", Begin(asking::component)),
    (On::POST, "/as/{user}/modals", Begin(asking::modal)),
    (On::POST, "/as/{user}/untold", Person(asking::untold)),
    (On::GET, "/as/{user}/interactions/{interaction}", Wait(|shared, asked| asking::interaction(shared, asked).boxed())),
    (On::PUT, "/as/{user}/events/{event}", Person(come)),
    (On::DELETE, "/as/{user}/events/{event}", Person(stay_away)),
    (On::POST, "/as/{user}/settings", Person(settings)),
];

pub fn routes() -> Router<Arc<Shared>> {
    let live = Router::new().route("/as/{user}/live", get(live::live));
    let routes = ROUTES.iter();
    routes.fold(live, |router, (method, path, work)| {
        router.route(path, on(*method, *work))
    })
}

/// The function that answers a route.
#[derive(Clone, Copy)]
enum Work {
    /// The tester changes the world.
    Stage(fn(&mut World, Asked) -> Answer),
    /// The tester changes something beside the world.
    Do(fn(&Shared, Asked) -> Answer),
    /// A person does something.
    Person(fn(&mut World, Id, Asked) -> Answer),
    /// A person does something in a channel that they see.
    Here(fn(&mut World, Place, Asked) -> Answer),
    /// A person starts an interaction; the request waits for its first answer.
    Begin(fn(&mut World, Id, Asked) -> Result<Id, Complaint>),
    /// The request may wait for something.
    Wait(fn(Arc<Shared>, Asked) -> BoxFuture<'static, Answer>),
}

impl Handler<(), Arc<Shared>> for Work {
    type Future = Pin<Box<dyn Future<Output = Response> + Send>>;

    fn call(self, request: Request, shared: Arc<Shared>) -> Self::Future {
        Box::pin(async move {
            let asked = Asked::read(request).await;
            let answer = match self {
                Stage(work) => work(&mut shared.world(), asked),
                Do(work) => work(&shared, asked),
                Person(work) => {
                    let world = &mut *shared.world();
                    person(world, &asked).and_then(|user| work(world, user, asked))
                }
                Here(work) => {
                    let world = &mut *shared.world();
                    Place::of(world, &asked).and_then(|place| work(world, place, asked))
                }
                Begin(work) => {
                    let begun = {
                        let world = &mut *shared.world();
                        person(world, &asked).and_then(|user| work(world, user, asked))
                    };
                    match begun {
                        Ok(id) => asking::first_answer(&shared, id).await,
                        Err(complaint) => Err(complaint),
                    }
                }
                Wait(work) => work(shared, asked).await,
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
            let role = |role: &Role| {
                let mut object = role_json(role);
                object["commands"] = json!(role.commands);
                object
            };
            let roles: Vec<_> = guild.roles.values().map(role).collect();
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

fn channels(world: &mut World, user: Id, _: Asked) -> Answer {
    let mut seen: Vec<_> = world
        .channels
        .values()
        .filter(|channel| lists(world, channel, user))
        .collect();
    seen.sort_unstable_by_key(|channel| (channel.guild_id, channel.position, channel.id));
    let listed: Vec<_> = seen
        .into_iter()
        .map(|channel| {
            let mut object = channel_summary(world, channel);
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

fn open_dm(world: &mut World, user: Id, asked: Asked) -> Answer {
    let channel = world.open_dm(user, asked.field("recipient_id")?)?;
    told(world.dm_json(world.channel(channel)?, user))
}

/// Marks this person as interested in an event.
fn come(world: &mut World, user: Id, asked: Asked) -> Answer {
    world.set_interested(user, asked.id("event")?, true)?;
    done()
}

fn stay_away(world: &mut World, user: Id, asked: Asked) -> Answer {
    world.set_interested(user, asked.id("event")?, false)?;
    done()
}

fn settings(world: &mut World, user: Id, asked: Asked) -> Answer {
    world.set_dms_open(user, asked.field("dms_open")?)?;
    told(person_json(world, user))
}
