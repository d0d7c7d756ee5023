//! Request bodies.

use crate::ir::Presence;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;
use crate::lower::field_names;
use crate::lower::inherit::{check_without, own_and_inherited_fields};
use crate::lower::open_questions::open_questions;
use crate::{ir, language};

pub(crate) fn body(
    context: &mut Context<'_>,
    package: usize,
    source: &str,
    name: &str,
    decl: &language::Body,
    entry: &Entry,
) -> ir::Body {
    let mut fields = own_and_inherited_fields(
        context,
        package,
        name,
        FieldContext::Request,
        &mut Vec::new(),
    );
    fields.retain(|field| !field.readonly);
    for field in &mut fields {
        if decl.update && field.presence == Presence::Optional {
            field.presence = Presence::Nullable;
        }
        // What is sent is never of an inferred form: a text goes as a text.
        field.string_or_number = false;
        field.also_us_date = false;
    }
    field_names::check_names(context, &fields);
    check_without(context, &decl.omit, decl.extends.as_deref(), entry);
    let expected = fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .count();
    let optional = fields
        .iter()
        .any(|field| matches!(field.presence, Presence::Optional | Presence::Nullable));
    if expected > 3 && optional {
        context.diagnostics.error(
            &entry.span,
            format!("{expected} required fields beside optional ones in body `{name}`"),
            "more than three required fields",
            "`new` takes at most three; move the others to a body of their own".to_owned(),
        );
    }
    ir::Body {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
        fields,
        update: decl.update,
        notes: decl.notes.clone(),
        open_questions: open_questions(&entry.value, &decl.unknowns, &decl.conflicts),
        span: entry.span.clone(),
    }
}
