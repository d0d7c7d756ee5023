//! Operations.

use crate::ir::Presence;
use crate::load::tree::Entry;
use crate::lower::auth::accepted_schemes;
use crate::lower::context::Context;
use crate::lower::field_decl::FieldContext;
use crate::lower::open_questions::open_questions;
use crate::lower::operation_statuses::statuses;
use crate::lower::parameters::{check_parameters, filters, paging};
use crate::lower::request_body::body;
use crate::lower::response::response;
use crate::lower::retry::retry;
use crate::lower::route::{check_routes, routes};
use crate::lower::{callback, constructors, echo, field, retry};
use crate::{ir, language, names};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// One operation; `None` when too little of it is understood.
pub(crate) fn operation(
    context: &mut Context<'_>,
    package: &ir::Package,
    at: usize,
    source: &str,
    name: &str,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<ir::Operation> {
    let node = &entry.value;
    let (method, path) = match decl.http.split_once(' ') {
        Some((method, path)) if METHODS.contains(&method) => (method, path.trim()),
        _ => {
            context.diagnostics.error(
                node.span_of("http"),
                format!("expected a method and a path, found `{}`", decl.http),
                "invalid",
                format!(
                    "write it like `GET /v2/venue/customers`; methods: {}",
                    METHODS.join(", ")
                ),
            );
            return None;
        }
    };
    let auth = accepted_schemes(context, package, decl, entry);
    let mut parameters = field::list(
        context,
        at,
        FieldContext::Request,
        &decl.path,
        node.entries_of("path"),
    );
    for parameter in &mut parameters {
        parameter.presence = Presence::Required;
    }
    let mut query = Vec::new();
    if let Some(pages) = &decl.pagination {
        query.extend(paging(pages, entry));
    }
    query.extend(field::list(
        context,
        at,
        FieldContext::Request,
        &decl.query,
        node.entries_of("query"),
    ));
    query.extend(filters(context, at, decl, entry));
    let constructors = constructors::constructors(context, decl, &query, entry);
    let operation = ir::Operation {
        name: name.to_owned(),
        rust: names::operation(name),
        doc: decl.doc.clone(),
        source: decl.source.clone().unwrap_or_else(|| source.to_owned()),
        method: method.to_owned(),
        routes: routes(context, decl, path, entry),
        auth,
        path: parameters,
        from_client: decl
            .from_client
            .iter()
            .map(|(path, value)| (path.to_owned(), value.clone()))
            .collect(),
        query,
        constructors,
        body: body(context, at, decl, entry),
        response: response(context, package, at, decl, entry)?,
        statuses: statuses(context, package, at, decl, entry),
        retry: retry(context, method, decl, entry)?,
        echoes: echo::echoes(decl),
        essential: echo::fields(&decl.essential),
        confirms_callback: callback::confirmation(context, at, decl, entry),
        find_by: retry::find_by(decl),
        notes: decl.notes.clone(),
        open_questions: open_questions(node, &decl.unknowns, &decl.conflicts),
        span: entry.span.clone(),
    };
    check_routes(context, package, &operation, decl, entry);
    check_parameters(context, &operation);
    Some(operation)
}
