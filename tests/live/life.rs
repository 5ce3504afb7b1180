//! People, channels and permissions disappear while a match is open. Each case says what happens
//! and what the host is told, and checks that the match continues.

use matches::{Event, Pauser};
use serde_json::{Value, json};

use super::appointments::{end_first, live};
use super::house::{EVERYTHING, House, Person, content, controls, lacks, said, says};

const HALL: &str = "lobby";
const GONE: &str =
    "It's paused, and both clocks are stopped. To continue, a host types </match move:";

#[derive(Clone, Copy, Debug)]
enum Case {
    PlayerLeaves,
    AskedPlayerLeaves,
    PlayerClosesMessages,
    ChannelDeleted,
    ThreadDeleted,
    AboveThreadDeleted,
    ThreadLocked,
    PermissionsTaken,
    PlayerShutOut,
    PlayerTimedOut,
    BotTimedOut,
    BotRemoved,
    HostRoleDeleted,
    BoardsDeletedAtOnce,
    NameChanged,
    OppositeHosts,
}

/// What happens, and a sentence that the host reads. It's empty when the host needs none.
const CASES: [(Case, &str); 16] = [
    (
        Case::PlayerLeaves,
        "Teo has left the server, but nothing in the match is lost",
    ),
    (
        Case::AskedPlayerLeaves,
        "Teo has left the server, but nothing in the match is lost",
    ),
    (Case::PlayerClosesMessages, ""),
    (Case::ChannelDeleted, GONE),
    (Case::ThreadDeleted, GONE),
    (Case::AboveThreadDeleted, GONE),
    (
        Case::ThreadLocked,
        "was locked, so no buttons work there, not even for hosts. The match is paused",
    ),
    (
        Case::PermissionsTaken,
        "The match is paused, and no time is lost. Give Dealer's role View Channel there",
    ),
    (
        Case::PlayerShutOut,
        "Teo can't see the channel of Teo vs Mika any more. The match is paused",
    ),
    (
        Case::PlayerTimedOut,
        "Teo is timed out in this server until",
    ),
    (
        Case::BotTimedOut,
        "Dealer is timed out in this server until",
    ),
    (Case::BotRemoved, ""),
    (Case::HostRoleDeleted, "The season's host role was deleted"),
    (Case::BoardsDeletedAtOnce, ""),
    (Case::NameChanged, ""),
    (Case::OppositeHosts, ""),
];

/// The newest post in a channel that has controls.
async fn current(house: &House, channel: &str) -> Value {
    let cleo = house.person("Cleo").await;
    house
        .until("the current post is there", async || {
            let posts = cleo.messages(channel).await;
            let mut open = posts.into_iter().rev();
            open.find(|post| post["ephemeral"] != true && !controls(post).is_empty())
        })
        .await
}

/// Asks both players twice more. After each post Dealer checks that one of them is still there.
async fn both_are_asked_again(house: &House, host: &Person<'_>, mika: &Person<'_>) {
    for _ in 0..2 {
        let before = current(house, HALL).await;
        host.types(HALL, "match pause").await;
        house.advance(1_000);
        host.types(HALL, "match resume").await;
        house
            .until("both are asked once more", async || {
                let now = current(house, HALL).await;
                let asks = content(&now).contains(&mika.id);
                (asks && now["id"] != before["id"]).then_some(())
            })
            .await;
    }
}

/// Both players bid, and the match continues.
async fn plays_on(house: &House, channel: &str) {
    for name in ["Teo", "Mika"] {
        let person = house.person(name).await;
        let bid = json!({ "text": if name == "Teo" { "bid 3" } else { "bid 2" } });
        let taken = person.command(channel, "act", bid).await;
        assert!(said(&taken).contains("Got it"), "{name}: {taken}");
    }
    house
        .person("Cleo")
        .await
        .sees(channel, "wins the bid")
        .await;
}

/// Moves the match into a thread that holds everybody who is asked, and gives its id.
async fn move_to_nook(host: &Person<'_>) -> String {
    let house = host.house;
    let body = json!({ "name": "nook", "type": 11 });
    let above = host.channel("death-match").await.unwrap();
    let path = format!("/channels/{above}/threads");
    let thread = house.as_bot("POST", &path, body).await["id"].clone();
    let thread = thread.as_str().unwrap().to_owned();
    for name in ["Vesper", "Teo", "Mika", "Cleo"] {
        let who = house.person(name).await.id;
        let member = format!("/channels/{thread}/thread-members/{who}");
        house.as_bot("PUT", &member, json!(null)).await;
    }
    let asked = host.types("nook", "match move").await;
    host.press(&asked["message"], "Move Teo vs Mika here").await;
    thread
}

/// The match was paused because its channel was unusable. It continues, and nobody has lost time.
async fn goes_on_after_pause(host: &Person<'_>, channel: &str) {
    let paused = host.sees(channel, "Dealer couldn't use its channel").await;
    host.press(&paused, "Resume (host)").await;
    host.sees(channel, crate::phrases::RESUMED).await;
    let late = |event: &Event| matches!(event, Event::TimeUp { .. });
    assert!(!host.house.events().iter().any(late));
}

async fn happen(case: Case, told: &str) {
    let house = House::new(&format!("life-{case:?}").to_lowercase()).await;
    end_first(&house).await;
    live(&house).await;
    let guild = house.guild().await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    let hall = host.channel(HALL).await.unwrap();
    let usual = local_discord::world::permissions::OF_BOTS;
    let mut channel = HALL;
    current(&house, HALL).await;
    match case {
        Case::PlayerLeaves => {
            let member = format!("/guilds/{guild}/members/{}", teo.id);
            house.stage("DELETE", &member, json!({})).await;
            house.advance(60_000);
            house
                .until("Teo's time begins to run out", async || {
                    house.advance(500);
                    let told_yet = host.messages("@Dealer").await;
                    told_yet
                        .iter()
                        .any(|post| content(post).contains(told))
                        .then_some(())
                })
                .await;
            host.types(HALL, "match pause").await;
            host.sees(HALL, "The host pauses the match").await;
            house.stage("PUT", &member, json!({ "role_ids": [] })).await;
            host.types(HALL, "match resume").await;
            host.sees(HALL, crate::phrases::RESUMED).await;
        }
        Case::AskedPlayerLeaves => {
            let member = format!("/guilds/{guild}/members/{}", teo.id);
            house.stage("DELETE", &member, json!({})).await;
            // A person who looks is told at once, whether they are asked anything or not.
            let left = "Teo has left the server";
            let status = host.types(HALL, "match status").await;
            says(&status, left);
            says(&status, "</ruling substitute:");
            let looked = host.types(HALL, "preflight").await;
            let named = "⚠️ **Players** · Teo (Teo vs Mika (Crossfire)";
            says(&looked, named);
            both_are_asked_again(&house, &host, &mika).await;
            host.sees("@Dealer", told).await;
            house.stage("PUT", &member, json!({ "role_ids": [] })).await;
            let looked = host.types(HALL, "preflight").await;
            let there = "✅ **Players** · all players of open matches are in the server";
            says(&looked, there);
        }
        Case::PlayerClosesMessages => teo.direct_messages(false).await,
        Case::ChannelDeleted | Case::ThreadDeleted | Case::AboveThreadDeleted => {
            // Another host can rule in it too.
            let other = house.person("Marlow").await;
            other.types(HALL, "match pause").await;
            other.types(HALL, "match resume").await;
            host.sees(HALL, crate::phrases::RESUMED).await;
            let mut deleted = hall;
            channel = "death-match";
            if let Case::ThreadDeleted | Case::AboveThreadDeleted = case {
                deleted = move_to_nook(&host).await;
                host.sees("nook", &teo.id).await;
            }
            if let Case::AboveThreadDeleted = case {
                deleted = host.channel(channel).await.unwrap();
                channel = HALL;
            }
            house
                .stage("DELETE", &format!("/channels/{deleted}"), json!({}))
                .await;
            for person in [&host, &other, &teo, &mika] {
                person.sees("@Dealer", told).await;
            }
            // Nobody loses time.
            house.advance(3_600_000);
            let status = host.types(channel, "match status").await;
            says(
                &status,
                "It's paused because its channel was deleted. It resumes when",
            );
            // A practice that nobody has started neither hides that nor is in its way.
            let bo = house.person("Bo").await;
            let game = json!({ "game": "crossfire" });
            let opened = bo.command(channel, "practice", game).await;
            says(&opened, "is open in");
            // Help says what the letter said, and continues the match with one press.
            let help = host.types(channel, "help").await;
            says(&help, told);
            let moved = host.press(&help["message"], "Move Teo vs Mika here").await;
            says(&moved, "Press Resume below its board");
            let paused = host
                .sees(channel, "It continues here when a host resumes it")
                .await;
            host.press(&paused, "Resume (host)").await;
            host.sees(channel, crate::phrases::RESUMED).await;
            for person in [&host, &other, &teo, &mika] {
                let told_often = person.everything().await.matches(told).count();
                assert_eq!(told_often, 1, "{}", person.id);
            }
            // The hour is longer than base time and reserve. On a slow machine the base time alone
            // may run out.
            let late = |event: &Event| matches!(event, Event::TimeUp { .. });
            assert!(!house.events().iter().any(late));
        }
        Case::ThreadLocked => {
            let thread = format!("/channels/{}", move_to_nook(&host).await);
            channel = "nook";
            current(&house, channel).await;
            let moderate = async |change: Value| {
                house.bot_permissions(EVERYTHING).await;
                house.as_bot("PATCH", &thread, change).await;
                house.bot_permissions(usual).await;
            };
            let board = current(&house, channel).await;
            let (_, open) = controls(&board).remove(0);
            // A thread that is only archived comes back when somebody presses.
            moderate(json!({ "archived": true })).await;
            let (status, answer) = teo.try_press(&board, &open, json!([])).await;
            assert!(status < 300, "{answer}");
            moderate(json!({ "archived": true, "locked": true })).await;
            let (status, refused) = teo.try_press(&board, &open, json!([])).await;
            assert_eq!(status, 403, "{refused}");
            for person in [&host, &teo, &mika] {
                person.sees("@Dealer", told).await;
            }
            house.advance(3_600_000);
            moderate(json!({ "archived": false, "locked": false })).await;
            goes_on_after_pause(&host, channel).await;
        }
        Case::PermissionsTaken => {
            house.bot_permissions(0).await;
            let everyone = format!("/channels/{hall}/permissions/{guild}");
            house.bot_permissions(EVERYTHING & !8).await;
            let hidden = json!({ "type": 0, "deny": "1024" });
            house.as_bot("PUT", &everyone, hidden).await;
            house.bot_permissions(usual & !1024).await;
            // Typed in another channel the command means no match. Dealer tells the host which one
            // is open.
            let refused = host.types("death-match", "match pause").await;
            let open = format!("Teo vs Mika (Crossfire) is open in <#{hall}>");
            says(&refused, &open);
            host.sees("@Dealer", told).await;
            house.advance(3_600_000);
            // A channel to which Dealer can get its permission back isn't gone.
            let by_itself = |event: &Event| {
                let by = Pauser::ChannelGone;
                matches!(event, Event::Paused { by: found, .. } if *found == by)
            };
            assert!(!house.events().iter().any(by_itself));
            let open = json!({ "type": 0, "deny": "0", "allow": "0" });
            house.bot_permissions(EVERYTHING).await;
            house.as_bot("PUT", &everyone, open).await;
            house.bot_permissions(usual).await;
            goes_on_after_pause(&host, HALL).await;
        }
        Case::PlayerShutOut => {
            let own = format!("/channels/{hall}/permissions/{}", teo.id);
            let change = async |bits: &str| {
                house.bot_permissions(EVERYTHING).await;
                let hidden = json!({ "type": 1, "deny": bits, "allow": "0" });
                house.as_bot("PUT", &own, hidden).await;
                house.bot_permissions(usual).await;
            };
            change("1024").await;
            for person in [&host, &teo, &mika] {
                person.sees("@Dealer", told).await;
            }
            house.advance(3_600_000);
            change("0").await;
            goes_on_after_pause(&host, HALL).await;
        }
        Case::PlayerTimedOut => {
            let timeout = format!("/guilds/{guild}/members/{}/timeout", teo.id);
            let until_ms = house.clock.now() + 24 * 3_600_000;
            let until = json!({ "until_ms": until_ms });
            house.stage("PUT", &timeout, until).await;
            let board = current(&house, HALL).await;
            let (_, open) = controls(&board).remove(0);
            let (status, refused) = teo.try_press(&board, &open, json!([])).await;
            assert_eq!(status, 403, "{refused}");
            let status = host.types(HALL, "match status").await;
            says(&status, told);
            let looked = host.types(HALL, "preflight").await;
            let named = "⚠️ **Players** · Teo (Teo vs Mika (Crossfire)";
            says(&looked, named);
            says(&looked, "is timed out until");
            both_are_asked_again(&house, &host, &mika).await;
            host.sees("@Dealer", told).await;
            let ended = json!({ "until_ms": null });
            house.stage("PUT", &timeout, ended).await;
            let looked = host.types(HALL, "preflight").await;
            let there = "✅ **Players** · all players of open matches are in the server";
            says(&looked, there);
        }
        Case::BotTimedOut => {
            let bot = house.get("/local/world").await["bots"][0]["id"].clone();
            let bot = bot.as_str().unwrap();
            let timeout = format!("/guilds/{guild}/members/{bot}/timeout");
            let until_ms = house.clock.now() + 24 * 3_600_000;
            let until = json!({ "until_ms": until_ms });
            house.stage("PUT", &timeout, until).await;
            for person in [&host, &teo, &mika] {
                person.sees("@Dealer", told).await;
            }
            let looked = host.types(HALL, "preflight").await;
            let named = "⚠️ **Permissions** · Dealer is timed out until";
            says(&looked, named);
            house.advance(3_600_000);
            let ended = json!({ "until_ms": null });
            house.stage("PUT", &timeout, ended).await;
            goes_on_after_pause(&host, HALL).await;
        }
        Case::BotRemoved => {
            let bot = house.get("/local/world").await["bots"][0]["id"].clone();
            let member = format!("/guilds/{guild}/members/{}", bot.as_str().unwrap());
            house.stage("DELETE", &member, json!({})).await;
            house
                .until("Dealer knows of it", async || {
                    let paused = |event: &Event| {
                        let by = Pauser::Removed;
                        matches!(event, Event::Paused { by: found, .. } if *found == by)
                    };
                    house.events().iter().any(paused).then_some(())
                })
                .await;
            // No clock runs during the absence.
            house.advance(3_600_000);
            house.stage("PUT", &member, json!({ "role_ids": [] })).await;
            let paused = host.sees(HALL, crate::phrases::REMOVED).await;
            host.press(&paused, "Resume (host)").await;
            host.sees(HALL, crate::phrases::RESUMED).await;
        }
        Case::HostRoleDeleted => {
            let world = house.get("/local/world").await;
            let roles = world["guilds"][0]["roles"].as_array().unwrap().clone();
            let role = roles.iter().find(|role| role["name"] == "Host").unwrap();
            let path = format!("/guilds/{guild}/roles/{}", role["id"].as_str().unwrap());
            house.stage("DELETE", &path, json!({})).await;
            host.sees("@Dealer", told).await;
        }
        Case::BoardsDeletedAtOnce => {
            let before = current(&house, HALL).await;
            // Dealer knows its posts once Discord has answered it.
            house.settled().await;
            let posts = host.messages(HALL).await;
            let posts = posts.iter().filter(|post| post["ephemeral"] != true);
            let ids: Vec<Value> = posts.map(|post| post["id"].clone()).collect();
            assert!(ids.len() > 1, "{ids:?}");
            let path = format!("/channels/{hall}/messages/bulk-delete");
            house.bot_permissions(EVERYTHING).await;
            house
                .as_bot("POST", &path, json!({ "messages": ids }))
                .await;
            house.bot_permissions(usual).await;
            let again = current(&house, HALL).await;
            assert_ne!(again["id"], before["id"]);
        }
        Case::NameChanged => {
            let path = format!("/guilds/{guild}/members/{}/nick", teo.id);
            house.stage("PUT", &path, json!({ "nick": "Nobody" })).await;
        }
        Case::OppositeHosts => {
            let other = house.person("Marlow").await;
            let (pause, resume) = tokio::join!(
                host.types(HALL, "match pause"),
                other.types(HALL, "match resume"),
            );
            // Either host may be first. Both read the result, and the match is in one of the two
            // states.
            says(&pause, "The match is paused");
            if !said(&resume).contains("resumes") {
                says(&resume, "isn't paused");
                other.types(HALL, "match resume").await;
            }
            let again = host.types(HALL, "match resume").await;
            says(&again, "isn't paused");
        }
    }
    plays_on(&house, channel).await;
    if told.is_empty() {
        assert!(!host.everything().await.contains("Dealer's side"));
    }
    let asked = mika.types(channel, "resign").await;
    mika.press(&asked["message"], "Yes, I resign").await;
    // The result uses the names of the cast.
    let result = house
        .person("Cleo")
        .await
        .sees(channel, "Teo beats Mika")
        .await;
    says(&result, "by resignation");
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_the_host_is_told_what_to_do() {
    for (case, told) in CASES {
        println!("{case:?}");
        happen(case, told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_hears_of_a_safe_player_who_leaves_before_choosing() {
    let house = House::new("life-safe").await;
    end_first(&house).await;
    super::appointments::open(&house, "gridlock").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    bo.sees("@Dealer", "Choose the tile").await;
    let member = format!("/guilds/{}/members/{}", house.guild().await, bo.id);
    house.stage("DELETE", &member, json!({})).await;
    host.types(HALL, "match remind").await;
    let told = host.sees("@Dealer", "couldn't message").await;
    says(&told, "message Bo:");
    lacks(&told, "Juniper");
    let asked = host.types(HALL, "match begin").await;
    host.press(&asked["message"], "Begin without strikes").await;
    host.sees(HALL, crate::phrases::HOST_STARTS).await;
    let mut house = house;
    house.close().await;
}
