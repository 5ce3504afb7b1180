//! README and the guides in `docs` name commands, buttons, settings, limits, files and moves. All
//! of them are compared with the program. What lists a table of the program's is written from it
//! (`DEALER_BLESS=1`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use dealer::config::{Config, DEFAULT_FILE};
use dealer::referee::MAX_TIMES;
use dealer::settings::{self, Setting, SettingKind};
use dealer::store::{Season, SeasonId, SeasonSettings, ServerId};
use dealer::words::setup::{FURTHER_BUTTON, OPTIONS_BUTTON};
use dealer::words::times::typed_stretch;
use games::options::{Field, May, OptionRow, SetBy};
use games::{AnyGame, Author, BySeat, Cast, Dice, GameId, Member, Party, Role, Seat};
use matches::{CHECK_IN_MS, Lateness};
use serde_json::Value;

use super::{MAX_WORDS, NEVER, all, sentences};

/// What Discord itself calls something, in its apps or in the developer portal.
const DISCORDS: &[&str] = &[
    "Apps",
    "Integrations",
    "Server Settings",
    "Server Members Intent",
];

/// Where a link may lead: addresses that exist, whatever becomes of Dealer.
const ADDRESSES: &[&str] = &[
    "https://rustup.rs",
    "https://discord.com/developers/applications",
    "http://127.0.0.1:8420",
];

/// The largest picture of a guide. People read guides on phones.
const MAX_BYTES: u64 = 130_000;

struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn name(&self) -> String {
        let path = self.path.strip_prefix(root()).unwrap();
        path.display().to_string()
    }

    /// The text without code blocks, a span in backticks for each second piece.
    fn spans(&self) -> Vec<String> {
        let prose: Vec<&str> = self.text.split("```").step_by(2).collect();
        let prose = prose.join("\n");
        prose.split('`').map(str::to_owned).collect()
    }

    /// What is in backticks.
    fn code(&self) -> Vec<String> {
        let code = self.spans().into_iter().skip(1).step_by(2);
        // A line break in a span is a space.
        code.map(|span| span.replace('\n', " ")).collect()
    }

    /// What is in italics.
    fn italics(&self) -> Vec<String> {
        let plain: Vec<String> = self.spans().into_iter().step_by(2).collect();
        let plain = plain.join("`").replace("**", "");
        let plain: Vec<&str> = plain.split('*').collect();
        assert_eq!(plain.len() % 2, 1, "{}: an odd number of *", self.name());
        let italics = plain.into_iter().skip(1).step_by(2);
        italics.map(|label| label.replace('\n', " ")).collect()
    }

    /// Where its links and pictures lead.
    fn links(&self) -> Vec<&str> {
        let after = self.text.split("](").skip(1);
        after.filter_map(|rest| rest.split(')').next()).collect()
    }

    /// The pictures of Dealer's messages that it shows.
    fn pictures(&self) -> BTreeSet<String> {
        let links = self.links().into_iter();
        let names = links.filter_map(|link| link.rsplit_once("pictures/"));
        names.map(|(_, name)| name.to_owned()).collect()
    }

    /// Writes what belongs between two marks, or compares it.
    fn has(&mut self, mark: &str, written: &str) {
        let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
        let (before, rest) = self.text.split_once(&begin).expect(&begin);
        let (found, after) = rest.split_once(&end).expect(&end);
        if std::env::var_os("DEALER_BLESS").is_some() && found != written {
            self.text = format!("{before}{begin}{written}{end}{after}");
            fs::write(&self.path, &self.text).unwrap();
        } else {
            let name = self.name();
            assert_eq!(found, written, "{name}: DEALER_BLESS=1 rewrites it");
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &str) -> Page {
    let path = root().join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    Page { path, text }
}

fn page_of(game: GameId) -> Page {
    page(&format!("docs/games/{}.md", game.word()))
}

/// README and every page of `docs`.
fn pages() -> Vec<Page> {
    let mut found = vec![page("README.md")];
    for folder in ["docs", "docs/games"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|is| is == "md") {
                found.push(page(path.to_str().unwrap()));
            }
        }
    }
    found
}

/// The pages for people who host and play. (The others have tables and names of programs.)
fn guides() -> Vec<Page> {
    let of_games = GameId::ALL.iter().map(|game| page_of(*game));
    let others = ["docs/README.md", "docs/hosts.md", "docs/players.md"];
    of_games.chain(others.map(page)).collect()
}

/// The registered commands, as Discord gets them.
fn registered() -> Vec<Value> {
    let general = fs::read_to_string(root().join("src/discord/commands/registered.json"));
    let mut all: Vec<Value> = serde_json::from_str(&general.unwrap()).unwrap();
    for game in GameId::ALL {
        let own = format!("crates/games/src/{}/stored/command.json", game.word());
        let own = fs::read_to_string(root().join(own)).unwrap();
        all.push(serde_json::from_str(&own).unwrap());
    }
    all
}

/// Whether people can type this command: its names, then its parameters, each perhaps with a colon
/// and a value. A last `…` stands for all that begins so.
fn is_command(span: &str, commands: &[Value]) -> bool {
    let mut words = span.trim_start_matches('/').split(' ').peekable();
    let mut level = commands;
    let mut is_group = true;
    while is_group && let Some(word) = words.next_if(|word| *word != "…") {
        let Some(found) = level.iter().find(|one| one["name"] == *word) else {
            return false;
        };
        level = found["options"].as_array().map_or(&[], Vec::as_slice);
        // A subcommand, or a group of them (Discord documentation, "Application Commands").
        is_group = level
            .iter()
            .any(|one| matches!(one["type"].as_u64(), Some(1 | 2)));
    }
    if is_group {
        return words.eq(["…"]);
    }
    let mut has_value = false;
    words.all(|word| {
        let name = word.split(':').next().unwrap();
        let is_parameter = level.iter().any(|one| one["name"] == name);
        // A time has a colon, too.
        let is_value = has_value && (!word.contains(':') || name.parse::<u32>().is_ok());
        has_value |= is_parameter && word.contains(':');
        is_parameter || is_value
    })
}

#[test]
fn every_command_in_the_guides_can_be_typed() {
    let commands = registered();
    for (span, expected) in [
        ("/match new", true),
        ("/season cast …", true),
        ("/season roles of:", true),
        ("/practice game opponent level", true),
        ("/match schedule at:tomorrow 20:00", true),
        ("/match", false),
        ("/match news", false),
        ("/match new gmae:", false),
        ("/season roles off:", false),
        ("/hide", false),
    ] {
        assert_eq!(is_command(span, &commands), expected, "{span}");
    }
    let mut wrong = Vec::new();
    for page in pages() {
        let typed = page.code().into_iter().filter(|span| span.starts_with('/'));
        let typed = typed.filter(|span| !is_command(span, &commands));
        // The group that hosts see in Discord's own settings.
        let typed = typed.filter(|span| span != "/match");
        wrong.extend(typed.map(|span| format!("{}: `{span}`", page.name())));
    }
    assert!(wrong.is_empty(), "no such command:\n{}", wrong.join("\n"));
}

/// The program's arguments, if a span in backticks or a line of a code block calls it.
fn arguments(call: &str) -> Option<Vec<&str>> {
    let arguments = match call.strip_prefix("cargo run --release") {
        Some(rest) => rest.trim().strip_prefix("--").unwrap_or_default(),
        None if call == "dealer" => "",
        None => call.strip_prefix("dealer ")?,
    };
    let words = arguments.split_whitespace();
    Some(words.map(|word| word.trim_matches(['[', ']'])).collect())
}

/// The options in a text: `--sandbox`, `--autoplay`.
fn options_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("--")).collect()
}

#[test]
fn every_call_of_the_program_in_the_guides_has_its_help() {
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut alone = Vec::new();
    for page in pages() {
        let blocks = page.text.split("```").skip(1).step_by(2);
        let lines = blocks.flat_map(str::lines).map(str::to_owned);
        for call in page.code().into_iter().chain(lines) {
            if call.starts_with("--") {
                alone.push((page.name(), call.clone()));
            }
            let Some(words) = arguments(&call) else {
                continue;
            };
            let command = words.first().filter(|word| !word.starts_with("--"));
            let command = command.copied().unwrap_or_default().to_owned();
            let help = helps.entry(command.clone()).or_insert_with(|| {
                let mut dealer = Command::new(env!("CARGO_BIN_EXE_dealer"));
                let known = dealer.args((!command.is_empty()).then_some(&command));
                let said = known.arg("--help").output().unwrap();
                assert!(said.status.success(), "{}: `{call}`", page.name());
                String::from_utf8(said.stdout).unwrap()
            });
            let given = words.join(" ");
            let known = options_in(&given).is_subset(&options_in(help));
            assert!(known, "{}: `{call}`", page.name());
        }
    }
    // In a list of options, their command is named before them.
    let helps: Vec<String> = helps.into_values().collect();
    for (page, call) in alone {
        let is_known = |help: &String| options_in(&call).is_subset(&options_in(help));
        assert!(helps.iter().any(is_known), "{page}: `{call}`");
    }
}

/// Every text of the program, with `NAME` for what is filled in.
fn labels() -> BTreeSet<String> {
    let label = |text: &str| {
        let mut parts = text.split('{');
        let mut label = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            label.push_str("NAME");
            label.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
        }
        without_dots(&label).to_owned()
    };
    let mut labels: BTreeSet<String> = all().iter().map(|one| label(&one.text)).collect();
    let commands = registered();
    labels.extend(
        commands
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned()),
    );
    labels.extend(DISCORDS.iter().map(|one| (*one).to_owned()));
    labels
}

fn without_dots(label: &str) -> &str {
    label.trim_end_matches('…').trim_end()
}

#[test]
fn every_label_in_the_guides_is_one_of_the_programs() {
    let labels = labels();
    let mut wrong = Vec::new();
    for page in pages() {
        for italic in page.italics() {
            let mut parts = italic.split(" → ");
            if !parts.all(|label| labels.contains(without_dots(label))) {
                wrong.push(format!("{}: *{italic}*", page.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "no such label:\n{}", wrong.join("\n"));
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let line = line.trim_start_matches('#').trim().to_lowercase();
        let kept = line
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_of_the_guides_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let mut say = |what: &str| wrong.push(format!("{}: {what}", page.name()));
        for at in page.text.match_indices("http").map(|(at, _)| at) {
            let rest = &page.text[at..];
            let is_known = ADDRESSES.iter().any(|known| rest.starts_with(known));
            if (rest.starts_with("http://") || rest.starts_with("https://")) && !is_known {
                say(rest.lines().next().unwrap());
            }
        }
        for link in page
            .links()
            .into_iter()
            .filter(|link| !link.starts_with("http"))
        {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = match file {
                "" => page.path.clone(),
                file => page.path.parent().unwrap().join(file),
            };
            let size = fs::metadata(&file).map_or(0, |found| found.len());
            let is_picture = file.extension().is_some_and(|is| is == "png");
            if size == 0 || is_picture && size > MAX_BYTES {
                say(link);
            } else if !anchor.is_empty() {
                let text = fs::read_to_string(&file).unwrap();
                if !anchors(&text).contains(anchor) {
                    say(link);
                }
            }
        }
    }
    let shown: BTreeSet<_> = pages().iter().flat_map(Page::pictures).collect();
    for picture in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let name = picture.unwrap().file_name().into_string().unwrap();
        if !shown.contains(&name) {
            wrong.push(format!("no guide shows {name}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_setting_and_file_in_the_guides_is_there() {
    let config = Config::default();
    let data = config.database.to_str().unwrap();
    for page in pages() {
        let name = page.name();
        let blocks = page.text.split("```toml\n").skip(1);
        let blocks = blocks.map(|rest| rest.split("```").next().unwrap().to_owned());
        let is_setting = |span: &String| span.contains(" = ") && !span.contains(": ");
        // `[table] key = value` is two lines of the file.
        let inline = page.code().into_iter().filter(is_setting);
        let inline = inline.map(|span| span.replacen("] ", "]\n", 1));
        for settings in blocks.chain(inline) {
            let read = Config::read(&settings);
            assert!(read.is_ok(), "{name}: {settings}: {read:?}");
        }
        for file in page.code() {
            let is_file = [".toml", ".db", ".md", ".rs", ".yaml"];
            let is_file = is_file.iter().any(|end| file.ends_with(end));
            let is_own = file == DEFAULT_FILE || data.ends_with(&file);
            let is_there = || root().join(&file).exists();
            assert!(
                !is_file || file.contains(' ') || is_own || is_there(),
                "{name}: {file}"
            );
        }
    }
}

/// A list of the values of an option, its default in bold, and how a host sets it. `form`: the
/// button of its form.
fn option_line(row: &OptionRow, form: &str) -> String {
    let default = format!("**{}**", row.says(row.default().as_ref()));
    match row.set_by {
        SetBy::Choice([_, ..]) => match row.may {
            May::BeNumber { is, .. } => format!("- {default} ({is})\n"),
            _ => format!("- {default}\n"),
        },
        SetBy::Choice([]) => {
            let choices = row.choices();
            let others = choices.iter().skip(1);
            let others = others.map(|choice| format!(" · {}", row.says(choice.as_ref())));
            format!("- {default}{}\n", others.collect::<String>())
        }
        SetBy::Form(fields) => {
            let label = |of: &Field| match of.part {
                "" => format!("*{}*", of.label),
                _ => format!("*{}* (up to {})", of.label, of.most),
            };
            let labels: Vec<String> = fields.iter().map(label).collect();
            let example = match row.example {
                "" => String::new(),
                example => format!(", like `{example}`"),
            };
            let labels = labels.join(", ");
            format!("- {default}, or what you type under *{form}*: {labels}{example}\n")
        }
        SetBy::Menu(menu) => {
            let mut said = format!(
                "- {default}, or any of these in the menu *{}*:\n",
                menu.placeholder
            );
            for item in (menu.items)() {
                said.push_str(&format!("  - {} – {}\n", item.label, item.about));
            }
            said
        }
        SetBy::Page(page) => format!(
            "- *{}*: **drawn at random**, or chosen by you\n",
            page.button
        ),
    }
}

fn options(game: GameId) -> String {
    let mut said = String::new();
    let mut fields = 0;
    for row in game.catalogue().options {
        if let SetBy::Form(of_row) = row.set_by {
            fields += of_row.len();
        }
        let button = if fields <= 5 {
            OPTIONS_BUTTON
        } else {
            FURTHER_BUTTON
        };
        said.push_str(&option_line(row, button));
    }
    said
}

fn times(game: GameId) -> String {
    let times = game.catalogue().times.iter();
    let line =
        |time: &games::Time| format!("- {}: {}\n", time.label, typed_stretch(time.default_s));
    times.map(line).collect()
}

fn commands_of(game: GameId) -> String {
    let command = &game.catalogue().command;
    let line = |verb: &games::verbs::Verb| {
        let parameters = verb.takes.iter().map(|takes| format!(" {}:", takes.name));
        let parameters: String = parameters.collect();
        format!(
            "- `/{} {}{parameters}` – {}\n",
            command.name, verb.name, verb.about
        )
    };
    command.verbs.iter().map(line).collect()
}

/// How many people a cast of a game may have.
fn sizes(range: &RangeInclusive<usize>) -> String {
    format!("{} to {} people", range.start(), range.end())
}

#[test]
fn every_games_page_has_its_options_times_and_commands() {
    let index = page("docs/README.md").text;
    for game in GameId::ALL {
        let (mut page, catalogue) = (page_of(*game), game.catalogue());
        let title = format!("# {}\n", catalogue.title);
        assert!(page.text.starts_with(&title), "{}", page.name());
        page.has("options", &options(*game));
        page.has("times", &times(*game));
        page.has("commands", &commands_of(*game));
        assert!(
            page.text.contains(&sizes(&catalogue.cast_sizes)),
            "{}",
            page.name()
        );
        let pictures = format!("src/{}/pictures/", game.word());
        let is_own = |link: &&str| link.contains(&pictures);
        assert!(
            page.links().iter().any(is_own),
            "{}: no picture",
            page.name()
        );
        let link = format!("(games/{}.md)", game.word());
        assert!(index.contains(&link), "docs/README.md has no {link}");
    }
}

/// A setting of seasons, its default in bold, and its other values.
fn setting_line(setting: &Setting, season: &Season) -> String {
    let values = match &setting.kind {
        SettingKind::Choice(choices) => {
            let others = choices.iter().filter(|one| !one.is_chosen(season));
            others.map(|one| format!(" · {}", one.said)).collect()
        }
        SettingKind::Typed(typed) => format!(" (in the form: {})", typed.hint),
        _ => String::new(),
    };
    let label = without_dots(setting.label);
    format!("- *{label}*: **{}**{values}\n", setting.said(season))
}

#[test]
fn the_hosts_guide_has_every_setting_and_limit() {
    let mut page = page("docs/hosts.md");
    let season = Season {
        id: SeasonId(1),
        guild: ServerId(1),
        name: String::new(),
        host_role: None,
        settings: SeasonSettings::default(),
        current: true,
        archived: false,
    };
    let mut said = String::new();
    for page in &settings::PAGES {
        said.push_str(&format!("\n**{}**\n\n", page.label));
        let lines = page.settings.iter().map(|one| setting_line(one, &season));
        said.extend(lines);
    }
    page.has("settings", &format!("{}\n", said.trim_start()));
    let late = Lateness::default();
    for limit in [
        format!("up to {MAX_TIMES} times"),
        format!("{} minutes before the start", CHECK_IN_MS / 60_000),
        format!("up to {} minutes", Lateness::LONGEST_PAUSE_MS / 60_000),
        format!("{} seconds of grace", late.grace_s),
        format!("at most {} seconds", Lateness::MAX_GRACE_S),
    ] {
        assert!(
            page.text.contains(&limit),
            "docs/hosts.md doesn't say “{limit}”"
        );
    }
}

/// A match between people of the guides' examples.
fn open(game: GameId, dice: &mut Dice) -> AnyGame {
    let names = [
        "Teo",
        "Mika",
        "Bo",
        "Juniper",
        "Wren",
        "Rook",
        "Imre",
        "Lady Quill",
        "Cleo",
        "Vesper",
    ];
    let member = |name: &str| Member {
        name: name.to_owned(),
        role: if name == "Vesper" {
            Role::Dealer
        } else {
            Role::Player
        },
    };
    let seats = game.catalogue().seats.then(|| BySeat {
        dmo: "Teo".to_owned(),
        ec: "Mika".to_owned(),
    });
    let cast = Cast::new(names.map(member).into(), seats, &BTreeMap::new()).unwrap();
    game.draw(&Default::default(), &Arc::new(cast), dice)
        .unwrap()
}

/// Whether somebody of a match can type this now and is understood. Perhaps it isn't legal.
fn understands(game: &AnyGame, text: &str) -> bool {
    let bo = game.cast().find("Bo").unwrap();
    let typists = Seat::BOTH
        .map(Author::Seat)
        .into_iter()
        .chain([Author::Cast(bo)]);
    typists.into_iter().any(|by| {
        let whose = by.own_party().unwrap();
        let parts = if game.id().catalogue().commas_separate {
            games::notation::split(text)
        } else {
            vec![text.to_owned()]
        };
        parts.iter().all(|part| {
            let text = game.expand(whose, part).unwrap_or_else(|| part.clone());
            // Somebody whose turn it isn't is refused unread.
            let acted = game.clone().act(by, None, &text);
            acted
                .err()
                .is_none_or(|why| why.is_of_game() && !why.is_of_notation())
        })
    })
}

#[test]
fn every_move_in_the_guides_is_understood() {
    for game in GameId::ALL {
        let page = page_of(*game);
        let typing = page
            .text
            .split("## Typing")
            .nth(1)
            .expect("a part on typing");
        let typing = typing.split("\n## ").next().unwrap().to_owned();
        let typing = Page {
            path: page.path.clone(),
            text: typing,
        };
        let mut moves = typing.code();
        moves.retain(|span| !span.starts_with('/'));
        assert!(moves.len() > 2, "{}: {moves:?}", page.name());
        for seed in 0..8 {
            let mut dice = Dice::new(seed);
            let mut play = open(*game, &mut dice);
            let mut steps = 0;
            while play.outcome().is_none() && steps < 200 && !moves.is_empty() {
                steps += 1;
                moves.retain(|text| !understands(&play, text));
                let prompts = play.prompts();
                let open = prompts.iter().find(|one| !one.answered).or(prompts.first());
                let Some(who) = open.map(|open| open.who) else {
                    break;
                };
                let (by, act) = match who {
                    Party::Host => (Author::Host, play.offers(who, "").pop().map(|one| one.act)),
                    Party::Dealer => (Author::Dealer, play.sample(who, &mut dice)),
                    Party::Seat(seat) => (Author::Seat(seat), play.sample(who, &mut dice)),
                    Party::Cast(id) => (Author::Cast(id), play.sample(who, &mut dice)),
                };
                let act = act.expect("somebody who is asked can do something");
                play.act(by, None, &act).unwrap();
            }
        }
        assert!(
            moves.is_empty(),
            "{} doesn't understand {moves:?}",
            game.word()
        );
    }
}

#[test]
fn the_guides_need_no_second_reading() {
    let mut wrong = Vec::new();
    for page in guides() {
        let mut say = |what: String| wrong.push(format!("{}: {what}", page.name()));
        let lower = page.text.to_lowercase();
        for never in NEVER
            .iter()
            .filter(|never| lower.contains(&never.to_lowercase()))
        {
            say(format!("“{never}”"));
        }
        for line in page
            .text
            .lines()
            .filter(|line| !line.starts_with(['|', '!', '<']))
        {
            for sentence in sentences(line) {
                let words = sentence.split_whitespace().count();
                if words > MAX_WORDS {
                    say(format!("{words} words: “{sentence}”"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
