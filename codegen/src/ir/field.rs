//! Fields and their types.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{Deprecation, OpenQuestions, Scalar, Type};
pub(crate) use crate::language::{Mark, Marks};
use crate::source::Span;

/// A field or a parameter.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Field {
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Other names of the same field on the wire.
    #[serde(serialize_with = "set")]
    pub(crate) aliases: Vec<String>,
    /// Its names on the wire in earlier versions.
    #[serde(serialize_with = "set")]
    pub(crate) was: Vec<String>,
    /// Its name in Rust.
    pub(crate) rust: String,
    #[serde(rename = "type")]
    pub(crate) ty: Type,
    /// The documents' word for the type, if they have several: `text` for a string; `decimal`,
    /// `float` or `number` for a decimal number.
    pub(crate) documented_as: Option<&'static str>,
    /// The documented maximum number of characters.
    pub(crate) max: Option<u64>,
    /// The documented default.
    pub(crate) default: Option<Default>,
    /// A value for examples.
    pub(crate) example: Option<Default>,
    /// The unit of a number.
    pub(crate) unit: Option<Unit>,
    /// Whether a list example of the documents shows it.
    pub(crate) is_in_example: bool,
    /// Its marks, those that follow from other marks included.
    pub(crate) marks: Marks,
    /// How it is sent.
    pub(crate) presence: Presence,
    pub(crate) doc: Option<String>,
    pub(crate) deprecated: Option<Deprecation>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

/// The unit of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Undocumented.
    Unknown,
    /// Documented.
    Known(String),
}

/// The client value that is another one for each write: by it, the service knows a repetition.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency_key";

/// How a field is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Required by `new`.
    Required,
    /// Unset, or set.
    Optional,
    /// Unset, set, or null.
    Nullable,
    /// Set by the client, from the client value of this name.
    FromClient(String),
    /// Set by the client, to the environment's name in the browser SDK.
    Environment,
    /// Always this string.
    Constant(String),
}

impl Presence {
    /// Whether it is the idempotency key of the write.
    pub(crate) fn is_idempotency_key(&self) -> bool {
        self.client_value() == Some(IDEMPOTENCY_KEY)
    }

    /// The name of the client value that it is set from.
    pub(crate) fn client_value(&self) -> Option<&str> {
        match self {
            Self::FromClient(name) => Some(name),
            Self::Environment => Some("environment"),
            _ => None,
        }
    }
}

/// A documented default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Default {
    Text(String),
    /// A whole number.
    Integer(i64),
    /// An exact number, as its text.
    Decimal(String),
    /// True or false.
    Boolean(bool),
    /// A value of an enum: its text and its variant.
    Variant(String, String),
}

impl Unit {
    /// The word in `unit(…)`.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::Unknown => "unknown",
            Self::Known(unit) => unit,
        }
    }
}

impl Default {
    /// As the documents write it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Decimal(text) | Self::Variant(text, _) => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Boolean(flag) => flag.to_string(),
        }
    }
}

impl Field {
    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// Its name in the documents' example, if there is one: what an example shows is sent, while the name in a record list may
    /// be another spelling.
    pub(crate) fn example_name(&self) -> &str {
        match self.aliases.first() {
            Some(alias) if self.is_in_example => alias,
            _ => &self.wire,
        }
    }

    /// The method that returns its value or its default, of a field of a record.
    pub(crate) fn default_method(&self) -> String {
        format!("{}_or_default", self.rust.trim_end_matches('_'))
    }

    /// Whether the documents leave the type open.
    pub(crate) fn is_untyped(&self) -> bool {
        let is_open = self.ty == Type::Scalar(Scalar::Json) && !self.has(Mark::Documented);
        // The documents state several types.
        let has_conflict = !self.open_questions.conflicts.is_empty();
        self.has(Mark::Inferred) || (is_open && !has_conflict)
    }

    /// An optional field without marks, as the generator itself adds to what is described.
    pub(crate) fn plain(wire: &str, rust: String, ty: Type, span: &Span) -> Self {
        Self {
            wire: wire.to_owned(),
            aliases: Vec::new(),
            was: Vec::new(),
            rust,
            ty,
            documented_as: None,
            max: None,
            default: None,
            example: None,
            unit: None,
            is_in_example: false,
            marks: Marks::default(),
            presence: Presence::Optional,
            doc: None,
            deprecated: None,
            notes: Vec::new(),
            open_questions: OpenQuestions::default(),
            span: span.clone(),
        }
    }
}
