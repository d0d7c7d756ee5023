//! Open enums.

use crate::language::{self, Entry, Spanned, ValueOrDoc};
use crate::lower::context::{Context, FileScope};
use crate::{ir, names};

/// The variant of an enum's value.
pub(crate) fn variant_name(entry: &Entry<Option<ValueOrDoc>>) -> Result<String, String> {
    let renamed = match &entry.value {
        Some(ValueOrDoc::Long(long)) => long.rename.as_deref(),
        _ => None,
    };
    names::variant(renamed.unwrap_or(entry.name()))
}

pub(crate) fn enumeration(
    context: &mut Context<'_>,
    scope: FileScope<'_>,
    entry: &Entry<language::Enum>,
) -> ir::Enum {
    let (name, decl) = (entry.name(), &entry.value);
    let values = values(context, decl);
    if decl.values.is_empty() {
        context.error(
            entry.span(),
            format!("missing values in enum `{name}`"),
            "no values",
            "make the field a `string` if the documents list none",
        );
    }
    ir::Enum {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        values,
        case_insensitive: decl.case_insensitive,
        notes: decl.notes.clone(),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    }
}

/// The values with distinct variants; others are reported.
fn values(context: &mut Context<'_>, decl: &language::Enum) -> Vec<ir::Value> {
    let mut values: Vec<ir::Value> = Vec::new();
    for entry in &decl.values {
        let text = entry.name();
        if is_unquoted_number(&entry.key) {
            context.error(
                entry.span(),
                format!("number `{text}` as the value of an enum"),
                "not a string",
                format!("quote it if it is sent as a string: `\"{text}\"`; enums of numbers are not supported, make the field an `integer`"),
            );
            continue;
        }
        let rust = match variant_name(entry) {
            Ok(rust) => rust,
            Err(wrong) => {
                context.error(
                    entry.span(),
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
            context.error(
                entry.span(),
                format!(
                    "the variant `{rust}` is defined multiple times: `{}` and `{text}`",
                    earlier.text
                ),
                "redefined here",
                "rename one of them with `rename`, or remove it",
            );
            continue;
        }
        let doc = match &entry.value {
            Some(ValueOrDoc::Doc(doc)) => Some(doc.clone()),
            Some(ValueOrDoc::Long(long)) => long.doc.clone(),
            None => None,
        };
        let deprecated = match &entry.value {
            Some(ValueOrDoc::Long(long)) => long.deprecated.as_ref(),
            _ => None,
        };
        values.push(ir::Value {
            text: text.to_owned(),
            rust,
            doc,
            deprecated: ir::Deprecation::from_key(deprecated),
            span: entry.span().clone(),
        });
    }
    values
}

/// Whether a key is a number in the file: a quoted one is longer than its text.
fn is_unquoted_number(key: &Spanned<String>) -> bool {
    key.span.range.len() == key.len() && key.parse::<i64>().is_ok()
}
