//! Options that hosts type: the fields of a form, and their texts.

use serde_json::{Map, Value};

use super::{Field, MAX_TOLD, Notation, OptionRow, SetBy};
use crate::english::cut;
use crate::{GameId, GivenOptions};

/// A field of a game's form of options.
#[derive(Clone, Copy)]
pub struct FormField {
    row: &'static OptionRow,
    field: &'static Field,
}

/// The fields of a game's form of options, at most five; none if all are chosen in menus.
pub fn fields(game: GameId) -> impl Iterator<Item = FormField> {
    game.catalogue().options.iter().flat_map(|row| {
        let fields = match row.set_by {
            SetBy::Form(fields) => fields,
            _ => &[],
        };
        fields.iter().map(move |field| FormField { row, field })
    })
}

impl Field {
    /// The field for a whole number. Other fields only state the differences.
    pub const NUMBER: Field = Field {
        label: "",
        part: "",
        empty: "",
        most: u64::MAX,
        notation: Notation {
            read: |typed| typed.parse::<u64>().ok().map(Value::from),
            write: |value| value.as_u64().map(|number| number.to_string()),
        },
        is_long: false,
    };
}

impl FormField {
    /// Its name in the form.
    pub fn name(self) -> String {
        match self.field.part {
            "" => self.row.key.to_owned(),
            part => format!("{}.{part}", self.row.key),
        }
    }

    /// Its label: at most 45 characters.
    pub fn label(self) -> &'static str {
        self.field.label
    }

    /// The text in an empty field: an example, and what leaving it empty means.
    pub fn placeholder(self) -> String {
        match self.field.empty {
            "" => {
                let default = self.row.says(self.row.default().as_ref());
                cut(&format!("Like {}. Empty: {default}", self.row.example), 100)
            }
            empty => format!("Empty: {empty}"),
        }
    }

    pub fn is_long(self) -> bool {
        self.field.is_long
    }

    /// Its value, as hosts type it; empty if it is left open.
    pub fn written(self, given: &GivenOptions) -> String {
        let set = given.get(self.row.key).cloned().or(self.row.default());
        let value = match (set, self.field.part) {
            (Some(Value::Object(mut parts)), part) if !part.is_empty() => parts.remove(part),
            (set, _) => set,
        };
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return String::new();
        };
        // A value without a typed form is shown as in records.
        (self.field.notation.write)(&value).unwrap_or_else(|| value.to_string())
    }

    /// Sets the option to what was typed; an empty text means the default.
    ///
    /// # Errors
    /// What is wrong with it, in words; nothing is set then.
    pub fn set(self, given: &mut GivenOptions, typed: &str) -> Result<(), String> {
        let (row, label, most) = (self.row, self.field.label, self.field.most);
        let refused = || row.refused(&format!("“{label}”"), typed);
        let text = typed.trim();
        let value = match text {
            "" => None,
            _ => Some(self.read(text).ok_or_else(refused)?),
        };
        let number = value.as_ref().and_then(Value::as_u64);
        if number.is_some_and(|number| number > most) {
            return Err(format!("“{label}” can't be `{text}`. Try 0 to {most}."));
        }
        let whole = self.joined(value, given);
        if let Some(whole) = &whole {
            row.check(whole).map_err(|_| refused())?;
            row.check_number(whole)?;
        }
        row.set(given, whole);
        Ok(())
    }

    /// A value as hosts type it, or as in records.
    fn read(self, text: &str) -> Option<Value> {
        (self.field.notation.read)(text).or_else(|| serde_json::from_str(text).ok())
    }

    /// The whole option's value once this field has this value.
    fn joined(self, value: Option<Value>, given: &GivenOptions) -> Option<Value> {
        let part = self.field.part;
        if part.is_empty() {
            return value;
        }
        let set = given.get(self.row.key).and_then(Value::as_object);
        let mut parts = set.cloned().unwrap_or_default();
        match value {
            Some(value) => drop(parts.insert(part.to_owned(), value)),
            None => drop(parts.remove(part)),
        }
        (!parts.is_empty()).then_some(Value::Object(parts))
    }
}

/// A value for a sentence, as people write it, but cut: a whole map would fill a panel.
pub fn shown(value: &Value) -> String {
    cut(&plain(value), MAX_TOLD)
}

/// A value as people write it: words and pairs plainly, anything else as JSON.
pub fn plain(value: &Value) -> String {
    let word = |value: &Value| match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    match value {
        Value::Object(parts) => {
            let pairs = parts
                .iter()
                .map(|(key, value)| format!("{key} {}", word(value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
        other => word(other),
    }
}

/// Reads `D4=H, E4=H` or `D4 H, E4 H` as an object; None if a key comes twice or without a value.
pub fn read_pairs(text: &str) -> Option<Value> {
    let between = |c: char| c.is_whitespace() || ",;:=".contains(c);
    let words: Vec<&str> = text
        .split(between)
        .filter(|word| !word.is_empty())
        .collect();
    let mut pairs = Map::new();
    for pair in words.chunks(2) {
        let [key, value] = pair else { return None };
        if pairs.insert((*key).to_owned(), (*value).into()).is_some() {
            return None;
        }
    }
    Some(Value::Object(pairs))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The value that this text sets in a field.
    fn typed(game: &str, name: &str, text: &str) -> Result<Value, String> {
        let mut given = GivenOptions::new();
        let field = fields(GameId::read(game).unwrap()).find(|field| field.name() == name);
        field.unwrap().set(&mut given, text)?;
        Ok(given.into())
    }

    #[test]
    fn every_option_has_one_control_and_all_controls_fit() {
        for game in GameId::ALL {
            let mut items = 0;
            for row in game.catalogue().options {
                let choices = row.choices();
                items += choices.len();
                assert_eq!(choices.is_empty(), !matches!(row.set_by, SetBy::Choice(_)));
                for choice in choices {
                    assert!(row.says(choice.as_ref()).chars().count() <= 100);
                    let set = choice.as_ref().is_none_or(|value| row.check(value).is_ok());
                    assert!(set, "{}: {choice:?}", row.key);
                }
            }
            assert!(items <= 25, "{items} of {game:?}");
            let fields: Vec<FormField> = fields(*game).collect();
            assert!(fields.len() <= 10, "{game:?}");
            for field in fields {
                let name = field.name();
                assert!((1..=45).contains(&field.label().chars().count()), "{name}");
                assert!(field.placeholder().chars().count() <= 100, "{name}");
                assert!(
                    game.catalogue().times.iter().all(|time| time.key != name),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_written_option_is_read_back_the_same() {
        let map = json!({
            "houses": [{"name": "Bo", "x": 0, "y": 1.5}, {"name": "Ann (2)", "x": -1, "y": 0}],
            "roads": [["Bo", "Ann (2)"]],
            "dealers": ["Bo"],
        });
        for (game, given) in [
            ("gridlock", json!({})),
            ("gridlock", json!({"target": 3})),
            ("short_circuit", json!({"supply": {"thunder": 1}})),
            ("short_circuit", json!({"battery": {"D4": "H", "E4": "NE"}})),
            ("crossfire", json!({"chips": 3})),
            ("roundabout", json!({"max_turns": 40})),
            (
                "crossfire",
                json!({"spawns": {"blue": ["B1 down", "A4 right"], "red": ["C1 down"]}}),
            ),
            ("invitational", json!({"map": map})),
        ] {
            let given = given.as_object().unwrap();
            let mut read = GivenOptions::new();
            for field in fields(GameId::read(game).unwrap()) {
                let written = field.written(given);
                assert!(!written.contains('"'), "{written}");
                field.set(&mut read, &written).unwrap();
            }
            assert_eq!(&read, given);
        }
    }

    #[test]
    fn typed_options_are_read_or_refused_with_the_fields_name() {
        let spawns = json!({"spawns": {"blue": ["B1 down"], "red": ["C1 down"]}});
        let battery = json!({"battery": {"D4": "H", "E4": "NE"}});
        let map = json!({"map": {
            "houses": [{"name": "Bo", "x": 0, "y": 1}, {"name": "Ann", "x": 1, "y": 1}],
            "roads": [["Bo", "Ann"]],
            "dealers": ["Ann"],
        }});
        for (game, name, text, set) in [
            (
                "crossfire",
                "spawns",
                "Blue: b1  DOWN; red: c1 Down",
                &spawns,
            ),
            ("crossfire", "spawns", " ", &json!({})),
            ("crossfire", "chips", "50", &json!({})),
            ("crossfire", "chips", " 3 ", &json!({"chips": 3})),
            ("roundabout", "max_turns", "", &json!({})),
            (
                "short_circuit",
                "supply.thunder",
                "2",
                &json!({"supply": {"thunder": 2}}),
            ),
            ("short_circuit", "battery", "d4=h e4=ne", &battery),
            ("short_circuit", "battery", "D4 H, E4 NE", &battery),
            (
                "invitational",
                "map",
                "Bo (0, 1): Ann\nAnn (1,1): Bo\n\ndealers: Ann",
                &map,
            ),
            ("invitational", "map", &map["map"].to_string(), &map),
        ] {
            let read = typed(game, name, text);
            assert_eq!(read.as_ref(), Ok(set), "{text}");
        }
        for (game, name, text, told) in [
            (
                "crossfire",
                "chips",
                "fifty",
                "“Chips for each player” can't be `fifty`.",
            ),
            ("crossfire", "chips", "-1", "a whole number, like `50`"),
            ("crossfire", "chips", "0", "needs 1 to"),
            (
                "crossfire",
                "spawns",
                "blue B1 down",
                "like `blue B1 down, A4 right; red C1",
            ),
            (
                "short_circuit",
                "supply.turn",
                "many",
                "“Corner tiles” can't be `many`.",
            ),
            (
                "short_circuit",
                "supply.turn",
                "300",
                "“Corner tiles” can't be `300`.",
            ),
            (
                "short_circuit",
                "supply.thunder",
                "99",
                "“Thunder tiles” can't be `99`. Try 0 to 4.",
            ),
            ("short_circuit", "battery", "D4 H, E4", "like `D4 H, E4 H`"),
            (
                "invitational",
                "map",
                "large",
                "like `Bo (0, 1): Wren, Rook`",
            ),
        ] {
            let refused = typed(game, name, text).unwrap_err();
            assert!(refused.contains(told), "{text}: {refused}");
        }
        for game in GameId::ALL {
            for field in fields(*game).filter(|field| field.field.part.is_empty()) {
                typed(game.word(), &field.name(), field.row.example).unwrap();
            }
        }
    }

    #[test]
    fn a_part_of_an_option_can_be_set_alone() {
        let mut given = GivenOptions::new();
        let parts: Vec<FormField> = fields(GameId::read("short_circuit").unwrap())
            .filter(|field| field.row.key == "supply")
            .collect();
        parts[0].set(&mut given, "8").unwrap();
        parts[3].set(&mut given, "2").unwrap();
        assert_eq!(given["supply"], json!({"straight": 8, "thunder": 2}));
        assert_eq!(parts[3].written(&given), "2");
        assert_eq!(parts[1].written(&given), "");
        parts[0].set(&mut given, "").unwrap();
        parts[3].set(&mut given, "").unwrap();
        assert!(given.is_empty());
    }

    #[test]
    fn a_match_has_exactly_the_options_of_its_game() {
        let names: Vec<String> = (0..15).map(|index| format!("P{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let seated = crate::Cast::of(["P0", "P1"], &names[..13], &names[13..]);
        let members = seated.members().to_vec();
        let seatless = crate::Cast::new(members, None, &Default::default()).unwrap();
        let [seated, seatless] = [seated, seatless].map(std::sync::Arc::new);
        for game in GameId::ALL {
            let seats = game.catalogue().seats;
            let cast = if seats { &seated } else { &seatless };
            let opened = game.draw(&GivenOptions::new(), cast, &mut crate::Dice::new(1));
            let mut complete = opened.unwrap().options();
            for option in game.catalogue().options {
                let value = complete.remove(option.key).expect(option.key);
                if let Some(usual) = option.default() {
                    assert_eq!(value, usual, "{}", option.key);
                }
            }
            assert!(complete.is_empty(), "{complete:?} of {}", game.word());
        }
    }
}
