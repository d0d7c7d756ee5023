//! Fields and their types.

use crate::ir::{OpenQuestions, Type};
use crate::source::Span;

/// A field or a parameter.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name on the wire.
    pub wire: String,
    /// Other names of the same field on the wire.
    pub aliases: Vec<String>,
    /// Its name in Rust.
    pub rust: String,
    /// Its type.
    pub ty: Type,
    /// The documented maximum number of characters.
    pub max: Option<u64>,
    /// The documented default.
    pub default: Option<Default>,
    /// The unit of a number.
    pub unit: Option<Unit>,
    /// Where the documents show it.
    pub evidence: Evidence,
    /// Marked required in the documents.
    pub documented_required: bool,
    /// Never sent.
    pub readonly: bool,
    /// A credential.
    pub secret: bool,
    /// Personal data.
    pub pii: bool,
    /// The documents give a name only.
    pub inferred: bool,
    /// A text that may come as a number.
    pub string_or_number: bool,
    /// An amount whose misshapen value is an error.
    pub strict: bool,
    /// Part of an envelope.
    pub envelope: bool,
    /// A date that is also read month first.
    pub also_us_date: bool,
    /// A boolean that may be sent as 1, too.
    pub accepts_1: bool,
    /// How it is sent.
    pub presence: Presence,
    /// What it is.
    pub doc: Option<String>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

/// Where the documents show a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// In the record list.
    pub list: bool,
    /// In a list example.
    pub example: bool,
    /// In an example of a request or response only.
    pub seen: bool,
}

/// The unit of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The documents give none.
    Unknown,
    /// The documents give this one.
    Known(String),
}

/// How a field is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The operation makes no sense without it.
    Required,
    /// Left out, or set.
    Optional,
    /// Left out, set, or an explicit null.
    Nullable,
    /// FromClient in by the client from one of its values.
    FromClient(String),
    /// Always this text.
    Constant(String),
}

/// A documented default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// A text.
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

impl Field {
    /// An optional field without marks, as the generator itself adds to what is described.
    pub(crate) fn plain(wire: &str, rust: String, ty: Type, span: &Span) -> Self {
        Self {
            wire: wire.to_owned(),
            aliases: Vec::new(),
            rust,
            ty,
            max: None,
            default: None,
            unit: None,
            evidence: Evidence {
                list: true,
                ..Evidence::default()
            },
            documented_required: false,
            readonly: false,
            secret: false,
            pii: false,
            inferred: false,
            string_or_number: false,
            strict: false,
            envelope: false,
            also_us_date: false,
            accepts_1: false,
            presence: Presence::Optional,
            doc: None,
            notes: Vec::new(),
            open_questions: OpenQuestions::default(),
            span: span.clone(),
        }
    }
}
