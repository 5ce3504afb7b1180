//! Servers that come and go: one is unavailable, one removed Dealer while it was off, and two
//! connections share all servers.

use games::WallMs;
use matches::{Event, Note, Pauser};
use serde_json::json;

use super::appointments::{end_first, live};
use super::house::{House, says};

const HALL: &str = "lobby";
const ANNEX: &str = "annex";
const HOUR_MS: u64 = 3_600_000;

/// Whether a person has run out of base time, or of all time.
fn is_late(event: &Event) -> bool {
    matches!(
        event,
        Event::TimeUp { .. }
            | Event::Noted {
                note: Note::ReserveRuns { .. }
            }
    )
}

/// A person asks something in a server, and gets an answer.
async fn is_answered(house: &House, who: &str, channel: &str) {
    let who = house.person(who).await;
    let answer = who.types(channel, "games").await;
    says(&answer, "Crossfire");
}

async fn both_bid(house: &House) {
    for (name, bid) in [("Teo", "bid 3"), ("Mika", "bid 2")] {
        let person = house.person(name).await;
        person.command(HALL, "act", json!({ "text": bid })).await;
    }
    let cleo = house.person("Cleo").await;
    cleo.sees(HALL, "wins the bid").await;
}

/// How much time all outages together have given back.
fn given_back_ms(house: &House) -> u64 {
    let outages = house.events().into_iter().filter_map(|event| match event {
        Event::Outage { from_ms, to_ms } => Some((from_ms, to_ms)),
        _ => None,
    });
    let mut outages: Vec<(WallMs, WallMs)> = outages.collect();
    outages.sort_unstable();
    let (mut given_ms, mut until_ms) = (0, WallMs(0));
    for (from_ms, to_ms) in outages {
        // Outages may overlap.
        given_ms += to_ms.since(from_ms.max(until_ms));
        until_ms = until_ms.max(to_ms);
    }
    given_ms
}

/// Waits until this much time has been given back.
async fn is_given_back(house: &House, ms: u64) {
    house
        .until("the time is given back", async || {
            (given_back_ms(house) >= ms).then_some(())
        })
        .await;
}

/// Opens a match of Bo and Imre in the other server, and plays it until somebody is asked.
async fn plays_in_the_annex(house: &House) {
    let [bo, imre] = house.people(["Bo", "Imre"]).await;
    let with = json!({ "game": "crossfire", "opponent": imre.id });
    let opened = bo.command(ANNEX, "practice", with).await;
    says(&opened, "is open in");
    let card = bo.sees(ANNEX, "# Crossfire").await;
    for who in [&bo, &imre] {
        who.press(&card, "Ready").await;
    }
    bo.sees(ANNEX, "The match begins").await;
    house.settled().await;
}

/// Nobody does anything until somebody in the other server runs out of time.
async fn time_runs_out_in_the_annex(house: &House) {
    house
        .until("somebody is late in the other server", async || {
            house.advance(30_000);
            house.events().iter().any(is_late).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_away_from_the_beginning_stops_no_other_clocks() {
    let house = House::new("servers-absent").await;
    end_first(&house).await;
    live(&house).await;
    let [bo, imre] = house.people(["Bo", "Imre"]).await;
    let annex = house.another_server(&bo, ANNEX).await;
    let member = format!("/guilds/{annex}/members/{}", imre.id);
    house.stage("PUT", &member, json!({ "role_ids": [] })).await;
    plays_in_the_annex(&house).await;
    let availability = format!("/guilds/{}/unavailable", house.guild().await);
    let away = |is_away: bool| json!({ "unavailable": is_away });
    let mut house = house
        .without_dealer(async |alone| alone.stage("PUT", &availability, away(true)).await)
        .await;
    time_runs_out_in_the_annex(&house).await;
    house.stage("PUT", &availability, away(false)).await;
    both_bid(&house).await;
    house.close().await;
}

/// Serenity doesn't notice this code: Dealer does. What Discord sends meanwhile is lost. How soon
/// is tested beside `gateway::revive`.
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_connection_is_opened_again_soon() {
    let mut house = House::new("servers-closed").await;
    end_first(&house).await;
    live(&house).await;
    house
        .faults(json!({ "gateway": "close", "code": 4003 }))
        .await;
    let online = async || house.get("/local/world").await["bots"][0]["online"] == true;
    for wanted in [false, true] {
        house
            .until("the connection changes", async || {
                (online().await == wanted).then_some(())
            })
            .await;
    }
    both_bid(&house).await;
    // It is one outage at most: nobody is told twice.
    let given_back = |event: &Event| matches!(event, Event::Outage { .. });
    assert!(house.events().into_iter().filter(given_back).count() <= 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_time_runs_in_an_unavailable_server() {
    let mut house = House::new("servers-away").await;
    end_first(&house).await;
    live(&house).await;
    let bo = house.person("Bo").await;
    house.another_server(&bo, ANNEX).await;
    is_answered(&house, "Bo", ANNEX).await;
    // Its owner is told how to set it up.
    bo.sees("@Dealer", "type </setup:").await;
    let guild = house.guild().await;
    let availability = format!("/guilds/{guild}/unavailable");
    house
        .stage("PUT", &availability, json!({ "unavailable": true }))
        .await;
    let teo = house.person("Teo").await;
    let channel = json!({ "text": "bid 1" });
    let (status, refused) = teo.try_command(HALL, "act", channel).await;
    assert_eq!(status, 503, "{refused}");
    // Events arrive in order, so an answer now proves that Dealer knows the server is away. Only
    // then does the clock advance.
    is_answered(&house, "Bo", ANNEX).await;
    // Signs of life come from the other server until long after everybody's deadline.
    for _ in 0..4 {
        house.advance(HOUR_MS / 4);
        is_answered(&house, "Bo", ANNEX).await;
        house.advance(2_000);
        is_answered(&house, "Bo", ANNEX).await;
    }
    assert!(!house.events().iter().any(is_late));
    house
        .stage("PUT", &availability, json!({ "unavailable": false }))
        .await;
    is_given_back(&house, HOUR_MS).await;
    both_bid(&house).await;
    assert!(!house.events().iter().any(is_late));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_removed_dealer_while_it_was_off_counts_as_left() {
    let house = House::new("servers-left").await;
    end_first(&house).await;
    live(&house).await;
    let guild = house.guild().await;
    let bo = house.person("Bo").await;
    house.another_server(&bo, ANNEX).await;
    let bot = house.get("/local/world").await["bots"][0]["id"].clone();
    let member = format!("/guilds/{guild}/members/{}", bot.as_str().unwrap());
    let house = house
        .without_dealer(async |alone| {
            alone.stage("DELETE", &member, json!({})).await;
        })
        .await;
    let paused =
        |event: &Event| matches!(event, Event::Paused { by, .. } if *by == Pauser::Removed);
    let pauses = || house.events().into_iter().filter(paused).count();
    house
        .until("Dealer knows of it", async || (pauses() == 1).then_some(()))
        .await;
    house.advance(HOUR_MS);
    // A new session reports no news.
    let mut house = house.restart().await;
    is_answered(&house, "Bo", ANNEX).await;
    house.stage("PUT", &member, json!({ "role_ids": [] })).await;
    let host = house.person("Vesper").await;
    let told = host.sees(HALL, crate::phrases::REMOVED).await;
    host.press(&told, "Resume (host)").await;
    host.sees(HALL, crate::phrases::RESUMED).await;
    both_bid(&house).await;
    assert_eq!(house.events().into_iter().filter(paused).count(), 1);
    assert!(!house.events().iter().any(is_late));
    let told = host.everything().await;
    assert_eq!(told.matches("removed from server").count(), 1, "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_divided_among_two_connections() {
    let mut house = House::divided("servers-divided", 2).await;
    end_first(&house).await;
    live(&house).await;
    let shard_of = |guild: &str| (guild.parse::<u64>().unwrap() >> 22) % 2;
    let first = shard_of(&house.guild().await);
    let bo = house.person("Bo").await;
    house
        .until("there is a server on the other connection", async || {
            let guild = house.another_server(&bo, ANNEX).await;
            if shard_of(&guild) != first {
                return Some(());
            }
            // This server is on the first connection too. Dealer and Bo leave it, so that the
            // channel's name means only the next one.
            let bot = house.get("/local/world").await["bots"][0]["id"].clone();
            for id in [bot.as_str().unwrap(), &bo.id] {
                let member = format!("/guilds/{guild}/members/{id}");
                house.stage("DELETE", &member, json!({})).await;
            }
            None
        })
        .await;
    // Both servers get answers. So do direct messages, which come over the first connection.
    is_answered(&house, "Bo", ANNEX).await;
    is_answered(&house, "Teo", HALL).await;
    let greeted = house.person("Vesper").await;
    greeted.types(HALL, "preflight").await;
    // One connection falls silent. The other one's signs of life prove nothing for it.
    house
        .faults(json!({ "gateway": "silent", "shard": first }))
        .await;
    for _ in 0..4 {
        // A sign from before the silence may still be on its way: it costs this step, and no more.
        house.clock.advance(2_000);
        is_answered(&house, "Bo", ANNEX).await;
        house.clock.advance(HOUR_MS / 4);
        is_answered(&house, "Bo", ANNEX).await;
    }
    assert!(!house.events().iter().any(is_late));
    house.faults(json!({ "gateway": "speak" })).await;
    // Discord sends what was lost in the silence again.
    house.faults(json!({ "gateway": "drop" })).await;
    is_given_back(&house, HOUR_MS).await;
    both_bid(&house).await;
    assert!(!house.events().iter().any(is_late));
    house.close().await;
}

/// A control that somebody forges shows them a match only while they are in its server.
#[tokio::test(flavor = "multi_thread")]
async fn a_forged_control_in_a_direct_message_shows_no_other_servers_match() {
    let mut house = House::new("servers-forged").await;
    let (bo, cleo) = (
        house.person("Bo").await,
        house.with_direct_message("Cleo").await,
    );
    let annex = house.another_server(&bo, ANNEX).await;
    let member = |guild: &str| format!("/guilds/{guild}/members/{}", cleo.id);
    let nothing = json!({ "role_ids": [] });
    house.stage("PUT", &member(&annex), nothing).await;
    let rules = cleo.presses_again("@Dealer", "rules:1").await;
    assert!(rules.contains("Gridlock"), "{rules}");
    let left = member(&house.guild().await);
    house.stage("DELETE", &left, json!(null)).await;
    for forged in ["rules:1", "panel:1", "resume:1"] {
        let refused = cleo.presses_again("@Dealer", forged).await;
        assert!(refused.contains("no longer exists"), "{forged}: {refused}");
    }
    house.close().await;
}
