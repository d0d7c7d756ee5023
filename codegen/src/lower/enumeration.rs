//! Open enums.

use crate::language::ValueOrDoc;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::open_questions::open_questions;
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
    decl: &language::Enum,
    entry: &Entry,
) -> ir::Enum {
    let values = values(context, decl, entry);
    if decl.values.is_empty() {
        context.diagnostics.error(
            &entry.span,
            format!("missing values in enum `{name}`"),
            "no values",
            "make the field a `string` if the documents list none".to_owned(),
        );
    }
    let mut open_questions = open_questions(&entry.value, &decl.unknowns, &decl.conflicts);
    if decl.transitions.is_some() {
        let span = entry.value.span_of("transitions").clone();
        open_questions
            .unknowns
            .push(("The transitions between these states.".to_owned(), span));
    }
    ir::Enum {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
        values,
        case_insensitive: decl.case_insensitive,
        notes: decl.notes.clone(),
        open_questions,
        span: entry.span.clone(),
    }
}

/// The values with distinct variants; others are reported.
fn values(context: &mut Context<'_>, decl: &language::Enum, entry: &Entry) -> Vec<ir::Value> {
    let mut values: Vec<ir::Value> = Vec::new();
    for (text, value, entry) in each(&decl.values, &entry.value, "values") {
        let rust = match variant_name(text, value.as_ref()) {
            Ok(rust) => rust,
            Err(wrong) => {
                context.diagnostics.error(
                    &entry.span,
                    wrong,
                    "not a Rust variant",
                    format!("rename it: `\"{text}\": {{ doc: …, rename: Name }}`"),
                );
                continue;
            }
        };
        let same = |known: &&ir::Value| {
            known.rust == rust || (decl.case_insensitive && known.text.eq_ignore_ascii_case(text))
        };
        if let Some(earlier) = values.iter().find(same) {
            context.diagnostics.error(
                &entry.span,
                format!(
                    "the variant `{rust}` is defined multiple times: `{}` and `{text}`",
                    earlier.text
                ),
                "redefined here",
                "rename one of them with `rename`, or remove it".to_owned(),
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
    values
}
