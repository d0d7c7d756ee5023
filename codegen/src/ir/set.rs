//! How the IR serializes as data: members of a set by what identifies them, names and types as texts.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ir::{
    Auth, ClientValue, Conflict, Default, Echo, EntryPoint, Environment, ErrorBody, Field, Mark,
    Named, PathTemplate, Presence, ResponseField, Route, Status, Type, Unit, Value,
};
use crate::language::{Marks, Spanned};
use crate::source::Span;

/// Something that its key identifies among others: where it stands has no meaning.
pub(crate) trait Member {
    fn key(&self) -> String;

    /// What there is to say of it beside its key.
    fn value(&self) -> impl Serialize;
}

/// The key of a node's place, which is no part of its value.
pub(crate) const SPAN: &str = "span";

/// The key that tells the map of a set from that of a struct.
pub(crate) const SET: &str = "*";

/// Serializes members as a map from key to member; nothing, if there are none.
pub(crate) fn set<T: Member, S: Serializer>(
    members: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if members.is_empty() {
        return serializer.serialize_unit();
    }
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry(SET, &true)?;
    for member in members {
        map.serialize_entry(&member.key(), &member.value())?;
    }
    map.end()
}

macro_rules! members {
    ($($member:ty: $key:ident),+ $(,)?) => {$(
        impl Member for $member {
            fn key(&self) -> String {
                self.$key.to_string()
            }

            fn value(&self) -> impl Serialize {
                self
            }
        }
    )+};
}

members! {
    Auth: name,
    ClientValue: name,
    Echo: request,
    EntryPoint: path,
    Environment: name,
    ErrorBody: name,
    Field: wire,
    Route: rust,
    Status: code,
    Value: text,
}

/// Members that are their keys.
macro_rules! keys {
    ($($member:ty: $key:ident),+) => {$(
        impl Member for $member {
            fn key(&self) -> String {
                self.$key()
            }

            fn value(&self) -> impl Serialize {
                true
            }
        }
    )+};
}

keys!(String: clone, u16: to_string, ResponseField: dotted);

impl Member for Spanned<String> {
    fn key(&self) -> String {
        self.value.clone()
    }

    fn value(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Place<'s> {
            span: &'s Span,
        }
        Place { span: &self.span }
    }
}

impl Member for Spanned<Conflict> {
    fn key(&self) -> String {
        self.says.clone()
    }

    fn value(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Stated<'s> {
            but: &'s str,
            so: &'s str,
            span: &'s Span,
        }
        Stated {
            but: &self.but,
            so: &self.so,
            span: &self.span,
        }
    }
}

macro_rules! pairs {
    ($($value:ty),+) => {$(
        impl Member for (String, $value) {
            fn key(&self) -> String {
                self.0.clone()
            }

            fn value(&self) -> impl Serialize {
                &self.1
            }
        }
    )+};
}

pairs!(PathTemplate, String, Vec<String>);

/// Texts.
macro_rules! texts {
    ($($ty:ty: $text:expr),+ $(,)?) => {$(
        impl Serialize for $ty {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text: fn(&Self) -> String = $text;
                serializer.serialize_str(&text(self))
            }
        }
    )+};
}

texts! {
    Default: |default| match default {
        Default::Text(text) => format!("\"{text}\""),
        default => default.text(),
    },
    Named: |named| named.name.clone(),
    PathTemplate: ToString::to_string,
    Presence: |presence| match presence {
        Presence::Required => "required".to_owned(),
        Presence::Optional => "optional".to_owned(),
        Presence::Nullable => "nullable".to_owned(),
        Presence::FromClient(name) => format!("from_client({name})"),
        Presence::Environment => "from_client(environment)".to_owned(),
        Presence::Constant(text) => format!("constant({text})"),
    },
    ResponseField: ResponseField::dotted,
    Span: |span| format!("{}:{}", span.file, span.range.start),
    Type: ToString::to_string,
    Unit: |unit| unit.word().to_owned(),
}

/// The flags: other fields of the IR say what the rest of the marks do.
impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flags = Mark::ALL
            .iter()
            .filter(|mark| self.has(**mark) && mark.row().is_flag);
        let words: Vec<String> = flags.map(|mark| mark.row().word.to_owned()).collect();
        set(&words, serializer)
    }
}
