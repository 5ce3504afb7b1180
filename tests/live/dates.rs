//! Dates and presets in the set-up panel: a deadline for choices, and options and times in one
//! step.

use dealer::store::StoreError;
use games::GameId;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, lacks, said, says, says_all};

const HALL: &str = "lobby";
const PAGE: &str = "Times, dates, presets";
const HEAD: &str = "**Times, dates and presets**";
const DUE: &str = "Deadline for choices…";
const START: &str = crate::phrases::SET_START;
const MENU: &str = "Use a preset";
const SAVE: &str = "Save as a preset…";

/// A set-up panel, found by its message.
struct Panel<'a> {
    host: &'a Person<'a>,
    id: Value,
}

impl Panel<'_> {
    /// Waits until it says this.
    async fn says(&self, words: &str) -> Value {
        let house = self.host.house;
        let what = format!("the panel says “{words}”");
        house
            .until(&what, async || {
                let messages = self.host.messages(HALL).await.into_iter();
                let mut same = messages.filter(|message| message["id"] == self.id);
                same.find(|message| content(message).contains(words))
            })
            .await
    }

    async fn press(&self, label: &str) -> Value {
        self.host.press(&self.says("").await, label).await
    }

    /// Types a text into the form of one field behind a button.
    async fn types(&self, label: &str, typed: &str) {
        let form = self.press(label).await;
        let field = field(&form)["custom_id"].as_str().unwrap().to_owned();
        self.host.fill(&form, json!({ field: typed })).await;
    }

    /// Chooses a preset by its name.
    async fn takes(&self, name: &str) {
        let page = self.says("").await;
        let value = value_of(&page, name).unwrap_or_else(|| panic!("no {name} in {page}"));
        self.host.choose(&page, MENU, json!([value])).await;
    }

    /// Goes to the first page, types options and comes back. `said` is what the panel then says of
    /// them.
    async fn sets(&self, options: &str, said: &str) {
        self.press("Back").await;
        let first = self.says("A match of").await;
        self.host.sets_options(&first, options).await;
        self.says(said).await;
        self.press(PAGE).await;
        self.says(HEAD).await;
    }

    /// Types the reserve and the grace.
    async fn sets_reserve(&self, reserve: &str, grace: &str) {
        let form = self.press("Reserve and late players").await;
        let typed =
            json!({ "reserve_s": reserve, "grace_s": grace, "pause_after_two_timeouts": "yes" });
        self.host.fill(&form, typed).await;
    }
}

/// A new panel, on its page of dates and presets.
async fn page<'a>(host: &'a Person<'a>, game: &str) -> Panel<'a> {
    let (dmo, ec) = (
        host.house.person("Teo").await,
        host.house.person("Mika").await,
    );
    let seats = json!({ "game": game, "dmo": dmo.id, "ec": ec.id });
    let mut panel = host.command(HALL, "match new", seats).await;
    let id = panel["message"]["id"].take();
    let panel = Panel { host, id };
    panel.press(PAGE).await;
    panel.says(HEAD).await;
    panel
}

fn field(form: &Value) -> &Value {
    &form["modal"]["components"][0]["components"][0]
}

fn value_of(page: &Value, name: &str) -> Option<Value> {
    let menu = &page["components"][1]["components"][0];
    let mut options = menu["options"].as_array().unwrap().iter();
    let found = options.find(|option| option["label"] == name);
    found.map(|option| option["value"].clone())
}

fn has(message: &Value, label: &str) -> bool {
    controls(message).iter().any(|(found, _)| found == label)
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_can_be_due_at_a_date() {
    let house = House::new("dates-due").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    let panel = page(&host, "gridlock").await;
    let usual = "Time for choices: 24 h from opening";
    panel.says(usual).await;
    // A start within that time: the first page says what closes the choices by then.
    panel.types(START, "in 1h").await;
    panel.says("Start: <t:").await;
    panel.press("Back").await;
    let first = panel.says("A match of").await;
    says(&first, "*Choices until the start*");
    assert!(has(&first, "Open the match"), "{first}");
    panel.press(PAGE).await;
    panel.says(HEAD).await;
    panel.types(START, "").await;
    panel.types(DUE, "in 3h").await;
    let set = panel.says("Deadline for choices: <t:").await;
    let until = content(&set)
        .split("Deadline for choices: <t:")
        .nth(1)
        .unwrap();
    let until = until.split(':').next().unwrap().to_owned();
    let kept = format!("Deadline for choices: <t:{until}:F>");

    // Dealer says which dates it can't read or have passed, and keeps what was typed.
    for wrong in ["soon", "2020-01-01 20:00", "20h"] {
        panel.types(DUE, wrong).await;
        let told = panel.says(&format!("`{wrong}`")).await;
        let last = content(&told).lines().last().unwrap();
        assert!(last.starts_with("⚠️"), "{told}");
        says(&told, &kept);
        assert!(has(&told, "Forget what I typed"), "{told}");
        // When a time isn't understood or has passed, Dealer says which zone applies.
        let zone = "Times without a zone are in UTC. Hosts can set the season's zone in </season settings:";
        assert_eq!(content(&told).contains(zone), wrong != "20h", "{told}");
    }

    // A start before the deadline: the panel keeps both, and the match can't open like this.
    panel.types(START, "in 1h").await;
    let told = panel
        .says("The deadline for choices is after the start")
        .await;
    says(&told, &kept);
    says(&told, "Start: <t:");
    panel.press("Back").await;
    let told = panel.says("A match of").await;
    // It names the button that mends it, and hides nothing else.
    says_all(&told, ["press *Choices until the start*", "Safe players"]);
    for label in ["Open the match", "Rehearse"] {
        assert!(!has(&told, label), "{told}");
    }
    // The deadline that was typed last stays until the host gives it up.
    says(&told, "`20h`");
    panel.press(PAGE).await;
    panel.says(HEAD).await;
    panel.press("Forget what I typed").await;
    house
        .until("it is given up", async || {
            let told = panel.says(HEAD).await;
            (!content(&told).contains("`20h`")).then_some(())
        })
        .await;

    // There are two ways out: no start, or a later one.
    panel.types(START, "").await;
    let right = panel.says("Start: once both are ready").await;
    lacks(&right, "⚠️");
    panel.types(START, "in 4h").await;
    let right = panel.says("Start: <t:").await;
    lacks(&right, "⚠️");
    panel.press("Back").await;
    let right = panel.says("A match of").await;
    says(&right, &kept);
    panel.press("Open the match").await;
    let card = bo.sees(HALL, "# Gridlock").await;
    let on_card = format!("Until <t:{until}:T>");
    says(&card, &on_card);
    // A date replaces the time limit, so the panel leaves that out.
    for words in ["Time limits", "House rules"] {
        lacks(&card, words);
    }
    let own = bo.sees("@Dealer", &format!("<t:{until}:")).await;
    bo.press(&own, "A1").await;

    // The date survives a restart, and moves like any deadline.
    let mut house = house.restart().await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    let status = host.types(HALL, "match status").await;
    // It has moved by the moment in which nobody could choose.
    let now_until = said(&status)
        .split("Deadline for choices: <t:")
        .nth(1)
        .unwrap();
    let [was, is] = [&until[..], now_until].map(|text| {
        let digits = text.split(':').next().unwrap();
        digits.parse::<u64>().unwrap()
    });
    assert!((was..was + 60).contains(&is), "{status}");
    let later = json!({ "until": "in 3h 30m" });
    let asked = host.command(HALL, "match extend", later).await;
    let (label, _) = controls(&asked["message"]).swap_remove(0);
    host.press(&asked["message"], &label).await;
    house
        .until("the card has the new deadline", async || {
            let card = bo.sees(HALL, "# Gridlock").await;
            let until = format!("Until <t:{is}:T>");
            (![&on_card, &until]
                .into_iter()
                .any(|old| content(&card).contains(old)))
            .then_some(())
        })
        .await;
    // A person who has chosen isn't told that they still have to.
    let own = house.until("the made choice has the new deadline", async || {
        let own = bo.sees("@Dealer", "Your choice: **A1**").await;
        let told = content(&own);
        let is_old = told.contains(&format!("<t:{until}:")) || told.contains(&format!("<t:{is}:"));
        (!is_old).then_some(own)
    });
    let own = own.await;
    lacks(&own, "to make");
    house.close().await;
}

/// The panel says when a date passes while it is open. Where nobody chooses, it has no date.
#[tokio::test(flavor = "multi_thread")]
async fn a_past_deadline_opens_no_match() {
    let mut house = House::new("dates-passed").await;
    let host = house.person("Vesper").await;
    let panel = page(&host, "invitational").await;
    panel.types(DUE, "in 2m").await;
    panel.says("Deadline for choices: <t:").await;
    panel.press("Back").await;
    panel.says("A match of").await;
    house.advance(121_000);
    panel.press("Open the match").await;
    let told = panel.says("has passed").await;
    says(&told, "Deadline for choices: <t:");
    panel.press(PAGE).await;
    panel.says(HEAD).await;
    // An empty field brings the time limit back.
    panel.types(DUE, "").await;
    let right = panel.says("24 h from opening").await;
    lacks(&right, "⚠️");
    let mut games = GameId::ALL.to_vec();
    games.retain(|game| game.catalogue().choice_time.is_none());
    for game in games {
        let page = page(&host, game.word()).await.says("").await;
        assert!(!has(&page, DUE), "{page}");
        lacks(&page, "choices");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presets_set_options_and_times_in_one_step() {
    let house = House::new("presets").await;
    let host = house.person("Vesper").await;
    let panel = page(&host, "gridlock").await;
    panel.says("Options: a 5×5 grid").await;
    panel.sets("size = 7", "a 7×7 grid").await;
    panel.sets_reserve("1:10", "5s").await;
    panel.says("**reserve 1:10** · **grace 0:05**").await;
    panel.types(SAVE, "   ").await;
    let told = panel.says("wasn't saved").await;
    lacks(&told, "Preset: ");
    panel.types(SAVE, "  Weekday   evenings ").await;
    panel.says("Preset: Weekday evenings\n").await;

    // Settings that a preset doesn't name stay as they are.
    let times = |times: &str| format!("Time limits: {times}\n");
    for (name, told) in [
        (
            "Correspondence",
            times("**order or axis 24 h** · **move 24 h** · **reserve 24 h** · **grace 0:05**"),
        ),
        (
            "Double time",
            times("**order or axis 2:00** · **move 2:00** · **reserve 10:00** · **grace 0:05**"),
        ),
        (
            "Rulebook defaults",
            times("order or axis 1:00 · move 1:00 · reserve 5:00"),
        ),
        (
            "Weekday evenings",
            times("order or axis 1:00 · move 1:00 · **reserve 1:10** · **grace 0:05**"),
        ),
    ] {
        panel.takes(name).await;
        let page = panel.says(&told).await;
        let set = content(&page).contains("Options: **a 7×7 grid** · ");
        assert_eq!(set, name != "Rulebook defaults", "{page}");
    }

    // Another game doesn't have the preset. Another panel of this game does.
    let other = page(&host, "crossfire").await.says("").await;
    assert_eq!(value_of(&other, "Weekday evenings"), None);
    let panel = page(&host, "gridlock").await;
    panel.takes("Weekday evenings").await;
    panel.says("Preset: Weekday evenings\n").await;
    panel.sets("size = 9", "a 9×9 grid").await;
    panel.says("Preset: Weekday evenings, changed since").await;

    // The form suggests the name. Saving under the same name replaces the preset.
    let form = panel.press(SAVE).await;
    assert_eq!(field(&form)["value"], "Weekday evenings", "{form}");
    let typed = json!({ "name": "WEEKDAY evenings" });
    host.fill(&form, typed).await;
    let saved = panel.says("Preset: WEEKDAY evenings\n").await;
    assert_eq!(value_of(&saved, "Weekday evenings"), None);

    // The preset survives a restart and can be deleted. A panel that still shows it says so.
    let mut house = house.restart().await;
    let host = house.person("Vesper").await;
    let stale = page(&host, "gridlock").await;
    let panel = page(&host, "gridlock").await;
    panel.takes("WEEKDAY evenings").await;
    panel.says("Options: **a 9×9 grid**").await;
    panel.press("Delete “WEEKDAY evenings”").await;
    house
        .until("the preset is gone", async || {
            let page = panel.says("Options: **a 9×9 grid**").await;
            let gone = value_of(&page, "WEEKDAY evenings").is_none();
            (gone && !content(&page).contains("Preset: ")).then_some(())
        })
        .await;
    stale.takes("WEEKDAY evenings").await;
    let told = stale.says("a host deleted it").await;
    says(&told, "Options: a 5×5 grid");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_keeps_no_secret_and_says_what_does_not_fit() {
    let house = House::new("presets-secret").await;
    let mut house = house
        .changed(|store, guild| {
            let saved = store.write(|tx| {
                let secret = r#"{"options":{"rows":8},"times":{},"lateness":{"grace_s":2,"pause_after_two_timeouts":true},"practice_round":false}"#;
                let game = GameId::read("short_circuit").unwrap();
                tx.save_preset(guild, game, "Old", secret)?;
                tx.save_preset(guild, game, "Broken", "{")?;
                for number in 0..22 {
                    let name = format!("No. {number}");
                    let game = GameId::read("crossfire").unwrap();
                    tx.save_preset(guild, game, &name, "{}")?;
                }
                Ok::<_, StoreError>(())
            });
            saved.unwrap();
        })
        .await;
    let host = house.person("Vesper").await;
    let panel = page(&host, "short_circuit").await;
    let options = "columns = 8\nsupply.turn = 9\non_timeout = random";
    panel.sets(options, "8 columns").await;
    let secret = "8 columns · loose tiles: turn 9; the other kinds at random.";
    panel
        .says(&format!("until the match shows it: {secret}"))
        .await;
    panel.types(SAVE, "Quick").await;
    let saved = panel.says("Preset: Quick\n").await;
    // This panel keeps its setting, and a new panel gets only the rest of the preset.
    says(&saved, "**8 columns**");
    let panel = page(&host, "short_circuit").await;
    panel.takes("Quick").await;
    let set = " · **out of time = a random move**\n";
    let taken = panel.says("Preset: Quick\n").await;
    says(&taken, set);

    for name in ["Old", "Broken"] {
        panel.takes(name).await;
        let told = panel
            .says(&format!(
                "“{name}” no longer fits the game, so you can't use it"
            ))
            .await;
        says(&told, set);
        panel.press(&format!("Delete “{name}”")).await;
        house
            .until("it is deleted", async || {
                let page = panel.says(HEAD).await;
                value_of(&page, name).is_none().then_some(())
            })
            .await;
    }

    // There can be as many presets as a menu has room for.
    let panel = page(&host, "crossfire").await;
    panel.types(SAVE, "One more").await;
    let told = panel.says("already has 22 presets for Crossfire").await;
    assert_eq!(value_of(&told, "One more"), None);
    // Replacing a preset needs no more room.
    panel.types(SAVE, "no. 7").await;
    panel.says("Preset: no. 7\n").await;
    house.close().await;
}
