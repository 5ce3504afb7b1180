//! Private ways to reach a person who has to choose before a match. Dealer tries them in order when
//! earlier ones are closed.

use dealer::store::ChannelId;
use serde_json::{Value, json};

use super::house::{
    EVERYTHING, House, Person, calls, content, controls, labels, lacks, said, says,
};

const HALL: &str = "lobby";
const WHO: &str = "Konstantin";
const ASKED: &str = "Choose the tile";

/// What is closed, and where Dealer asks then. None means nowhere: the host is told, and the
/// channel's button is left.
const WAYS: [(&str, &[Closed], Option<&str>); 4] = [
    ("a bound channel", &[], Some("submissions")),
    ("direct messages", &[Closed::Bound], Some("@Dealer")),
    (
        "a private thread",
        &[Closed::Bound, Closed::Direct],
        Some("Dealer and Konstantin"),
    ),
    (
        "the button in the channel",
        &[Closed::Bound, Closed::Direct, Closed::Threads],
        None,
    ),
];

const PLACES: [&str; 3] = ["submissions", "@Dealer", "Dealer and Konstantin"];

/// Messages in a place that ask for the choice.
async fn asked_in(person: &Person<'_>, place: &str) -> Vec<Value> {
    let mut posts = person.messages(place).await;
    posts.retain(|post| content(post).contains(ASKED));
    posts
}

#[derive(Clone, Copy, PartialEq)]
enum Closed {
    Bound,
    Direct,
    Threads,
}

/// A bot's permissions when it joins, without opening private threads.
const WITHOUT_THREADS: u64 = {
    use local_discord::world::permissions::{CREATE_PRIVATE_THREADS, OF_BOTS};
    OF_BOTS & !CREATE_PRIVATE_THREADS
};

#[tokio::test(flavor = "multi_thread")]
async fn each_way_is_used_when_those_before_it_are_closed() {
    for (index, (way, closed, place)) in WAYS.into_iter().enumerate() {
        let house = House::new(&format!("ways-{index}")).await;
        let person = house.person(WHO).await;
        // The rehearsal's own match asks in a direct message.
        person.sees("@Dealer", ASKED).await;
        let guild = house.guild().await;
        let hidden = json!([
            { "id": guild, "type": 0, "deny": "1024" },
            { "id": person.id, "type": 1, "allow": "1024" },
        ]);
        house.bot_permissions(EVERYTHING).await;
        let body = json!({ "name": "submissions", "permission_overwrites": hidden });
        let channel = house
            .as_bot("POST", &format!("/guilds/{guild}/channels"), body)
            .await["id"]
            .clone();
        let id: ChannelId = channel.as_str().unwrap().parse().unwrap();
        // The season makes it the person's own channel.
        let house = house
            .changed(|store, guild| {
                store
                    .write(|tx| {
                        let season = tx.current_season(guild)?.unwrap().id;
                        let cast = tx.season_cast(season)?;
                        let one = cast.iter().find(|one| one.name == WHO).unwrap();
                        let (position, account) = (one.position, one.account);
                        tx.set_name_account_channel(season, position, WHO, account, Some(id))
                    })
                    .map_err(|error: dealer::store::StoreError| error)
                    .unwrap();
            })
            .await;
        let person = house.person(WHO).await;
        if closed.contains(&Closed::Bound) {
            house
                .stage("DELETE", &format!("/channels/{id}"), json!({}))
                .await;
        }
        if closed.contains(&Closed::Direct) {
            person.direct_messages(false).await;
        }
        if closed.contains(&Closed::Threads) {
            house.bot_permissions(WITHOUT_THREADS).await;
        }
        let mut asked_before = Vec::new();
        for place in PLACES {
            asked_before.push(asked_in(&person, place).await);
        }
        super::appointments::open(&house, "gridlock").await;
        match place {
            Some(place) => {
                let asked = house
                    .until(
                        &format!("{way}: the choice is asked in {place}"),
                        async || {
                            let before =
                                &asked_before[PLACES.iter().position(|one| *one == place)?];
                            let now = asked_in(&person, place).await;
                            (now.len() > before.len()).then(|| now.into_iter().next_back())?
                        },
                    )
                    .await;
                // A person who wouldn't look there gets a ping.
                assert!(calls(&asked, &person), "{way}: {asked}");
                // A press there counts, and the message shows the choice.
                person.press(&asked, "A1").await;
                let what = format!("{way}: the message says what counts");
                house
                    .until(&what, async || {
                        let mut messages = person.messages(place).await.into_iter();
                        let own = messages.find(|message| message["id"] == asked["id"])?;
                        // The choice itself appears only where nobody else reads it.
                        let counts = match place {
                            "@Dealer" => "**A1**",
                            _ => "Your choice is in.",
                        };
                        content(&own).contains(counts).then_some(())
                    })
                    .await;
            }
            None => {
                let host = house.person("Vesper").await;
                let told = host.sees("@Dealer", "couldn't message").await;
                says(&told, WHO);
                let card = person.sees(HALL, "0 of 11 choices in").await;
                let panel = person.press(&card, "Open my panel").await;
                says(&panel, ASKED);
                person.press(&panel["message"], "A1").await;
            }
        }
        person.sees(HALL, "1 of 11 choices in").await;
        for (other, before) in PLACES.into_iter().zip(asked_before) {
            if Some(other) != place {
                let now = asked_in(&person, other).await;
                assert_eq!(now.len(), before.len(), "{way}: asked in {other} too");
            }
        }
        // Nobody else sees any of it.
        let other = house.person("Cleo").await.everything().await;
        assert!(!other.contains("Choose the tile to"), "{way}");
        let mut house = house;
        house.close().await;
    }
}

/// A channel that its owner can't see can't be their own. If it closes later, Dealer notices before
/// a match and uses another way.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_cannot_see_their_own_channel_is_reached_elsewhere() {
    const ROOM: &str = "konstantins-room";
    let mut house = House::new("ways-unseen").await;
    let (person, host) = (house.person(WHO).await, house.person("Vesper").await);
    super::appointments::end_first(&house).await;
    let guild = house.guild().await;
    house.bot_permissions(EVERYTHING).await;
    let body = json!({ "name": ROOM, "permission_overwrites": [{ "id": guild, "type": 0, "deny": "1024" }] });
    let room = house
        .as_bot("POST", &format!("/guilds/{guild}/channels"), body)
        .await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let own = format!("/channels/{room}/permissions/{}", person.id);
    let bound = json!({ "name": WHO, "channel": room });
    let preflight = async || {
        let found = host.types(HALL, "preflight").await;
        said(&found).to_owned()
    };

    // In these cases they can't use the channel, or only read it.
    let closed = [
        ("0", "0", "View Channel"),
        ("1024", "2048", "Send Messages"),
    ];
    for (allow, deny, lacks) in closed {
        let exception = json!({ "type": 1, "allow": allow, "deny": deny });
        house.as_bot("PUT", &own, exception).await;
        let told = host.command(HALL, "season cast bind", bound.clone()).await;
        let expected = format!("<@{}> is missing {lacks} in <#{room}>", person.id);
        says(&told, &expected);
        says(&told, "couldn't read or answer");
    }
    assert!(preflight().await.contains("none set – fine"));

    let sees = json!({ "type": 1, "allow": "1024", "deny": "0" });
    house.as_bot("PUT", &own, sees.clone()).await;
    let told = host.command(HALL, "season cast bind", bound).await;
    says(&told, "From the next match on");
    let well = "✅ **Private channels** · 1, each visible only to its owner and hosts";
    assert!(preflight().await.contains(well));

    // Somebody shuts them out.
    house.as_bot("DELETE", &own, json!(null)).await;
    let found = preflight().await;
    let amiss = format!("⚠️ **Private channels** · {WHO} is missing View Channel in <#{room}>");
    assert!(found.contains(&amiss), "{found}");
    super::appointments::open(&house, "gridlock").await;
    let asked = person.sees("@Dealer", ASKED).await;
    assert!(calls(&asked, &person), "{asked}");
    let told = host.sees("@Dealer", "the channel bound to them").await;
    let named = format!("<@{}> can't see <#{room}>", person.id);
    says(&told, &named);
    // The host is told once, and the room shows nothing of it.
    host.types(HALL, "match remind").await;
    person.sees("@Dealer", crate::phrases::REMINDER).await;
    let told = host.messages("@Dealer").await.into_iter();
    let told = told.filter(|post| content(post).contains(&named));
    assert_eq!(told.count(), 1);
    house.as_bot("PUT", &own, sees).await;
    assert!(person.channel(ROOM).await.is_some());
    assert!(person.messages(ROOM).await.is_empty());
    // From now on Dealer writes to them there.
    void(&host).await;
    super::appointments::open(&house, "gridlock").await;
    let asked = person.sees(ROOM, ASKED).await;
    person.press(&asked, "A1").await;
    house.close().await;
}

/// Opens a match of Gridlock and waits until the person's thread asks for the choice.
async fn asked_in_thread(house: &House) {
    let person = house.person(WHO).await;
    // The rehearsal's own match is in another channel, and must not open a thread.
    person.sees("@Dealer", ASKED).await;
    person.direct_messages(false).await;
    super::appointments::open(house, "gridlock").await;
    person.sees(THREAD, ASKED).await;
}

const THREAD: &str = "Dealer and Konstantin";

async fn void(host: &Person<'_>) {
    host.voids(HALL).await;
}

/// Hosts who manage threads can read private ones. The post only says that a choice is in, and a
/// private answer shows it.
#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_others_can_read_does_not_tell_the_choice() {
    let mut house = House::new("ways-secret").await;
    let (person, seat) = (house.person(WHO).await, house.person("Teo").await);
    asked_in_thread(&house).await;
    let before = asked_in(&person, THREAD).await.swap_remove(0);
    says(&before, "You haven't chosen yet");
    says(&before, "Dealer ignores messages here");
    person.types(HALL, "submit choice: a2").await;
    let after = person.sees(THREAD, "Your choice is in").await;
    assert_eq!(after["id"], before["id"]);
    lacks(&after, "A2");
    // No button's colour tells it either.
    assert_eq!(after["components"], before["components"]);
    let shown = person.types(HALL, "submit").await;
    says(&shown, "**A2**");

    // A choice made in steps would show each of them.
    super::appointments::end_first(&house).await;
    seat.direct_messages(false).await;
    let host = house.person("Vesper").await;
    void(&host).await;
    person.sees(THREAD, "called off").await;
    super::appointments::open(&house, "invitational").await;
    let asked = seat.sees("Dealer and Teo", "Rank every house").await;
    assert_eq!(labels(&asked), ["Open my panel"]);
    let panel = seat.press(&asked, "Open my panel").await;
    let panel = &panel["message"];
    assert!(controls(panel).len() > 1, "{panel}");
    let ranking = json!({ "houses": "Wren > …" });
    seat.command(HALL, "invitational rank", ranking).await;
    let ranked = seat.sees("Dealer and Teo", "Your choice is in").await;
    lacks(&ranked, "1. ");

    // The same holds when a host or chance chooses for somebody.
    let act = json!({ "player": "Teo", "move": "rank Wren > …", "reason": "he is ill" });
    host.confirms(HALL, "ruling act", act, "Yes, act for them")
        .await;
    void(&host).await;
    super::appointments::open(&house, "invitational").await;
    house.advance(25 * 60 * 60 * 1000);
    for told in ["A host acted for you", "a random choice was made for you"] {
        let told = seat.sees("Dealer and Teo", told).await;
        says(&told, "Open your panel to see it");
        lacks(&told, "1. ");
        assert_eq!(labels(&told), ["Open my panel"]);
    }
    // Where only this person reads, the choice is named.
    let other = house.person("Mika").await;
    let told = other
        .sees("@Dealer", "a random choice was made for you")
        .await;
    says(&told, "you ranked the houses: 1. ");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seasons_next_match_writes_in_the_same_thread() {
    let mut house = House::new("ways-again").await;
    let (person, host) = (house.person(WHO).await, house.person("Vesper").await);
    asked_in_thread(&house).await;
    let thread = person.channel(THREAD).await;
    let first = asked_in(&person, THREAD).await.swap_remove(0);
    host.voids(HALL).await;
    host.sees(HALL, "# Void").await;
    super::appointments::open(&house, "gridlock").await;
    house
        .until("the thread asks for the choice again", async || {
            let mut asked = asked_in(&person, THREAD).await.into_iter();
            asked.any(|post| post["id"] != first["id"]).then_some(())
        })
        .await;
    assert_eq!(person.channel(THREAD).await, thread);
    // A reminder goes there too.
    host.types(HALL, "match remind").await;
    let reminder = person.sees(THREAD, crate::phrases::REMINDER).await;
    assert!(calls(&reminder, &person), "{reminder}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_is_replaced_by_another_way() {
    let house = House::new("ways-deleted").await;
    let person = house.person(WHO).await;
    asked_in_thread(&house).await;
    let first = person.channel(THREAD).await.unwrap();
    // Dealer knows its post once Discord has answered it.
    house.settled().await;
    let gone = format!("/channels/{first}");
    house.stage("DELETE", &gone, json!({})).await;
    let second = house
        .until("another thread asks for the choice", async || {
            let asked = asked_in(&person, THREAD).await;
            let place = person.channel(THREAD).await?;
            (!asked.is_empty() && place != first).then_some(place)
        })
        .await;
    // When that way closes too, the host is told, and the channel's button still works.
    house.bot_permissions(WITHOUT_THREADS).await;
    house.settled().await;
    house
        .stage("DELETE", &format!("/channels/{second}"), json!({}))
        .await;
    let host = house.person("Vesper").await;
    let told = host.sees("@Dealer", "couldn't message").await;
    says(&told, WHO);
    let card = person.sees(HALL, "0 of 11 choices in").await;
    let panel = person.press(&card, "Open my panel").await;
    person.press(&panel["message"], "A1").await;
    person.sees(HALL, "1 of 11 choices in").await;
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_with_closed_direct_messages_is_told_elsewhere() {
    const WAITS: &str = crate::phrases::ON_HOLD;
    let house = House::new("ways-host").await;
    super::appointments::end_first(&house).await;
    let audit = house.person("Vesper").await.channel("audit").await.unwrap();
    let audit = audit.parse().unwrap();
    let house = house
        .changed(|store, guild| {
            super::appointments::set(store, guild, |settings| {
                settings.hold_results = true;
                settings.audit_channel = Some(audit);
            });
        })
        .await;
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    host.direct_messages(false).await;
    let resign = async || {
        teo.resigns_in(HALL).await;
    };

    // The private thread also serves for later messages.
    super::appointments::live(&house).await;
    resign().await;
    let thread = "Dealer and the host";
    let called = host.sees(thread, WAITS).await;
    assert!(calls(&called, &host), "{called}");
    assert!(teo.channel(thread).await.is_none());
    let shown = host.press(&called, "Release the result").await;
    host.press(&shown["message"], "Post it now").await;
    teo.sees(HALL, "Mika beats Teo by resignation").await;

    // Without threads, the channel that hosts read gets it.
    house.bot_permissions(WITHOUT_THREADS).await;
    // Teo was out after the first match.
    let back = json!({ "name": "Teo", "as": 0 });
    host.command(HALL, "season cast role", back).await;
    super::appointments::live(&house).await;
    resign().await;
    let called = host.sees("audit", WAITS).await;
    assert!(calls(&called, &host), "{called}");
    let shown = host.press(&called, "Release the result").await;
    host.press(&shown["message"], "Post it now").await;
    house
        .until("the second result is posted", async || {
            let posts = teo.messages(HALL).await.into_iter();
            let results = posts.filter(|post| content(post).contains("Mika beats Teo by"));
            (results.count() == 2).then_some(())
        })
        .await;
    let mut house = house;
    house.close().await;
}

/// A private thread says what became of a person's choice, even if it has been archived.
#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_reopens_to_say_what_became_of_a_choice() {
    let mut house = House::new("ways-asleep").await;
    let person = house.person(WHO).await;
    person.sees("@Dealer", ASKED).await;
    person.direct_messages(false).await;
    super::appointments::open(&house, "gridlock").await;
    let thread = "Dealer and Konstantin";
    let asked = person.sees(thread, ASKED).await;
    person.press(&asked, "A1").await;
    person.sees(thread, crate::phrases::CHOICE).await;
    let path = format!("/channels/{}", person.channel(thread).await.unwrap());
    house
        .as_bot("PATCH", &path, json!({ "archived": true }))
        .await;
    let host = house.person("Vesper").await;
    host.voids(HALL).await;
    let what = "the message in the thread says that it is over";
    house
        .until(what, async || {
            let messages = person.messages(thread).await.into_iter();
            let mut same = messages.filter(|message| message["id"] == asked["id"]);
            let settled = |message: Value| {
                let over = content(&message).contains("called off");
                over && controls(&message).is_empty()
            };
            same.any(settled).then_some(())
        })
        .await;
    house.close().await;
}

/// A thread can't hold threads, and only text channels can hold private ones.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_can_be_played_without_private_threads() {
    let mut house = House::new("ways-inside").await;
    let (person, host) = (house.person(WHO).await, house.person("Vesper").await);
    let guild = house.guild().await;
    super::appointments::end_first(&house).await;
    let hall = host.channel(HALL).await.unwrap();
    house.bot_permissions(EVERYTHING).await;
    let (inside, beside) = (
        format!("/channels/{hall}/threads"),
        format!("/guilds/{guild}/channels"),
    );
    for (name, path, kind) in [
        ("nook", &inside, 11),
        ("news", &beside, 5),
        ("Lounge", &beside, 2),
    ] {
        let body = json!({ "name": name, "type": kind });
        let channel = house.as_bot("POST", path, body).await["id"].clone();
        if kind == 11 {
            for who in [&host.id, &person.id] {
                let member = format!(
                    "/channels/{}/thread-members/{who}",
                    channel.as_str().unwrap()
                );
                house.as_bot("PUT", &member, json!(null)).await;
            }
        }
    }
    let usual = local_discord::world::permissions::OF_BOTS;
    house.bot_permissions(usual).await;
    person.direct_messages(false).await;

    let found = host.types("nook", "preflight").await;
    says(&found, "✅ **Private threads**");
    super::appointments::open_in(&house, "nook", "gridlock").await;
    let asked = person.sees(THREAD, ASKED).await;
    person.press(&asked, "A1").await;
    person.sees("nook", "1 of 11 choices in").await;
    let path = format!("/channels/{}", person.channel(THREAD).await.unwrap());
    let thread = house.as_bot("GET", &path, json!(null)).await;
    assert_eq!(thread["parent_id"], hall.as_str(), "{thread}");

    for name in ["news", "Lounge"] {
        let found = host.types(name, "preflight").await;
        let channel = host.channel(name).await.unwrap();
        let amiss = format!("⚠️ **Private threads** · Dealer can't open them in <#{channel}>");
        says(&found, &amiss);
        super::appointments::open_in(&house, name, "gridlock").await;
        let told = |post: &Value| {
            let words = content(post);
            words.contains("couldn't message") && words.contains(&channel)
        };
        let what = "the host is told who cannot be written to";
        let told = house
            .until(what, async || {
                host.messages("@Dealer").await.into_iter().find(told)
            })
            .await;
        says(&told, WHO);
        let card = person.sees(name, "0 of 11 choices in").await;
        let panel = person.press(&card, "Open my panel").await;
        person.press(&panel["message"], "A1").await;
        person.sees(name, "1 of 11 choices in").await;
    }
    let mut asked = asked_in(&person, THREAD).await;
    asked.retain(|post| post["ephemeral"] != true);
    assert_eq!(asked.len(), 1, "{asked:?}");
    house.close().await;
}

/// Outside matches too, Dealer never fails to tell a person without telling the host.
#[tokio::test(flavor = "multi_thread")]
async fn a_strike_is_told_in_private_or_its_host_hears_that_it_was_not() {
    let mut house = House::new("ways-strike").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    bo.sees("@Dealer", ASKED).await;
    bo.direct_messages(false).await;
    let strike = async |reason: &str| {
        let strike = json!({ "to": "Bo", "reason": reason });
        host.command(HALL, "season strike add", strike).await;
    };
    let own = "Dealer and Bo";
    strike("late").await;
    let told = bo.sees(own, "A host gave you a strike").await;
    assert!(calls(&told, &bo), "{told}");
    let thread = bo.channel(own).await.unwrap();
    strike("late again").await;
    bo.sees(own, "You now have 2 strikes").await;
    assert_eq!(bo.channel(own).await.unwrap(), thread);
    // Dealer knows its post once Discord has answered it.
    house.settled().await;

    house.bot_permissions(WITHOUT_THREADS).await;
    house
        .stage("DELETE", &format!("/channels/{thread}"), json!({}))
        .await;
    strike("late once more").await;
    let told = host.sees("@Dealer", "I couldn't tell Bo").await;
    says(&told, "their strikes");
    lacks(&told, "late");
    // Private words appear nowhere else.
    let other = house.person("Cleo").await.everything().await;
    for words in ["gave you a strike", "couldn't tell"] {
        assert!(!other.contains(words), "{words}");
    }
    house.close().await;
}
