//! Operations.

use crate::ir::Presence;
use crate::load::tree::Entry;
use crate::lower::auth::accepted_schemes;
use crate::lower::context::Context;
use crate::lower::field_decl::Part;
use crate::lower::open_questions::doubts;
use crate::lower::operation_statuses::statuses;
use crate::lower::parameters::{check_parameters, filters, paging};
use crate::lower::request_body::body;
use crate::lower::response::reply;
use crate::lower::retry::repeat;
use crate::lower::route::{check_routes, routes};
use crate::lower::{callback, constructors, field, retry};
use crate::{ir, language, names};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// One operation; `None` when too little of it is understood.
pub(crate) fn operation(
    context: &mut Context<'_>,
    set: &ir::Set,
    at: usize,
    source: &str,
    name: &str,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ir::Operation> {
    let node = &entry.value;
    let (method, path) = match one.http.split_once(' ') {
        Some((method, path)) if METHODS.contains(&method) => (method, path.trim()),
        _ => {
            context.mistakes.add(
                node.place_of("http"),
                format!("`{}` is no method and path", one.http),
                "not understood",
                format!(
                    "write it as in `GET /v2/venue/customers`; methods: {}",
                    METHODS.join(", ")
                ),
            );
            return None;
        }
    };
    let auth = accepted_schemes(context, set, one, entry);
    let mut parameters = field::list(context, at, Part::Sent, &one.path, node.entries_of("path"));
    for parameter in &mut parameters {
        parameter.presence = Presence::Required;
    }
    let mut query = Vec::new();
    if let Some(pages) = &one.pagination {
        query.extend(paging(pages, entry));
    }
    query.extend(field::list(
        context,
        at,
        Part::Sent,
        &one.query,
        node.entries_of("query"),
    ));
    query.extend(filters(context, at, one, entry));
    let starts = constructors::starts(context, one, &query, entry);
    let operation = ir::Operation {
        name: name.to_owned(),
        rust: names::operation(name),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        method: method.to_owned(),
        routes: routes(context, one, path, entry),
        auth,
        path: parameters,
        fills: one
            .from_client
            .iter()
            .map(|(path, value)| (path.to_owned(), value.clone()))
            .collect(),
        query,
        starts,
        body: body(context, at, one, entry),
        reply: reply(context, set, at, one, entry)?,
        statuses: statuses(context, set, at, one, entry),
        repeat: repeat(context, method, one, entry)?,
        reads_back: callback::confirmation(context, at, one, entry),
        read_by: retry::read_by(one),
        notes: one.notes.clone(),
        doubts: doubts(node, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    };
    check_routes(context, set, &operation, one, entry);
    check_parameters(context, &operation);
    Some(operation)
}
