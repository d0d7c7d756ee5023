//! The fields of a record or body, with those that it inherits.

use crate::ir;
use crate::ir::{Named, NamedKind};
use crate::language::{Entries, FieldOrType};
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::field;
use crate::lower::field_decl::FieldContext;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// What a record or body says of its record list.
struct FieldListDecl<'a> {
    like: Option<&'a str>,
    without: &'a [String],
    fields: &'a Entries<FieldOrType>,
    entry: &'a Entry,
}

fn field_list_decl<'a>(
    context: &Context<'a>,
    package: usize,
    name: &str,
) -> Option<FieldListDecl<'a>> {
    let files = context.files;
    let file = context.symbols.file_of(package, name)?;
    files[package]
        .resources
        .get(file..=file)?
        .iter()
        .find_map(|file| {
            let records =
                each(&file.read.records, &file.node, "records").find(|(known, ..)| *known == name);
            if let Some((_, decl, entry)) = records {
                return Some(FieldListDecl {
                    like: decl.extends.as_deref(),
                    without: &decl.omit,
                    fields: &decl.fields,
                    entry,
                });
            }
            let (_, decl, entry) =
                each(&file.read.bodies, &file.node, "bodies").find(|(known, ..)| *known == name)?;
            Some(FieldListDecl {
                like: decl.extends.as_deref(),
                without: &decl.omit,
                fields: &decl.fields,
                entry,
            })
        })
}

/// The fields of a record or body, with those that it inherits.
pub(crate) fn own_and_inherited_fields(
    context: &mut Context<'_>,
    package: usize,
    name: &str,
    part: FieldContext,
    open: &mut Vec<(usize, String)>,
) -> Vec<ir::Field> {
    let Some(field_list_decl) = field_list_decl(context, package, name) else {
        // It is in an invalid file.
        context.incomplete.insert((package, name.to_owned()));
        return Vec::new();
    };
    open.push((package, name.to_owned()));
    let mut fields = match field_list_decl.like {
        Some(like) => {
            let before = std::mem::replace(&mut context.inheriting, true);
            let taken = inherited_fields(context, package, part, like, &field_list_decl, open);
            context.inheriting = before;
            taken.unwrap_or_else(|| {
                context.incomplete.insert((package, name.to_owned()));
                Vec::new()
            })
        }
        None => Vec::new(),
    };
    open.pop();
    for field in field::list(
        context,
        package,
        part,
        field_list_decl.fields,
        field_list_decl.entry.value.entries_of("fields"),
    ) {
        match fields.iter_mut().find(|known| known.wire == field.wire) {
            Some(known) => {
                // An overriding field inherits the docs.
                let doc = known.doc.take();
                *known = field;
                known.doc = known.doc.take().or(doc);
            }
            None => fields.push(field),
        }
    }
    fields
}

fn inherited_fields(
    context: &mut Context<'_>,
    package: usize,
    part: FieldContext,
    like: &str,
    field_list_decl: &FieldListDecl<'_>,
    open: &mut Vec<(usize, String)>,
) -> Option<Vec<ir::Field>> {
    let span = field_list_decl.entry.value.span_of("extends").clone();
    let named = base(context, package, like, &span)?;
    if open.contains(&(named.package, named.name.clone())) {
        context.diagnostics.error(
            &span,
            format!(
                "circular `extends`: `{like}` extends `{}`",
                field_list_decl.entry.key
            ),
            "circular",
            "declare the fields in one of them".to_owned(),
        );
        return None;
    }
    let mut fields = own_and_inherited_fields(context, named.package, &named.name, part, open);
    if context
        .incomplete
        .contains(&(named.package, named.name.clone()))
    {
        context
            .incomplete
            .insert((package, field_list_decl.entry.key.clone()));
        return Some(fields);
    }
    omit_fields(context, &mut fields, like, field_list_decl);
    Some(fields)
}

/// The record or body that `extends` names, in this package or in `package.Name`.
fn base(context: &mut Context<'_>, package: usize, like: &str, span: &Span) -> Option<Named> {
    let (from, name) = match like.rsplit_once('.') {
        Some((other, name)) => match context.symbols.package(other) {
            Some(from) => (from, name),
            None => {
                if !context.symbols.open_sets() {
                    let help = did_you_mean(other, context.symbols.package_names());
                    context.diagnostics.error(
                        span,
                        format!("unknown package `{other}`"),
                        "unknown package",
                        help,
                    );
                }
                return None;
            }
        },
        None => (package, like),
    };
    let records = |kind| matches!(kind, NamedKind::Record | NamedKind::Body);
    context.named_as(from, name, span, "a record or a body", records)
}

/// Removes the inherited fields that `omit` lists.
fn omit_fields(
    context: &mut Context<'_>,
    fields: &mut Vec<ir::Field>,
    like: &str,
    field_list_decl: &FieldListDecl<'_>,
) {
    let omit = field_list_decl.entry.value.get("omit");
    let spans = omit.map_or(&[][..], Node::items);
    for (wire, node) in field_list_decl.without.iter().zip(spans) {
        let before = fields.len();
        fields.retain(|field| field.wire != *wire);
        if fields.len() == before {
            let help = did_you_mean(wire, fields.iter().map(|field| field.wire.as_str()));
            context.diagnostics.error(
                &node.span,
                format!("no field `{wire}` in `{like}`"),
                "unknown field",
                help,
            );
        }
    }
}

/// Reports `omit` without `extends`.
pub(crate) fn check_without(
    context: &mut Context<'_>,
    without: &[String],
    like: Option<&str>,
    entry: &Entry,
) {
    if like.is_none() && !without.is_empty() {
        context.diagnostics.error(
            entry.value.span_of("omit"),
            "`omit` without `extends`",
            "no effect here",
            "remove it, or add `extends`".to_owned(),
        );
    }
}
