//! `/practice` in a direct message with Dealer: one person against the computer.

use games::{Author, GameId, Seat};
use matches::{Event, Pauser};
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, lacks, said, says};

const HERE: &str = "@Dealer";
const OPENED: &str = "A practice match is open here";
const CARD: &str = "Cleo vs Computer";
const RESULT: &str = "The record of the match is attached.";

fn has_panel_button(post: &Value) -> bool {
    controls(post)
        .iter()
        .any(|(label, _)| label == "Open my panel")
}

impl House {
    /// A person who has opened their direct messages with Dealer.
    pub async fn with_direct_message(&self, name: &str) -> Person<'_> {
        let who = self.person(name).await;
        let bot = self.get("/local/world").await["bots"][0]["id"].clone();
        let path = format!("/as/{}/dm", who.id);
        self.stage("POST", &path, json!({ "recipient_id": bot }))
            .await;
        who
    }

    /// How many actions a seat has taken, before and after the start. Cleo is the DMO in matches
    /// that he opens.
    fn done(&self, seat: Seat) -> usize {
        let theirs = Author::Seat(seat);
        let is_theirs = |event: &&Event| matches!(event, Event::Act { by, .. } if *by == theirs);
        self.events().iter().filter(is_theirs).count()
    }
}

impl Person<'_> {
    async fn practises(&self, game: &str) -> Value {
        self.house.advance(250);
        self.command(HERE, "practice", json!({ "game": game }))
            .await
    }

    /// Opens a practice of Crossfire; gives its card.
    async fn opens_crossfire(&self) -> Value {
        let opened = self.practises("Crossfire").await;
        says(&opened, OPENED);
        self.sees(HERE, CARD).await
    }

    /// How many private answers they got in a channel.
    async fn answers(&self, channel: &str) -> usize {
        let posts = self.messages(channel).await;
        let answers = posts.iter().filter(|post| post["ephemeral"] == true);
        answers.count()
    }

    /// Takes the first action that a match here offers, if there is one.
    async fn does_something(&self) {
        self.house.advance(250);
        let mut act = String::new();
        // A completion may be only half a move.
        while let [next, ..] = self.complete(HERE, "act", "text", &act).await.as_slice()
            && next.trim_end() != act.trim_end()
        {
            act = format!("{next} ");
        }
        if !act.is_empty() {
            self.command(HERE, "act", json!({ "text": act })).await;
        }
    }

    async fn resigns(&self) {
        self.house.advance(250);
        let asked = self.types(HERE, "resign").await;
        let free = "It's only practice, so it doesn't count";
        says(&asked, free);
        self.press(&asked["message"], "Yes, I resign").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_in_a_direct_message_can_be_played_again() {
    let mut house = House::new("direct-practice").await;
    let cleo = house.with_direct_message("Cleo").await;
    let none = cleo.types(HERE, "board").await;
    says(&none, "You have no open match. ");
    let imre = house.person("Imre").await;
    let with = json!({ "game": "Black and White", "opponent": imre.id });
    let refused = cleo.command(HERE, "practice", with).await;
    let why = "Here you can only play the computer: leave out the opponent.";
    says(&refused, why);
    let easy = json!({ "game": "Black and White", "level": 0 });
    let opened = cleo.command(HERE, "practice", easy).await;
    says(&opened, OPENED);
    let card = cleo.sees(HERE, "Cleo vs Computer \\(Easy\\)").await;
    // The computer is always ready.
    let starts = "The match starts once Cleo presses Ready.";
    says(&card, starts);
    let refused = cleo.practises("Crossfire").await;
    let why = "A practice match is already open here: Black and White: Cleo vs Computer";
    says(&refused, why);
    says(&refused, "You're still playing: [Black and White: Cleo vs");
    let help = cleo.types(HERE, "help").await;
    says(&help, "in our DMs");
    let help = cleo.types("lobby", "help").await;
    lacks(&help, "in our DMs");

    // Dealer answers messages, and takes them as moves once the match has begun.
    cleo.writes(HERE, "hello").await;
    cleo.sees(HERE, "Press Ready on the match's card.").await;
    cleo.press(&card, "Ready").await;
    cleo.sees(HERE, "The match begins").await;
    cleo.writes(HERE, "choose third").await;
    cleo.sees(HERE, crate::phrases::TRY).await;
    cleo.writes(HERE, "choose first").await;
    cleo.sees(HERE, "Got it: you lead the first round.").await;
    // Nobody else is there, so the tiles are below the board, and it stays when one is played.
    let board = cleo.sees(HERE, "play a tile").await;
    let help = cleo.types("lobby", "help").await;
    says(&help, "It's your turn in your practice in our DMs");
    let answers = cleo.answers(HERE).await;
    cleo.press(&board, "⬛ 2").await;
    let posts = cleo.messages(HERE).await;
    let board = posts.iter().find(|post| post["id"] == board["id"]).unwrap();
    assert_eq!(board["attachments"].as_array().unwrap().len(), 1, "{board}");
    assert_eq!(cleo.answers(HERE).await, answers);
    cleo.sees(HERE, "Cleo plays a black tile").await;
    house
        .until("the practice is over", async || {
            cleo.does_something().await;
            let posts = cleo.messages(HERE).await;
            posts
                .iter()
                .any(|post| content(post).contains(RESULT))
                .then_some(())
        })
        .await;
    let last = cleo.sees(HERE, crate::phrases::MOVING).await;
    let shown = cleo.types(HERE, "replay").await;
    says(&shown, "The beginning");

    cleo.press(&last, "Play again").await;
    let card = cleo.sees(HERE, "Computer \\(Easy\\) vs Cleo").await;
    let asked = cleo.types(HERE, "rules").await;
    says(&asked, "Black and White");
    // A channel mention would mean nothing there.
    let named = format!("<#{}>", card["channel_id"].as_str().unwrap());
    for post in cleo.messages(HERE).await {
        lacks(&post, &named);
    }

    // Nobody else sees any of it, not even hosts of the server.
    let marlow = house.person("Marlow").await;
    let list = marlow.types("lobby", "match list").await;
    lacks(&list, "Cleo");
    let numbered = json!({ "number": 2 });
    let log = marlow.command("lobby", "ruling log", numbered).await;
    let none = "This server has never had a match 2";
    says(&log, none);
    for place in ["lobby", HERE] {
        let with = json!({ "match": -2 });
        let (status, shown) = match (place, marlow.channel(place).await) {
            (HERE, None) => continue,
            _ => marlow.try_command(place, "replay", with).await,
        };
        let shown = marlow.answered(status, shown).await;
        assert!(!said(&shown).contains("Cleo"), "{place}: {shown}");
    }
    assert!(!marlow.everything().await.contains("vs Computer"));

    // A practice that is given up before it starts isn't lost.
    cleo.resigns().await;
    house
        .until("both results are there", async || {
            (cleo.count(HERE, " of 1 against Computer").await == 2).then_some(())
        })
        .await;
    // The level is still the one that was chosen last.
    let opened = cleo.practises("Crossfire").await;
    says(&opened, OPENED);
    let card = cleo.sees(HERE, "# Crossfire").await;
    says(&card, "Cleo vs Computer \\(Easy\\)");

    // The practice is deleted with the account, like other matches.
    let refused = cleo.types(HERE, "privacy forget").await;
    says(&refused, "you play in a practice");
    house.close().await;
}

/// Dealer shares no server with this practice. Those that it is in say nothing about it.
#[tokio::test(flavor = "multi_thread")]
async fn a_practice_in_a_direct_message_survives_a_lost_connection() {
    let mut house = House::new("direct-practice-lost").await;
    {
        let cleo = house.with_direct_message("Cleo").await;
        let card = cleo.opens_crossfire().await;
        cleo.press(&card, "Ready").await;
        cleo.sees(HERE, "The match begins").await;
        let lost = json!({ "gateway": "invalid_session", "resumable": false });
        house.faults(lost).await;
        house.faults_met().await;
        cleo.writes(HERE, "bid 1").await;
        house
            .until("the bid is taken", async || {
                house.acts().contains(&"bid 1".to_owned()).then_some(())
            })
            .await;
    }
    // A message typed while Dealer is away counts once it is back.
    house = house
        .without_dealer(async |alone| {
            let cleo = alone.person("Cleo").await;
            cleo.writes(HERE, "hello?").await;
        })
        .await;
    let cleo = house.person("Cleo").await;
    house
        .until("it is answered", async || {
            let posts = cleo.messages(HERE).await;
            let typed = posts.iter().find(|post| content(post) == "hello?")?;
            let answers = |post: &Value| post["message_reference"]["message_id"] == typed["id"];
            posts.iter().any(answers).then_some(())
        })
        .await;
    let before = Seat::BOTH.map(|seat| house.done(seat));
    house
        .until("the match goes on", async || {
            cleo.does_something().await;
            let now = Seat::BOTH.map(|seat| house.done(seat));
            (now[0] > before[0] && now[1] > before[1]).then_some(())
        })
        .await;
    let is_pause = |event: &Event| matches!(event, Event::Paused { .. });
    assert!(!house.events().iter().any(is_pause));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_ends_when_its_direct_message_is_closed() {
    let mut house = House::new("direct-practice-closed").await;
    let cleo = house.with_direct_message("Cleo").await;
    let card = cleo.opens_crossfire().await;
    cleo.direct_messages(false).await;
    cleo.press(&card, "Ready").await;
    house
        .until("it is void", async || {
            house.acts().contains(&"void".to_owned()).then_some(())
        })
        .await;
    house.settled().await;
    cleo.direct_messages(true).await;
    let opened = cleo.practises("Crossfire").await;
    says(&opened, OPENED);
    house
        .until("its card is there", async || {
            (cleo.count(HERE, CARD).await > 1).then_some(())
        })
        .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_practised_in_a_direct_message() {
    let mut house = House::new("direct-practice-games").await;
    let cleo = house.with_direct_message("Cleo").await;
    let games = GameId::ALL.iter().filter(|game| game.catalogue().seats);
    for (ended, game) in games.enumerate() {
        let title = game.catalogue().title;
        let opened = cleo.practises(title).await;
        says(&opened, OPENED);
        let card = cleo.sees(HERE, &format!("# {title}")).await;
        assert!(!has_panel_button(&card), "{card}");
        // The choices before the start are made, and the match begins.
        let begun = |event: &Event| matches!(event, Event::Started { .. });
        house
            .until("the match begins", async || {
                let posts = cleo.messages(HERE).await;
                let card = posts.iter().find(|post| post["id"] == card["id"])?;
                let is_ready = |control: &(String, String)| control.0 == "Ready";
                if let Some((_, ready)) = controls(card).into_iter().find(is_ready) {
                    // The match may begin in the meantime.
                    cleo.try_press(card, &ready, json!([])).await;
                }
                let starts = house.events().iter().filter(|event| begun(event)).count();
                if starts == ended + 1 {
                    return Some(());
                }
                cleo.does_something().await;
                None
            })
            .await;
        let before = house.done(Seat::Dmo);
        house
            .until("Cleo moves", async || {
                let posts = cleo.messages(HERE).await;
                let called = format!("<@{}>", cleo.id);
                for post in posts.iter().filter(|post| content(post).contains(&called)) {
                    assert!(!has_panel_button(post), "{post}");
                }
                cleo.does_something().await;
                (house.done(Seat::Dmo) > before).then_some(())
            })
            .await;
        cleo.resigns().await;
        house
            .until("it is over", async || {
                let posts = cleo.messages(HERE).await;
                let after = posts.iter().skip_while(|post| post["id"] != card["id"]);
                let is_end = |post: &Value| {
                    let said = content(post);
                    said.contains(" beats Cleo") && said.contains("Cleo has won 0 of 1 against")
                };
                after.into_iter().any(is_end).then_some(())
            })
            .await;
    }
    // There are no safe players to talk to.
    for post in cleo.messages(HERE).await {
        lacks(&post, "may not talk");
        lacks(&post, "both press Ready");
    }
    house.close().await;
}

/// Most people who mistype here are in the middle of their practice.
#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_explained_for_the_practice_though_a_choice_is_missing_elsewhere() {
    let mut house = House::new("direct-practice-slip").await;
    let juniper = house.person("Juniper").await;
    juniper.sees(HERE, "Choose the tile").await;
    juniper.practises("Crossfire").await;
    let card = juniper.sees(HERE, "vs Computer").await;
    juniper.press(&card, "Ready").await;
    juniper.sees(HERE, "The match begins").await;
    juniper.writes(HERE, "bid lots").await;
    let told = juniper.sees(HERE, "I tried that in **Crossfire").await;
    for words in ["Type a whole number", "For Gridlock", "in its message"] {
        assert!(content(&told).contains(words), "{words}: {told}");
    }
    juniper.writes(HERE, "bid 1").await;
    juniper.sees(HERE, "Got it: you bid 1").await;
    house.close().await;
}

/// Who types a move a moment too late doesn't change their secret choice in the season's match.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_for_a_practice_that_is_over_changes_no_other_match() {
    let mut house = House::new("direct-practice-late").await;
    let juniper = house.person("Juniper").await;
    let asked = juniper.sees(HERE, "Choose the tile").await;
    juniper.writes(HERE, "b2").await;
    let taken = juniper.sees(HERE, "Got it: you're hiding on B2").await;
    says(&taken, "For match 1 in https://discord.com/channels/");
    juniper.practises("Gridlock").await;
    let card = juniper.sees(HERE, "vs Computer").await;
    juniper.press(&card, "Ready").await;
    juniper.sees(HERE, "The match begins").await;
    juniper.resigns().await;
    juniper.sees(HERE, RESULT).await;

    for typed in ["c4", "nonsense"] {
        juniper.writes(HERE, typed).await;
        juniper
            .sees(
                HERE,
                "you may mean your practice here. Is it for match 1 in",
            )
            .await;
    }
    let acted = json!({ "text": "hide C4" });
    let acted = juniper.command(HERE, "act", acted).await;
    says(&acted, "Which of your matches do you mean? Teo vs Mika");
    let chosen = juniper.types(HERE, "submit").await;
    says(&chosen, "**B2**");
    // They can still mean it.
    let offered = juniper.sees(HERE, "Then press the button").await;
    juniper.press(&offered, "hide C4").await;
    juniper.turns_into(&asked, "**C4**").await;
    // After a while a message is a choice again.
    house.advance(11 * 60 * 1000);
    juniper.writes(HERE, "d4").await;
    juniper.turns_into(&asked, "**D4**").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_waits_until_its_player_is_back() {
    let mut house = House::new("direct-practice-away").await;
    let cleo = house.with_direct_message("Cleo").await;
    says(&cleo.practises("Gridlock").await, OPENED);
    let card = cleo.sees(HERE, CARD).await;
    cleo.press(&card, "Ready").await;
    cleo.sees(HERE, "The match begins").await;
    // The computer may be late, too, since time flies here.
    let pauses = || {
        let by = Pauser::Timeouts(Seat::Dmo);
        let is_pause = |event: &&Event| matches!(event, Event::Paused { by: of, .. } if *of == by);
        house.events().iter().filter(is_pause).count()
    };
    let away = "Cleo ran out of time twice in a row, so the practice is paused";
    for times in [1, 2] {
        house
            .until("it's paused", async || {
                house.advance(30_000);
                (pauses() == times).then_some(())
            })
            .await;
        let paused = cleo.sees(HERE, away).await;
        lacks(&paused, "by itself");
        let before = Seat::BOTH.map(|seat| house.done(seat));
        house.advance(60 * 60 * 1000);
        cleo.press(&paused, "Resume").await;
        assert_eq!(before, Seat::BOTH.map(|seat| house.done(seat)));
    }
    house.close().await;
}
