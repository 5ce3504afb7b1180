//! Every route of the REST API that is served.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::asked::Work::{self, Any, Bot, Counting};
use super::{applications, channels, events, guilds, interactions, messages, threads};

/// Says of every route of Discord's specification whether it is served; a test keeps it true.
const SERVED: &str = include_str!("../../../docs/served.md");

/// Method, path and the function that answers. If two match an address, the first one wins.
#[rustfmt::skip]
static ROUTES: &[(&str, &str, Work)] = &[
    ("GET", "/gateway", Any(applications::gateway)),
    ("GET", "/gateway/bot", Counting(applications::gateway_bot)),
    ("GET", "/oauth2/applications/@me", Bot(applications::me)),
    ("GET", "/applications/@me", Bot(applications::me)),
    ("GET", "/users/@me", Bot(applications::user)),
    ("GET", "/users/@me/guilds", Bot(applications::guilds)),
    ("POST", "/users/@me/channels", Bot(applications::open_dm)),
    ("GET", "/users/{user}", Bot(applications::other_user)),
    ("GET", "/soundboard-default-sounds", Bot(applications::default_sounds)),
    ("GET", "/applications/{application}/commands", Bot(applications::commands)),
    ("POST", "/applications/{application}/commands", Counting(applications::add_command)),
    ("PUT", "/applications/{application}/commands", Counting(applications::set_commands)),
    ("GET", "/applications/{application}/commands/{command}", Bot(applications::command)),
    ("PATCH", "/applications/{application}/commands/{command}", Bot(applications::change_command)),
    ("DELETE", "/applications/{application}/commands/{command}", Bot(applications::remove_command)),
    ("GET", "/applications/{application}/guilds/{guild}/commands", Bot(applications::commands)),
    ("POST", "/applications/{application}/guilds/{guild}/commands", Counting(applications::add_command)),
    ("PUT", "/applications/{application}/guilds/{guild}/commands", Counting(applications::set_commands)),
    ("GET", "/applications/{application}/guilds/{guild}/commands/{command}", Bot(applications::command)),
    ("PATCH", "/applications/{application}/guilds/{guild}/commands/{command}", Bot(applications::change_command)),
    ("DELETE", "/applications/{application}/guilds/{guild}/commands/{command}", Bot(applications::remove_command)),
    ("POST", "/interactions/{interaction}/{token}/callback", Any(interactions::callback)),
    ("POST", "/webhooks/{application}/{token}", Any(interactions::follow_up)),
    ("GET", "/webhooks/{application}/{token}/messages/{message}", Any(interactions::answer)),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}", Any(interactions::edit)),
    ("DELETE", "/webhooks/{application}/{token}/messages/{message}", Any(interactions::remove)),
    ("GET", "/channels/{channel}", Bot(channels::channel)),
    ("PATCH", "/channels/{channel}", Bot(channels::change)),
    ("DELETE", "/channels/{channel}", Bot(channels::remove)),
    ("PUT", "/channels/{channel}/permissions/{overwrite}", Bot(channels::set_overwrite)),
    ("DELETE", "/channels/{channel}/permissions/{overwrite}", Bot(channels::remove_overwrite)),
    ("POST", "/channels/{channel}/threads", Bot(threads::start_thread)),
    ("GET", "/channels/{channel}/threads/archived/public", Bot(threads::archived_public)),
    ("GET", "/channels/{channel}/threads/archived/private", Bot(threads::archived_private)),
    ("GET", "/channels/{channel}/users/@me/threads/archived/private", Bot(threads::archived_own)),
    ("GET", "/channels/{channel}/thread-members", Bot(threads::thread_members)),
    ("GET", "/channels/{channel}/thread-members/{user}", Bot(threads::thread_member)),
    ("PUT", "/channels/{channel}/thread-members/{user}", Bot(threads::join_thread)),
    ("POST", "/channels/{channel}/thread-members/{user}", Bot(threads::join_thread)),
    ("DELETE", "/channels/{channel}/thread-members/{user}", Bot(threads::leave_thread)),
    ("POST", "/channels/{channel}/typing", Bot(messages::typing)),
    ("GET", "/channels/{channel}/messages", Bot(messages::history)),
    ("POST", "/channels/{channel}/messages", Bot(messages::create)),
    ("POST", "/channels/{channel}/messages/bulk-delete", Bot(messages::bulk_delete)),
    ("GET", "/channels/{channel}/messages/pins", Bot(messages::pins_with_times)),
    ("PUT", "/channels/{channel}/messages/pins/{message}", Bot(messages::pin)),
    ("DELETE", "/channels/{channel}/messages/pins/{message}", Bot(messages::unpin)),
    ("GET", "/channels/{channel}/pins", Bot(messages::pins)),
    ("PUT", "/channels/{channel}/pins/{message}", Bot(messages::pin)),
    ("DELETE", "/channels/{channel}/pins/{message}", Bot(messages::unpin)),
    ("GET", "/channels/{channel}/messages/{message}", Bot(messages::message)),
    ("PATCH", "/channels/{channel}/messages/{message}", Bot(messages::edit)),
    ("DELETE", "/channels/{channel}/messages/{message}", Bot(messages::remove)),
    ("POST", "/channels/{channel}/messages/{message}/threads", Bot(threads::start_thread_from_message)),
    ("GET", "/channels/{channel}/messages/{message}/reactions/{emoji}", Bot(messages::reactions)),
    ("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/{user}", Bot(messages::react)),
    ("DELETE", "/channels/{channel}/messages/{message}/reactions/{emoji}/{user}", Bot(messages::unreact)),
    ("GET", "/guilds/{guild}", Bot(guilds::guild)),
    ("GET", "/guilds/{guild}/channels", Bot(guilds::channels)),
    ("POST", "/guilds/{guild}/channels", Bot(guilds::add_channel)),
    ("GET", "/guilds/{guild}/threads/active", Bot(guilds::active_threads)),
    ("GET", "/guilds/{guild}/scheduled-events", Bot(events::events)),
    ("POST", "/guilds/{guild}/scheduled-events", Bot(events::add)),
    ("GET", "/guilds/{guild}/scheduled-events/{event}", Bot(events::event)),
    ("PATCH", "/guilds/{guild}/scheduled-events/{event}", Bot(events::change)),
    ("DELETE", "/guilds/{guild}/scheduled-events/{event}", Bot(events::remove)),
    ("GET", "/guilds/{guild}/roles", Bot(guilds::roles)),
    ("GET", "/guilds/{guild}/roles/{role}", Bot(guilds::role)),
    ("GET", "/guilds/{guild}/members", Bot(guilds::members)),
    ("GET", "/guilds/{guild}/members/search", Bot(guilds::search_members)),
    ("PATCH", "/guilds/{guild}/members/@me", Bot(guilds::change_me)),
    ("PATCH", "/guilds/{guild}/members/@me/nick", Bot(guilds::change_me)),
    ("GET", "/guilds/{guild}/members/{user}", Bot(guilds::member)),
    ("PATCH", "/guilds/{guild}/members/{user}", Bot(guilds::change_member)),
    ("PUT", "/guilds/{guild}/members/{user}/roles/{role}", Bot(guilds::give_role)),
    ("DELETE", "/guilds/{guild}/members/{user}/roles/{role}", Bot(guilds::take_role)),
];

/// The route of a request.
pub struct Found {
    pub route: &'static str,
    pub work: Work,
    /// The value of each named part of the route.
    pub parts: Vec<(String, String)>,
}

/// Why no route answers.
pub enum Missing {
    /// No route has this address.
    Address,
    /// A route has this address, but not this method.
    Method,
    /// Discord has this route, but it is not served here.
    Unserved(&'static str),
}

/// The methods and paths that are served.
pub fn served() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROUTES.iter().map(|(method, path, _)| (*method, *path))
}

/// The methods and paths of Discord's specification that are not served. A request for one gets
/// status 501 and its name.
pub fn unserved() -> impl Iterator<Item = (&'static str, &'static str)> {
    let row = |line: &'static str| line.strip_prefix("| `")?.strip_suffix("` |  |");
    SERVED
        .lines()
        .filter_map(move |line| row(line)?.split_once(' '))
}

/// The route for a method and an address below `/api/v10`.
pub fn find(method: &str, address: &str) -> Result<Found, Missing> {
    let address: Vec<String> = address.split('/').map(decoded).collect();
    let mut missing = Missing::Address;
    for (served, route, work) in ROUTES {
        let Some(parts) = parts_of(route, &address) else {
            continue;
        };
        if *served == method {
            return Ok(Found {
                route,
                work: *work,
                parts,
            });
        }
        missing = Missing::Method;
    }
    for (known, route) in unserved() {
        match parts_of(route, &address) {
            Some(_) if known == method => return Err(Missing::Unserved(route)),
            Some(_) => missing = Missing::Method,
            None => {}
        }
    }
    Err(missing)
}

/// The named parts of an address, if it has the form of the route.
fn parts_of(route: &str, address: &[String]) -> Option<Vec<(String, String)>> {
    if route.split('/').count() != address.len() {
        return None;
    }
    let mut parts = Vec::new();
    for (step, given) in route.split('/').zip(address) {
        let name = step
            .strip_prefix('{')
            .and_then(|step| step.strip_suffix('}'));
        match name {
            Some(name) if !given.is_empty() => parts.push((name.to_owned(), given.clone())),
            None if step == given => {}
            _ => return None,
        }
    }
    Some(parts)
}

/// A step of an address, decoded: `%40me` is `@me`. What isn't text stays as it is.
pub fn decoded(step: &str) -> String {
    let bytes = percent_decode_str(step);
    bytes
        .decode_utf8()
        .map_or_else(|_| step.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_finds_its_route() {
        for (written, meant) in [
            ("%40me", "@me"),
            ("%F0%9F%91%8D", "👍"),
            ("name%3A12", "name:12"),
            ("50%", "50%"),
            ("%+1", "%+1"),
            ("%ff", "%ff"),
        ] {
            assert_eq!(decoded(written), meant);
        }
        let found = find("DELETE", "/channels/1/messages/pins/2");
        let found = found.ok().unwrap();
        assert_eq!(found.route, "/channels/{channel}/messages/pins/{message}");
        assert!(matches!(find("GET", "/users/%40me"), Ok(found) if found.parts.is_empty()));
        assert!(matches!(find("PUT", "/gateway"), Err(Missing::Method)));
        assert!(matches!(find("GET", "/gateway/"), Err(Missing::Address)));
    }
}
