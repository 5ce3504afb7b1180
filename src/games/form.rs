//! Whether what was given has the form of what is written for it, held side by side without writing
//! it down.

use std::fmt::{self, Display};

use serde::ser::{self, Impossible, Serialize, Serializer};
use serde_json::{Map, Number, Value};

/// Holds an object against what is written for it. Each value has to stand there: the same, or an
/// object with some of the same keys. Numbers may be written in several ways.
///
/// # Errors
/// The first of the keys, in their order, that has another value.
pub fn hold(given: &Map<String, Value>, written: &impl Serialize) -> Result<(), Differs> {
    written.serialize(Beside::Object(given))
}

/// That a value is not what is written, by the key if it is an object's.
#[derive(Debug, PartialEq, Eq)]
pub struct Differs(pub Option<String>);

impl Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the form that is written")
    }
}

impl std::error::Error for Differs {}

impl ser::Error for Differs {
    fn custom<T: Display>(_message: T) -> Differs {
        Differs(None)
    }
}

fn same(same: bool) -> Result<(), Differs> {
    if same { Ok(()) } else { Err(Differs(None)) }
}

/// Takes what is written beside what was given: an object, or some value.
enum Beside<'a> {
    Object(&'a Map<String, Value>),
    Value(&'a Value),
}

impl<'a> Beside<'a> {
    fn object(self) -> Result<Keyed<'a>, Differs> {
        let given = match self {
            Beside::Object(given) => Some(given),
            Beside::Value(value) => value.as_object(),
        };
        Ok(Keyed {
            given: given.ok_or(Differs(None))?,
            found: 0,
            other: None,
            next: None,
        })
    }

    /// What is no object.
    fn value(self) -> Result<&'a Value, Differs> {
        match self {
            Beside::Value(value) => Ok(value),
            Beside::Object(_) => Err(Differs(None)),
        }
    }

    fn number(self, written: impl Into<Number>) -> Result<(), Differs> {
        let written = written.into();
        let Value::Number(given) = self.value()? else {
            return Err(Differs(None));
        };
        same(*given == written || given.as_f64() == written.as_f64())
    }
}

/// A list's values, those that are still to come.
struct Listed<'a>(std::slice::Iter<'a, Value>);

/// An object, with how many of its keys were written so far, and the first whose value was another.
struct Keyed<'a> {
    given: &'a Map<String, Value>,
    found: usize,
    other: Option<String>,
    /// The key whose value comes next.
    next: Option<String>,
}

impl Keyed<'_> {
    fn field(&mut self, key: &str, written: &(impl Serialize + ?Sized)) {
        let Some(given) = self.given.get(key) else {
            return;
        };
        self.found += 1;
        let differs = written.serialize(Beside::Value(given)).is_err();
        if differs && self.other.as_deref().is_none_or(|other| key < other) {
            self.other = Some(key.to_owned());
        }
    }

    fn ended(self) -> Result<(), Differs> {
        match self.other {
            Some(key) => Err(Differs(Some(key))),
            None => same(self.found == self.given.len()),
        }
    }
}

impl<'a> Serializer for Beside<'a> {
    type Ok = ();
    type Error = Differs;
    type SerializeSeq = Listed<'a>;
    type SerializeTuple = Listed<'a>;
    type SerializeMap = Keyed<'a>;
    type SerializeStruct = Keyed<'a>;
    // Options have none of these.
    type SerializeTupleStruct = Impossible<(), Differs>;
    type SerializeTupleVariant = Impossible<(), Differs>;
    type SerializeStructVariant = Impossible<(), Differs>;

    fn serialize_bool(self, written: bool) -> Result<(), Differs> {
        same(*self.value()? == written)
    }

    fn serialize_i8(self, written: i8) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_i16(self, written: i16) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_i32(self, written: i32) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_i64(self, written: i64) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_u8(self, written: u8) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_u16(self, written: u16) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_u32(self, written: u32) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_u64(self, written: u64) -> Result<(), Differs> {
        self.number(written)
    }

    fn serialize_f32(self, written: f32) -> Result<(), Differs> {
        self.serialize_f64(written.into())
    }

    fn serialize_f64(self, written: f64) -> Result<(), Differs> {
        self.number(Number::from_f64(written).ok_or(Differs(None))?)
    }

    fn serialize_char(self, written: char) -> Result<(), Differs> {
        self.serialize_str(written.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, written: &str) -> Result<(), Differs> {
        same(*self.value()? == *written)
    }

    fn serialize_bytes(self, _written: &[u8]) -> Result<(), Differs> {
        Err(Differs(None))
    }

    fn serialize_none(self) -> Result<(), Differs> {
        same(self.value()?.is_null())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, written: &T) -> Result<(), Differs> {
        written.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Differs> {
        same(self.value()?.is_null())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Differs> {
        same(self.value()?.is_null())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Differs> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        written: &T,
    ) -> Result<(), Differs> {
        written.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _written: &T,
    ) -> Result<(), Differs> {
        Err(Differs(None))
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Listed<'a>, Differs> {
        let given = self.value()?.as_array().ok_or(Differs(None))?;
        Ok(Listed(given.iter()))
    }

    fn serialize_tuple(self, length: usize) -> Result<Listed<'a>, Differs> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Impossible<(), Differs>, Differs> {
        Err(Differs(None))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Impossible<(), Differs>, Differs> {
        Err(Differs(None))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Keyed<'a>, Differs> {
        self.object()
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Keyed<'a>, Differs> {
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Impossible<(), Differs>, Differs> {
        Err(Differs(None))
    }
}

impl ser::SerializeSeq for Listed<'_> {
    type Ok = ();
    type Error = Differs;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, written: &T) -> Result<(), Differs> {
        written.serialize(Beside::Value(self.0.next().ok_or(Differs(None))?))
    }

    fn end(mut self) -> Result<(), Differs> {
        same(self.0.next().is_none())
    }
}

impl ser::SerializeTuple for Listed<'_> {
    type Ok = ();
    type Error = Differs;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, written: &T) -> Result<(), Differs> {
        ser::SerializeSeq::serialize_element(self, written)
    }

    fn end(self) -> Result<(), Differs> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeMap for Keyed<'_> {
    type Ok = ();
    type Error = Differs;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Differs> {
        self.next = match serde_json::to_value(key) {
            Ok(Value::String(key)) => Some(key),
            _ => return Err(Differs(None)),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, written: &T) -> Result<(), Differs> {
        if let Some(key) = self.next.take() {
            self.field(&key, written);
        }
        Ok(())
    }

    fn end(self) -> Result<(), Differs> {
        self.ended()
    }
}

impl ser::SerializeStruct for Keyed<'_> {
    type Ok = ();
    type Error = Differs;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        written: &T,
    ) -> Result<(), Differs> {
        self.field(key, written);
        Ok(())
    }

    fn end(self) -> Result<(), Differs> {
        self.ended()
    }
}
