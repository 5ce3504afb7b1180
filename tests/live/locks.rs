//! Channels that are closed while a match is live: who can write then, and which permissions remain
//! afterwards.

use serde_json::{Value, json};

use super::appointments::{live, set};
use super::house::{House, said, says};

use dealer::store::{Bits, LockedOverwrite, StoreError};
use local_discord::world::permissions::{
    ALL as ALL_BITS, MANAGE_MESSAGES, MANAGE_ROLES, OF_BOTS, SEND_MESSAGES, VIEW_CHANNEL,
};

const HALL: &str = "lobby";

async fn overwrites(house: &House, channel: &str) -> Vec<Value> {
    let mut all = house
        .as_bot("GET", &format!("/channels/{channel}"), json!(null))
        .await["permission_overwrites"]
        .as_array()
        .unwrap()
        .clone();
    all.sort_by_key(|one| one["id"].as_str().unwrap().to_owned());
    all
}

/// Waits until a channel's overwrites are as they were before.
async fn until_as_before(house: &House, channel: &str, before: &[Value]) {
    house
        .until("the channel is as it was", async || {
            (overwrites(house, channel).await == before).then_some(())
        })
        .await;
}

/// Whether a person can write in a channel.
async fn may_write(house: &House, name: &str, channel: &str) -> bool {
    let person = house.person(name).await;
    let channels = house
        .get(&format!("/local/as/{}/channels", person.id))
        .await;
    let mut channels = channels.as_array().unwrap().iter();
    let found = channels.find(|found| found["id"] == channel);
    found.is_some_and(|found| found["can_send"] == true)
}

async fn writers(house: &House, channel: &str) -> Vec<&'static str> {
    let mut writers = Vec::new();
    for name in ["Teo", "Mika", "Marlow", "Vesper", "Juniper", "Pim", "Cleo"] {
        if may_write(house, name, channel).await {
            writers.push(name);
        }
    }
    writers
}

const ALL: [&str; 7] = ["Teo", "Mika", "Marlow", "Vesper", "Juniper", "Pim", "Cleo"];

/// The bot's permissions during the season: what the rehearsal gives it, and managing roles.
const OF_THE_SEASON: u64 = OF_BOTS | MANAGE_ROLES;

/// A house whose bot may manage permissions, and whose season closes the hall and the alliance
/// channel. Gives both channels.
async fn closing(name: &str) -> (House, String, String) {
    let house = House::new(name).await;
    let guild = house.guild().await;
    // Only the preparation needs all permissions.
    house.bot_permissions(ALL_BITS).await;
    let bot = house.as_bot("GET", "/users/@me", json!(null)).await["id"].clone();
    let person = house.person("Teo").await;
    let hall = person.channel(HALL).await.unwrap();
    // Libraries don't know *Pin Messages* yet, but the permission must survive.
    let before = json!({ "type": 0, "allow": (64u64 | 1 << 51).to_string(), "deny": "0" });
    house
        .as_bot(
            "PUT",
            &format!("/channels/{hall}/permissions/{guild}"),
            before,
        )
        .await;
    // Of the two players only Teo is in the alliance. The channel already has exceptions.
    let seen_by = [&person.id, &house.person("Juniper").await.id];
    let mut exceptions = vec![json!({ "id": guild, "type": 0, "deny": "1024" })];
    exceptions.push(json!({ "id": bot, "type": 1, "allow": "1024" }));
    exceptions.extend(seen_by.map(|id| json!({ "id": id, "type": 1, "allow": "3072" })));
    let body = json!({ "name": "alliance", "permission_overwrites": exceptions });
    let path = format!("/guilds/{guild}/channels");
    let alliance = house.as_bot("POST", &path, body).await["id"].clone();
    let alliance = alliance.as_str().unwrap().to_owned();
    house.bot_permissions(OF_THE_SEASON).await;
    let named = alliance.parse().unwrap();
    let house = house
        .changed(|store, guild| {
            set(store, guild, |settings| {
                settings.lock_match_channel = true;
                settings.alliance_channels = vec![named];
            });
        })
        .await;
    (house, hall, alliance)
}

async fn locked(house: &House, hall: &str, alliance: &str) {
    house
        .until("the channels are closed", async || {
            let closed =
                !may_write(house, "Cleo", hall).await && !may_write(house, "Teo", alliance).await;
            closed.then_some(())
        })
        .await;
}

async fn end(house: &House) {
    let host = house.person("Vesper").await;
    let done = host
        .confirms(HALL, "match void", json!({}), "Yes, declare it void")
        .await;
    says(&done, "void");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_and_hosts_write_in_a_closed_channel() {
    let (house, hall, alliance) = closing("locks").await;
    let before = (
        overwrites(&house, &hall).await,
        overwrites(&house, &alliance).await,
    );
    assert_eq!(writers(&house, &hall).await, ALL);
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    assert_eq!(
        writers(&house, &hall).await,
        ["Teo", "Mika", "Marlow", "Vesper"]
    );
    assert!(may_write(&house, "Juniper", &alliance).await);
    // Everybody still sees what they saw before.
    assert!(house.person("Cleo").await.channel(HALL).await.is_some());
    assert!(
        house
            .person("Teo")
            .await
            .channel("alliance")
            .await
            .is_some()
    );

    let house = house.restart().await;
    house
        .person("Vesper")
        .await
        .types(HALL, "match pause")
        .await;
    assert_eq!(writers(&house, &hall).await.len(), 4);
    end(&house).await;
    until_as_before(&house, &hall, &before.0).await;
    until_as_before(&house, &alliance, &before.1).await;
    assert_eq!(writers(&house, &hall).await, ALL);
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_by_others_are_kept_and_the_host_is_told() {
    let (house, hall, alliance) = closing("locks-changed").await;
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    let guild = house.guild().await;
    let path = format!("/channels/{hall}/permissions/{guild}");
    let other = json!({ "type": 0, "allow": "64", "deny": "2048" });
    house.as_bot("PUT", &path, other).await;
    end(&house).await;
    let host = house.person("Vesper").await;
    host.sees("@Dealer", "Someone changed who can write").await;
    let left = overwrites(&house, &hall).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0]["allow"], "64", "{left:?}");
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_permission_the_match_goes_on_in_an_open_channel() {
    let (house, hall, _) = closing("locks-refused").await;
    house.bot_permissions(OF_BOTS).await;
    live(&house).await;
    let host = house.person("Vesper").await;
    host.sees("@Dealer", "Manage Permissions").await;
    assert_eq!(writers(&house, &hall).await, ALL);
    end(&house).await;
    let mut house = house;
    house.close().await;
}

/// Waits until exactly these people can write in a channel.
async fn until_writers(house: &House, channel: &str, names: &[&str]) {
    house
        .until(&format!("{names:?} write"), async || {
            (writers(house, channel).await == names).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_follows_substitutes_and_changed_settings() {
    let (house, hall, alliance) = closing("locks-substitute").await;
    let before = (
        overwrites(&house, &hall).await,
        overwrites(&house, &alliance).await,
    );
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    // Cleo plays for Teo, but isn't in his alliance.
    let [host, cleo] = house.people(["Vesper", "Cleo"]).await;
    let substitute = json!({ "player": "Teo", "account": cleo.id, "reason": "ill" });
    host.confirms(HALL, "ruling substitute", substitute, "Yes, substitute")
        .await;
    let now = ["Mika", "Marlow", "Vesper", "Cleo"];
    until_writers(&house, &hall, &now).await;
    until_as_before(&house, &alliance, &before.1).await;

    // The host opens the hall after all, in the middle of the match.
    let house = house
        .changed(|store, guild| {
            set(store, guild, |settings| settings.lock_match_channel = false);
        })
        .await;
    until_as_before(&house, &hall, &before.0).await;
    end(&house).await;
    assert_eq!(writers(&house, &hall).await, ALL);
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_match_takes_its_lock_along_and_an_alliance_opens_last() {
    let (house, hall, alliance) = closing("locks-two").await;
    super::appointments::end_first(&house).await;
    let host = house.person("Vesper").await;
    let arena = host.channel("death-match").await.unwrap();
    let before = (
        overwrites(&house, &hall).await,
        overwrites(&house, &arena).await,
        overwrites(&house, &alliance).await,
    );
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    let asked = host.types("death-match", "match move").await;
    host.press(&asked["message"], "Move Teo vs Mika here").await;
    until_writers(&house, &arena, &["Teo", "Mika", "Marlow", "Vesper"]).await;
    until_as_before(&house, &hall, &before.0).await;

    // The same two people play a second match in the hall, which is free again.
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    host.voids("death-match").await;
    until_as_before(&house, &arena, &before.1).await;
    // Channels open in order. The restart gives the alliance channel its turn.
    let house = house.restart().await;
    assert!(!may_write(&house, "Teo", &alliance).await);
    end(&house).await;
    until_as_before(&house, &hall, &before.0).await;
    until_as_before(&house, &alliance, &before.2).await;
    let mut house = house;
    house.close().await;
}

/// If an exception allows more than Dealer may give, Dealer can't change sending in it. It needs
/// Manage Permissions in that channel, and `/preflight` says so beforehand.
#[tokio::test(flavor = "multi_thread")]
async fn an_exception_with_more_than_dealer_has_needs_manage_permissions_there() {
    let (house, hall, alliance) = closing("locks-beyond").await;
    let guild = house.guild().await;
    let bot = house.as_bot("GET", "/users/@me", json!(null)).await["id"].clone();
    let bot = bot.as_str().unwrap();
    let put = async |channel: &str, of: &str, kind: u64, allow: u64| {
        let path = format!("/channels/{channel}/permissions/{of}");
        let body = json!({ "type": kind, "allow": allow.to_string(), "deny": "0" });
        house.bot_permissions(ALL_BITS).await;
        house.as_bot("PUT", &path, body).await;
        house.bot_permissions(OF_THE_SEASON).await;
    };
    let host = house.person("Vesper").await;
    let lacks = format!("missing in <#{hall}>: Manage Permissions. Grant them");
    let is_told = async || {
        let told = host.types(HALL, "preflight").await;
        said(&told).contains(&lacks)
    };
    assert!(!is_told().await);
    put(&hall, &guild, 0, MANAGE_MESSAGES).await;
    assert!(is_told().await);
    live(&house).await;
    host.sees("@Dealer", "Manage Permissions").await;
    assert_eq!(writers(&house, &hall).await, ALL);
    end(&house).await;

    put(&hall, bot, 1, VIEW_CHANNEL | MANAGE_ROLES).await;
    assert!(!is_told().await);
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    end(&house).await;
    until_writers(&house, &hall, &ALL).await;
    let mut house = house;
    house.close().await;
}

/// Sending in threads is a separate permission. A thread itself has none to change.
#[tokio::test(flavor = "multi_thread")]
async fn threads_close_with_their_channel_and_a_match_in_one_warns_its_host() {
    let (house, hall, alliance) = closing("locks-threads").await;
    super::appointments::end_first(&house).await;
    let guild = house.guild().await;
    let path = format!("/channels/{hall}/permissions/{guild}");
    let before = json!({ "type": 0, "allow": (1u64 << 38).to_string(), "deny": "0" });
    house.bot_permissions(ALL_BITS).await;
    house.as_bot("PUT", &path, before).await;
    let mut corners = Vec::new();
    for (channel, name, people) in [
        (&hall, "corner", &ALL[..]),
        (&alliance, "nook", &["Teo", "Juniper"]),
    ] {
        let path = format!("/channels/{channel}/threads");
        let thread = json!({ "name": name, "type": 11 });
        let thread = house.as_bot("POST", &path, thread).await["id"].clone();
        let thread = thread.as_str().unwrap().to_owned();
        for name in people {
            let id = house.person(name).await.id.clone();
            let path = format!("/channels/{thread}/thread-members/{id}");
            house.as_bot("PUT", &path, json!(null)).await;
        }
        corners.push(thread);
    }
    house.bot_permissions(OF_THE_SEASON).await;
    let before = (
        overwrites(&house, &hall).await,
        overwrites(&house, &alliance).await,
    );
    let [corner, nook] = corners.as_slice() else {
        panic!("{corners:?}");
    };
    assert_eq!(writers(&house, corner).await, ALL);
    assert!(may_write(&house, "Teo", nook).await);
    live(&house).await;
    locked(&house, &hall, &alliance).await;
    let two_and_hosts = ["Teo", "Mika", "Marlow", "Vesper"];
    assert_eq!(writers(&house, corner).await, two_and_hosts);
    assert!(!may_write(&house, "Teo", nook).await);
    assert!(may_write(&house, "Juniper", nook).await);

    let host = house.person("Vesper").await;
    host.confirms("corner", "match move", json!({}), "Move Teo vs Mika here")
        .await;
    host.sees("@Dealer", "is a thread, and threads have no permissions")
        .await;
    until_as_before(&house, &hall, &before.0).await;
    assert_eq!(writers(&house, corner).await, ALL);
    host.voids("corner").await;
    until_as_before(&house, &alliance, &before.1).await;
    let mut house = house;
    house.close().await;
}

/// Discord refuses one exception, for example of a person who has left. The others still close and
/// open the channel.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_exception_does_not_hold_up_the_others() {
    let (house, hall, alliance) = closing("locks-one").await;
    let before = (
        overwrites(&house, &hall).await,
        overwrites(&house, &alliance).await,
    );
    let teo = house.person("Teo").await.id.clone();
    let refuse = async |method: &str, status: u16, code: u32| {
        let path = format!("/api/v10/channels/{hall}/permissions/{teo}");
        let fault = json!({
            "method": method, "path": path, "status": status, "code": code, "times": 1,
        });
        house.faults(fault).await;
    };
    refuse("PUT", 400, 0).await;
    live(&house).await;
    until_writers(&house, &hall, &["Mika", "Marlow", "Vesper"]).await;
    // Dealer tries again.
    until_writers(&house, &hall, &["Teo", "Mika", "Marlow", "Vesper"]).await;
    locked(&house, &hall, &alliance).await;
    refuse("DELETE", 404, 10007).await;
    end(&house).await;
    until_as_before(&house, &alliance, &before.1).await;
    until_writers(&house, &hall, &ALL).await;
    let left = overwrites(&house, &hall).await;
    let left: Vec<&str> = left.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(left.contains(&teo.as_str()), "{left:?}");
    assert_eq!(left.len(), before.0.len() + 1, "{left:?}");
    let mut house = house;
    house.close().await;
}

/// An earlier version left threads open. Dealer restores what that version noted.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_closed_without_its_threads_opens_again() {
    let house = House::new("locks-earlier").await;
    let guild = house.guild().await;
    let hall = house.person("Teo").await.channel(HALL).await.unwrap();
    let before = overwrites(&house, &hall).await;
    house.bot_permissions(ALL_BITS).await;
    let path = format!("/channels/{hall}/permissions/{guild}");
    let closed = json!({ "type": 0, "allow": "0", "deny": SEND_MESSAGES.to_string() });
    house.as_bot("PUT", &path, closed).await;
    house.bot_permissions(OF_THE_SEASON).await;
    assert!(!may_write(&house, "Cleo", &hall).await);
    let one = LockedOverwrite {
        target: guild.parse().unwrap(),
        is_member: false,
        before: None,
        made: Bits {
            allow: 0,
            deny: SEND_MESSAGES,
        },
    };
    let channel = hall.parse().unwrap();
    let house = house
        .changed(|store, _| {
            let noted = store.write(|tx| {
                // The match is no longer live.
                let id = tx.open_matches(None)?[0];
                tx.add_lock(id, channel, "1,2", &[one])
            });
            noted.map_err(|error: StoreError| error).unwrap();
        })
        .await;
    until_as_before(&house, &hall, &before).await;
    let mut house = house;
    house.close().await;
}
