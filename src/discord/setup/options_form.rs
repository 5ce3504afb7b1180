//! The form of options in the set-up panel: a line each with its present value, to be changed. An
//! option that has a control of its own is not in it.

use serde_json::Value;
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use super::{SetupDraft, entourages};
use crate::discord::press::{Press, SetupField};
use crate::games::{GameId, GivenOptions};
use crate::store::DraftId;
use crate::words;

/// The most that a field of a form holds, in characters (Discord documentation, "Text Input").
const MOST_TEXT: usize = 4000;

/// The form: with what was typed last where that was not taken, else with what is set.
pub fn form(id: DraftId, draft: &SetupDraft) -> CreateInteractionResponse {
    let typed = draft.typed.as_ref().and_then(|typed| typed.options.clone());
    let typed = typed.unwrap_or_else(|| written(draft.game, &draft.options));
    let label = words::options_label(draft.game);
    let input = CreateInputText::new(InputTextStyle::Paragraph, label, "options")
        .placeholder(words::options_placeholder())
        .required(false)
        .value(typed);
    let press = Press::Setup {
        draft: id,
        field: SetupField::Options,
    };
    let form = CreateModal::new(press.to_string(), words::options_button())
        .components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(form)
}

/// Reads the form's lines into the draft: all of them, or none, and then what was typed stays for
/// the next try ([`refused`] says why). Gives what is said of options that have their default
/// again.
pub fn set(draft: &mut SetupDraft, fields: &[(String, String)]) -> Option<String> {
    let mut typed = draft.typed.take().unwrap_or_default();
    let text = fields.iter().find(|(field, _)| field == "options");
    let text = text.map(|(_, text)| text.clone()).unwrap_or_default();
    let read = read_options(draft.game, &text, &draft.options);
    typed.options = read.is_err().then_some(text);
    draft.typed = typed.kept();
    let before = std::mem::replace(&mut draft.options, read.ok()?);
    let reset: Vec<&str> = before
        .keys()
        .filter(|key| !draft.options.contains_key(*key))
        .map(String::as_str)
        .collect();
    (!reset.is_empty()).then(|| words::default_again(&reset))
}

/// What is wrong with what was typed last, if it was not taken.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    let typed = draft.typed.as_ref()?.options.as_ref()?;
    read_options(draft.game, typed, &draft.options).err()
}

/// Whether an option is set by a control of its own.
fn has_control(game: GameId, key: &str) -> bool {
    let has_page = game == GameId::Roundabout && key == entourages::KEY;
    has_page
        || game
            .setup_menu(&GivenOptions::new())
            .is_some_and(|(own, _)| own == key)
}

/// Every option of a game with its value, a line each; those that the game does not know too, so
/// that they can be mended.
fn written(game: GameId, given: &GivenOptions) -> String {
    let known = game.options().iter().map(|option| option.key);
    let is_known = |key: &str| game.options().iter().any(|option| option.key == key);
    let strange = given.keys().filter(|key| !is_known(key));
    let lines = |keys: &mut dyn Iterator<Item = &str>| {
        let keys = keys.filter(|key| !has_control(game, key));
        let lines: Vec<String> = keys.map(|key| line(game, key, given)).collect();
        lines.join("\n")
    };
    let all = lines(&mut known.chain(strange.map(String::as_str)));
    if all.chars().count() <= MOST_TEXT {
        return all;
    }
    // What was typed once fits; the defaults beside it need not.
    lines(&mut given.keys().map(String::as_str))
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

/// A value as one types it: a word without quotes, words as a list, pairs as `straight 8, turn 10`,
/// anything else as JSON.
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
    let pairs = || {
        let pairs = value.as_object()?.iter();
        let pairs = pairs.map(|(key, value)| {
            let value = word(value).unwrap_or_else(|| value.to_string());
            format!("{key} {value}")
        });
        let plain = pairs.collect::<Vec<_>>().join(", ");
        (pairs_of(&plain).as_ref() == Some(value) && !plain.is_empty()).then_some(plain)
    };
    word(value)
        .or_else(words)
        .or_else(pairs)
        .unwrap_or_else(|| value.to_string())
}

/// A default of a game's list, which is JSON.
fn default(usual: &str) -> Value {
    serde_json::from_str(usual).unwrap_or(Value::Null)
}

/// The options that the lines set, beside those that are set by a control of their own; or what is
/// wrong with any of the lines. `set`: what is set by now.
fn read_options(game: GameId, lines: &str, set: &GivenOptions) -> Result<GivenOptions, String> {
    let mut options = set.clone();
    options.retain(|key, _| has_control(game, key));
    each(lines, |key, value| {
        let known = game.options().iter();
        let known = known
            .copied()
            .find(|option| option.key.eq_ignore_ascii_case(key))
            .ok_or_else(|| words::no_such_option(game, key, nearest(game, key)))?;
        if has_control(game, known.key) {
            return Err(words::has_control(known.key));
        }
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

/// What a typed value may stand for, the first that suits its option: what records have, a word, a
/// list of words, or pairs of a word and a value. Phones make quotes curly and begin with a capital
/// letter.
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

/// So many wrong lines are told of one by one: a panel has room for them and for what is set.
const MOST_WRONG: usize = 8;

/// Reads each line's key and value; what is wrong is told of all lines, so that nobody mends them
/// one by one.
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
    match wrong.split_at_checked(MOST_WRONG) {
        None if wrong.is_empty() => Ok(()),
        None | Some((_, [])) => Err(wrong.join(" ")),
        Some((told, more)) => Err(format!(
            "{} {}",
            told.join(" "),
            words::more_lines(more.len())
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(game: GameId, lines: &str) -> Result<GivenOptions, String> {
        read_options(game, lines, &GivenOptions::new())
    }

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
                json!({"max_turns": 40, "outer": "rim", "entourages": {"dmo": ["A"]}}),
            ),
            (
                GameId::Crossfire,
                json!({"spawns": {"blue": ["B1 down", "A4 right"], "red": ["C1 down"]}}),
            ),
        ] {
            let given = given.as_object().unwrap();
            let lines = written(game, given);
            for option in game.options() {
                let there = lines.contains(&format!("{} = ", option.key));
                assert_ne!(there, has_control(game, option.key), "{lines}");
            }
            assert!(!lines.contains('{'), "{lines}");
            let read = read_options(game, &lines, given);
            assert_eq!(read.as_ref(), Ok(given), "{lines}");
        }
    }

    #[test]
    fn a_line_that_is_deleted_sets_its_own_option_alone() {
        let set = json!({"max_turns": 40, "on_timeout": "forfeit", "entourages": {"dmo": ["A"]}});
        let left = read_options(
            GameId::Roundabout,
            "max_turns = 40",
            set.as_object().unwrap(),
        );
        let expected = json!({"max_turns": 40, "entourages": {"dmo": ["A"]}});
        assert_eq!(left.as_ref(), Ok(expected.as_object().unwrap()));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_would_be_right() {
        use GameId::{Crossfire, Gridlock, Invitational, Roundabout, ShortCircuit};
        for (game, line, right) in [
            (Crossfire, "chips = fifty", "chips = 50"),
            (Crossfire, "chips = null", "chips = 50"),
            (
                Crossfire,
                "anomalies = ships",
                "a menu or button of its own",
            ),
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
                "entourages = Ann, Bo",
                "a menu or button of its own",
            ),
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
            (Invitational, "map = large", "a map as records have it"),
        ] {
            let refused = read(game, line).unwrap_err();
            assert!(refused.contains(right), "{line}: {refused}");
            assert!(!refused.contains("expected"), "{line}: {refused}");
        }
        let size = json!({"size": 7});
        assert_eq!(
            read(Gridlock, "SIZE = 7").as_ref(),
            Ok(size.as_object().unwrap())
        );
        for game in GameId::ALL {
            let options = game.options().iter();
            for option in options.filter(|option| !has_control(*game, option.key)) {
                let (_, example) = words::option_form(*game, option.key);
                let read = read(*game, &format!("{} = {example}", option.key));
                assert!(read.is_ok(), "{read:?}");
            }
        }
    }

    #[test]
    fn every_wrong_line_is_told_of() {
        let refused = read(GameId::Gridlock, "size = 300\nrevael = names\ntarget").unwrap_err();
        for told in ["3, 5, 7 or 9", "`reveal`", "target"] {
            assert!(refused.contains(told), "{refused}");
        }
        let many = "size = x\n".repeat(MOST_WRONG + 2);
        let refused = read(GameId::Gridlock, &many).unwrap_err();
        assert!(refused.ends_with("2 more lines are wrong."), "{refused}");
    }

    #[test]
    fn lists_are_read_as_people_type_them() {
        use GameId::{Crossfire, Gridlock, Roundabout, ShortCircuit};
        let spawns = json!({"spawns": {"blue": ["B1 down"], "red": ["C1 down"]}});
        let supply = json!({"supply": {"straight": 8, "turn": 10}});
        let battery = json!({"battery": {"D4": "H", "E4": "NE"}});
        for (game, line, stored) in [
            (Crossfire, "spawns = Blue: b1  DOWN; red: c1 Down", &spawns),
            (
                Crossfire,
                "spawns = {“blue”: [“b1 down”], “red”: [“C1  down”]}",
                &spawns,
            ),
            (Crossfire, "spawns = null", &json!({})),
            (Roundabout, "Outer = Rim", &json!({"outer": "rim"})),
            (Roundabout, "outer = tips", &json!({})),
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
            let read = read(game, line);
            assert_eq!(read.as_ref(), Ok(stored.as_object().unwrap()), "{line}");
        }
        let typed = json!(["ambush", "both_ways"]);
        assert_eq!(plain(&typed), "ambush, both_ways");
        assert_eq!(plain(&supply["supply"]), "straight 8, turn 10");
        for value in [json!([]), json!(["a, b"]), json!([1]), json!({"a": ["b"]})] {
            assert_eq!(plain(&value), value.to_string());
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
