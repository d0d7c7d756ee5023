//! Implementations of [`ToWire`] for scalars and containers.

use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::json::value::Json;
use crate::record::traits::{ToWire, WireList, WireMap, WireValue};
use crate::types::date::Date;
use crate::types::date::local_date_time::LocalDateTime;
use crate::types::date::timestamp::Timestamp;
use crate::types::id::Id;
use crate::types::secret::Secret;

impl<T: ToWire> ToWire for Option<T> {
    fn to_wire(&self) -> WireValue<'_> {
        match self {
            Some(value) => value.to_wire(),
            None => WireValue::Absent,
        }
    }

    fn is_composite(&self) -> bool {
        self.as_ref().is_some_and(ToWire::is_composite)
    }

    fn is_omitted(&self) -> bool {
        self.is_none()
    }
}

impl<T: ToWire> ToWire for Box<T> {
    fn to_wire(&self) -> WireValue<'_> {
        (**self).to_wire()
    }
}

impl<T: ToWire + ?Sized> ToWire for &T {
    fn to_wire(&self) -> WireValue<'_> {
        (**self).to_wire()
    }

    fn is_omitted(&self) -> bool {
        (**self).is_omitted()
    }
}

impl<T: ToWire> ToWire for Vec<T> {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::List(self)
    }

    fn is_composite(&self) -> bool {
        for item in self {
            if item.is_composite() {
                return true;
            }
        }
        false
    }

    fn is_omitted(&self) -> bool {
        self.is_empty()
    }
}

impl<T: ToWire> WireList for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> WireValue<'_> {
        self.get(index).map_or(WireValue::Absent, ToWire::to_wire)
    }
}

impl<T: ToWire> ToWire for BTreeMap<String, T> {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::Map(self)
    }

    fn is_composite(&self) -> bool {
        self.values().any(ToWire::is_composite)
    }

    fn is_omitted(&self) -> bool {
        self.is_empty()
    }
}

impl<T: ToWire> WireMap for BTreeMap<String, T> {
    fn contains_key(&self, key: &str) -> bool {
        self.contains_key(key)
    }

    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>)) {
        for (key, value) in self {
            f(key, value.to_wire());
        }
    }
}

macro_rules! to_wire {
    ($($type:ty => |$value:ident| $wire:expr;)*) => {$(
        impl ToWire for $type {
            fn to_wire(&self) -> WireValue<'_> {
                let $value = self;
                $wire
            }

            fn is_composite(&self) -> bool {
                false
            }
        }
    )*};
}

to_wire! {
    bool => |value| WireValue::Bool(*value);
    i32 => |value| WireValue::Integer(i64::from(*value));
    i64 => |value| WireValue::Integer(*value);
    u16 => |value| WireValue::Integer(i64::from(*value));
    u32 => |value| WireValue::Integer(i64::from(*value));
    u64 => |value| match i64::try_from(*value) {
        Ok(integer) => WireValue::Integer(integer),
        Err(_) => WireValue::Number(Cow::Owned(value.to_string())),
    };
    str => |value| WireValue::String(Cow::Borrowed(value));
    String => |value| WireValue::String(Cow::Borrowed(value));
    Secret => |value| WireValue::Secret(value.expose());
    Decimal => |value| WireValue::Number(Cow::Owned(value.to_string()));
    Date => |value| WireValue::String(Cow::Owned(value.to_string()));
    LocalDateTime => |value| WireValue::String(Cow::Owned(value.to_string()));
    Timestamp => |value| WireValue::String(Cow::Owned(value.in_records().to_string()));
    Json => |value| WireValue::Json(value.as_str());
    Id => |value| match value {
        Id::Integer(integer) => WireValue::Integer(*integer),
        Id::Text(text) => WireValue::String(Cow::Borrowed(text)),
    };
}
