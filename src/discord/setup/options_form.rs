//! The form of options and times in the set-up panel: all of a game's, a line each with its present value, to be changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use super::{SetupDraft, entourages};
use crate::discord::press::{Press, SetupField};
use crate::discord::when;
use crate::games::{GameId, GivenOptions, Seat};
use crate::matches::{Lateness, Times};
use crate::store::DraftId;
use crate::words;

/// What was typed, kept while it cannot be taken so that nobody types it twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    options: String,
    times: String,
}

impl Typed {
    /// The players have changed seats: what was typed for the one is for the other.
    pub fn swap(&mut self) {
        let lines = self
            .options
            .lines()
            .map(|line| match sets(line, entourages::KEY) {
                true => seats_swapped(line),
                false => line.to_owned(),
            });
        self.options = lines.collect::<Vec<_>>().join("\n");
    }

    /// An option was set beside the form: its line says so, whatever was typed there, so that the form does not take it back.
    pub fn put(&mut self, game: GameId, key: &str, given: &GivenOptions) {
        let others = self.options.lines().filter(|line| !sets(line, key));
        let mut lines: Vec<String> = others.map(str::to_owned).collect();
        lines.push(line(game, key, given));
        self.options = lines.join("\n");
    }
}

/// Whether a line sets an option.
fn sets(line: &str, key: &str) -> bool {
    let set = line.split_once('=');
    set.is_some_and(|(set, _)| set.trim().eq_ignore_ascii_case(key))
}

/// A line in which each seat's word before a colon, in quotes or not, is the other's.
fn seats_swapped(line: &str) -> String {
    let mut swapped = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric()) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !c.is_alphanumeric());
        let (word, after) = from.split_at(end.unwrap_or(from.len()));
        let is_key = after.trim_start_matches(['"', ' ']).starts_with(':');
        let seat = Seat::BOTH.into_iter().find(|seat| word == seat.to_string());
        swapped.push_str(before);
        match seat.filter(|_| is_key) {
            Some(seat) => swapped.push_str(&seat.other().to_string()),
            None => swapped.push_str(word),
        }
        rest = after;
    }
    swapped + rest
}

/// The most that a field of a form holds, in characters (Discord documentation, "Text Input").
const MOST_TEXT: usize = 4000;

/// The form: with what was typed last where that was not taken, else with what counts now.
pub fn form(id: DraftId, draft: &SetupDraft) -> CreateInteractionResponse {
    let typed = draft.typed.clone().unwrap_or_else(|| Typed {
        options: written(draft.game, &draft.options),
        times: times(&draft.times, draft.lateness),
    });
    let input = |label: String, name: &str, value: String| {
        let input = CreateInputText::new(InputTextStyle::Paragraph, label, name).required(false);
        CreateActionRow::InputText(input.value(value))
    };
    let press = Press::Setup {
        draft: id,
        field: SetupField::Options,
    };
    let form = CreateModal::new(press.to_string(), words::options_title()).components(vec![
        input(words::options_label(draft.game), "options", typed.options),
        input(words::times_label(), "times", typed.times),
    ]);
    CreateInteractionResponse::Modal(form)
}

/// Reads the form's lines into the draft: all of them, or none, and then what was typed stays for the next try.
///
/// # Errors
/// What is wrong, in words.
pub fn set(draft: &mut SetupDraft, fields: &[(String, String)]) -> Result<(), String> {
    let field = |name: &str| {
        let found = fields.iter().find(|(field, _)| field == name);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let typed = Typed {
        options: field("options"),
        times: field("times"),
    };
    let read = (
        read_options(draft.game, &typed.options),
        read_times(draft.game, &typed.times),
    );
    match read {
        (Ok(options), Ok((times, lateness))) => {
            draft.options = options;
            (draft.times, draft.lateness) = (times, lateness);
            draft.typed = None;
            Ok(())
        }
        (options, times) => {
            let wrong = [options.err(), times.err()];
            let wrong: Vec<String> = wrong.into_iter().flatten().collect();
            draft.typed = Some(typed);
            Err(words::form_kept(&wrong.join(" ")))
        }
    }
}

/// Every option of a game with its value, a line each; those that the game does not know too, so that they can be mended.
fn written(game: GameId, given: &GivenOptions) -> String {
    let known = game.options().iter().map(|option| option.key);
    let is_known = |key: &str| game.options().iter().any(|option| option.key == key);
    let strange = given.keys().filter(|key| !is_known(key));
    let all = known.chain(strange.map(String::as_str));
    let all: Vec<String> = all.map(|key| line(game, key, given)).collect();
    let all = all.join("\n");
    if all.chars().count() <= MOST_TEXT {
        return all;
    }
    // What was typed once fits; the defaults beside it need not.
    let set: Vec<String> = given.keys().map(|key| line(game, key, given)).collect();
    set.join("\n")
}

/// An option with its value, as it is typed.
fn line(game: GameId, key: &str, given: &GivenOptions) -> String {
    let mut known = game.options().iter();
    let usual = known.find(|option| option.key == key);
    let own = given
        .get(key)
        .and_then(|value| game.write_option(key, value));
    let value = match (given.get(key), usual.and_then(|option| option.usual)) {
        (Some(value), _) => own.unwrap_or_else(|| plain(value)),
        (None, Some(usual)) => plain(&default(usual)),
        (None, None) => words::left_open(game, key).to_owned(),
    };
    format!("{key} = {value}")
}

fn times(times: &Times, lateness: Lateness) -> String {
    words::times_lines(times, lateness).join("\n")
}

/// A value as one types it: a word without quotes, words as a list, anything else as JSON.
fn plain(value: &Value) -> String {
    let word = |value: &Value| match value {
        Value::String(word) if serde_json::from_str::<Value>(word).is_err() => Some(word.clone()),
        _ => None,
    };
    let words = || {
        let words: Vec<String> = value.as_array()?.iter().map(word).collect::<Option<_>>()?;
        let plain = words.join(", ");
        (list(&plain) == *value && !words.is_empty()).then_some(plain)
    };
    word(value)
        .or_else(words)
        .unwrap_or_else(|| value.to_string())
}

/// A default of a game's list, which is JSON.
fn default(usual: &str) -> Value {
    serde_json::from_str(usual).unwrap_or(Value::Null)
}

/// The options of the lines that are not as usual; or what is wrong with any of the lines.
fn read_options(game: GameId, lines: &str) -> Result<GivenOptions, String> {
    let mut options = GivenOptions::new();
    each(lines, |key, value| {
        let known = game.options().iter();
        let known = known
            .copied()
            .find(|option| option.key.eq_ignore_ascii_case(key))
            .ok_or_else(|| words::no_such_option(game, key, nearest(game, key)))?;
        if words::leaves_open(value) {
            return Ok(());
        }
        let fits = |read: &Value| {
            let mut alone = GivenOptions::new();
            alone.insert(known.key.to_owned(), read.clone());
            game.well_formed(&alone)
        };
        let own = game.read_option(known.key, value).into_iter();
        let read = own
            .chain(readings(value))
            .find(fits)
            .ok_or_else(|| words::not_of_the_form(game, known.key, value))?;
        if known.usual.map(default).as_ref() != Some(&read) {
            options.insert(known.key.to_owned(), read);
        }
        Ok(())
    })?;
    Ok(options)
}

/// What a typed value may stand for, the first that suits its option: what records have, a word, a list of words, or pairs of a word and a value. Phones
/// make quotes curly and begin with a capital letter.
fn readings(typed: &str) -> impl Iterator<Item = Value> {
    let straight = typed.replace(['“', '”', '„'], "\"");
    let lower = straight.to_lowercase();
    let texts = [typed.to_owned(), straight, lower];
    let by = |read: fn(&str) -> Option<Value>| texts.each_ref().map(|text| read(text));
    let all = [
        by(|text| serde_json::from_str(text).ok()),
        by(|text| Some(Value::from(text))),
        by(|text| Some(list(text))),
        by(pairs_of),
    ];
    all.into_iter().flatten().flatten()
}

/// Signs that stand round words, or between them, in a list of records.
const SIGNS: [char; 8] = ['[', ']', '{', '}', '"', '\'', '‘', '’'];

/// `both ways, ships` as a list of words, which options write without blanks.
fn list(text: &str) -> Value {
    let words = text.split([',', ';']).map(|word| {
        let is_around = |c: char| SIGNS.contains(&c) || c.is_whitespace();
        word.trim_matches(is_around).replace(' ', "_")
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// `D4=H, E4=H` or `turn 10, thunder 2` as an object; None where something stands twice, or alone.
fn pairs_of(text: &str) -> Option<Value> {
    let between = |c: char| SIGNS.contains(&c) || c.is_whitespace() || ",;:=".contains(c);
    let words: Vec<&str> = text
        .split(between)
        .filter(|word| !word.is_empty())
        .collect();
    let mut pairs = serde_json::Map::new();
    for pair in words.chunks(2) {
        let [key, value] = pair else { return None };
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(*value));
        if pairs.insert((*key).to_owned(), value).is_some() {
            return None;
        }
    }
    Some(Value::Object(pairs))
}

/// The option that was probably meant: written alike.
fn nearest(game: GameId, key: &str) -> Option<&'static str> {
    let key = key.to_lowercase();
    let far = |known: &str| strsim::damerau_levenshtein(&key, known);
    let known = game.options().iter().map(|option| option.key);
    let nearest = known.min_by_key(|known| far(known))?;
    (far(nearest) <= 1 + key.chars().count() / 3).then_some(nearest)
}

fn read_times(game: GameId, lines: &str) -> Result<(Times, Lateness), String> {
    let (mut times, mut lateness) = (Times::defaults(game), Lateness::default());
    each(lines, |key, value| {
        // As options: phones begin with a capital letter.
        let key = key.to_ascii_lowercase();
        // A time may be typed as the card calls it.
        let known = times.iter().map(|(known, _)| known).chain([words::GRACE]);
        let named: Vec<&str> = known
            .filter(|known| words::time_name(known) == key)
            .collect();
        let key = named.first().map_or(key.clone(), |name| name.to_string());
        if key == words::PAUSE {
            let pauses = words::read_yes_or_no(value);
            lateness.pause_after_two_timeouts =
                pauses.ok_or_else(|| words::not_yes_or_no(&key, value))?;
            return Ok(());
        }
        let stretch = || when::stretch_s(value);
        let seconds = value.parse().ok().or_else(stretch);
        let seconds = seconds.ok_or_else(|| words::not_seconds(&key, value))?;
        if key != words::GRACE {
            let set = times.set(&key, seconds);
            set.map_err(|refusal| words::setup_refusal(&refusal))?;
        } else if seconds <= Lateness::MOST_GRACE_S {
            lateness.grace_s = seconds;
        } else {
            return Err(words::grace_too_long(&key, Lateness::MOST_GRACE_S));
        }
        Ok(())
    })?;
    Ok((times, lateness))
}

/// So many wrong lines are told at once: a panel has room for them and for what is set.
const MOST_WRONG: usize = 4;

/// Reads each line's key and value; what is wrong is told of all lines, so that nobody mends them one by one.
fn each(lines: &str, mut read: impl FnMut(&str, &str) -> Result<(), String>) -> Result<(), String> {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let wrong = lines.filter_map(|line| {
        let done = match line.split_once('=') {
            Some((key, value)) => read(key.trim(), value.trim()),
            None => Err(words::not_a_pair(line)),
        };
        done.err()
    });
    let wrong: Vec<String> = wrong.collect();
    match wrong.len() {
        0 => Ok(()),
        count => Err(wrong[..count.min(MOST_WRONG)].join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for (game, given) in [
            (GameId::Gridlock, json!({})),
            (
                GameId::Gridlock,
                json!({"size": 7, "start_tile": "yellow", "target": 3}),
            ),
            (GameId::ShortCircuit, json!({"supply": {"thunder": 1}})),
            (GameId::Crossfire, json!({"anomalies": ["ships", "shove"]})),
            (
                GameId::Roundabout,
                json!({"max_turns": 40, "on_timeout": "forfeit", "outer": "rim"}),
            ),
            (
                GameId::Crossfire,
                json!({"spawns": {"blue": ["B1 down", "A4 right"], "red": ["C1 down"]}}),
            ),
        ] {
            let given = given.as_object().unwrap();
            let lines = written(game, given);
            for option in game.options() {
                assert!(lines.contains(&format!("{} = ", option.key)), "{lines}");
            }
            assert_eq!(read_options(game, &lines).as_ref(), Ok(given), "{lines}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_would_be_right() {
        use GameId::{Crossfire, Gridlock, Invitational, Roundabout, ShortCircuit};
        for (game, line, right) in [
            (Crossfire, "chips = fifty", "chips = 50"),
            (Crossfire, "chips = null", "chips = 50"),
            (Crossfire, "anomalies = shove, shops", "= shove, ships"),
            (Crossfire, "chip = 40", "`chips`"),
            (Gridlock, "size = 300", "3, 5, 7 or 9"),
            (Gridlock, "start_tile = blue", "`yellow`"),
            (Gridlock, "whatever = 3", "`start_tile`"),
            (ShortCircuit, "supply = straight many", "= straight 8,"),
            (ShortCircuit, "supply = turn 8, turn 9", "= straight 8,"),
            (ShortCircuit, "battery = D4 H, E4", "= D4 H, E4 H"),
            (Roundabout, "max_turns = many", "max_turns = 40"),
            (
                Roundabout,
                "outer = large",
                "`tips` or `rim`, such as `outer = rim`",
            ),
            (Roundabout, "outer = null", "outer = rim"),
            (
                Crossfire,
                "spawns = B1 down",
                "spawns = blue B1 down, A4 right; red C1",
            ),
            (
                Crossfire,
                "spawns = blue B1; red C1",
                "spawns = blue B1 down, A4",
            ),
            (Roundabout, "entourages = Ann, Bo", "button Entourages"),
            (Invitational, "map = large", "a map as records have it"),
        ] {
            let refused = read_options(game, line).unwrap_err();
            assert!(refused.contains(right), "{line}: {refused}");
            assert!(!refused.contains("expected"), "{line}: {refused}");
        }
        let size = json!({"size": 7});
        let read = read_options(Gridlock, "SIZE = 7");
        assert_eq!(read.as_ref(), Ok(size.as_object().unwrap()));
        for game in GameId::ALL {
            for option in game.options() {
                let (_, example) = words::option_form(*game, option.key);
                let read = read_options(*game, &format!("{} = {example}", option.key));
                assert!(read.is_ok(), "{read:?}");
            }
        }
    }

    #[test]
    fn every_wrong_line_is_told_of() {
        let refused =
            read_options(GameId::Gridlock, "size = 300\nrevael = names\ntarget").unwrap_err();
        for told in ["3, 5, 7 or 9", "`reveal`", "target"] {
            assert!(refused.contains(told), "{refused}");
        }
        let refused = read_times(GameId::Gridlock, "grace_s = 61\nreserve_s = much").unwrap_err();
        for told in ["at most 60", "whole number of seconds"] {
            assert!(refused.contains(told), "{refused}");
        }
    }

    #[test]
    fn lists_are_read_as_people_type_them() {
        use GameId::{Crossfire, Gridlock, Roundabout, ShortCircuit};
        let spawns = json!({"spawns": {"blue": ["B1 down"], "red": ["C1 down"]}});
        let two = json!({"anomalies": ["ambush", "ships"]});
        let supply = json!({"supply": {"straight": 8, "turn": 10}});
        let battery = json!({"battery": {"D4": "H", "E4": "NE"}});
        for (game, line, stored) in [
            (Crossfire, r#"anomalies = ["ambush", "ships"]"#, &two),
            (Crossfire, "anomalies = [“ambush”, “ships”]", &two),
            (Crossfire, "anomalies = [‘ambush’, 'ships']", &two),
            (Crossfire, "anomalies = ambush, ships", &two),
            (Crossfire, "anomalies = Ambush; Ships,", &two),
            (Crossfire, "anomalies = [ambush, ships]", &two),
            (
                Crossfire,
                "anomalies = Both ways",
                &json!({"anomalies": ["both_ways"]}),
            ),
            (Crossfire, "spawns = Blue: b1  DOWN; red: c1 Down", &spawns),
            (
                Crossfire,
                "spawns = {“blue”: [“b1 down”], “red”: [“C1  down”]}",
                &spawns,
            ),
            (Crossfire, "spawns = null", &json!({})),
            (Roundabout, "Outer = Rim", &json!({"outer": "rim"})),
            (Roundabout, "outer = tips", &json!({})),
            (Crossfire, "anomalies =", &json!({})),
            (Crossfire, "anomalies = []", &json!({})),
            (
                Gridlock,
                "start_tile = “Yellow”",
                &json!({"start_tile": "yellow"}),
            ),
            (ShortCircuit, "supply = straight 8, turn 10", &supply),
            (ShortCircuit, "supply = Straight: 8, Turn: 10", &supply),
            (
                ShortCircuit,
                "supply = {“straight”: 8, “turn”: 10}",
                &supply,
            ),
            (ShortCircuit, "battery = D4=H E4=NE", &battery),
            (ShortCircuit, "battery = D4 H, E4 NE", &battery),
            (ShortCircuit, "battery = {D4: H, E4: NE}", &battery),
        ] {
            let read = read_options(game, line);
            assert_eq!(read.as_ref(), Ok(stored.as_object().unwrap()), "{line}");
        }
        let typed = json!(["ambush", "both_ways"]);
        assert_eq!(plain(&typed), "ambush, both_ways");
        for value in [json!([]), json!(["a, b"]), json!([1]), json!({"a": ["b"]})] {
            assert_eq!(plain(&value), value.to_string());
        }
    }

    #[test]
    fn what_was_typed_for_a_seat_goes_with_its_player() {
        for (typed, swapped) in [
            (
                r#"entourages = {"dmo": ["Ann", "ec co"], "ec": ["Bo: x"]"#,
                r#"entourages = {"ec": ["Ann", "ec co"], "dmo": ["Bo: x"]"#,
            ),
            (
                "Entourages=dmo: Ann, ec : Bo",
                "Entourages=ec: Ann, dmo : Bo",
            ),
            (
                "max_turns = ec: 3\nentourages = ec: Ann",
                "max_turns = ec: 3\nentourages = dmo: Ann",
            ),
            ("max_turns", "max_turns"),
            ("", ""),
        ] {
            let mut kept = Typed {
                options: typed.to_owned(),
                times: "reserve_s = 1".to_owned(),
            };
            let before = kept.clone();
            kept.swap();
            assert_eq!(kept.options, swapped);
            kept.swap();
            assert_eq!(kept, before);
        }
    }

    #[test]
    fn what_is_set_beside_the_form_is_in_it() {
        let ships = json!({ "anomalies": ["ships"] });
        for (typed, given, put) in [
            (
                "chips = fifty\nAnomalies = [\"shove\"]",
                &ships,
                "chips = fifty\nanomalies = ships",
            ),
            ("chips = fifty", &ships, "chips = fifty\nanomalies = ships"),
            (
                "anomalies = all\nchips = 5",
                &json!({}),
                "chips = 5\nanomalies = []",
            ),
        ] {
            let mut kept = Typed {
                options: typed.to_owned(),
                times: String::new(),
            };
            kept.put(GameId::Crossfire, "anomalies", given.as_object().unwrap());
            assert_eq!(kept.options, put, "{typed}");
        }
    }

    #[test]
    fn what_becomes_of_the_late_is_read_with_the_times() {
        for lateness in [(0, false), (2, true), (60, true)] {
            let lateness = Lateness {
                grace_s: lateness.0,
                pause_after_two_timeouts: lateness.1,
            };
            let mut set = Times::defaults(GameId::Crossfire);
            set.set("reserve_s", 0).unwrap();
            let lines = times(&set, lateness);
            assert_eq!(
                read_times(GameId::Crossfire, &lines),
                Ok((set, lateness)),
                "{lines}"
            );
        }
        // As the form has them, and as the card calls them.
        for lines in [
            "Grace_s = 5\nReserve_s = 7\nbase_hide_s = 90",
            "grace = 5\nreserve = 7\nHide = 1m30",
        ] {
            let (set, lateness) = read_times(GameId::Gridlock, lines).unwrap();
            let mut expected = Times::defaults(GameId::Gridlock);
            expected.set("reserve_s", 7).unwrap();
            expected.set("base_hide_s", 90).unwrap();
            assert_eq!((set, lateness.grace_s), (expected, 5), "{lines}");
        }
        for (line, problem) in [
            ("grace_s = 61", "at most 60"),
            ("grace_s = -1", "whole number of seconds"),
            ("pause_after_two_timeouts = perhaps", "yes or no"),
        ] {
            let refused = read_times(GameId::Crossfire, line).unwrap_err();
            assert!(refused.contains(problem), "{refused}");
        }
    }

    #[test]
    fn the_lists_of_options_are_those_of_the_games() {
        let member = |index: usize| crate::games::Member {
            name: format!("P{index}"),
            role: match index {
                0..13 => crate::games::Role::Player,
                _ => crate::games::Role::Dealer,
            },
        };
        let seats = crate::games::BySeat {
            dmo: "P0".to_owned(),
            ec: "P1".to_owned(),
        };
        let cast =
            crate::games::Cast::new((0..15).map(member).collect(), seats, &Default::default());
        let cast = std::sync::Arc::new(cast.unwrap());
        for game in GameId::ALL {
            let opened = game.draw(&GivenOptions::new(), &cast, &mut crate::games::Dice::new(1));
            let mut complete = opened.unwrap().options();
            for option in game.options() {
                let value = complete.remove(option.key).expect(option.key);
                if let Some(usual) = option.usual {
                    assert_eq!(value, default(usual), "{}", option.key);
                }
            }
            assert!(complete.is_empty(), "{complete:?} of {}", game.word());
        }
    }
}
