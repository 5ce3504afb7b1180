//! The forms of the set-up panel: options, the times of single steps, and settings of the whole
//! match (the reserve, and what happens to late players). Good fields are taken; the others are
//! kept for the next try.

use super::SetupDraft;
use super::draft::RefusedText;
use crate::discord::press::{Press, SetupField};
use crate::discord::when;
use crate::store::DraftId;
use crate::words;
use games::GivenOptions;
use games::options::{self, FormField};
use games::screen::{Field, Form};
use matches::{Lateness, Times};

/// The only time that does not belong to a step.
const RESERVE: &str = "reserve_s";
/// The only field that is no time: whether two timeouts in a row pause the match.
const PAUSE: &str = "pause_after_two_timeouts";

/// The most fields of a form (Discord documentation, "Modal").
const MAX_FIELDS: usize = 5;

/// The names of a form's fields, at most [`MAX_FIELDS`].
pub fn names(draft: &SetupDraft, form: SetupField) -> Vec<String> {
    let times = draft.game.catalogue().times.iter().map(|time| time.key);
    match form {
        SetupField::Reserve if draft.game.catalogue().seats => {
            [RESERVE, words::times::GRACE, PAUSE]
                .map(str::to_owned)
                .into()
        }
        SetupField::Reserve => vec![words::times::GRACE.to_owned()],
        SetupField::Times => times
            .filter(|key| *key != RESERVE)
            .map(str::to_owned)
            .collect(),
        _ => {
            let fields = options::fields(draft.game).map(FormField::name);
            let is_first = form == SetupField::Options;
            let fields = fields.skip(if is_first { 0 } else { MAX_FIELDS });
            fields.take(MAX_FIELDS).collect()
        }
    }
}

/// A form. Each field shows what was typed last if that was refused, otherwise its value.
pub fn form(id: DraftId, draft: &SetupDraft, form: SetupField) -> Form<Press> {
    let mut defaults = draft.clone();
    defaults.options = GivenOptions::new();
    defaults.times = Times::defaults(draft.game);
    defaults.lateness = Lateness::default();
    let field = |name: String| {
        let kept = draft.refused.get(&name).map(|kept| kept.typed.clone());
        let option = option(draft, &name);
        let usual = || words::times::time_placeholder(&written(&defaults, &name));
        Field {
            value: kept.unwrap_or_else(|| written(draft, &name)),
            hint: option.map_or_else(usual, FormField::placeholder),
            is_long: option.is_some_and(FormField::is_long),
            may_be_empty: true,
            ..Field::new(&name, label(draft, &name))
        }
    };
    let title = match form {
        SetupField::Reserve => words::times::RESERVE_BUTTON,
        SetupField::Times => words::times::TIMES_BUTTON,
        SetupField::FurtherOptions => words::setup::FURTHER_BUTTON.trim_end_matches('…'),
        _ => words::setup::OPTIONS_BUTTON.trim_end_matches('…'),
    };
    let fields = names(draft, form).into_iter().map(field).collect();
    let press = Press::Setup {
        draft: id,
        field: form,
    };
    Form::new(press, title, fields)
}

fn option(draft: &SetupDraft, name: &str) -> Option<FormField> {
    options::fields(draft.game).find(|field| field.name() == name)
}

/// A field's label.
fn label(draft: &SetupDraft, name: &str) -> &'static str {
    let time = || words::times::time_label(draft.game, name);
    option(draft, name).map_or_else(time, FormField::label)
}

/// A field's value, as one would type it.
fn written(draft: &SetupDraft, name: &str) -> String {
    match name {
        PAUSE => words::times::yes_or_no(draft.lateness.pause_after_two_timeouts).to_owned(),
        words::times::GRACE => words::times::typed_stretch(draft.lateness.grace_s),
        name => match option(draft, name) {
            Some(field) => field.written(&draft.options),
            // Times are whole seconds, at most four weeks.
            None => words::times::typed_stretch((draft.times.ms(name) / 1000) as u32),
        },
    }
}

/// Takes a form's fields, each by itself. Refused ones are kept with the reason ([`refused`] says
/// it). Returns a note about fields that are back at their default, if there are any.
pub fn take(
    draft: &mut SetupDraft,
    form: SetupField,
    fields: &[(String, String)],
) -> Option<String> {
    let mut reset = Vec::new();
    for name in names(draft, form) {
        let Some((_, typed)) = fields.iter().find(|(field, _)| *field == name) else {
            continue;
        };
        let before = written(draft, &name);
        let taken = if *typed == before {
            Ok(())
        } else {
            set(draft, &name, typed.trim())
        };
        match taken {
            Ok(()) => drop(draft.refused.remove(&name)),
            Err(said) => {
                let typed = typed.clone();
                draft.refused.insert(name, RefusedText { typed, said });
                continue;
            }
        }
        if typed.trim().is_empty() && written(draft, &name) != before {
            reset.push(label(draft, &name));
        }
    }
    (!reset.is_empty()).then(|| words::setup::default_again(&reset))
}

/// Sets a field to a typed text; an empty one means the default.
fn set(draft: &mut SetupDraft, name: &str, typed: &str) -> Result<(), String> {
    if let Some(field) = option(draft, name) {
        return field.set(&mut draft.options, typed);
    }
    let (label, usual) = (label(draft, name), Lateness::default());
    if name == PAUSE {
        let read = match typed {
            "" => Some(usual.pause_after_two_timeouts),
            typed => words::times::read_yes_or_no(typed),
        };
        let pauses = read.ok_or_else(|| words::times::not_yes_or_no(label, typed))?;
        draft.lateness.pause_after_two_timeouts = pauses;
        return Ok(());
    }
    let seconds = match (typed, name) {
        ("", words::times::GRACE) => Some(usual.grace_s),
        ("", name) => Some((Times::defaults(draft.game).ms(name) / 1000) as u32),
        (typed, _) => when::stretch_s(typed),
    };
    let seconds = seconds.ok_or_else(|| words::times::not_a_stretch(label, typed))?;
    if name == words::times::GRACE {
        if seconds > Lateness::MAX_GRACE_S {
            return Err(words::times::grace_too_long(label, Lateness::MAX_GRACE_S));
        }
        draft.lateness.grace_s = seconds;
        return Ok(());
    }
    let set = draft.times.set(name, seconds);
    set.map_err(|_| words::times::time_out_of_range(label, name == RESERVE, Times::MAX_S))
}

/// The refused fields, and what the host can do about them; None if there are none. While there are
/// some, the match cannot be opened.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    let said: Vec<&str> = draft.refused.values().map(|kept| &*kept.said).collect();
    (!said.is_empty())
        .then(|| words::controls::form_kept(&said) + words::controls::EMPTY_IS_DEFAULT)
}

/// Whether an option is refused, so that what others mean isn't known.
pub fn has_refused_option(draft: &SetupDraft) -> bool {
    let mut refused = draft.refused.keys();
    refused.any(|name| option(draft, name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AccountId, ChannelId, ServerId};
    use games::GameId;

    fn draft_of(game: GameId) -> SetupDraft {
        SetupDraft::new(
            (ServerId(1), ChannelId(2)),
            game,
            [AccountId(3), AccountId(4)],
            None,
        )
    }

    const FORMS: [SetupField; 4] = [
        SetupField::Options,
        SetupField::FurtherOptions,
        SetupField::Times,
        SetupField::Reserve,
    ];

    /// Fills in every form with those of these fields that it has.
    fn fill(draft: &mut SetupDraft, typed: &[(&str, &str)]) -> Vec<String> {
        let fields = typed.iter();
        let fields = fields.map(|(name, typed)| ((*name).to_owned(), (*typed).to_owned()));
        let fields: Vec<(String, String)> = fields.collect();
        FORMS
            .into_iter()
            .filter_map(|form| take(draft, form, &fields))
            .collect()
    }

    #[test]
    fn a_field_reads_what_it_shows() {
        for game in GameId::ALL {
            let mut draft = draft_of(*game);
            for time in game.catalogue().times {
                draft.times.set(time.key, time.default_s + 7_501).unwrap();
            }
            draft.lateness = Lateness {
                grace_s: 60,
                pause_after_two_timeouts: !game.catalogue().seats,
            };
            let before = draft.clone();
            let mut all = Vec::new();
            for form in FORMS {
                let names = names(&draft, form);
                assert!(names.len() <= 5, "{names:?}");
                all.extend(names);
            }
            for name in &all {
                let written = written(&draft, name);
                assert_eq!(set(&mut draft, name, &written), Ok(()), "{name}");
            }
            assert_eq!(draft.times, before.times);
            assert_eq!(draft.lateness, before.lateness);
            // Empty fields mean the defaults. A note says so.
            let empty: Vec<(&str, &str)> = all.iter().map(|name| (name.as_str(), "")).collect();
            let said = fill(&mut draft, &empty).join(" ");
            assert_eq!(draft.times, Times::defaults(*game));
            assert_eq!(draft.lateness, Lateness::default());
            for name in names(&draft, SetupField::Times) {
                assert!(said.contains(label(&draft, &name)), "{said}");
            }
            assert_eq!(fill(&mut draft, &empty), [""; 0]);
        }
    }

    #[test]
    fn a_time_can_be_typed_as_it_is_printed() {
        for (typed, seconds) in [
            ("1:00", 60),
            ("0:00", 0),
            ("1:05:00", 3_900),
            ("90", 90),
            ("90s", 90),
            ("2m", 120),
            ("1m30", 90),
            ("4 min 5 s", 245),
            ("2 h 5 min", 7_500),
            ("24 h", 86_400),
        ] {
            let mut draft = draft_of(GameId::EXAMPLE);
            fill(&mut draft, &[("reserve_s", typed)]);
            assert_eq!(draft.times.ms("reserve_s"), seconds * 1000, "{typed}");
        }
    }

    #[test]
    fn wrong_fields_are_named_and_kept_while_the_others_count() {
        let mut draft = draft_of(GameId::EXAMPLE);
        let before = draft.times.clone();
        let wrong = [
            ("reserve_s", "much"),
            ("grace_s", "61"),
            ("pause_after_two_timeouts", "perhaps"),
            ("target", "many"),
            ("base_hide_s", "99 days"),
        ];
        fill(&mut draft, &wrong);
        assert_eq!(draft.times, before);
        let said = refused(&draft).unwrap();
        for (name, typed) in wrong {
            let label = label(&draft, name);
            assert!(said.contains(&format!("“{label}”")), "{said}");
            assert_eq!(draft.refused[name].typed, typed);
        }
        fill(
            &mut draft,
            &[
                ("base_move_s", "0:50"),
                ("reserve_s", "lots"),
                ("target", "3"),
            ],
        );
        assert_eq!(draft.times.ms("base_move_s"), 50_000);
        assert_eq!(draft.options["target"], 3);
        let said = refused(&draft).unwrap();
        assert!(said.contains("`lots`") && !said.contains("many"), "{said}");
        fill(&mut draft, &[("base_move_s", "0")]);
        let said = refused(&draft).unwrap();
        assert!(said.contains("1 second to"), "{said}");
    }
}
