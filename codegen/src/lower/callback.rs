//! Callbacks, and the operations that confirm them.

use crate::ir::NamedKind;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::open_questions::doubts;
use crate::suggest::did_you_mean;
use crate::{ir, language};

pub(crate) fn callback(
    context: &mut Context<'_>,
    set: usize,
    source: &str,
    name: &str,
    one: &language::Callback,
    entry: &Entry,
) -> Option<ir::Callback> {
    let place = entry
        .value
        .get("form")
        .unwrap_or(&entry.value)
        .place_of("record")
        .clone();
    let record = context.named_as(set, &one.form.record, &place, "a record", |kind| {
        kind == NamedKind::Record
    })?;
    Some(ir::Callback {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        root: one.form.root.clone(),
        record,
        notes: one.notes.clone(),
        doubts: doubts(&entry.value, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    })
}

/// What an operation reads back; `None` when it says nothing of it, or names no callback.
pub(crate) fn confirmation(
    context: &mut Context<'_>,
    set: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ir::ReadsBack> {
    let read = one.confirms_callback.as_ref()?;
    let node = entry.value.get("confirms_callback");
    let place = node.map_or(&entry.place, |node| node.place_of("callback"));
    let files = context.files;
    let mut known = Vec::new();
    for at in std::iter::once(set).chain(context.symbols.uses(set).to_vec()) {
        for file in &files[at].resources {
            for (name, callback) in file.read.callbacks.iter() {
                known.push(name);
                if name != read.callback {
                    continue;
                }
                // A form without such a record is told where the callback stands.
                let hint = context.symbols.find(at, &callback.form.record)?;
                return (hint.kind == NamedKind::Record).then(|| ir::ReadsBack {
                    callback: read.callback.clone(),
                    hint,
                    by: read.id.clone(),
                    record: read.response_field.clone(),
                    reference: read.reference.clone(),
                    state: read.state.clone(),
                });
            }
        }
    }
    if context.symbols.is_open(set) {
        // It may stand in a file that could not be read.
        return None;
    }
    context.mistakes.add(
        place,
        format!("there is no callback `{}`", read.callback),
        "reads back nothing",
        did_you_mean(&read.callback, known),
    );
    None
}
