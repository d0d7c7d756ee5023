//! Records, and request bodies.

use crate::ir;
use crate::ir::{Mark, Presence};
use crate::language::{self, Entry};
use crate::lower::context::{Context, FileScope};
use crate::lower::field::earlier_names;
use crate::lower::field_context::FieldContext;
use crate::lower::inherit::{Inheritance, check_omit};
use crate::lower::{clashes, evidence};

pub(crate) fn record(
    context: &mut Context<'_>,
    scope: FileScope<'_>,
    entry: &Entry<language::Record>,
) -> ir::Record {
    let (package, name, decl) = (scope.package, entry.name(), &entry.value);
    let mut fields = Inheritance::new(context, FieldContext::List).fields_of(package, name);
    let is_complete = !context.incomplete.contains(&(package, name.to_owned()));
    let example = FieldContext::ListExample.in_package(package);
    let merged = (&mut fields, is_complete);
    evidence::merge(context, example, merged, &decl.in_list_example);
    clashes::check_names(context, &fields);
    check_read(context, &fields);
    check_omit(context, decl.extends.as_ref(), &decl.omit);
    ir::Record {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        fields,
        was: earlier_names(context, name, &decl.was),
        notes: decl.notes.clone(),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    }
}

/// Notes fields of a record that hold what is only sent.
pub(crate) fn check_read(context: &mut Context<'_>, fields: &[ir::Field]) {
    for field in fields {
        if let Some(named) = field
            .ty
            .named()
            .filter(|named| named.kind == ir::NamedKind::Body)
        {
            context.error(
                &field.span,
                format!("expected a record, found body `{}`", named.name),
                "expected a record",
                "declare the response as a record",
            );
        }
    }
}

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
        match field.presence {
            Presence::Optional if decl.update => field.presence = Presence::Nullable,
            Presence::Required if decl.update => context.error(
                &field.span,
                format!("required field `{}` of the update `{name}`", field.wire),
                "an update has the fields that change",
                "remove `required`, or `update: true`",
            ),
            _ => {}
        }
        // What is sent is never of an inferred form: a text goes as a text.
        for mark in Mark::ALL {
            if mark.row().is_flag && mark.row().is_of_responses() {
                field.marks.set(*mark, false);
            }
        }
    }
    clashes::check_names(context, &fields);
    check_omit(context, decl.extends.as_ref(), &decl.omit);
    ir::Body {
        name: name.to_owned(),
        doc: decl.doc.clone(),
        source: scope.source(decl.source.as_ref()),
        fields,
        was: earlier_names(context, name, &decl.was),
        notes: decl.notes.clone(),
        open_questions: ir::OpenQuestions::new(&decl.unknowns, &decl.conflicts),
        span: entry.span().clone(),
    }
}
