//! A match of Roundabout: entourages in the set-up panel, placing with menus, turns in a private
//! panel or as typed lines. Others see none of a turn.

use serde_json::{Value, json};

use super::house::{House, Person, content, labels, lacks, said, says, says_all, time_passes};
use crate::phrases::SAFE_MENU;

const HALL: &str = "lobby";

/// The menu whose placeholder begins like this: its custom id, and each option's label and value.
pub fn menu(message: &Value, placeholder: &str) -> (String, Vec<(String, String)>) {
    let rows = message["components"].as_array().unwrap();
    let all = rows
        .iter()
        .flat_map(|row| row["components"].as_array().unwrap());
    let is_it = |part: &&Value| {
        let found = part["placeholder"].as_str().unwrap_or_default();
        found.starts_with(placeholder)
    };
    let menu = all.clone().find(is_it);
    let menu = menu.unwrap_or_else(|| panic!("no menu “{placeholder}” in {message}"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let options = menu["options"].as_array().unwrap().iter();
    let options = options.map(|option| (text(&option["label"]), text(&option["value"])));
    (text(&menu["custom_id"]), options.collect())
}

/// Picks options of a menu by their labels.
pub async fn choose(who: &Person<'_>, message: &Value, placeholder: &str, labels: &[&str]) {
    let (custom_id, options) = menu(message, placeholder);
    let value = |label: &&str| {
        let found = options.iter().find(|(found, _)| found == label);
        found
            .unwrap_or_else(|| panic!("no {label} in {options:?}"))
            .1
            .clone()
    };
    let values: Vec<String> = labels.iter().map(value).collect();
    let (status, outcome) = who.try_press(message, &custom_id, json!(values)).await;
    assert!(status < 300, "{status}: {outcome}");
}

/// Opens this person's panel from the newest prompt.
async fn panel(who: &Person<'_>, words: &str) -> Value {
    let prompt = who.sees(HALL, words).await;
    who.press(&prompt, "Open my panel").await["message"].clone()
}

pub async fn types(who: &Person<'_>, line: &str) -> String {
    let done = who.command(HALL, "act", json!({ "text": line })).await;
    said(&done).to_owned()
}

/// Opens a match of Teo (DMO) and Mika (EC) and begins it, with every step of the set-up panel.
pub async fn begin(house: &House) {
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "roundabout", "dmo": dmo.id, "ec": ec.id });
    let opened = host.command(HALL, "match new", seats).await;
    let set_up = opened["message"].clone();
    says_all(
        &set_up,
        [
            "Placing 19 cars takes up to",
            "two teammates): drawn at random",
        ],
    );
    let reserve = json!({ "reserve_s": "1:10" });
    host.sets_times(&set_up, "Reserve and late players", reserve)
        .await;
    let set_up = host.sees(HALL, "**reserve 1:10**").await;
    host.press(&set_up, "Entourages").await;
    let page = host
        .until_newest("two teammates): drawn at random", "Two teammates")
        .await;
    choose(
        &host,
        &page,
        "Two teammates for Teo",
        &["With Teo: Bo", "With Teo: Wren"],
    )
    .await;
    let page = host
        .sees(HALL, "Teo, Bo and Wren vs the EC and two teammates")
        .await;
    // The match can't open with only one entourage.
    host.press(&page, "Back").await;
    let set_up = host.sees(HALL, "⚠️").await;
    assert!(
        !labels(&set_up).contains(&"Open the match".to_owned()),
        "{set_up}"
    );
    host.press(&set_up, "Entourages").await;
    let page = host
        .until_newest("Teo, Bo and Wren vs the EC", "Two teammates for Mika")
        .await;
    choose(
        &host,
        &page,
        "Two teammates for Mika",
        &["With Mika: Rook", "With Mika: Imre"],
    )
    .await;
    let page = host
        .sees(HALL, "Teo, Bo and Wren vs Mika, Rook and Imre")
        .await;
    host.press(&page, "Back").await;
    let set_up = host
        .until_newest("Teo, Bo and Wren vs Mika, Rook and Imre", SAFE_MENU)
        .await;
    // Swapping the seats moves each entourage with its player. Swapping again moves it back.
    host.press(&set_up, "Swap seats").await;
    let swapped = host
        .until_newest("Mika, Rook and Imre vs Teo, Bo and Wren", "Open the match")
        .await;
    let seats = format!("DMO: <@{}> · EC: <@{}>", ec.id, dmo.id);
    says(&swapped, &seats);
    host.press(&swapped, "Swap seats").await;
    let set_up = host
        .until_newest("Teo, Bo and Wren vs Mika, Rook and Imre", "Open the match")
        .await;
    host.press(&set_up, "Open the match").await;
    let card = dmo.sees(HALL, "# Roundabout").await;
    says_all(
        &card,
        ["Teo's entourage: **Teo, Bo and Wren**", "Mika's entourage"],
    );
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
}

impl Person<'_> {
    /// Picks both entourages on their page, from the first page of the set-up panel and back to it.
    pub async fn chooses_entourages(&self, panel: &Value, chosen: &Value) {
        self.press(panel, "Entourages").await;
        let mut page = self.turns(panel, "Two teammates").await;
        for seat in ["dmo", "ec"] {
            let names = chosen[seat].as_array().unwrap();
            let names: Vec<&str> = names.iter().map(|name| name.as_str().unwrap()).collect();
            let [player, others @ ..] = &names[..] else {
                panic!("nobody in {chosen}");
            };
            let label = |name: &&str| format!("With {player}: {name}");
            let labels: Vec<String> = others.iter().map(label).collect();
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            let menu = format!("Two teammates for {player}");
            choose(self, &page, &menu, &labels).await;
            page = self.until_newest(others[0], "Two teammates").await;
        }
        self.press(&page, "Back").await;
        self.turns(panel, "Entourages").await;
    }

    /// The newest message with these words that has a control with this label.
    pub async fn until_newest(&self, words: &str, label: &str) -> Value {
        self.house
            .until(&format!("“{label}” beside “{words}”"), async || {
                let messages = self.messages(HALL).await;
                messages.into_iter().rev().find(|message| {
                    content(message).contains(words)
                        && labels(message).iter().any(|found| found.starts_with(label))
                })
            })
            .await
    }
}

/// Plays from the choice of the first player to the first card, which is Teo's. Teo's party is on
/// 17, and his cars are one, two and three moves away.
pub async fn place_all(house: &House) {
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let prompt = dmo.sees(HALL, "choose who goes first").await;
    dmo.press(&prompt, "Mika").await;
    let prompt = ec.sees(HALL, "set your opponent's party").await;
    // A menu says what it's for.
    choose(&ec, &prompt, "Teo's party: Space 16", &["Space 17"]).await;
    let prompt = dmo.sees(HALL, "Yours is on 17").await;
    let taken = dmo.types(HALL, "roundabout party space: 17").await;
    says(&taken, "The other party is already on 17");
    choose(&dmo, &prompt, "Mika's party: Space 1 ", &["Space 9"]).await;

    // Placing takes three taps: the space in a menu below the post, then the car. Nobody is offered
    // their own entourage, and nobody else may choose there.
    let prompt = ec.sees(HALL, "Mika's party is on 9").await;
    let (space, _) = menu(&prompt, "Place a car: Space 1 ");
    let (status, outcome) = dmo.try_press(&prompt, &space, json!(["12"])).await;
    let refused = dmo.answered(status, outcome).await;
    says(&refused, "These buttons aren't yours. Waiting for Mika.");
    choose(&ec, &prompt, "Place a car: Space 1 ", &["Space 13"]).await;
    let own = ec
        .until_newest("Which car goes on space 13?", "Lady Quill")
        .await;
    let cars = labels(&own);
    let offers = |name: &str| cars.contains(&name.to_owned());
    assert!(offers("Teo") && !offers("Rook"), "{cars:?}");
    ec.press(&own, "Another space").await;
    let own = ec
        .until_newest("Place a car that", "Place a car: Space 1")
        .await;
    choose(&ec, &own, "Place a car: Space 1 ", &["Space 12"]).await;
    let own = ec
        .until_newest("Which car goes on space 12?", "Lady Quill")
        .await;
    ec.press(&own, "Lady Quill").await;
    let prompt = dmo.sees(HALL, "Mika places Lady Quill on 12").await;
    says(&prompt, "place a car that isn't in your entourage");

    // Typed placements: mistakes are explained, and names are completed.
    let place = async |who: &Person<'_>, car: &str, space: u32| {
        let options = json!({ "car": car, "space": space });
        let done = who.command(HALL, "roundabout place", options).await;
        said(&done).to_owned()
    };
    let refused = place(&dmo, "Bo", 4).await;
    assert!(refused.contains("Bo is in your own entourage"), "{refused}");
    let refused = place(&dmo, "Imre", 12).await;
    assert!(refused.contains("already a car on 12"), "{refused}");
    for (typed, names) in [("ro", &["Rook"][..]), ("bo", &[])] {
        let completed = dmo.complete(HALL, "roundabout place", "car", typed).await;
        assert_eq!(completed, names);
    }
    // Every car appears before any space does.
    let cars = dmo.complete(HALL, "act", "text", "").await;
    for line in ["place Imre", "place 한별", "place \"Lady Quill\""] {
        let placed = line.contains("Quill");
        assert_eq!(cars.contains(&line.to_owned()), !placed, "{cars:?}");
    }
    let spaces = dmo.complete(HALL, "act", "text", "place imre").await;
    assert_eq!(spaces.len(), 25, "{spaces:?}");
    assert!(spaces.contains(&"place Imre 2".to_owned()), "{spaces:?}");
    // If a line has several actions, the corrected line keeps the rest, with its mistakes fixed
    // too.
    for (typed, meant) in [
        ("palce rokk 4", "place Rook 4"),
        ("palce rokk 4, end", "place Rook 4, end"),
        ("palce rokk 4, `end`.", "place Rook 4, end"),
        ("palce rokk 4, plcae Wren 23", "place Rook 4, place Wren 23"),
        ("palce rokk 4, resgin", "place Rook 4, resign"),
        ("resgin", "resign"),
    ] {
        let asked = dmo.command(HALL, "act", json!({ "text": typed })).await;
        says(&asked, &format!("Did you mean `{meant}`?"));
        assert_eq!(labels(&asked["message"]), [meant]);
    }
    // Dealer offers no correction if the second half can't be an action.
    for typed in ["palce rokk 4, xyzzy", "palce rokk 4, edn"] {
        let asked = dmo.command(HALL, "act", json!({ "text": typed })).await;
        lacks(&asked, "Did you mean");
        assert!(labels(&asked["message"]).is_empty(), "{asked}");
    }
    let spaces = dmo.complete(HALL, "roundabout place", "space", "30").await;
    assert_eq!(spaces, ["30"]);
    let orders = [
        ("Imre", 1),
        ("Teo", 22),
        ("Mika", 2),
        ("Bo", 26),
        ("Rook", 3),
        ("Wren", 23),
        ("한별", 4),
        ("Juniper", 5),
        ("Pim", 7),
        ("Ottoline", 8),
        ("Dax", 10),
        ("Konstantin", 11),
        ("Sable", 13),
        ("Yara", 14),
        ("Bartholomea", 15),
        ("Hugo", 16),
        ("Vesper", 19),
        ("Marlow", 20),
    ];
    for (index, (car, space)) in orders.into_iter().enumerate() {
        let who = if index % 2 == 0 { &dmo } else { &ec };
        let taken = place(who, car, space).await;
        assert!(taken.contains("Got it"), "{car} on {space}: {taken}");
        who.sees(HALL, &format!("places {car} on {space}.")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_runs_from_the_entourages_to_the_last_car_home() {
    let house = House::new("roundabout-whole").await;
    begin(&house).await;
    place_all(&house).await;
    let [dmo, ec, spectator] = house.people(["Teo", "Mika", "Cleo"]).await;

    // The card is public. The turn continues in a panel below the post that announces it.
    let prompt = dmo.sees(HALL, "Teo drives first").await;
    let refused = ec.press(&prompt, "3").await;
    says(&refused, "aren't yours");
    dmo.press(&prompt, "3").await;
    let told = spectator.sees(HALL, "Teo plays a 3").await;
    assert_eq!(labels(&told), ["Open my panel"]);
    let own = dmo
        .until_newest("Your 3: no moves yet", "Choose a car")
        .await;
    let posts = dmo.messages(HALL).await;
    assert_eq!(
        posts.last().unwrap()["id"],
        own["id"],
        "the panel is the newest message"
    );

    // The menu has every car and each roundabout, whether possible or not.
    let (_, cars) = menu(&own, "Choose a car");
    assert_eq!(cars.len(), 19);
    choose(&dmo, &own, "Choose a car", &["Drive Teo"]).await;
    let own = dmo.until_newest("Your 3: no moves yet", "northwest").await;
    // The buttons below the picture show the chosen car and how far the turn has got.
    assert!(labels(&own).contains(&"End turn (0 of 3 moved)".to_owned()));
    let chosen = "Drive Teo";
    let (_, cars) = menu(&own, "Choose a car");
    assert!(cars.iter().any(|(label, _)| label == chosen), "{cars:?}");
    let all = [
        "northwest",
        "north",
        "northeast",
        "outer",
        "southwest",
        "south",
        "southeast",
        "inner",
    ];
    let shown = labels(&own);
    assert!(
        all.iter().all(|word| shown.contains(&(*word).to_owned())),
        "{shown:?}"
    );
    dmo.press(&own, "inner").await;
    let own = dmo
        .until_newest("That move isn't possible.", "southwest")
        .await;
    // The refusal is the last line above the picture. The menu below repeats it.
    let last = content(&own).lines().last().unwrap();
    assert!(last.contains("That move isn't possible."), "{own}");
    let not = "⚠️ Teo inner isn't possible";
    let (_, cars) = menu(&own, not);
    assert_eq!(cars.len(), 19);
    let row = &own["components"][0]["components"][0]["options"];
    let is_chosen = |option: &Value| option["default"] == true;
    assert!(!row.as_array().unwrap().iter().any(is_chosen), "{row}");
    dmo.press(&own, "southwest").await;
    let moved = "1 of 3 moves made: **Teo southwest**. 🏠 Teo is home.";
    let own = dmo.until_newest(moved, "End turn (1 of 3 moved)").await;
    assert!(content(&own).ends_with(moved), "{own}");
    // The picture stays, and its description tells none of the moves.
    let described = own["attachments"][0]["description"].as_str().unwrap();
    let stays = "before this turn.";
    assert!(described.contains(stays), "{described}");
    assert!(!described.contains("So far"), "{described}");
    choose(&dmo, &own, "Choose a car", &["Drive Bo"]).await;
    let own = dmo.until_newest("1 of 3 moves", "southwest").await;
    dmo.press(&own, "southwest").await;
    dmo.sees(HALL, "2 of 3 moves made: **Teo southwest, Bo southwest**")
        .await;

    // The panel keeps its picture until the turn ends.
    let own = dmo.sees(HALL, "2 of 3 moves made").await;
    assert_eq!(own["attachments"].as_array().unwrap().len(), 1, "{own}");

    // Nobody else learns about the moves, and a restart forgets nothing.
    for other in [&ec, &spectator, &house.person("Vesper").await] {
        let seen = other.everything().await;
        assert!(
            !seen.contains("southwest**") && !seen.contains("Teo is home"),
            "somebody sees the moves"
        );
    }
    let house = house.restart().await;
    let [dmo, ec, spectator] = house.people(["Teo", "Mika", "Cleo"]).await;
    let own = panel(&dmo, "Teo plays a 3").await;
    says(&own, "2 of 3 moves made: **Teo southwest, Bo southwest**");
    // A sign ends the moves, and with them the turn.
    dmo.press(&own, "Place a sign…").await;
    let own = dmo
        .until_newest("2 of 3 moves", "Place your card's sign")
        .await;
    choose(&dmo, &own, "Place your card's sign", &["Yield outer"]).await;
    let done = "Got it: you placed a yield sign on outer and ended your turn.";
    dmo.sees(HALL, done).await;
    let prompt = ec
        .sees(
            HALL,
            "Teo's turn with the 3: Teo southwest, Bo southwest; yield sign on outer.",
        )
        .await;
    says_all(
        &prompt,
        ["Teo is home at Teo's party.", "play a card: 1 (stop sign)"],
    );

    // The picture's description names no car in the movement.
    let files = prompt["attachments"].as_array().unwrap();
    let description = files[0]["description"].as_str().unwrap();
    let cars = description.split("Cars by space: ").nth(1).unwrap();
    let cars = cars.split('.').next().unwrap();
    assert!(!cars.contains("Wren") && cars.contains("19 "), "{cars}");

    // Typed lines can include the card and the end.
    let taken = types(&ec, "card 5, end").await;
    assert!(
        taken.contains("Got it: you played a 5 and ended your turn."),
        "{taken}"
    );
    dmo.sees(HALL, "Mika's turn with the 5: no moves.").await;
    let taken = dmo.types(HALL, "roundabout card card: 4").await;
    says(&taken, "Got it: you played a 4.");
    dmo.until_newest("Your 4: no moves yet", "Choose a car")
        .await;
    let cars = dmo.complete(HALL, "roundabout drive", "moves", "").await;
    for car in ["Juniper", "\"Lady Quill\"", "Marlow"] {
        assert!(cars.contains(&car.to_owned()), "{cars:?}");
    }
    assert_eq!(cars.last().unwrap(), "end");
    let completed = dmo
        .complete(HALL, "roundabout drive", "moves", "bo sw, wren s")
        .await;
    assert_eq!(
        completed,
        ["bo sw, Wren se", "bo sw, Wren s", "bo sw, Wren sw"]
    );
    let first = json!({ "moves": "wren inner, bo sw" });
    let refused = dmo.command(HALL, "roundabout drive", first).await;
    let nothing =
        "Nothing in that line was done, because of `wren inner`. That move isn't possible.";
    assert!(said(&refused).starts_with(nothing), "{refused}");
    let moves = json!({ "moves": "bo sw, wren sw, wren sw, bo n, wren n" });
    let taken = dmo.command(HALL, "roundabout drive", moves).await;
    says_all(
        &taken,
        [
            "Got it: you drove Bo southwest, drove Wren southwest and drove Wren southwest.",
            "Then I stopped: `bo n` wasn't done. That move isn't possible.",
            "I didn't try the rest: `wren n`.",
        ],
    );

    // When time runs out, the turn ends with the moves made so far.
    for (ms, words) in [
        (59_500, crate::phrases::ON_RESERVE),
        (9_500, crate::phrases::NEARLY_UP),
        (59_500, "Teo ran out of time"),
    ] {
        let says = |post: &Value| content(post).contains(words);
        time_passes(&dmo, HALL, ms, says).await;
    }
    let prompt = spectator
        .sees(
            HALL,
            "Teo's turn with the 4: Bo southwest, Wren southwest, Wren southwest.",
        )
        .await;
    says(&prompt, "Teo ran out of time");

    // Three high cards in a row are speeding.
    types(&ec, "4, end").await;
    spectator
        .sees(HALL, "Mika's turn with the 4: no moves.")
        .await;
    types(&dmo, "1, stop hugo, end").await;
    spectator.sees(HALL, "stop sign on Hugo").await;
    let prompt = ec.sees(HALL, "A 2 or more would be speeding now").await;
    ec.press(&prompt, "2").await;
    spectator
        .sees(HALL, "Mika plays a 2. That's speeding")
        .await;
    // With this card, the last move ends the turn, and the button says so.
    types(&ec, "hugo nw").await;
    let own = ec
        .until_newest("Your 2: no moves yet", "Choose a car")
        .await;
    choose(&ec, &own, "Choose a car", &["Drive Vesper"]).await;
    let own = ec.until_newest("Your 2: no moves yet", "southeast").await;
    ec.press(&own, "southeast").await;
    let end = "End turn (1 of 2 moved; 1 more ends it)";
    let own = ec.until_newest("**Vesper southeast**", end).await;
    ec.press(&own, "southeast").await;
    let done = "Got it: you drove Vesper southeast and ended your turn.";
    ec.sees(HALL, done).await;
    let prompt = spectator
        .sees(
            HALL,
            "Mika's turn with the 2: Vesper southeast, Vesper southeast.",
        )
        .await;
    says(&prompt, "Teo's stop sign on Hugo comes off");

    // The last car ends the match in the middle of the turn, and everybody learns who was who.
    types(&dmo, "5, wren southw").await;
    let result = spectator.sees(HALL, "# Teo beats ").await;
    says(&result, "All three of Teo's entourage are home.");
    assert!(result.to_string().contains("Who was who: "), "{result}");
    super::asks::nothing_is_asked(&house, HALL, &[&spectator, &dmo, &ec]).await;
    let mut house = house;
    house.close().await;
}

/// The board's picture, as everybody sees it.
async fn board(who: &Person<'_>) -> Vec<u8> {
    let shown = who.types(HALL, "board").await;
    let url = shown["message"]["attachments"][0]["url"].as_str().unwrap();
    who.house.bytes(url).await
}

/// In the movement, players must remember whose picture is whose. A picture that changed alone
/// would tell.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_stay_when_people_or_their_avatars_change() {
    let house = House::new("roundabout-faces").await;
    begin(&house).await;
    place_all(&house).await;
    let [host, cleo] = house.people(["Vesper", "Cleo"]).await;
    let before = board(&cleo).await;
    let substitute = json!({ "player": "Mika", "account": cleo.id, "reason": "ill" });
    host.confirms(HALL, "ruling substitute", substitute, "Yes, substitute")
        .await;
    cleo.sees("@Dealer", "You now play as **Mika**").await;
    let spectator = house.person("Mika").await;
    assert!(
        board(&spectator).await == before,
        "the board shows the substitute"
    );

    // Pictures stay the same after a restart while all of them are available. If one is missing,
    // all disappear together.
    let house = house.restart().await;
    assert!(board(&house.person("Mika").await).await == before);
    let house = house.with_new_picture("Bo").await;
    let without = board(&house.person("Mika").await).await;
    assert!(without != before);
    let mut house = house.with_new_picture("Hugo").await;
    assert!(board(&house.person("Mika").await).await == without);
    house.close().await;
}
