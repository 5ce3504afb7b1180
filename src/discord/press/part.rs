//! How a control is written into its `custom_id` and read back, both ways from one list.

use games::WallMs;

use crate::store::{AccountId, ChannelId, DraftId, MatchId, SeasonId, ServerId};

/// The parts of a `custom_id`, separated by colons: at most four. The fourth may contain colons.
pub type CustomIdParts<'a> = std::str::SplitN<'a, char>;

pub fn written(of: &impl CustomIdPart) -> String {
    let mut parts = Vec::new();
    of.print(&mut parts);
    parts.join(":")
}

/// Reads a value; None for a text that was not printed here. Ignores anything after it.
pub fn read<T: CustomIdPart>(text: &str) -> Option<T> {
    T::read(&mut text.splitn(4, ':'))
}

/// A value that takes one or several parts of a `custom_id`.
pub trait CustomIdPart: Sized {
    fn print(&self, parts: &mut Vec<String>);

    /// None for a text that was not printed here.
    fn read(parts: &mut CustomIdParts<'_>) -> Option<Self>;
}

/// Values that are printed as one part.
macro_rules! plain {
    ($($Type:ty),+) => { $(
        impl CustomIdPart for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                parts.push(self.to_string());
            }

            fn read(parts: &mut CustomIdParts<'_>) -> Option<$Type> {
                parts.next()?.parse().ok()
            }
        }
    )+ };
}
plain!(
    u8, u32, u64, i64, String, AccountId, ChannelId, ServerId, DraftId, MatchId, SeasonId
);

impl CustomIdPart for WallMs {
    fn print(&self, parts: &mut Vec<String>) {
        self.0.print(parts);
    }

    fn read(parts: &mut CustomIdParts<'_>) -> Option<WallMs> {
        CustomIdPart::read(parts).map(WallMs)
    }
}

/// A value that may be left out at the end.
impl<T: CustomIdPart> CustomIdPart for Option<T> {
    fn print(&self, parts: &mut Vec<String>) {
        if let Some(part) = self {
            part.print(parts);
        }
    }

    fn read(parts: &mut CustomIdParts<'_>) -> Option<Option<T>> {
        match parts.clone().next() {
            Some(_) => Some(Some(T::read(parts)?)),
            None => Some(None),
        }
    }
}

/// Defines the steps of a control: each with the word that stands for it, the fields behind that in
/// their order, and the value that they stand for. A value without a word does not compile.
macro_rules! steps {
    ($(#[$about:meta])* $Type:ident: $(
        $(#[$doc:meta])* $Variant:ident $(($Inner:ty))? =
            $($word:literal $($field:ident)* $(=> ($($value:tt)+))?),+;
    )+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Type {
            $($(#[$doc])* $Variant $(($Inner))?,)+
        }

        impl CustomIdPart for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                match self {
                    $($($Type::$Variant $(($($value)+))? => {
                        parts.push($word.to_owned());
                        $(CustomIdPart::print($field, parts);)*
                    })+)+
                }
            }

            fn read(parts: &mut CustomIdParts<'_>) -> Option<$Type> {
                Some(match parts.next()? {
                    $($($word => {
                        $(let $field = CustomIdPart::read(parts)?;)*
                        $Type::$Variant $(($($value)+))?
                    })+)+
                    _ => return None,
                })
            }
        }

        #[cfg(test)]
        impl $Type {
            pub const WORDS: &[&str] = &[$($($word),+),+];
        }
    };
}
pub(super) use steps;

/// Defines the controls: each with the word that stands for it, the fields behind that in their
/// order, and what to know about it before it is carried out.
macro_rules! controls {
    ($(#[$about:meta])* $Type:ident: $(
        $(#[$doc:meta])* $word:literal $Variant:ident $({ $($field:ident: $Field:ty),+ })?
            => $needs:expr,
    )+) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $Type {
            $($(#[$doc])* $Variant $({ $($field: $Field),+ })?,)+
        }

        impl CustomIdPart for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                match self {
                    $($Type::$Variant $({ $($field),+ })? => {
                        parts.push($word.to_owned());
                        $($(CustomIdPart::print($field, parts);)+)?
                    })+
                }
            }

            fn read(parts: &mut CustomIdParts<'_>) -> Option<$Type> {
                Some(match parts.next()? {
                    $($word => $Type::$Variant $({ $($field: CustomIdPart::read(parts)?),+ })?,)+
                    _ => return None,
                })
            }
        }

        impl $Type {
            /// What to know about it before it is carried out.
            #[allow(unused_variables)]
            pub fn about(&self) -> About {
                match self {
                    $($Type::$Variant $({ $($field),+ })? => $needs,)+
                }
            }

            #[cfg(test)]
            pub const WORDS: &[&str] = &[$($word),+];
        }
    };
}
pub(super) use controls;
