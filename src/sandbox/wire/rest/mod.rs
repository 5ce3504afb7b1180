//! Discord's REST API, version 10, as far as it is known here (<https://docs.discord.com/developers/reference>).

mod applications;
mod body;
mod channels;
mod guilds;
mod interactions;
mod messages;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::Json;
use axum::routing::{get, patch, post, put};
use serde_json::{Value, json};

use super::Shared;
use crate::sandbox::world::{Id, Refusal};

type Answer = Result<Json<Value>, Refusal>;
type Server = State<Arc<Shared>>;

#[rustfmt::skip]
pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/gateway", get(applications::gateway))
        .route("/gateway/bot", get(applications::gateway_bot))
        .route("/oauth2/applications/@me", get(applications::me))
        .route("/applications/@me", get(applications::me))
        .route("/users/@me", get(applications::user))
        .route("/users/@me/guilds", get(applications::guilds))
        .route("/users/@me/guilds/{guild}", axum::routing::delete(applications::leave_guild))
        .route("/users/@me/channels", post(applications::open_dm))
        .route("/users/{user}", get(applications::other_user))
        .route("/applications/{application}/commands", get(applications::commands).post(applications::add_command).put(applications::set_commands))
        .route("/applications/{application}/commands/{command}", get(applications::command).patch(applications::change_command).delete(applications::remove_command))
        .route("/applications/{application}/guilds/{guild}/commands", get(applications::guild_commands).post(applications::add_guild_command).put(applications::set_guild_commands))
        .route("/applications/{application}/guilds/{guild}/commands/{command}", get(applications::guild_command).patch(applications::change_guild_command).delete(applications::remove_guild_command))
        .route("/interactions/{interaction}/{token}/callback", post(interactions::callback))
        .route("/webhooks/{application}/{token}", post(interactions::follow_up))
        .route("/webhooks/{application}/{token}/messages/{message}", get(interactions::answer).patch(interactions::edit).delete(interactions::remove))
        .route("/channels/{channel}", get(channels::channel).patch(channels::change).delete(channels::remove))
        .route("/channels/{channel}/permissions/{overwrite}", put(channels::set_overwrite).delete(channels::remove_overwrite))
        .route("/channels/{channel}/threads", post(channels::start_thread))
        .route("/channels/{channel}/thread-members", get(channels::thread_members))
        .route("/channels/{channel}/thread-members/{user}", get(channels::thread_member).put(channels::join_thread).delete(channels::leave_thread))
        .route("/channels/{channel}/typing", post(messages::typing))
        .route("/channels/{channel}/messages", get(messages::history).post(messages::create))
        .route("/channels/{channel}/messages/bulk-delete", post(messages::bulk_delete))
        .route("/channels/{channel}/messages/pins", get(messages::pins_with_times))
        .route("/channels/{channel}/messages/pins/{message}", put(messages::pin).delete(messages::unpin))
        .route("/channels/{channel}/pins", get(messages::pins))
        .route("/channels/{channel}/pins/{message}", put(messages::pin).delete(messages::unpin))
        .route("/channels/{channel}/messages/{message}", get(messages::message).patch(messages::edit).delete(messages::remove))
        .route("/channels/{channel}/messages/{message}/threads", post(channels::start_thread_from_message))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}", get(messages::reactions))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}/{user}", put(messages::react).delete(messages::unreact))
        .route("/guilds/{guild}", get(guilds::guild))
        .route("/guilds/{guild}/channels", get(guilds::channels).post(guilds::add_channel))
        .route("/guilds/{guild}/threads/active", get(guilds::active_threads))
        .route("/guilds/{guild}/roles", get(guilds::roles))
        .route("/guilds/{guild}/members", get(guilds::members))
        .route("/guilds/{guild}/members/search", get(guilds::search_members))
        .route("/guilds/{guild}/members/@me", patch(guilds::change_me))
        .route("/guilds/{guild}/members/{user}", get(guilds::member))
        .route("/guilds/{guild}/members/{user}/roles/{role}", put(guilds::give_role).delete(guilds::take_role))
}

/// The bot that asks, by its token.
#[derive(Clone, Copy)]
struct Caller {
    application: Id,
    bot: Id,
}

impl FromRequestParts<Arc<Shared>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        let header = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|header| header.to_str().ok());
        let token = header
            .and_then(|header| header.strip_prefix("Bot "))
            .ok_or(Refusal::Unauthorized)?;
        let world = shared.world();
        let application = world
            .application_with_token(token)
            .ok_or(Refusal::Unauthorized)?;
        Ok(Caller {
            application: application.id,
            bot: application.bot,
        })
    }
}

/// `@me` or an id in an address.
fn who(caller: Caller, text: &str) -> Result<Id, Refusal> {
    match text {
        "@me" => Ok(caller.bot),
        text => text.parse().map_err(|_| {
            let message = format!("Value \"{text}\" is not snowflake.");
            Refusal::form("user_id", "NUMBER_TYPE_COERCE", message)
        }),
    }
}

/// A number in JSON or in a string, as permissions are.
fn bits(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn object(value: Option<Value>) -> Answer {
    Ok(Json(value.unwrap_or_else(|| json!({}))))
}
