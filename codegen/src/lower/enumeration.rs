//! Open enums.

use crate::language::ValueOrDoc;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::open_questions::doubts;
use crate::{ir, language, names};

/// The variant of an enum's value.
pub(crate) fn variant_name(text: &str, value: Option<&ValueOrDoc>) -> Result<String, String> {
    match value {
        Some(ValueOrDoc::Long(long)) => names::variant(long.rust_name.as_deref().unwrap_or(text)),
        _ => names::variant(text),
    }
}

pub(crate) fn enumeration(
    context: &mut Context<'_>,
    source: &str,
    name: &str,
    one: &language::Enum,
    entry: &Entry,
) -> ir::Enum {
    let mut values: Vec<ir::Value> = Vec::new();
    for (text, value, at) in each(&one.values, &entry.value, "values") {
        let rust = match variant_name(text, value.as_ref()) {
            Ok(rust) => rust,
            Err(wrong) => {
                context.mistakes.add(
                    &at.place,
                    wrong,
                    "makes no variant",
                    format!("name it: `\"{text}\": {{ doc: …, rename: Name }}`"),
                );
                continue;
            }
        };
        let same = |known: &&ir::Value| {
            known.rust == rust || (one.case_insensitive && known.text.eq_ignore_ascii_case(text))
        };
        if let Some(earlier) = values.iter().find(same) {
            context.mistakes.add(
                &at.place,
                format!("`{}` and `{text}` make one variant, `{rust}`", earlier.text),
                "the second of the two",
                "name one of them with `rename`, or remove it".to_owned(),
            );
            continue;
        }
        let doc = match value {
            Some(ValueOrDoc::Doc(doc)) => Some(doc.clone()),
            Some(ValueOrDoc::Long(long)) => long.doc.clone(),
            None => None,
        };
        values.push(ir::Value {
            text: text.to_owned(),
            rust,
            doc,
        });
    }
    if one.values.is_empty() {
        context.mistakes.add(
            &entry.place,
            format!("the enum `{name}` has no values"),
            "an enum lists the values that the documents show",
            "make the field a `string` if they show none".to_owned(),
        );
    }
    let mut doubts = doubts(&entry.value, &one.unknowns, &one.conflicts);
    if one.transitions.is_some() {
        let place = entry.value.place_of("transitions").clone();
        doubts
            .unknowns
            .push(("The transitions between these states.".to_owned(), place));
    }
    ir::Enum {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        values,
        any_case: one.case_insensitive,
        notes: one.notes.clone(),
        doubts,
        place: entry.place.clone(),
    }
}
