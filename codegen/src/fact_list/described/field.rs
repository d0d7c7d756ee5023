//! Statements about fields.

use super::Scope;
use crate::fact_list::statement::FieldStatement;
use crate::ir::{Default, Evidence, Field, Mark, Presence, QueryArray, Type, Unit};
use crate::names;
use crate::report::line_of;

/// Whose fields they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fields {
    OfRecord,
    OfRequest,
}

impl Scope<'_> {
    pub(super) fn fields(&self, fields: &[Field], owner: Fields) -> Vec<FieldStatement> {
        fields
            .iter()
            .map(|field| self.field(field, owner))
            .collect()
    }

    fn field(&self, field: &Field, owner: Fields) -> FieldStatement {
        let Field {
            wire,
            aliases,
            rust,
            ty,
            documented_as,
            max,
            default,
            example: _,
            unit,
            array,
            max_items,
            evidence,
            marks,
            presence,
            doc: _,
            deprecated,
            notes: _,
            open_questions,
            // Traffic showed it, and no document.
            observed: _,
            observed_in: _,
            span,
        } = field;
        let mut type_text = self.type_text(ty);
        if let Some(word) = documented_as {
            type_text = type_text.replace("string", word).replace("decimal", word);
        }
        if let Some(max) = max {
            // As in `list(string(15))`.
            let item = type_text.trim_end_matches(')').len();
            type_text.insert_str(item, &format!("({max})"));
        }
        let mut words: Vec<String> = Vec::new();
        // A string of inferred type may always be a number.
        let follows = |mark: Mark| mark == Mark::StringOrNumber && marks.has(Mark::Inferred);
        let set = Mark::ALL.iter().filter(|mark| marks.has(**mark));
        for mark in set.filter(|mark| !follows(**mark)) {
            words.extend(mark_word(*mark).map(str::to_owned));
        }
        words.extend(default.as_ref().map(|value| format!("={}", literal(value))));
        words.extend(unit.as_ref().map(|unit| match unit {
            Unit::Unknown => "unit(unknown)".to_owned(),
            Unit::Known(unit) => format!("unit({unit})"),
        }));
        words.extend(array.map(|array| match array {
            QueryArray::Repeated => "array(repeated)".to_owned(),
            QueryArray::Comma => "array(comma)".to_owned(),
            QueryArray::Brackets => "array(brackets)".to_owned(),
        }));
        words.extend(max_items.map(|count| format!("max_items({count})")));
        words.extend(aliases.iter().map(|alias| format!("alias({alias})")));
        if names::field(wire).as_ref() != Ok(rust) && !wire.contains('[') {
            words.push(format!("rename({rust})"));
        }
        if deprecated.is_some() {
            words.push("deprecated".to_owned());
        }
        words.extend(presence_word(presence));
        if !open_questions.unknowns.is_empty() {
            words.push("unknown".to_owned());
        }
        if !open_questions.conflicts.is_empty() {
            words.push("conflict".to_owned());
        }
        let Evidence {
            list,
            example,
            seen,
        } = evidence;
        let shown = [(list, "list"), (example, "example"), (seen, "message")];
        let evidence = match owner {
            Fields::OfRecord => shown
                .iter()
                .filter(|(is_shown, _)| **is_shown)
                .map(|(_, word)| *word)
                .collect(),
            Fields::OfRequest => Vec::new(),
        };
        FieldStatement {
            name: wire.clone(),
            ty: type_text,
            words,
            evidence,
            place: line_of(self.sources, span),
        }
    }

    pub(super) fn type_text(&self, ty: &Type) -> String {
        match ty {
            Type::Text => "string".to_owned(),
            Type::Integer { bits: 64 } => "integer".to_owned(),
            Type::Integer { bits } => format!("int{bits}"),
            Type::Count => "count".to_owned(),
            Type::Decimal => "decimal".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Date => "date".to_owned(),
            Type::DateTime => "datetime".to_owned(),
            Type::LocalDateTime => "local_datetime".to_owned(),
            Type::Time => "time".to_owned(),
            Type::Json => "json".to_owned(),
            Type::IntegerOrText => "integer|string".to_owned(),
            Type::List(inner) => format!("list({})", self.type_text(inner)),
            Type::Map(inner) => format!("map({})", self.type_text(inner)),
            Type::Named(named) => self.type_name(named),
        }
    }
}

/// The word of a mark that no other word of the field says.
fn mark_word(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::DocumentedRequired => Some("req"),
        Mark::Default
        | Mark::Deprecated
        | Mark::Unit
        | Mark::Alias
        | Mark::Rename
        | Mark::Required
        | Mark::Nullable
        | Mark::FromClient
        | Mark::Constant
        | Mark::Array
        | Mark::MaxItems
        | Mark::Observed => None,
        Mark::Readonly
        | Mark::Secret
        | Mark::Pii
        | Mark::Inferred
        | Mark::Documented
        | Mark::StringOrNumber
        | Mark::Strict
        | Mark::Envelope
        | Mark::AlsoUsDate
        | Mark::Accepts1 => Some(mark.row().word),
    }
}

fn literal(value: &Default) -> String {
    match value {
        Default::Text(text) if text.is_empty() => "\"\"".to_owned(),
        Default::Text(text) | Default::Variant(text, _) => text.clone(),
        Default::Integer(number) => number.to_string(),
        Default::Decimal(number) => number.clone(),
        Default::Boolean(value) => value.to_string(),
    }
}

fn presence_word(presence: &Presence) -> Option<String> {
    match presence {
        Presence::Required => Some("required".to_owned()),
        Presence::Optional => None,
        Presence::Nullable => Some("nullable".to_owned()),
        Presence::FromClient(value) => Some(format!("from_client({value})")),
        Presence::Environment => Some("from_client(environment)".to_owned()),
        Presence::Constant(value) => Some(format!("constant({value})")),
    }
}
