//! What is learned, and what is not.

use std::ops::Range;

use crate::compare::Level;
use crate::ir::Named;

/// A fact that the spec gets.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// As in `Customer.points`.
    pub(super) subject: String,
    /// As in `json` → `integer`.
    pub(super) change: String,
    pub(super) target: Target,
    /// The share of exceptions that is not exceeded, in percent.
    pub(super) error_bound: f64,
}

/// Where a fact is written.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// The notation of a field.
    Notation {
        file: String,
        range: Range<usize>,
        text: String,
        /// Whether the type is another one than before.
        is_new_type: bool,
        /// The line of the field's name, and the name.
        line: String,
        name: String,
    },
    /// The key `observed` of a record.
    Contradiction {
        record: Named,
        field: String,
        text: String,
    },
    /// A value of an enum.
    Value {
        named: Named,
        value: String,
        text: String,
    },
}

/// A fact that the spec got.
#[derive(Clone, Debug)]
pub struct LearnedFact {
    /// The line in the changed spec: `spec/pos/v2/customer.yaml:17`.
    pub line: String,
    /// What it is about: `Customer.points`.
    pub subject: String,
    /// What changed: "`json` → `integer`, 4183 of 4183 at 7 venues since 2026-10".
    pub change: String,
    /// The highest level of the change for those who depend on the crates, those of records that
    /// inherit the field included.
    pub level: Level,
    /// The records of other APIs that inherit the field, as in `pos-v1.Customer`.
    pub inherited_by: Vec<String>,
    /// Whether it contradicts the documents: its exceptions are as documented.
    pub is_contradiction: bool,
    /// The share of exceptions that is not exceeded with a probability of 95 %, in percent.
    pub error_bound: f64,
}

/// What was observed but is not written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unlearned {
    /// The line in the spec; empty if it has none.
    pub line: String,
    /// What it is about.
    pub subject: String,
    /// What was observed, and what is missing.
    pub reason: String,
}
