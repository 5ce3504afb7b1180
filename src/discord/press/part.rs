//! How a control is written into its `custom_id` and read back, both ways from one list.

use crate::store::{DraftId, MatchId, SeasonId};

/// The parts of a `custom_id`, between colons. There are at most four; a fourth may hold colons of
/// its own.
pub type Parts<'a> = std::str::SplitN<'a, char>;

pub fn written(of: &impl Part) -> String {
    let mut parts = Vec::new();
    of.print(&mut parts);
    parts.join(":")
}

/// None for what was not written here. What stands behind it is not looked at.
pub fn read<T: Part>(text: &str) -> Option<T> {
    T::read(&mut text.splitn(4, ':'))
}

/// What takes one part of a `custom_id`, or several.
pub trait Part: Sized {
    fn print(&self, parts: &mut Vec<String>);

    /// None for what was not printed here.
    fn read(parts: &mut Parts<'_>) -> Option<Self>;
}

/// What is one part as it is.
macro_rules! plain {
    ($($Type:ty),+) => { $(
        impl Part for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                parts.push(self.to_string());
            }

            fn read(parts: &mut Parts<'_>) -> Option<$Type> {
                parts.next()?.parse().ok()
            }
        }
    )+ };
}
plain!(u8, u32, u64, i64, String);

/// The number of something in the store.
macro_rules! numbered {
    ($($Id:ident),+) => { $(
        impl Part for $Id {
            fn print(&self, parts: &mut Vec<String>) {
                self.0.print(parts);
            }

            fn read(parts: &mut Parts<'_>) -> Option<$Id> {
                Some($Id(Part::read(parts)?))
            }
        }
    )+ };
}
numbered!(MatchId, DraftId, SeasonId);

/// What may be left out at the end.
impl<T: Part> Part for Option<T> {
    fn print(&self, parts: &mut Vec<String>) {
        if let Some(part) = self {
            part.print(parts);
        }
    }

    fn read(parts: &mut Parts<'_>) -> Option<Option<T>> {
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
        impl $crate::discord::press::part::Part for $Type {
            fn print(&self, parts: &mut Vec<String>) {
                match self {
                    $($Type::$Variant $({ $($named)+ })? $(( $($inner)+ ))? => {
                        parts.push($word.to_owned());
                        $($crate::discord::press::part::Part::print($field, parts);)*
                    })+
                }
            }

            fn read(parts: &mut $crate::discord::press::part::Parts<'_>) -> Option<$Type> {
                Some(match parts.next()? {
                    $($word => {
                        $(let $field = $crate::discord::press::part::Part::read(parts)?;)*
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
