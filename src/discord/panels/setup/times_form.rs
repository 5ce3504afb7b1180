//! The forms of times in the set-up panel: a named field each. One form has the times of single
//! steps; the other what holds for a whole match: the reserve, and what becomes of late players.

use std::collections::BTreeMap;

use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use super::SetupDraft;
use crate::discord::press::{Press, SetupField};
use crate::discord::when;
use crate::store::DraftId;
use crate::words;
use matches::{Lateness, Times};

/// The only time that is not of a step.
const RESERVE: &str = "reserve_s";
/// A field that is no time: whether two timeouts in a row pause the match.
const PAUSE: &str = "pause_after_two_timeouts";

/// The keys of the fields of a form: at most five (Discord documentation, "Modal").
fn keys(draft: &SetupDraft, field: SetupField) -> Vec<&'static str> {
    let times = draft.game.times().iter().map(|time| time.key);
    match field {
        SetupField::Reserve => vec![RESERVE, words::GRACE, PAUSE],
        _ => times.filter(|key| *key != RESERVE).collect(),
    }
}

/// A form: with what was typed last where that was not taken, else with what is set.
pub fn form(id: DraftId, draft: &SetupDraft, field: SetupField) -> CreateInteractionResponse {
    let game = draft.game;
    let (times, late) = (Times::defaults(game), Lateness::default());
    let input = |key: &'static str| {
        let typed = draft.typed.as_ref().and_then(|typed| typed.fields.get(key));
        let value = typed.cloned();
        let value = value.unwrap_or_else(|| written(key, &draft.times, draft.lateness));
        let label = words::time_label(game, key);
        let input = CreateInputText::new(InputTextStyle::Short, label, key)
            .placeholder(words::time_placeholder(&written(key, &times, late)))
            .required(false)
            .value(value);
        CreateActionRow::InputText(input)
    };
    let press = Press::Setup { draft: id, field };
    let title = match field {
        SetupField::Reserve => words::reserve_button(),
        _ => words::times_button(),
    };
    let rows = keys(draft, field).into_iter().map(input).collect();
    let form = CreateModal::new(press.to_string(), title).components(rows);
    CreateInteractionResponse::Modal(form)
}

/// A field's value as it is typed.
fn written(key: &str, times: &Times, late: Lateness) -> String {
    match key {
        PAUSE => words::yes_or_no(late.pause_after_two_timeouts).to_owned(),
        words::GRACE => words::typed_stretch(late.grace_s),
        // Times are whole seconds, at most four weeks.
        key => words::typed_stretch((times.ms(key) / 1000) as u32),
    }
}

/// Reads a form's fields into the draft: all of them, or none, and then what was typed stays for
/// the next try ([`refused`] says why).
pub fn set(draft: &mut SetupDraft, fields: &[(String, String)]) {
    let mut typed = draft.typed.take().unwrap_or_default();
    let own: BTreeMap<String, String> = fields.iter().cloned().collect();
    match read(draft, &own) {
        Ok((times, lateness)) => {
            (draft.times, draft.lateness) = (times, lateness);
            typed.fields.retain(|key, _| !own.contains_key(key));
        }
        Err(_) => typed.fields.extend(own),
    }
    draft.typed = typed.kept();
}

/// What is wrong with what was typed last, if it was not taken.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    read(draft, &draft.typed.as_ref()?.fields).err()
}

/// What is set with these fields; or what is wrong with any of them. An empty one is the default.
fn read(
    draft: &SetupDraft,
    fields: &BTreeMap<String, String>,
) -> Result<(Times, Lateness), String> {
    let (game, usual) = (draft.game, Times::defaults(draft.game));
    let (mut times, mut late) = (draft.times.clone(), draft.lateness);
    let mut wrong = Vec::new();
    for (key, typed) in fields {
        let typed = match typed.trim() {
            "" => written(key, &usual, Lateness::default()),
            typed => typed.to_owned(),
        };
        let label = words::time_label(game, key);
        let read = match key.as_str() {
            PAUSE => words::read_yes_or_no(&typed)
                .map(|pauses| late.pause_after_two_timeouts = pauses)
                .ok_or_else(|| words::not_yes_or_no(label, &typed)),
            key => match when::stretch_s(&typed) {
                None => Err(words::not_a_stretch(label, &typed)),
                Some(seconds) if key == words::GRACE => match seconds <= Lateness::MOST_GRACE_S {
                    true => {
                        late.grace_s = seconds;
                        Ok(())
                    }
                    false => Err(words::grace_too_long(label, Lateness::MOST_GRACE_S)),
                },
                // A key that the game does not have stands in no form.
                Some(seconds) => times
                    .set(key, seconds)
                    .map_err(|_| words::time_out_of_range(label, key == RESERVE, Times::MOST_S)),
            },
        };
        wrong.extend(read.err());
    }
    match wrong.is_empty() {
        true => Ok((times, late)),
        false => Err(wrong.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::panels::setup::draft::draft_of;
    use games::GameId;

    fn fields(typed: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = typed.iter();
        own.map(|(key, typed)| ((*key).to_owned(), (*typed).to_owned()))
            .collect()
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for game in GameId::ALL {
            let mut draft = draft_of(*game);
            for time in game.times() {
                draft.times.set(time.key, time.default_s + 7_501).unwrap();
            }
            draft.lateness = Lateness {
                grace_s: 60,
                pause_after_two_timeouts: false,
            };
            let before = draft.clone();
            for field in [SetupField::Times, SetupField::Reserve] {
                let keys = keys(&draft, field);
                assert!((1..=5).contains(&keys.len()), "{keys:?}");
                let typed = keys.iter().map(|key| {
                    let value = written(key, &draft.times, draft.lateness);
                    ((*key).to_owned(), value)
                });
                let typed: Vec<(String, String)> = typed.collect();
                set(&mut draft, &typed);
                assert_eq!((&draft.times, &draft.typed), (&before.times, &None));
                assert_eq!(draft.lateness, before.lateness);
            }
            // Empty fields are the defaults.
            for field in [SetupField::Times, SetupField::Reserve] {
                let keys = keys(&draft, field);
                let empty: Vec<_> = keys.iter().map(|key| (*key, "")).collect();
                set(&mut draft, &fields(&empty));
            }
            assert_eq!(draft.times, Times::defaults(*game));
            assert_eq!(draft.lateness, Lateness::default());
        }
    }

    #[test]
    fn a_time_is_typed_as_it_is_printed() {
        for (typed, seconds) in [
            ("1:00", 60),
            ("0:00", 0),
            ("1:05:00", 3_900),
            ("90", 90),
            ("90s", 90),
            ("1m30", 90),
            ("4 min 5 s", 245),
            ("2 h 5 min", 7_500),
            ("24 h", 86_400),
        ] {
            let mut draft = draft_of(GameId::EXAMPLE);
            set(&mut draft, &fields(&[("reserve_s", typed)]));
            assert_eq!(draft.times.ms("reserve_s"), seconds * 1000, "{typed}");
        }
    }

    #[test]
    fn every_wrong_field_is_told_of_by_its_label_and_kept() {
        let mut draft = draft_of(GameId::EXAMPLE);
        let before = draft.times.clone();
        let wrong = [
            ("reserve_s", "much"),
            ("grace_s", "61"),
            ("pause_after_two_timeouts", "perhaps"),
        ];
        set(&mut draft, &fields(&wrong));
        assert_eq!(draft.times, before);
        let refused = refused(&draft).unwrap();
        for (key, typed) in wrong {
            let label = words::time_label(draft.game, key);
            assert!(refused.contains(label), "{refused}");
            assert_eq!(draft.typed.as_ref().unwrap().fields[key], typed);
        }
        // The other form is taken for itself, and this one still waits.
        set(&mut draft, &fields(&[("base_move_s", "0:50")]));
        assert_eq!(draft.times.ms("base_move_s"), 50_000);
        assert!(super::refused(&draft).is_some());
        set(
            &mut draft,
            &fields(&[("base_move_s", "0"), ("base_hide_s", "99 days")]),
        );
        let refused = super::refused(&draft).unwrap();
        assert!(refused.contains("1 second to"), "{refused}");
    }
}
