//! `/practice` against the computer in every game, and against a person.

use games::GameId;
use local_discord::world::permissions::{ATTACH_FILES, EMBED_LINKS, SEND_MESSAGES, VIEW_CHANNEL};
use serde_json::{Value, json};

use super::appointments::end_first;
use super::house::{EVERYTHING, House, content, controls, labels, lacks, said, says, says_all};

const ARENA: &str = "death-match";

/// A match that would fail for a missing permission is never posted. Dealer names what is missing.
#[tokio::test(flavor = "multi_thread")]
async fn no_practice_opens_where_dealer_cannot_play() {
    let mut house = House::new("practice-lacks").await;
    end_first(&house).await;
    let [host, bo, dmo, ec] = house.people(["Vesper", "Bo", "Teo", "Mika"]).await;
    let lobby = host.channel("lobby").await.unwrap();
    let bot = house.as_bot("GET", "/users/@me", json!(null)).await["id"].clone();
    let path = format!("/channels/{lobby}/permissions/{}", bot.as_str().unwrap());
    house.bot_permissions(EVERYTHING & !8).await;
    let new = json!({ "game": "crossfire", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command("lobby", "match new", new.clone()).await;
    let before = bo.messages("lobby").await.len();
    for (bits, lacks) in [
        (ATTACH_FILES, "Attach Files"),
        (EMBED_LINKS, "Embed Links"),
        (SEND_MESSAGES, "Send Messages"),
        (EMBED_LINKS | ATTACH_FILES, "Embed Links, Attach Files"),
    ] {
        let deny = json!({ "type": 1, "allow": "0", "deny": bits.to_string() });
        house.as_bot("PUT", &path, deny).await;
        let why = format!("to run a match in <#{lobby}>, Dealer needs {lacks} there");
        for (who, name, options) in [
            (&bo, "practice", json!({ "game": "gridlock" })),
            (&host, "match new", new.clone()),
            (&host, "match move", json!({})),
        ] {
            let refused = who.command("lobby", name, options).await;
            says(&refused, &why);
        }
        let pressed = host.press(&panel["message"], "Open the match").await;
        says(&pressed, &why);
    }
    let none = json!({ "type": 1, "allow": "0", "deny": "0" });
    house.as_bot("PUT", &path, none).await;
    let seen = bo.messages("lobby").await;
    let public = seen.iter().filter(|post| post["ephemeral"] != true);
    assert_eq!(public.count(), before);
    host.press(&panel["message"], "Open the match").await;
    host.sees("lobby", "The match is open in").await;
    // Dealer can't even see this channel.
    let blind = json!({ "type": 1, "allow": "0", "deny": VIEW_CHANNEL.to_string() });
    house.as_bot("PUT", &path, blind).await;
    let game = json!({ "game": "gridlock" });
    let refused = bo.command("lobby", "practice", game).await;
    let why = format!(
        "to run a match in <#{lobby}>, Dealer needs View Channel, Send Messages, Embed Links, Attach Files there"
    );
    says(&refused, &why);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_practised_against_the_computer() {
    let mut house = House::new("practice").await;
    let games = GameId::ALL.iter().filter(|game| game.catalogue().seats);
    for (ended, id) in games.enumerate() {
        let bo = house.person("Bo").await;
        let opened = bo
            .command("lobby", "practice", json!({ "game": id.catalogue().title }))
            .await;
        says(&opened, "A practice match is open");
        let card = bo
            .sees("lobby", &format!("# {}", id.catalogue().title))
            .await;
        lacks(&card, "at random");
        says(&card, "Bo vs Computer \\(Fair\\)");
        let resigned = bo
            .confirms("lobby", "resign", json!({}), "Yes, I resign")
            .await;
        says(&resigned, "You resigned");
        house
            .until("this match, too, is over", async || {
                let posts = bo.messages("lobby").await;
                let over = posts
                    .iter()
                    .filter(|post| content(post).contains(" beats Bo"));
                (over.count() == ended + 1).then_some(())
            })
            .await;
    }
    // Not everybody may have been able to see a practice elsewhere, so it isn't public.
    let [bo, cleo] = house.people(["Bo", "Cleo"]).await;
    let second = json!({ "match": -2 });
    for (who, channel, told) in [
        (&bo, "death-match", "The beginning"),
        (&cleo, "death-match", "is outside any season"),
        (&cleo, "lobby", "The beginning"),
    ] {
        let shown = who.command(channel, "replay", second.clone()).await;
        says(&shown, told);
    }
    let panel = cleo.newest_panel().await;
    cleo.press(&panel, "▶").await;
    house
        .until("it goes on where it was begun", async || {
            let panel = cleo.newest_panel().await;
            content(&panel).contains("%**").then_some(())
        })
        .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_is_played_again_with_swapped_seats() {
    let mut house = House::new("practice-again").await;
    let [bo, imre] = house.people(["Bo", "Imre"]).await;
    let with = json!({ "game": "crossfire", "opponent": imre.id });
    bo.command("lobby", "practice", with).await;
    bo.sees("lobby", "Bo vs Imre").await;
    imre.resigns_in("lobby").await;
    bo.sees("lobby", "Bo beats Imre").await;
    // Nothing has moved, so there is no moving picture.
    let result = bo.sees("lobby", "Another one?").await;
    let wren = house.person("Wren").await;
    let refused = wren.press(&result, "Play again").await;
    says(&refused, "Only the two players");
    house = house.restart().await;
    let [bo, imre] = house.people(["Bo", "Imre"]).await;
    imre.press(&result, "Play again").await;
    let card = bo.sees("lobby", "Imre vs Bo").await;
    says(&card, "# Crossfire");
    // One of the two is enough, and the next practice opens once.
    bo.press(&result, "Play again").await;
    house
        .until("Dealer says that it is open", async || {
            let panel = bo.newest_panel().await;
            content(&panel).contains("already").then_some(())
        })
        .await;
    assert_eq!(bo.count("lobby", "# Crossfire").await, 2);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_the_season_practise_only_with_its_cast() {
    let mut house = House::new("practice-cast").await;
    let [host, bo, cleo, nils] = house.people(["Vesper", "Bo", "Cleo", "Nils"]).await;
    // Yara is out. Cleo and Nils are spectators.
    let yara = house.person("Yara").await;
    for (who, other) in [(&bo, &cleo), (&cleo, &bo), (&yara, &nils)] {
        let with = json!({ "game": "crossfire", "opponent": other.id });
        let refused = who.command("lobby", "practice", with).await;
        let why = "plays in the season, so they can only practise with its cast";
        says(&refused, why);
    }
    assert_eq!(bo.count("lobby", "# Crossfire").await, 0);

    // Spectators may practise with each other, but hosts aren't spectators.
    let marlow = house.person("Marlow").await;
    for (asker, name, other, against) in [
        (&nils, "Nils", &cleo, "Cleo"),
        (&cleo, "Cleo", &marlow, "Marlow"),
        (&bo, "Bo", &marlow, "Marlow"),
        (&bo, "Bo", &yara, "Yara"),
    ] {
        let with = json!({ "game": "crossfire", "opponent": other.id });
        asker.command("lobby", "practice", with).await;
        let card = bo.sees("lobby", &format!("{name} vs {against}")).await;
        // Dealer tells the called person who asks.
        let asks = format!("it doesn't count. {name} asks {against} to practise.");
        says(&card, &asks);
        host.voids("lobby").await;
        bo.loses_controls(&card).await;
    }

    // A substitute of the cast counts as cast.
    let substitute = json!({ "player": "Teo", "account": cleo.id, "reason": "ill" });
    host.confirms(ARENA, "ruling substitute", substitute, "Yes, substitute")
        .await;
    cleo.sees("@Dealer", "You now play as **Teo**").await;
    let with = json!({ "game": "crossfire", "opponent": cleo.id });
    let opened = bo.command("lobby", "practice", with).await;
    says(&opened, "A practice match is open");
    house.close().await;
}

/// A practice's card still says so after another card has followed it.
#[tokio::test(flavor = "multi_thread")]
async fn an_outdated_card_still_says_that_it_is_a_practice() {
    let mut house = House::new("practice-moved").await;
    end_first(&house).await;
    let [host, bo, wren] = house.people(["Vesper", "Bo", "Wren"]).await;
    let with = json!({ "game": "crossfire", "opponent": wren.id });
    bo.command("lobby", "practice", with).await;
    let card = bo.sees("lobby", "Bo vs Wren").await;
    host.confirms(
        ARENA,
        "match move",
        json!({}),
        "Move the practice Bo vs Wren here",
    )
    .await;
    let said = bo.closes(&card, "The match continues in <#").await;
    assert!(said.starts_with("# Crossfire"), "{said}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_is_ready_and_moves() {
    let mut house = House::new("practice-gridlock").await;
    let bo = house.person("Bo").await;
    let refused = bo
        .command(
            "lobby",
            "practice",
            json!({ "game": "gridlock", "opponent": bo.id }),
        )
        .await;
    says(&refused, "against yourself");
    bo.types("lobby", "practice game: gridlock").await;
    // Made-up players keep nobody waiting.
    let card = bo.sees("lobby", "11 of 11 choices in").await;
    let early = bo.types("lobby", "act text: choose first").await;
    says(&early, "once the players press Ready");
    bo.press(&card, "Ready").await;
    let prompt = bo.sees("lobby", "choose one").await;
    bo.press(&prompt, "Go first").await;
    // The computer chooses its axis, and then it's Bo's turn.
    let prompt = bo.sees("lobby", "move the Guard").await;
    says(&prompt, &format!("<@{}>", bo.id));
    // The practice pauses and resumes when Bo wants.
    let asked = bo.types("lobby", "pause").await;
    says(&asked, "It starts in a moment");
    let paused = bo.sees("lobby", "Press Resume when you're ready").await;
    let resumes = bo.press(&paused, "Resume").await;
    says(&resumes, "in a moment");
    let prompt = bo.sees("lobby", crate::phrases::RESUMED).await;
    // The computer plays with Dealer's own account, and no post pings it.
    let dealer = prompt["author"]["id"].as_str().unwrap();
    for post in bo.messages("lobby").await {
        lacks(&post, &format!("<@{dealer}>"));
        lacks(&post, "missing");
        if !post["message_reference"].is_null() {
            // An answer to a press names the author of the pressed post, and pings nobody.
            continue;
        }
        let mut mentioned = post["mentions"].as_array().unwrap().iter();
        assert!(mentioned.all(|user| user["id"] != dealer), "{post}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_practise_to_the_end() {
    let mut house = House::new("practice-crossfire").await;
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    let with = json!({ "game": "crossfire", "opponent": wren.id });
    bo.command("lobby", "practice", with).await;
    let card = wren.sees("lobby", "Bo vs Wren").await;
    says(&card, "**Practice**: it doesn't count.");
    // It needs no host, and begins when both are ready.
    let bid = json!({ "text": "bid 1" });
    let early = bo.command("lobby", "act", bid.clone()).await;
    says(&early, "Press Ready on its card");
    bo.press(&card, "Ready").await;
    let early = bo.command("lobby", "act", bid).await;
    says(&early, "once your opponent presses Ready");
    wren.press(&card, "Ready").await;
    bo.sees("lobby", "The match begins").await;
    let acts = [
        "spawn B1", "move B1", "move B2", "move B3", "spawn D2", "move D2", "move C2", "move B2",
    ];
    for act in acts {
        for (who, text) in [(&bo, "bid 1"), (&wren, "bid 0"), (&bo, act)] {
            let taken = who.command("lobby", "act", json!({ "text": text })).await;
            says(&taken, "Got it");
        }
    }
    let last = wren.sees("lobby", crate::phrases::MOVING).await;
    assert_eq!(labels(&last), ["Play again"], "{last}");
    // What it means comes first, then the line to share. Only the card and the result's small print
    // say that it doesn't count.
    let posts = house.person("Cleo").await.messages("lobby").await;
    let told = |words| {
        let posts = posts.iter().filter(|post| content(post).contains(words));
        let ids = posts.map(|post| post["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    let [result, shared] = ["# Bo beats Wren on goals\n", "Bo 🟦 beat Wren 🟥"].map(told);
    let id = |post: &Value| post["id"].as_str().unwrap().to_owned();
    let end = [result.concat(), shared.concat(), id(&last)];
    assert!(end.is_sorted(), "{end:?}");
    assert_eq!(told("doesn't count"), [id(&card), result.concat()]);
    let result = posts.iter().find(|post| post["id"] == *end[0]).unwrap();
    assert!(
        content(result).ends_with("\n-# Practice: it doesn't count."),
        "{result}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_a_practice_is_not_called_its_host() {
    let mut house = House::new("practice-host").await;
    // These two are in no other match.
    let [cleo, nils] = house.people(["Cleo", "Nils"]).await;
    let with = json!({ "game": "invitational", "opponent": nils.id });
    cleo.command("lobby", "practice", with).await;
    for who in [&cleo, &nils] {
        let asked = who
            .sees("@Dealer", "You have a secret choice to make")
            .await;
        lacks(&asked, "hosts it");
        let asks = format!("a practice match with <@{}>", cleo.id);
        assert_eq!(
            content(&asked).contains(&asks),
            who.id == nils.id,
            "{asked}"
        );
    }
    for who in [&cleo, &nils] {
        let ranking = json!({ "choice": "rank Ada > …" });
        let taken = who.command("lobby", "submit", ranking).await;
        says(&taken, "Got it");
    }
    // Nor has it a button for one.
    let called = cleo.sees("lobby", "starts once you both press Ready").await;
    let labels: Vec<String> = controls(&called).into_iter().map(|one| one.0).collect();
    assert_eq!(labels, ["Ready"], "{called}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seasons_channel_is_kept_free_and_its_open_match_is_named() {
    let mut house = House::new("practice-arena").await;
    let [host, bo, wren] = house.people(["Vesper", "Bo", "Wren"]).await;
    let with = json!({ "game": "crossfire" });
    let seats = json!({ "game": "cross", "dmo": bo.id, "ec": wren.id });
    let busy = host.command(ARENA, "match new", seats.clone()).await;
    let open = "A match is already open in this channel: Gridlock: Teo vs Mika.";
    assert!(said(&busy).starts_with(open), "{busy}");
    end_first(&house).await;

    // A person outside the cast would block the channel for the season's two players. Dealer sends
    // them where they block nobody and may write.
    let nils = house.person("Nils").await;
    let lobby = nils.channel("lobby").await.unwrap();
    let refused = nils.command(ARENA, "practice", with.clone()).await;
    let why = "only its cast and hosts can practise here. Type </practice:";
    let instead = format!("> in <#{lobby}>.");
    says_all(&refused, [why, &instead]);
    // In other channels a match of the season stops nobody once it's over.
    host.command("lobby", "match new", seats.clone()).await;
    let panel = host.sees("lobby", "A match of Crossfire").await;
    host.press(&panel, "Open the match").await;
    nils.sees("lobby", "# Crossfire").await;
    let refused = nils.command("lobby", "practice", with.clone()).await;
    let none = "A season match is open in this channel. You can't write in any free channel";
    says(&refused, none);
    let arena = bo.channel(ARENA).await.unwrap();
    let instead = format!("> in <#{arena}>.");
    // Dealer doesn't send hosts to the announcement or audit channel either.
    for who in [&bo, &host] {
        let refused = who.command("lobby", "practice", with.clone()).await;
        says(&refused, &instead);
    }
    host.voids("lobby").await;
    host.sees("lobby", "# Void").await;
    let opened = nils.command("lobby", "practice", with.clone()).await;
    says(&opened, "is open in");
    host.voids("lobby").await;
    let opened = bo.command(ARENA, "practice", with.clone()).await;
    says(&opened, "is open in");
    // As long as nobody has started it, it's in no host's way.
    let panel = host.command(ARENA, "match new", seats.clone()).await;
    assert!(!controls(&panel["message"]).is_empty(), "{panel}");
    let card = bo.sees(ARENA, "Bo vs Computer").await;
    bo.press(&card, "Ready").await;
    bo.sees(ARENA, "The match begins").await;
    let games = bo.complete(ARENA, "practice", "game", "").await;
    let rules = bo.complete(ARENA, "rules", "game", "").await;
    let not_for_two = rules.iter().filter(|game| !games.contains(game));
    assert_eq!(not_for_two.collect::<Vec<_>>(), ["main_match"]);
    for (who, instead) in [
        (&bo, "To end it, type </resign:"),
        (&host, "in another channel"),
    ] {
        let busy = who.command(ARENA, "practice", with.clone()).await;
        says_all(
            &busy,
            [
                "A practice match is already open",
                instead,
                "in a DM with me",
            ],
        );
    }
    let busy = host.command(ARENA, "match new", seats).await;
    says_all(
        &busy,
        [
            "A practice match is already open in this channel: Crossfire: Bo vs Computer \\(Fair\\).",
            "</match void:",
        ],
    );
    let none = json!({ "game": "Short Circus" });
    let none = nils.command("lobby", "rules", none).await;
    let words = "no game called “Short Circus”. The games are Roundabout,";
    says(&none, words);
    house.close().await;
}
