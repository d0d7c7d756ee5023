//! Request bodies of operations.

use crate::ir::NamedKind;
use crate::language::NameOrWrapped;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::source::Place;
use crate::{ir, language};

pub(crate) fn body(
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

pub(crate) fn single<'a>(
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
