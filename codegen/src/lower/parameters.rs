//! Query parameters, of pagination and filters too.

use crate::ir::{NamedKind, Presence, Type};
use crate::language::parse_notation;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::field_decl::{FieldContext, FieldDecl};
use crate::lower::{field, field_names};
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

/// `page` and `per_page`, as the list takes them.
pub(crate) fn paging(pages: &language::Pagination, entry: &Entry) -> Vec<ir::Field> {
    let span = entry.value.span_of("pagination");
    let parameter = |name: &str, doc: &str| ir::Field {
        doc: Some(doc.to_owned()),
        ..ir::Field::plain(name, name.to_owned(), Type::Count, span)
    };
    let per_page = ir::Field {
        max: pages.max_per_page.map(u64::from),
        default: pages
            .per_page
            .map(|number| ir::Default::Integer(number.into())),
        ..parameter("per_page", "How many records a page has.")
    };
    vec![parameter("page", "Which page, from 1."), per_page]
}

pub(crate) fn filters(
    context: &mut Context<'_>,
    package: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Vec<ir::Field> {
    let mut list = Vec::new();
    for (field, predicates, entry) in each(&decl.filters, &entry.value, "filters") {
        for ((predicate, notation), entry) in predicates.iter().zip(entry.value.entries()) {
            let meaning = match predicate {
                "gt" => "is greater than this",
                "eq" => "equals this",
                _ => {
                    context.diagnostics.error(
                        &entry.span,
                        format!("unknown predicate `{predicate}`"),
                        "expected `gt` or `eq`",
                        did_you_mean(predicate, ["gt", "eq"]),
                    );
                    continue;
                }
            };
            if parse_notation(notation).is_ok_and(|notation| notation.rust_name.is_some()) {
                context.diagnostics.error(
                    &entry.span,
                    "mark `rename` has no effect here",
                    "named after its field and predicate",
                    "remove the mark `rename`".to_owned(),
                );
            }
            let wire = format!("{field}_{predicate}");
            if let Some(mut filter) = field::field(
                context,
                package,
                FieldContext::Request,
                &wire,
                &FieldDecl::short(notation),
                entry,
            ) {
                filter.wire = format!("q[{wire}]");
                filter.doc = Some(format!("Only records whose `{field}` {meaning}."));
                list.push(filter);
            }
        }
    }
    list
}

pub(crate) fn check_parameters(context: &mut Context<'_>, operation: &ir::Operation) {
    let all: Vec<ir::Field> = operation
        .path
        .iter()
        .chain(&operation.query)
        .cloned()
        .collect();
    field_names::check_names(context, &all);
    if let Some(body) = &operation.body
        && let Some(same) = all.iter().find(|field| field.rust == body_name(body))
    {
        context.diagnostics.error(
            &same.span,
            format!(
                "`{}` and the request body have the same Rust name `{}`",
                same.wire, same.rust
            ),
            "conflicts with the request body",
            "add the mark `rename(name)`".to_owned(),
        );
    }
    for field in &all {
        if matches!(
            field.presence,
            Presence::Nullable
                | Presence::FromClient(_)
                | Presence::Environment
                | Presence::Constant(_)
        ) {
            context.diagnostics.error(
                &field.span,
                format!("unsupported mark on parameter `{}`", field.wire),
                "parameters cannot be `nullable`, `from_client` or `constant`",
                "declare path parameters that the client sets in `from_client` of the operation"
                    .to_owned(),
            );
        }
        let scalar = !matches!(field.ty, Type::List(_) | Type::Map(_) | Type::Json)
            && field
                .ty
                .named()
                .is_none_or(|named| matches!(named.kind, NamedKind::Enum { .. } | NamedKind::Id));
        let open = field.ty == Type::Json && context.diagnostics.has_errors_in(&field.span.file);
        if !scalar && !open {
            context.diagnostics.error(
                &field.span,
                format!("expected a scalar as parameter `{}`", field.wire),
                "not a string, number, date or boolean",
                None,
            );
        }
    }
}

/// The name of the body among the parameters.
fn body_name(body: &ir::RequestBody) -> String {
    let key = body.key.as_deref().filter(|_| body.body.is_some());
    key.and_then(|key| names::field(key).ok())
        .unwrap_or_else(|| "body".to_owned())
}
