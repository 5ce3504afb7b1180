//! Options as hosts type them: the lines of a form, `key = value`, and what may stand in them.

use serde_json::{Map, Value};

use super::{MOST_TOLD, OptionRow, SetBy};
use crate::english::{cut, list};
use crate::{GameId, GivenOptions};

/// So many wrong lines are told of one by one: a panel has room for them and for what is set.
const MOST_WRONG: usize = 8;
/// The most characters of a key that a game does not have.
const MOST_KEY: usize = 40;

impl OptionRow {
    /// Whether hosts set it elsewhere than in the form.
    pub fn has_control(&self) -> bool {
        !matches!(self.set_by, SetBy::Line)
    }

    /// Its default; None where it is left open.
    pub(super) fn default(&self) -> Option<Value> {
        match leaves_open(self.usual) {
            true => None,
            false => self.read_typed(self.usual),
        }
    }

    /// What was typed, as records have it; None of another form.
    fn read_typed(&self, typed: &str) -> Option<Value> {
        let own = self.notation.and_then(|notation| (notation.read)(typed));
        let mut all = own.into_iter().chain(readings(typed));
        all.find(|read| self.check(read).is_ok())
    }

    /// Its line in the form.
    fn line(&self, given: &GivenOptions) -> String {
        let value = given.get(self.key).map(|value| {
            let own = self.notation.and_then(|notation| (notation.write)(value));
            own.unwrap_or_else(|| plain(value))
        });
        let value = value.unwrap_or_else(|| self.usual.to_owned());
        format!("{} = {value}", self.key)
    }
}

/// A form of all of a game's options, a line each, with those that the game does not know, so that
/// they can be mended. An option that has a control of its own is not in it. With more than `most`
/// characters, only what is set.
pub fn form_lines(game: GameId, given: &GivenOptions, most: usize) -> String {
    let find = |key: &str| game.options().iter().find(|row| row.key == key);
    let line = |key: &str| match find(key) {
        Some(row) if row.has_control() => None,
        Some(row) => Some(row.line(given)),
        None => Some(format!("{key} = {}", plain(given.get(key)?))),
    };
    let lines = |keys: &mut dyn Iterator<Item = &str>| -> String {
        keys.filter_map(line).collect::<Vec<_>>().join("\n")
    };
    let known = game.options().iter().map(|row| row.key);
    let set = given.keys().map(String::as_str);
    let strange = set.clone().filter(|key| find(key).is_none());
    let all = lines(&mut known.chain(strange));
    match all.chars().count() <= most {
        true => all,
        // What was typed once fits; the defaults beside it need not.
        false => lines(&mut set.clone()),
    }
}

/// The options that the lines set, beside those that are set by a control of their own.
///
/// # Errors
/// What is wrong with the lines, with all of them at once, so that nobody mends them one by one.
pub fn read_lines(game: GameId, lines: &str, set: &GivenOptions) -> Result<GivenOptions, String> {
    let rows = game.options();
    let mut options = set.clone();
    options.retain(|key, _| rows.iter().any(|row| row.key == key && row.has_control()));
    let mut wrong = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match read_line(game.catalogue().title, rows, line) {
            Ok((row, Some(value))) if row.default().as_ref() != Some(&value) => {
                options.insert(row.key.to_owned(), value);
            }
            Ok(_) => {}
            Err(said) => wrong.push(said),
        }
    }
    match wrong.len().saturating_sub(MOST_WRONG) {
        0 if wrong.is_empty() => Ok(options),
        0 => Err(wrong.join(" ")),
        more => {
            let are = if more == 1 { "line is" } else { "lines are" };
            let told = wrong[..MOST_WRONG].join(" ");
            Err(format!("{told} {more} more {are} wrong."))
        }
    }
}

/// An option with the value that a line gives it; None where it is left open.
fn read_line<'a>(
    title: &str,
    rows: &'a [OptionRow],
    line: &str,
) -> Result<(&'a OptionRow, Option<Value>), String> {
    let Some((key, value)) = line.split_once('=') else {
        return Err(format!(
            "I can't read “{line}”. Write each line as `name = value`."
        ));
    };
    let (key, value) = (key.trim(), value.trim());
    let row = rows.iter().find(|row| row.key.eq_ignore_ascii_case(key));
    let row = row.ok_or_else(|| no_such_option(title, rows, key))?;
    if row.has_control() {
        return Err(format!(
            "`{}` has its own menu or button in this panel. Set it there.",
            row.key
        ));
    }
    if leaves_open(value) {
        return Ok((row, None));
    }
    let read = row.read_typed(value).ok_or_else(|| row.refused(value))?;
    Ok((row, Some(read)))
}

/// An option that the game does not have: the nearest that it has, else all.
pub(super) fn no_such_option(title: &str, rows: &[OptionRow], key: &str) -> String {
    let low = key.to_lowercase();
    let far = |row: &OptionRow| strsim::damerau_levenshtein(&low, row.key);
    let nearest = rows.iter().min_by_key(|row| far(row));
    let instead = match nearest.filter(|row| far(row) <= 1 + low.chars().count() / 3) {
        Some(OptionRow { key, example, .. }) => {
            format!("Did you mean `{key}`, as in `{key} = {example}`?")
        }
        None => {
            let known = rows.iter().map(|row| format!("`{}`", row.key));
            format!(
                "Its options are {}.",
                list(&known.collect::<Vec<_>>(), "and")
            )
        }
    };
    let key: String = key.chars().filter(|c| *c != '`').take(MOST_KEY).collect();
    format!("{title} has no option `{key}`. {instead}")
}

/// Whether what is typed leaves an option open, as [`OptionRow::usual`] says.
fn leaves_open(value: &str) -> bool {
    let word = value.split([' ', '(']).next().unwrap_or_default();
    ["default", "usual", "drawn"].contains(&word.to_lowercase().as_str())
}

/// A value as it is typed, in a sentence: cut where it is long, as a map alone would fill a panel.
pub fn shown(value: &Value) -> String {
    cut(&plain(value), MOST_TOLD)
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
        (words_of(&plain) == *value && !words.is_empty()).then_some(plain)
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
        by(|text| Some(words_of(text))),
        by(pairs_of),
    ];
    all.into_iter().flatten().flatten()
}

/// Signs that stand round words, or between them, in a list of records.
const SIGNS: [char; 8] = ['[', ']', '{', '}', '"', '\'', '‘', '’'];

/// `both ways, ships` as a list of words, which options write without blanks.
fn words_of(text: &str) -> Value {
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
    let mut pairs = Map::new();
    for pair in words.chunks(2) {
        let [key, value] = pair else { return None };
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(*value));
        if pairs.insert((*key).to_owned(), value).is_some() {
            return None;
        }
    }
    Some(Value::Object(pairs))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(game: &str, lines: &str) -> Result<GivenOptions, String> {
        read_lines(GameId::read(game).unwrap(), lines, &GivenOptions::new())
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for (game, given) in [
            ("gridlock", json!({})),
            (
                "gridlock",
                json!({"size": 7, "start_tile": "yellow", "target": 3}),
            ),
            ("short_circuit", json!({"supply": {"thunder": 1}})),
            ("crossfire", json!({"anomalies": ["ships", "shove"]})),
            (
                "roundabout",
                json!({"max_turns": 40, "outer": "rim", "entourages": {"dmo": ["A"]}}),
            ),
            (
                "crossfire",
                json!({"spawns": {"blue": ["B1 down", "A4 right"], "red": ["C1 down"]}}),
            ),
        ] {
            let game = GameId::read(game).unwrap();
            let given = given.as_object().unwrap();
            let lines = form_lines(game, given, 4000);
            for option in game.options() {
                let there = lines.contains(&format!("{} = ", option.key));
                assert_ne!(there, option.has_control(), "{lines}");
            }
            assert!(!lines.contains('{'), "{lines}");
            let read = read_lines(game, &lines, given);
            assert_eq!(read.as_ref(), Ok(given), "{lines}");
        }
    }

    #[test]
    fn a_line_that_is_deleted_sets_its_own_option_alone() {
        let set = json!({"max_turns": 40, "on_timeout": "forfeit", "entourages": {"dmo": ["A"]}});
        let game = GameId::read("roundabout").unwrap();
        let left = read_lines(game, "max_turns = 40", set.as_object().unwrap());
        let expected = json!({"max_turns": 40, "entourages": {"dmo": ["A"]}});
        assert_eq!(left.as_ref(), Ok(expected.as_object().unwrap()));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_would_be_right() {
        for (game, line, right) in [
            ("crossfire", "chips = fifty", "chips = 50"),
            ("crossfire", "chips = null", "chips = 50"),
            ("crossfire", "anomalies = ships", "its own menu or button"),
            ("crossfire", "chip = 40", "`chips`"),
            ("gridlock", "size = 300", "3, 5, 7 or 9"),
            ("gridlock", "start_tile = blue", "`yellow`"),
            ("gridlock", "whatever = 3", "`start_tile`"),
            ("short_circuit", "supply = straight many", "= straight 8,"),
            ("short_circuit", "supply = turn 8, turn 9", "= straight 8,"),
            ("short_circuit", "battery = D4 H, E4", "= D4 H, E4 H"),
            ("roundabout", "max_turns = many", "max_turns = 40"),
            (
                "roundabout",
                "entourages = Ann, Bo",
                "its own menu or button",
            ),
            (
                "roundabout",
                "outer = large",
                "`tips` or `rim`, such as `outer = rim`",
            ),
            ("roundabout", "outer = null", "outer = rim"),
            (
                "crossfire",
                "spawns = B1 down",
                "spawns = blue B1 down, A4 right; red C1",
            ),
            (
                "crossfire",
                "spawns = blue B1; red C1",
                "spawns = blue B1 down, A4",
            ),
            ("invitational", "map = large", "a map as records have it"),
        ] {
            let refused = read(game, line).unwrap_err();
            assert!(refused.contains(right), "{line}: {refused}");
            assert!(!refused.contains("expected"), "{line}: {refused}");
        }
        let size = json!({"size": 7});
        assert_eq!(
            read("gridlock", "SIZE = 7").as_ref(),
            Ok(size.as_object().unwrap())
        );
        for game in GameId::ALL {
            let options = game.options().iter();
            for option in options.filter(|option| !option.has_control()) {
                let read = read(game.word(), &format!("{} = {}", option.key, option.example));
                assert!(read.is_ok(), "{read:?}");
            }
        }
    }

    #[test]
    fn every_wrong_line_is_told_of() {
        let refused = read("gridlock", "size = 300\nrevael = names\ntarget").unwrap_err();
        for told in ["3, 5, 7 or 9", "`reveal`", "target"] {
            assert!(refused.contains(told), "{refused}");
        }
        let many = "size = x\n".repeat(MOST_WRONG + 2);
        let refused = read("gridlock", &many).unwrap_err();
        assert!(refused.ends_with("2 more lines are wrong."), "{refused}");
    }

    #[test]
    fn lists_are_read_as_people_type_them() {
        let spawns = json!({"spawns": {"blue": ["B1 down"], "red": ["C1 down"]}});
        let supply = json!({"supply": {"straight": 8, "turn": 10}});
        let battery = json!({"battery": {"D4": "H", "E4": "NE"}});
        for (game, line, stored) in [
            (
                "crossfire",
                "spawns = Blue: b1  DOWN; red: c1 Down",
                &spawns,
            ),
            (
                "crossfire",
                "spawns = {“blue”: [“b1 down”], “red”: [“C1  down”]}",
                &spawns,
            ),
            ("crossfire", "spawns = null", &json!({})),
            ("roundabout", "Outer = Rim", &json!({"outer": "rim"})),
            ("roundabout", "outer = tips", &json!({})),
            (
                "gridlock",
                "start_tile = “Yellow”",
                &json!({"start_tile": "yellow"}),
            ),
            ("short_circuit", "supply = straight 8, turn 10", &supply),
            ("short_circuit", "supply = Straight: 8, Turn: 10", &supply),
            (
                "short_circuit",
                "supply = {“straight”: 8, “turn”: 10}",
                &supply,
            ),
            ("short_circuit", "battery = D4=H E4=NE", &battery),
            ("short_circuit", "battery = D4 H, E4 NE", &battery),
            ("short_circuit", "battery = {D4: H, E4: NE}", &battery),
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
        let member = |index: usize| crate::Member {
            name: format!("P{index}"),
            role: match index {
                0..13 => crate::Role::Player,
                _ => crate::Role::Dealer,
            },
        };
        let seats = crate::BySeat {
            dmo: "P0".to_owned(),
            ec: "P1".to_owned(),
        };
        let cast = crate::Cast::new((0..15).map(member).collect(), seats, &Default::default());
        let cast = std::sync::Arc::new(cast.unwrap());
        for game in GameId::ALL {
            let opened = game.draw(&GivenOptions::new(), &cast, &mut crate::Dice::new(1));
            let mut complete = opened.unwrap().options();
            for option in game.options() {
                let value = complete.remove(option.key).expect(option.key);
                if let Some(usual) = option.default() {
                    assert_eq!(value, usual, "{}", option.key);
                }
            }
            assert!(complete.is_empty(), "{complete:?} of {}", game.word());
        }
    }
}
