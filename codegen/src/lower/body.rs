//! Request bodies.

use crate::ir;
use crate::ir::{Mark, Presence};
use crate::language::{self, Entry};
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;
use crate::lower::field_names;
use crate::lower::file_scope::FileScope;
use crate::lower::inherit::{Inheritance, check_omit};
use crate::lower::open_questions::open_questions;

pub(crate) fn body(
    context: &mut Context<'_>,
    scope: FileScope<'_>,
    entry: &Entry<language::Body>,
) -> ir::Body {
    let decl = &entry.value;
    let name = entry.name();
    let mut fields =
        Inheritance::new(context, FieldContext::Request).fields_of(scope.package, name);
    fields.retain(|field| !field.has(Mark::Readonly));
    for field in &mut fields {
        if decl.update && field.presence == Presence::Optional {
            field.presence = Presence::Nullable;
        }
        // What is sent is never of an inferred form: a text goes as a text.
        for mark in Mark::ALL {
            if mark.row().is_flag && mark.row().is_of_responses() {
                field.marks.set(*mark, false);
            }
        }
    }
    field_names::check_names(context, &fields);
    check_omit(context, decl.extends.as_ref(), &decl.omit);
    ir::Body {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        fields,
        notes: decl.notes.clone(),
        open_questions: open_questions(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    }
}
