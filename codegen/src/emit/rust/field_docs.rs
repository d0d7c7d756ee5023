//! Docs of fields and parameters.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::markdown::{code, escape_markdown};
use crate::ir;
use crate::ir::{Field, Mark, Presence, Type, Unit};

/// The docs of a field: its meaning, its form, where it is shown, what is open.
pub(crate) fn field(field: &Field, models: &str, accessor: bool) -> Docs {
    let mut docs = Docs::default();
    if let Some(doc) = &field.doc {
        docs.prose(doc);
    }
    docs.markdown(&type_line(field, models, accessor));
    for note in &field.notes {
        docs.prose(note);
    }
    docs.open_questions(&field.open_questions);
    docs
}

/// The form of a field: its type and what restricts it, then where the documents show it.
fn type_line(field: &Field, models: &str, accessor: bool) -> String {
    let mut form = type_words(&field.ty, field.documented_as, models);
    let mut add = |text: String| form.push_str(&text);
    match (field.max, &field.ty) {
        (Some(max), Type::Integer { .. } | Type::Count) => add(format!(", at most {max}")),
        (Some(max), _) => add(format!(", at most {max} characters")),
        (None, _) => {}
    }
    if field.has(Mark::AlsoUsDate) {
        add(", also read as `MM/DD/YYYY`".to_owned());
    }
    if field.has(Mark::DocumentedRequired) {
        add(", documented as required".to_owned());
    }
    if let Some(default) = &field.default {
        let text = default_text(default);
        let name = field.rust.trim_end_matches('_');
        add(match accessor {
            true => format!(", [default](Self::{name}_or_default) {text}"),
            false => format!(", default {text}"),
        });
    }
    match &field.unit {
        Some(Unit::Known(unit)) => add(format!(", in {}", escape_markdown(unit))),
        Some(Unit::Unknown) => add(", unit undocumented".to_owned()),
        None => {}
    }
    if !field.aliases.is_empty() {
        let names: Vec<String> = field.aliases.iter().map(|name| code(name)).collect();
        add(format!(", alias {}", names.join(", ")));
    }
    if field.presence == Presence::Nullable {
        add(", optional or null".to_owned());
    }
    let marks = [
        (
            field.has(Mark::Strict),
            " Strict: a value of another type is an error.",
        ),
        (
            field.has(Mark::Envelope),
            " Part of the envelope: required.",
        ),
        (field.has(Mark::Secret), " Secret."),
        (field.has(Mark::Pii), " Personal data."),
    ];
    add(".".to_owned());
    for (applies, text) in marks {
        if applies {
            add(text.to_owned());
        }
    }
    if let Some(evidence) = evidence(field) {
        let end = if field.has(Mark::Inferred) {
            "; type inferred."
        } else {
            "."
        };
        add(format!(" In the {evidence}{end}"));
    }
    form
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

/// Where the documents show a field, unless its type is in a field list.
fn evidence(field: &Field) -> Option<&'static str> {
    let evidence = field.evidence;
    match (evidence.list, evidence.example, evidence.seen) {
        (true, true, _) => Some("field list and list example"),
        (true, false, _) if field.has(Mark::Inferred) => Some("field list"),
        (true, false, _) => None,
        (false, true, _) => Some("list example"),
        (false, false, true) => Some("message example"),
        (false, false, false) => None,
    }
}

/// A type in words, as the beginning of a sentence; `models` is the path of named types.
fn type_words(ty: &Type, documented_as: Option<&str>, models: &str) -> String {
    match ty {
        Type::Text if documented_as.is_some() => "Long string".to_owned(),
        Type::Text => "String".to_owned(),
        Type::Integer { bits: 32 } => "32-bit integer".to_owned(),
        Type::Integer { .. } => "Integer".to_owned(),
        Type::Count => "Count".to_owned(),
        Type::Decimal => match documented_as {
            None | Some("decimal") => "Decimal number".to_owned(),
            Some(word) => format!("Decimal number (`{word}`)"),
        },
        Type::Boolean => "Boolean".to_owned(),
        Type::Date => "Date, `YYYY-MM-DD`".to_owned(),
        Type::DateTime => "Date and time, ISO 8601 with offset".to_owned(),
        Type::LocalDateTime => "Date and time without offset".to_owned(),
        Type::Time => "Time of day, format undocumented".to_owned(),
        Type::Json => "JSON, type undocumented".to_owned(),
        Type::IntegerOrText => "Integer or string".to_owned(),
        Type::List(inner) => format!(
            "List: {}",
            lowercase_first(type_words(inner, documented_as, models))
        ),
        Type::Map(inner) => format!(
            "Map: {}",
            lowercase_first(type_words(inner, documented_as, models))
        ),
        Type::Named(named) => format!("[`{0}`]({models}::{0})", named.name),
    }
}

fn lowercase_first(text: String) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        // An abbreviation stays as it is.
        (_, Some(second)) if second.is_uppercase() => text,
        (Some(first), _) => first.to_lowercase().chain(characters).collect(),
        (None, _) => text,
    }
}
