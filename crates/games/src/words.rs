//! Enums whose variants are words of notation and records.

/// Defines such an enum from a word for each variant, with its list. Words are read in upper or
/// lower case.
macro_rules! words {
    ($(#[$about:meta])* pub enum $Name:ident {
        $($(#[$of:meta])* $Variant:ident = $word:literal,)+
    }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $Name {
            $($(#[$of])* #[serde(rename = $word)] $Variant,)+
        }

        #[allow(dead_code, reason = "a game may need only some of these")]
        impl $Name {
            pub const ALL: [$Name; [$($word),+].len()] = [$($Name::$Variant),+];

            pub const fn word(self) -> &'static str {
                match self {
                    $($Name::$Variant => $word),+
                }
            }

            pub fn read(word: &str) -> Option<$Name> {
                let is_it = |one: &$Name| word.eq_ignore_ascii_case(one.word());
                $Name::ALL.into_iter().find(is_it)
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
pub(crate) use words;
