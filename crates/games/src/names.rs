//! Finds people by names as they are typed: without regard to case and, if nobody has that name, to
//! accents and fancy lettering. (Notation in records only ignores case: `Cast::find`.)

use std::ops::RangeInclusive;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Folds case, accents and fancy lettering: `Zoë`, `ZOE` and `𝓩𝓸𝓮` give the same.
pub fn folded(text: &str) -> String {
    let apart = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars());
    let bare: String = apart
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect();
    let mut plain = String::new();
    for letter in bare.to_lowercase().chars() {
        match whole(letter) {
            Some(typed) => plain.push_str(typed),
            None => plain.push(letter),
        }
    }
    plain
}

/// Characters that are invisible by themselves: without width, turning the text around them, or
/// accents, which need a letter.
const UNSEEN: [RangeInclusive<char>; 21] = [
    '\u{ad}'..='\u{ad}',
    '\u{300}'..='\u{36f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{1ab0}'..='\u{1aff}',
    '\u{1dc0}'..='\u{1dff}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{20d0}'..='\u{20ff}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{fe20}'..='\u{fe2f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff9}'..='\u{fffb}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Whether a name has a visible character.
pub fn is_seen(name: &str) -> bool {
    let is_unseen = |c: char| {
        c.is_whitespace() || c.is_control() || UNSEEN.iter().any(|range| range.contains(&c))
    };
    !name.chars().all(is_unseen)
}

/// How people type a letter that Unicode cannot split into a base letter and an accent.
fn whole(letter: char) -> Option<&'static str> {
    Some(match letter {
        'æ' => "ae",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'œ' => "oe",
        'ß' => "ss",
        'ŧ' => "t",
        'þ' => "th",
        _ => return None,
    })
}

/// The people that a typed text may mean. `fits` compares a name with it. Several if only accents
/// tell them apart, or if all fit.
pub fn meant<'a, T>(
    typed: &str,
    people: impl Iterator<Item = (T, &'a str)> + Clone,
    fits: impl Fn(&str, &str) -> bool,
) -> Vec<T> {
    let by = |form: fn(&str) -> String| {
        let typed = form(typed);
        let fitting = people.clone().filter(|(_, name)| fits(&form(name), &typed));
        fitting.map(|(one, _)| one).collect::<Vec<T>>()
    };
    let found = by(|text| text.to_lowercase());
    if found.is_empty() { by(folded) } else { found }
}

/// As [`meant`], by whole names.
pub fn called<'a, T>(typed: &str, people: impl Iterator<Item = (T, &'a str)> + Clone) -> Vec<T> {
    meant(typed, people, |name, typed| name == typed)
}

/// The words nearest to a misspelt one, counting wrong, missing, extra and swapped letters: one
/// mistake, or two in words of six letters and more. None if the word is correct, or none is near
/// enough. Several if they are equally near.
///
/// ```
/// use games::names::nearest;
///
/// assert_eq!(nearest("resgin", ["resign", "place"].into_iter()), ["resign"]);
/// ```
pub fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = folded(typed);
    let most = 1 + typed.chars().count() / 6;
    let mut found: Vec<&str> = Vec::new();
    let mut least = most + 1;
    for word in words {
        let far = strsim::damerau_levenshtein(&typed, &folded(word));
        if far < least {
            least = far;
            found.clear();
        }
        if far == least && far <= most && !found.contains(&word) {
            found.push(word);
        }
    }
    match least {
        0 => Vec::new(),
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_nearest_to_the_meant_name() {
        let words = [
            "right",
            "left",
            "up",
            "outer",
            "inner",
            "Bartholomea",
            "Shane",
            "Shaun",
            "Zoë",
        ];
        for (typed, expected) in [
            ("rihgt", &["right"][..]),
            ("RIGT", &["right"]),
            ("rightt", &["right"]),
            ("tight", &["right"]),
            ("thgit", &[]),
            ("outter", &["outer"]),
            ("bartolomae", &["Bartholomea"]),
            ("shaen", &["Shane", "Shaun"]),
            ("shane", &[]),
            ("zoe", &[]),
            ("zooe", &["Zoë"]),
            ("", &[]),
        ] {
            assert_eq!(nearest(typed, words.into_iter()), expected, "{typed}");
        }
    }

    #[test]
    fn a_name_must_be_visible() {
        for name in ["Zoë", "\u{200b}한별", ".", "👩\u{200d}🚀", "\u{2066}a"] {
            assert!(is_seen(name), "{name:?}");
        }
        for name in [
            "",
            " ",
            "\u{200b}",
            "\u{200d}\u{feff} ",
            "\u{202e}",
            "\u{3164}",
            "\u{301}",
            " \u{20dd}\u{fe20}",
        ] {
            assert!(!is_seen(name), "{name:?}");
        }
    }

    #[test]
    fn names_are_found_however_they_are_typed() {
        let people = [
            "Zoë",
            "Zoe",
            "José",
            "jose",
            "Renée",
            "Rene",
            "Łukasz",
            "한별",
            "Ångström",
            "И́ва",
            "Bjørn Weiß",
            "𝕷𝖚𝖓𝖆",
            "Ｍｉｏ²",
        ];
        for (typed, expected) in [
            ("ZOË", &["Zoë"][..]),
            ("zoe", &["Zoe"]),
            ("zoé", &["Zoë", "Zoe"]),
            ("José", &["José"]),
            ("Jósé", &["José", "jose"]),
            ("renee", &["Renée"]),
            ("rene", &["Rene"]),
            ("angstrom", &["Ångström"]),
            ("ива", &["И́ва"]),
            ("한별", &["한별"]),
            ("한볼", &[]),
            ("lukasz", &["Łukasz"]),
            ("bjorn weiss", &["Bjørn Weiß"]),
            ("luna", &["𝕷𝖚𝖓𝖆"]),
            ("mio2", &["Ｍｉｏ²"]),
            ("", &[]),
        ] {
            let found = called(typed, people.iter().map(|name| (*name, *name)));
            assert_eq!(found, expected, "{typed}");
        }
    }
}
