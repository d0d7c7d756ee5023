//! Docs of fields and parameters.
//!
//! The first line is the meaning, or else a constraint; rustdoc shows the type. A field of which the
//! documents show nothing but name and type has no docs.

use crate::emit::prose;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::markdown::{code, escape_markdown};
use crate::ir;
use crate::ir::{Field, Mark, Scalar, Type, Unit};

/// The docs of a field of a record: its default is also a method.
pub(crate) fn record_field(field: &Field) -> Docs {
    docs(field, None, wire_name(field), field.default.is_some())
}

/// The docs of a field of a request body.
pub(crate) fn body_field(field: &Field) -> Docs {
    docs(field, None, wire_name(field), false)
}

/// The docs of a parameter: they name its place, such as `Path parameter`, if its name is not that of the Rust field.
pub(crate) fn parameter(field: &Field, place: &str) -> Docs {
    let name = wire_name(field).map(|_| format!("{place} {}.", code(&field.wire)));
    match &field.doc {
        None => docs(field, name, None, false),
        Some(_) => docs(field, None, name, false),
    }
}

/// The meaning, the form, behavior, what is undocumented. `summary` replaces a missing meaning, `name`
/// is the last fact.
fn docs(
    field: &Field,
    summary: Option<String>,
    name: Option<String>,
    has_default_method: bool,
) -> Docs {
    let mut docs = Docs::default();
    if let Some(doc) = &field.doc {
        docs.prose(doc);
    }
    let mut facts: Vec<String> = summary.into_iter().collect();
    facts.extend(constraints(field, has_default_method));
    facts.extend(name);
    let marks = Mark::ALL.iter().filter(|mark| field.has(**mark));
    let sentences = marks.filter_map(|mark| mark.row().sentence);
    facts.extend(sentences.map(str::to_owned));
    if !facts.is_empty() {
        docs.markdown(&facts.join(" "));
    }
    if !docs.is_empty() {
        docs.end_summary();
    }
    for detail in prose::details(&field.notes, &field.open_questions) {
        docs.markdown(&detail);
    }
    docs
}

/// Constraints and the format, as sentences, as far as the Rust type does not show them.
fn constraints(field: &Field, has_default_method: bool) -> Vec<String> {
    let mut facts = Vec::new();
    match (field.max, &field.ty) {
        (Some(max), Type::Scalar(scalar)) if scalar.is_integer() => {
            facts.push(format!("At most {max}."))
        }
        (Some(max), _) => facts.push(format!("At most {max} characters.")),
        (None, _) => {}
    }
    match &field.unit {
        Some(Unit::Known(unit)) => facts.push(format!("In {}.", escape_markdown(unit))),
        Some(Unit::Unknown) => facts.push("The unit is not documented.".to_owned()),
        None => {}
    }
    match &field.ty {
        Type::Scalar(Scalar::Time) => {
            facts.push("A time of day whose format is not documented.".to_owned())
        }
        Type::Scalar(Scalar::Json) => facts.push("The type is not documented.".to_owned()),
        _ => {}
    }
    if field.documented_as == Some("float") {
        facts.push("Documented as a float.".to_owned());
    }
    if let Some(default) = &field.default {
        let default = default_text(default);
        let name = field.rust.trim_end_matches('_');
        facts.push(match has_default_method {
            true => format!("Defaults to [{default}](Self::{name}_or_default)."),
            false => format!("Defaults to {default}."),
        });
    }
    if !field.aliases.is_empty() {
        let names: Vec<String> = field.aliases.iter().map(|name| code(name)).collect();
        facts.push(format!("Also read from {}.", names.join(", ")));
    }
    facts
}

/// The name on the wire, if it is not that of the Rust field.
fn wire_name(field: &Field) -> Option<String> {
    (field.wire != field.rust.trim_end_matches('_'))
        .then(|| format!("{} on the wire.", code(&field.wire)))
}

fn default_text(default: &ir::Default) -> String {
    match default {
        ir::Default::Text(text) if text.is_empty() => "the empty string".to_owned(),
        ir::Default::Text(text) | ir::Default::Decimal(text) | ir::Default::Variant(text, _) => {
            code(text)
        }
        ir::Default::Integer(number) => code(&number.to_string()),
        ir::Default::Boolean(flag) => code(&flag.to_string()),
    }
}
