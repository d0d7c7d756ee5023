//! Operations.

use crate::ir::Presence;
use crate::load::tree::{Entry, Node};
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
    index: usize,
    source: &str,
    name: &str,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<ir::Operation> {
    let node = &entry.value;
    let (method, path) = method_and_path(context, &decl.http, node)?;
    let auth = accepted_schemes(context, package, decl, entry);
    let parameters = path_parameters(context, index, decl, node);
    let query = query_parameters(context, index, decl, entry);
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
        body: body(context, index, decl, entry),
        response: response(context, package, index, decl, entry)?,
        statuses: statuses(context, package, index, decl, entry),
        retry: retry(context, method, decl, entry)?,
        echoes: echo::echoes(&decl.echoes),
        distinct: echo::echoes(&decl.distinct),
        essential: echo::fields(&decl.essential),
        confirms_callback: callback::confirmation(context, index, decl, entry),
        find_by: retry::find_by(decl),
        notes: decl.notes.clone(),
        open_questions: open_questions(node, &decl.unknowns, &decl.conflicts),
        span: entry.span.clone(),
    };
    check_routes(context, package, &operation, decl, entry);
    check_parameters(context, &operation);
    Some(operation)
}

fn method_and_path<'a>(
    context: &mut Context<'_>,
    http: &'a str,
    node: &Node,
) -> Option<(&'a str, &'a str)> {
    match http.split_once(' ') {
        Some((method, path)) if METHODS.contains(&method) => Some((method, path.trim())),
        _ => {
            context.diagnostics.error(
                node.span_of("http"),
                format!("expected a method and a path, found `{http}`"),
                "invalid",
                format!(
                    "write it like `GET /v2/venue/customers`; methods: {}",
                    METHODS.join(", ")
                ),
            );
            None
        }
    }
}

fn path_parameters(
    context: &mut Context<'_>,
    index: usize,
    decl: &language::Operation,
    node: &Node,
) -> Vec<ir::Field> {
    let mut parameters = field::list(
        context,
        index,
        FieldContext::Request,
        &decl.path,
        node.entries_of("path"),
    );
    for parameter in &mut parameters {
        parameter.presence = Presence::Required;
    }
    parameters
}

/// The parameters of pagination, those of `query`, then those of filters.
fn query_parameters(
    context: &mut Context<'_>,
    index: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Vec<ir::Field> {
    let mut query = Vec::new();
    if let Some(pages) = &decl.pagination {
        query.extend(paging(pages, entry));
    }
    query.extend(field::list(
        context,
        index,
        FieldContext::Request,
        &decl.query,
        entry.value.entries_of("query"),
    ));
    query.extend(filters(context, index, decl, entry));
    query
}
