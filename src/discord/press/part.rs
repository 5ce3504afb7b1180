//! How a control is written into its `custom_id` and read back, both ways from one list.

use crate::store::{DraftId, MatchId, SeasonId};

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
plain!(u8, u32, u64, i64, String);

/// Numbers of things in the store.
macro_rules! numbered {
    ($($Id:ident),+) => { $(
        impl CustomIdPart for $Id {
            fn print(&self, parts: &mut Vec<String>) {
                self.0.print(parts);
            }

            fn read(parts: &mut CustomIdParts<'_>) -> Option<$Id> {
                Some($Id(CustomIdPart::read(parts)?))
            }
        }
    )+ };
}
numbered!(MatchId, DraftId, SeasonId);

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

/// Each line is a word, the fields behind it in their order, and the value that they stand for.
/// A value without a line does not compile.
macro_rules! printed {
    ($Type:ident: $(
        $word:literal $($field:ident)* =>
            $Variant:ident $({ $($named:tt)+ })? $(( $($inner:tt)+ ))?,
    )+) => {
        impl $crate::discord::press::part::CustomIdPart for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                match self {
                    $($Type::$Variant $({ $($named)+ })? $(( $($inner)+ ))? => {
                        parts.push($word.to_owned());
                        $($crate::discord::press::part::CustomIdPart::print($field, parts);)*
                    })+
                }
            }

            fn read(parts: &mut $crate::discord::press::part::CustomIdParts<'_>) -> Option<$Type> {
                Some(match parts.next()? {
                    $($word => {
                        $(let $field = $crate::discord::press::part::CustomIdPart::read(parts)?;)*
                        $Type::$Variant $({ $($named)+ })? $(( $($inner)+ ))?
                    })+
                    _ => return None,
                })
            }
        }

        #[cfg(test)]
        impl $Type {
            pub const WORDS: &[&str] = &[$($word),+];
        }
    };
}
pub(super) use printed;
