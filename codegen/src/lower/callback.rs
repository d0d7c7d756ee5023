//! Callbacks, and the operations that confirm them.

use crate::ir::NamedKind;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::open_questions::open_questions;
use crate::suggest::did_you_mean;
use crate::{ir, language};

pub(crate) fn callback(
    context: &mut Context<'_>,
    package: usize,
    source: &str,
    name: &str,
    decl: &language::Callback,
    entry: &Entry,
) -> Option<ir::Callback> {
    let span = entry
        .value
        .get("form")
        .unwrap_or(&entry.value)
        .span_of("record")
        .clone();
    let record = context.named_as(package, &decl.form.record, &span, "a record", |kind| {
        kind == NamedKind::Record
    })?;
    Some(ir::Callback {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
        root: decl.form.root.clone(),
        record,
        notes: decl.notes.clone(),
        open_questions: open_questions(&entry.value, &decl.unknowns, &decl.conflicts),
        span: entry.span.clone(),
    })
}

/// What an operation reads back; `None` when it says nothing of it, or names no callback.
pub(crate) fn confirmation(
    context: &mut Context<'_>,
    package: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<ir::CallbackConfirmation> {
    let read = decl.confirms_callback.as_ref()?;
    let node = entry.value.get("confirms_callback");
    let span = node.map_or(&entry.span, |node| node.span_of("callback"));
    let files = context.files;
    let mut known = Vec::new();
    for declaring_package in
        std::iter::once(package).chain(context.symbols.imports(package).to_vec())
    {
        for file in &files[declaring_package].resources {
            for (name, callback) in file.read.callbacks.iter() {
                known.push(name);
                if name != read.callback {
                    continue;
                }
                // An unknown record is reported at the callback.
                let callback_record = context
                    .symbols
                    .find(declaring_package, &callback.form.record)?;
                return (callback_record.kind == NamedKind::Record).then(|| {
                    ir::CallbackConfirmation {
                        callback: read.callback.clone(),
                        callback_record,
                        by: read.id.clone(),
                        record: read.response_field.clone(),
                        reference: read.reference.clone(),
                        state: read.state.clone(),
                    }
                });
            }
        }
    }
    if context.symbols.is_open(package) {
        // It may be in an invalid file.
        return None;
    }
    context.diagnostics.error(
        span,
        format!("unknown callback `{}`", read.callback),
        "not a callback of this package or its imports",
        did_you_mean(&read.callback, known),
    );
    None
}
