//! Operations: routes, parameters, bodies, replies, statuses and whether they may be repeated.

use std::collections::{HashMap, HashSet};

use super::fields::{self, Part, Written};
use super::records::each;
use super::{Context, api, doubts, guarded, listings, read_back};
use crate::diagnostics::{Place, did_you_mean};
use crate::ir::{self, House, NamedKind, Presence, ReplyOf, Type};
use crate::language::{self, NameOrWrapped, StatusList, parse_notation};
use crate::names;
use crate::node::{Entry, Node};

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
    let auth = auth(context, set, one, entry);
    let mut parameters = fields::list(context, at, Part::Sent, &one.path, node.entries_of("path"));
    for parameter in &mut parameters {
        parameter.presence = Presence::Required;
    }
    let mut query = Vec::new();
    if let Some(pages) = &one.pagination {
        query.extend(paging(pages, entry));
    }
    query.extend(fields::list(
        context,
        at,
        Part::Sent,
        &one.query,
        node.entries_of("query"),
    ));
    query.extend(filters(context, at, one, entry));
    let starts = listings::starts(context, one, &query, entry);
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
        reads_back: read_back::lower(context, at, one, entry),
        read_by: guarded::read_by(one),
        notes: one.notes.clone(),
        doubts: doubts(node, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    };
    check_routes(context, set, &operation, one, entry);
    check_parameters(context, &operation);
    Some(operation)
}

fn auth(
    context: &mut Context<'_>,
    set: &ir::Set,
    one: &language::Operation,
    entry: &Entry,
) -> Vec<usize> {
    if one.auth.is_empty() {
        return (0..set.auth.len().min(1)).collect();
    }
    let mut list = Vec::new();
    let places = entry.value.get("auth").map_or(&[][..], |node| node.items());
    for (name, node) in one.auth.iter().zip(places) {
        match set.auth.iter().position(|known| known.name == *name) {
            Some(at) if list.contains(&at) => context.mistakes.add(
                &node.place,
                format!("`{name}` is named twice"),
                "again here",
                "remove one".to_owned(),
            ),
            Some(at) => list.push(at),
            None => {
                let help = did_you_mean(name, set.auth.iter().map(|known| known.name.as_str()));
                context.mistakes.add(
                    &node.place,
                    format!("there is no way to authenticate `{name}`"),
                    "unknown",
                    help,
                );
            }
        }
    }
    list
}

fn routes(
    context: &mut Context<'_>,
    one: &language::Operation,
    path: &str,
    entry: &Entry,
) -> Vec<ir::Route> {
    let mut routes = vec![ir::Route {
        name: one.variant.clone().unwrap_or_default(),
        rust: names::type_of(one.variant.as_deref().unwrap_or_default()),
        path: path.to_owned(),
    }];
    if one.variant.is_some() == one.variants.is_empty() {
        context.mistakes.add(
            &entry.place,
            "`variant` names the path in `http`, and `variants` lists the others",
            "one of the two is missing",
            "give both, or neither".to_owned(),
        );
    }
    if let Some(name) = &one.variant
        && let Err(wrong) = names::check_word(name)
    {
        context.mistakes.add(
            entry.value.place_of("variant"),
            wrong,
            "cannot name a path",
            None,
        );
    }
    api::check_words(context, &entry.value, "variants");
    for (name, path) in one.variants.iter() {
        if one.variant.as_deref() == Some(name) {
            context.mistakes.add(
                entry.value.get("variants").map_or(&entry.place, |node| {
                    node.entry(name).map_or(&node.place, |at| &at.place)
                }),
                format!("`{name}` is the name of the path in `http`"),
                "again here",
                "give it another name".to_owned(),
            );
        }
        routes.push(ir::Route {
            name: name.to_owned(),
            rust: names::type_of(name),
            path: path.clone(),
        });
    }
    routes
}

/// `page` and `per_page`, as the list takes them.
fn paging(pages: &language::Pagination, entry: &Entry) -> Vec<ir::Field> {
    let place = entry.value.place_of("pagination");
    let parameter = |name: &str, doc: &str| ir::Field {
        doc: Some(doc.to_owned()),
        ..ir::Field::plain(name, name.to_owned(), Type::Count, place)
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

fn filters(
    context: &mut Context<'_>,
    set: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Vec<ir::Field> {
    let mut list = Vec::new();
    for (field, predicates, at) in each(&one.filters, &entry.value, "filters") {
        for ((predicate, notation), at) in predicates.iter().zip(at.value.entries()) {
            let meaning = match predicate {
                "gt" => "is greater than this",
                "eq" => "equals this",
                _ => {
                    context.mistakes.add(
                        &at.place,
                        format!("there is no predicate `{predicate}`"),
                        "unknown predicate",
                        did_you_mean(predicate, ["gt", "eq"]),
                    );
                    continue;
                }
            };
            if parse_notation(notation).is_ok_and(|notation| notation.rust_name.is_some()) {
                context.mistakes.add(
                    &at.place,
                    "a filter is named after its field and predicate",
                    "has a name already",
                    "remove the mark `rename`".to_owned(),
                );
            }
            let wire = format!("{field}_{predicate}");
            if let Some(mut filter) = fields::field(
                context,
                set,
                Part::Sent,
                &wire,
                &Written::short(notation),
                at,
            ) {
                filter.wire = format!("q[{wire}]");
                filter.doc = Some(format!("Only records whose `{field}` {meaning}."));
                list.push(filter);
            }
        }
    }
    list
}

fn body(
    context: &mut Context<'_>,
    set: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ir::BodyOf> {
    let place = entry.value.place_of("request_body").clone();
    let (key, name, place) = match one.request_body.as_ref()? {
        NameOrWrapped::Name(name) => (None, name.as_str(), place),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &place, "request_body")?;
            let inner = entry
                .value
                .get("request_body")
                .map_or(place, |node| node.place_of(key).clone());
            (Some(key.to_owned()), name, inner)
        }
    };
    if one.http.starts_with("GET ") {
        context.mistakes.add(
            &place,
            "a GET sends no body",
            "a body",
            "name what it sends in `query`, or mend the method".to_owned(),
        );
    }
    if name == "unknown" {
        return Some(ir::BodyOf { key, body: None });
    }
    let fits = |kind| matches!(kind, NamedKind::Body | NamedKind::Record);
    let body = context.named_as(set, name, &place, "a body", fits)?;
    Some(ir::BodyOf {
        key,
        body: Some(body),
    })
}

fn single<'a>(
    context: &mut Context<'_>,
    map: &'a language::Entries<String>,
    place: &Place,
    what: &str,
) -> Option<(&'a str, &'a str)> {
    if let [(key, name)] = map.0.as_slice() {
        return Some((key, name));
    }
    context.mistakes.add(
        place,
        format!("a wrapped {what} has one key"),
        "more or fewer",
        format!("write it as in `{what}: {{ customer: SavedCustomer }}`"),
    );
    None
}

fn reply(
    context: &mut Context<'_>,
    set: &ir::Set,
    at: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ReplyOf> {
    let node = &entry.value;
    let record = |kind| kind == NamedKind::Record;
    let given = [
        one.response.is_some(),
        one.payload.is_some(),
        one.pagination.is_some(),
    ];
    if given.iter().filter(|given| **given).count() != 1 {
        context.mistakes.add(
            &entry.place,
            "an operation has one of `response`, `payload` and `pagination`",
            "none or several are given",
            "write `response: unknown` where the documents do not show it".to_owned(),
        );
        return None;
    }
    if let Some(pages) = &one.pagination {
        let list = node.get("pagination")?;
        check_sizes(context, pages, list);
        let facts = match &pages.metadata {
            Some(name) => context.named_as(at, name, list.place_of("metadata"), "a record", record),
            None => None,
        };
        return Some(ReplyOf::Page(ir::PageOf {
            of: context.named_as(at, &pages.item, list.place_of("item"), "a record", record)?,
            key: (pages.items_key != "unknown").then(|| pages.items_key.clone()),
            wrapped_in: pages.item_wrapper.clone(),
            per_page: pages.per_page,
            max: pages.max_per_page,
            facts,
            changes: pages.sync.as_ref().map(|changes| ir::ChangesOf {
                by: changes.watermark.clone(),
                id: changes.id.clone(),
                misses: changes.misses.clone(),
            }),
        }));
    }
    if let Some(payload) = &one.payload {
        if set.envelope.is_none() {
            context.mistakes.add(
                node.place_of("payload"),
                "the API has no envelope",
                "a payload of what?",
                "describe `envelope` in `api.yaml`".to_owned(),
            );
        }
        let node = node.get("payload")?;
        let notation = fields::notation_at(context, payload, node)?;
        if payload.contains(' ') {
            context.mistakes.add(
                &node.place,
                "a payload has a type, and no marks",
                "marks say nothing here",
                "write the type alone".to_owned(),
            );
        }
        return Some(ReplyOf::Payload(fields::type_of(
            context,
            at,
            &notation.base,
            node,
        )?));
    }
    let place = node.place_of("response").clone();
    match one.response.as_ref()? {
        NameOrWrapped::Name(name) if name == "unknown" => Some(ReplyOf::Unknown),
        NameOrWrapped::Name(name) if name == "status_only" => Some(ReplyOf::Accepted),
        NameOrWrapped::Name(name) => Some(ReplyOf::Record(
            context.named_as(at, name, &place, "a record", record)?,
        )),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &place, "response")?;
            let place = node
                .get("response")
                .map_or(place, |node| node.place_of(key).clone());
            Some(ReplyOf::Wrapped(
                key.to_owned(),
                context.named_as(at, name, &place, "a record", record)?,
            ))
        }
    }
}

/// The sizes of a page: from 1, and the usual one is not above the largest.
fn check_sizes(context: &mut Context<'_>, pages: &language::Pagination, list: &Node) {
    for (key, size) in [
        ("per_page", pages.per_page),
        ("max_per_page", pages.max_per_page),
    ] {
        if size == Some(0) {
            context.mistakes.add(
                list.place_of(key),
                "a page holds at least one record",
                "none",
                None,
            );
        }
    }
    if let (Some(usual), Some(max)) = (pages.per_page, pages.max_per_page)
        && usual > max
    {
        context.mistakes.add(
            list.place_of("per_page"),
            format!("the default size of a page, {usual}, is above the largest, {max}"),
            "too large",
            None,
        );
    }
}

fn statuses(
    context: &mut Context<'_>,
    set: &ir::Set,
    at: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Vec<ir::Status> {
    let mut list: Vec<ir::Status> = Vec::new();
    let node = entry.value.get("statuses");
    let written: Vec<(String, Option<&language::OperationStatus>, Place, Place)> =
        match &one.statuses {
            StatusList::Codes(codes) => codes
                .iter()
                .zip(node.map_or(&[][..], |node| node.items()))
                .map(|(code, node)| {
                    (
                        code.to_string(),
                        None,
                        node.place.clone(),
                        node.place.clone(),
                    )
                })
                .collect(),
            StatusList::Map(map) => map
                .iter()
                .zip(node.map_or(&[][..], |node| node.entries()))
                .map(|((code, status), entry)| (code.to_owned(), status.as_ref(), entry))
                .map(|(code, status, entry)| {
                    let place = entry
                        .value
                        .get("body")
                        .map_or(&entry.place, |node| &node.place);
                    (code, status, entry.place.clone(), place.clone())
                })
                .collect(),
        };
    if written.is_empty() {
        context.mistakes.add(
            node.map_or(&entry.place, |node| &node.place),
            "an operation lists the statuses that the documents show for it",
            "no `statuses`",
            "add `statuses: [200]` and the others".to_owned(),
        );
    }
    for (code, differs, place, place_of_body) in written {
        let Some(number) = api::status_code(context, &code, &place) else {
            continue;
        };
        if list.iter().any(|known| known.code == number) {
            context.mistakes.add(
                &place,
                format!("the status {number} comes twice"),
                "again here",
                None,
            );
            continue;
        }
        let known = set
            .statuses
            .iter()
            .find(|known| known.code == number)
            .cloned();
        let Some(mut status) = known else {
            let codes: Vec<String> = set
                .statuses
                .iter()
                .map(|one| one.code.to_string())
                .collect();
            let codes = match codes.is_empty() {
                true => "describe it there".to_owned(),
                false => format!("describe it there; known: {}", codes.join(", ")),
            };
            context.mistakes.add(
                &place,
                format!("the API does not say what {number} means"),
                "not in `statuses` of `api.yaml`",
                codes,
            );
            continue;
        };
        if let Some(differs) = differs {
            if let Some(meaning) = &differs.meaning {
                status.meaning.clone_from(meaning);
            }
            if let Some(body) = differs
                .body
                .as_ref()
                .and_then(|body| api::status_body(context, at, body, &place_of_body))
            {
                status.body = body;
            }
        }
        list.push(status);
    }
    list
}

fn repeat(
    context: &mut Context<'_>,
    method: &str,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ir::Repeat> {
    let Some(repeat) = &one.retry else {
        if method == "GET" {
            return Some(ir::Repeat::Safe);
        }
        context.mistakes.add(
            &entry.place,
            format!("a {method} says whether it may arrive twice"),
            "no `retry`",
            "write `retry: { never: why }` unless the documents give a reason why it may"
                .to_owned(),
        );
        return None;
    };
    match (
        &repeat.never,
        &repeat.idempotent,
        &repeat.unique_key,
        &repeat.why,
        &repeat.find_by,
    ) {
        (Some(why), None, None, None, None) => Some(ir::Repeat::Never(why.clone())),
        (None, Some(why), None, None, None) => Some(ir::Repeat::Allowed(why.clone())),
        (None, None, Some(field), Some(why), _) => {
            Some(ir::Repeat::Guarded(field.clone(), why.clone()))
        }
        _ => {
            context.mistakes.add(
                entry.value.place_of("retry"),
                "`retry` is one of `never`, `idempotent`, and `unique_key` with `why`",
                "none of them, or several",
                "write it as in `retry: { never: why }`".to_owned(),
            );
            None
        }
    }
}

/// The names in braces of a template; `Err` with what is wrong with it.
pub(crate) fn variables(path: &str) -> Result<Vec<&str>, String> {
    if !path.starts_with('/') {
        return Err("a path begins with `/`".to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
    if let Some(wrong) = path.chars().find(|c| !allowed(*c)) {
        return Err(format!(
            "a path does not have the character `{}`",
            wrong.escape_debug()
        ));
    }
    if path[1..]
        .trim_end_matches('/')
        .split('/')
        .any(|part| matches!(part, "" | "." | ".."))
        && path.len() > 1
    {
        return Err("a path has no empty parts, and none of dots alone".to_owned());
    }
    let mut found = Vec::new();
    let mut rest = path;
    while let Some(open) = rest.find(['{', '}']) {
        let inner = rest[open..]
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        match inner {
            Some((name, after)) if !name.is_empty() && !name.contains(['{', '/']) => {
                if found.contains(&name) {
                    return Err(format!("`{{{name}}}` comes twice"));
                }
                found.push(name);
                rest = after;
            }
            _ => return Err("the braces do not match".to_owned()),
        }
    }
    Ok(found)
}

/// Every variable of every path is filled by somebody, and nothing is given that no path has.
fn check_routes(
    context: &mut Context<'_>,
    set: &ir::Set,
    operation: &ir::Operation,
    one: &language::Operation,
    entry: &Entry,
) {
    let credentials: HashSet<&str> = operation
        .auth
        .iter()
        .filter_map(|at| set.auth[*at].path.as_deref())
        .collect();
    let known: Vec<&str> = operation
        .path
        .iter()
        .map(|field| field.wire.as_str())
        .chain(operation.fills.iter().map(|(path, _)| path.as_str()))
        .collect();
    // A way to authenticate that is not known may fill in anything.
    let open = one.auth.len() > operation.auth.len();
    let mut broken = false;
    let mut used = HashSet::new();
    for (at, route) in operation.routes.iter().enumerate() {
        let place = match at {
            0 => entry.value.place_of("http"),
            _ => entry
                .value
                .get("variants")
                .map_or(&entry.place, |node| node.place_of(&route.name)),
        };
        match variables(&route.path) {
            Err(wrong) => {
                broken = true;
                context.mistakes.add(place, wrong, "not a path", None);
            }
            Ok(names) => {
                for name in names {
                    used.insert(name);
                    if !known.contains(&name) && !credentials.contains(name) && !open {
                        let unused = known.iter().chain(&credentials).copied();
                        let help = match crate::diagnostics::nearest(name, unused) {
                            Some(near) => format!("did you mean `{{{near}}}`?"),
                            None => {
                                format!(
                                    "add `path: {{ {name}: integer }}`, or name it in `from_client`"
                                )
                            }
                        };
                        context.mistakes.add(
                            place,
                            format!("nothing fills in `{{{name}}}`"),
                            "no parameter, credential or client value of this name",
                            help,
                        );
                    }
                }
            }
        }
    }
    for name in known.iter().copied().filter(|_| !broken) {
        if !used.contains(name) {
            let place = ["path", "from_client"]
                .into_iter()
                .find_map(|key| entry.value.get(key)?.entry(name))
                .map_or(&entry.place, |at| &at.place);
            context.mistakes.add(
                place,
                format!("no path has `{{{name}}}`"),
                "a parameter that goes nowhere",
                None,
            );
        }
    }
    for (path, value) in &operation.fills {
        if !set.client_values.iter().any(|known| known.name == *value) {
            let place = entry
                .value
                .get("from_client")
                .map_or(&entry.place, |node| node.place_of(path));
            let help = did_you_mean(
                value,
                set.client_values.iter().map(|known| known.name.as_str()),
            );
            context.mistakes.add(
                place,
                format!("there is no client value `{value}`"),
                "nothing fills this in",
                help,
            );
        }
    }
}

/// The name of the body among the parameters.
fn body_name(body: &ir::BodyOf) -> String {
    let key = body.key.as_deref().filter(|_| body.body.is_some());
    key.and_then(|key| names::field(key).ok())
        .unwrap_or_else(|| "body".to_owned())
}

fn check_parameters(context: &mut Context<'_>, operation: &ir::Operation) {
    let all: Vec<ir::Field> = operation
        .path
        .iter()
        .chain(&operation.query)
        .cloned()
        .collect();
    fields::check_names(context, &all);
    if let Some(body) = &operation.body
        && let Some(same) = all.iter().find(|field| field.rust == body_name(body))
    {
        context.mistakes.add(
            &same.place,
            format!(
                "`{}` and the body make one Rust name, `{}`",
                same.wire, same.rust
            ),
            "the one of the two",
            "name it with the mark `rename(name)`".to_owned(),
        );
    }
    for field in &all {
        if matches!(
            field.presence,
            Presence::Nullable | Presence::Filled(_) | Presence::Constant(_)
        ) {
            context.mistakes.add(
                &field.place,
                format!("the parameter `{}` is left out or set", field.wire),
                "parameters are not nullable, filled in or constant",
                "path parameters that the client fills in stand in `from_client`".to_owned(),
            );
        }
        let scalar = !matches!(field.ty, Type::List(_) | Type::Map(_) | Type::Json)
            && field
                .ty
                .named()
                .is_none_or(|named| matches!(named.kind, NamedKind::Enum { .. } | NamedKind::Id));
        let open = field.ty == Type::Json && context.mistakes.are_at(&field.place.file);
        if !scalar && !open {
            context.mistakes.add(
                &field.place,
                format!("`{}` is no single value", field.wire),
                "a parameter is a text, a number, a date or a truth value",
                None,
            );
        }
    }
}

/// What only several operations together can get wrong.
pub(crate) fn check_together(context: &mut Context<'_>, house: &House) {
    for set in &house.sets {
        let mut rust: HashMap<&str, &ir::Operation> = HashMap::new();
        for operation in set
            .resources
            .iter()
            .flat_map(|resource| &resource.operations)
        {
            // Those of one file are noted where their names are checked.
            let earlier = rust
                .insert(&operation.rust, operation)
                .filter(|earlier| earlier.place.file != operation.place.file);
            if let Some(earlier) = earlier {
                let earlier = &earlier.name;
                context.mistakes.add(
                    &operation.place,
                    format!(
                        "`{earlier}` and `{}` make one type, `{}`",
                        operation.name, operation.rust
                    ),
                    "the second of the two",
                    "give one of them another name".to_owned(),
                );
            }
            guard(context, house, set, operation);
            guarded::check(context, house, set, operation);
        }
        if !set.is_api
            && set
                .resources
                .iter()
                .any(|resource| !resource.operations.is_empty())
        {
            context.mistakes.add(
                &set.place,
                "a set of shapes has no operations",
                "in this set",
                "move them to the API that offers them".to_owned(),
            );
        }
    }
}

fn guard(context: &mut Context<'_>, house: &House, set: &ir::Set, operation: &ir::Operation) {
    let ir::Repeat::Guarded(field, _) = &operation.repeat else {
        return;
    };
    let named = operation.body.as_ref().and_then(|body| body.body.as_ref());
    if named.is_some_and(|named| {
        context
            .incomplete
            .contains(&(named.set, named.name.clone()))
    }) {
        return;
    }
    let body = named.and_then(|named| house.body(named));
    if !body.is_some_and(|body| body.fields.iter().any(|known| known.wire == *field)) {
        let names: Vec<&str> = body.map_or(Vec::new(), |body| {
            body.fields
                .iter()
                .map(|field| field.wire.as_str())
                .collect()
        });
        let place = set_entry(context, set, operation)
            .and_then(|entry| entry.value.get("retry"))
            .map_or(&operation.place, |node| node.place_of("unique_key"))
            .clone();
        context.mistakes.add(
            &place,
            format!("the body has no field `{field}` that could guard it"),
            "guarded by nothing",
            did_you_mean(field, names),
        );
    }
}

/// An operation as it is written.
pub(super) fn set_entry<'a>(
    context: &Context<'a>,
    set: &ir::Set,
    operation: &ir::Operation,
) -> Option<&'a Entry> {
    let files = context.files.iter().find(|files| files.dir == set.dir)?;
    files
        .resources
        .iter()
        .filter(|file| file.node.place.file == operation.place.file)
        .find_map(|file| file.node.get("operations")?.entry(&operation.name))
}
