//! Names as people type them: without regard to case, and where nobody is called that, to accents either. What notation has in records knows case alone
//! (`Cast::find`).

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A text without regard to case and accents: `Zoë` and `ZOE` come to the same.
pub fn folded(text: &str) -> String {
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(text.chars());
    let bare: String = apart
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect();
    bare.to_lowercase()
}

/// Those of some people whom somebody may mean by what they typed; `fits` compares a name with that. Several have names that accents alone tell apart, or that
/// all fit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_they_are_typed() {
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
            ("", &[]),
        ] {
            let found = called(typed, people.iter().map(|name| (*name, *name)));
            assert_eq!(found, expected, "{typed}");
        }
    }
}
