//! A call: parameters, body, credentials, and whether it may arrive twice.

use crate::emit::openapi::template::Slot;
use crate::emit::openapi::value::{Object, Value};
use crate::emit::openapi::{Document, marks, reply, schema};
use crate::ir::{BodyOf, Field, Operation, Presence, Repeat, Resource, Route, Scheme, Start, Type};
use crate::names;

/// The media type of everything but callbacks.
pub(crate) const JSON: &str = "application/json";

/// A call by one of its paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    pub(super) resource: &'a Resource,
    pub(super) operation: &'a Operation,
    pub(super) route: &'a Route,
}

/// The operation object of a call. `slots` are the variables of the path that it stands under.
pub(crate) fn operation(document: &Document<'_>, call: Call<'_>, slots: &[Slot<'_>]) -> Object {
    let Call {
        resource,
        operation,
        route,
    } = call;
    let mut object = Object::default().with("tags", Value::row(vec![Value::from(&resource.name)]));
    object.extend(told(&operation.doc));
    object.put("operationId", id(operation, route));
    object.put_list("parameters", parameters(document, operation, slots));
    object.put_some(
        "requestBody",
        operation
            .body
            .as_ref()
            .map(|body| request_body(document, body)),
    );
    object.put("responses", reply::responses(document, operation));
    object.put("security", security(document, operation));
    object.put("x-operation", &operation.name);
    let follows = names::operation(&operation.name);
    object.put_some("x-rust", marks::rust(&operation.rust, Some(follows)));
    if operation.routes.len() > 1 {
        object.put("x-route", variant(operation, route));
    }
    if slots.iter().any(|slot| slot.key != slot.name) {
        object.put("x-documented-path", &route.path);
    }
    object.extend(reply::told(&operation.reply));
    object.put_list("x-start", operation.starts.iter().map(start).collect());
    object.put("x-repeat", repeat(operation));
    if let Some(back) = &operation.reads_back {
        let mut told = Object::default()
            .with("webhook", &back.callback)
            .with("by", &back.by);
        told.put_some("record", back.record.as_ref());
        told.put("reference", &back.reference);
        told.put("state", &back.state);
        object.put("x-reads-back", told);
    }
    object.extend(marks::origin(&operation.source, &operation.place));
    object.extend(marks::behaviour(&operation.notes, &operation.doubts));
    object
}

/// The name, and which path it is by if there are several. A dot is in no name, so no two are alike.
fn id(operation: &Operation, route: &Route) -> String {
    match route.name.as_str() {
        "" => operation.name.clone(),
        variant => format!("{}.{variant}", operation.name),
    }
}

fn variant(operation: &Operation, route: &Route) -> Object {
    let mut object = Object::default().with("name", &route.name);
    object.put_some(
        "rust",
        marks::rust(&route.rust, Some(names::type_of(&route.name))),
    );
    let first = operation
        .routes
        .first()
        .is_some_and(|first| std::ptr::eq(first, route));
    object.put("default", first);
    object
}

/// A way to make a list in place of the plain one.
fn start(start: &Start) -> Value {
    let mut object = Object::default().with("name", &start.name);
    object.put_some("filter", start.filter.as_ref());
    object.put("description", marks::prose(&start.doc));
    Value::from(object)
}

/// The first sentence, which is plain text in OpenAPI, and the rest as Markdown.
pub(crate) fn told(doc: &str) -> Object {
    let (first, rest) = first_sentence(doc.trim());
    let mut object = Object::default().with(
        "summary",
        first.split_whitespace().collect::<Vec<_>>().join(" "),
    );
    if !rest.is_empty() {
        object.put("description", marks::prose(rest));
    }
    object
}

/// Splits after the first full stop that a capital or code follows.
fn first_sentence(doc: &str) -> (&str, &str) {
    let end = doc.match_indices(". ").map(|(at, _)| at + 1).find(|at| {
        let next = doc[*at..].trim_start().chars().next();
        next.is_some_and(|next| next.is_uppercase() || next == '`')
    });
    let (first, rest) = doc.split_at(end.unwrap_or(doc.len()));
    (first, rest.trim())
}

fn parameters(document: &Document<'_>, operation: &Operation, slots: &[Slot<'_>]) -> Vec<Value> {
    let path = slots
        .iter()
        .map(|slot| path_parameter(document, operation, slot));
    let query = operation.query.iter().map(|field| {
        let required = !matches!(field.presence, Presence::Optional | Presence::Nullable);
        parameter(document, field, &field.wire, "query", required)
    });
    path.chain(query).map(Value::from).collect()
}

/// A variable of the path: a parameter, a value that the client fills in, or a credential.
fn path_parameter(document: &Document<'_>, operation: &Operation, slot: &Slot<'_>) -> Object {
    let field = operation.path.iter().find(|field| field.wire == slot.name);
    let fill = operation.fills.iter().find(|(path, _)| path == slot.name);
    let mut object = match (field, fill) {
        (Some(field), _) => parameter(document, field, &slot.key, "path", true),
        (None, Some((_, value))) => filled(document, &slot.key, value),
        (None, None) => credential(document, operation, slot),
    };
    if slot.key != slot.name {
        object.put("x-documented-name", slot.name);
    }
    object
}

fn parameter(
    document: &Document<'_>,
    field: &Field,
    name: &str,
    place: &str,
    required: bool,
) -> Object {
    let mut object = Object::default().with("name", name).with("in", place);
    object.put_mark("required", required);
    object.put_some("description", field.doc.as_deref().map(marks::prose));
    object.put("schema", schema::of_parameter(&document.components, field));
    if let Presence::Filled(value) = &field.presence {
        object.put("x-filled-by", value);
    }
    object.extend(marks::field(field));
    object
}

fn text_in_path(name: &str) -> Object {
    Object::default()
        .with("name", name)
        .with("in", "path")
        .with("required", true)
}

fn filled(document: &Document<'_>, name: &str, value: &str) -> Object {
    let mut object = text_in_path(name);
    let mut text = text();
    if let Some(known) = document
        .set
        .client_values
        .iter()
        .find(|known| known.name == value)
    {
        object.put("description", marks::prose(&known.doc));
        text.put_some("default", known.default.as_ref());
    }
    object.with("schema", text).with("x-filled-by", value)
}

fn credential(document: &Document<'_>, operation: &Operation, slot: &Slot<'_>) -> Object {
    let mut object = text_in_path(&slot.key);
    let schemes = operation
        .auth
        .iter()
        .filter_map(|at| document.set.auth.get(*at));
    let auth = schemes
        .into_iter()
        .find(|auth| auth.path.as_deref() == Some(slot.name));
    object.put_some("description", auth.map(|auth| marks::prose(&auth.doc)));
    object.put("schema", text());
    if let Some(auth) = auth {
        let name = match &auth.scheme {
            Scheme::Bearer(name) => name,
            Scheme::Basic { user, password } => password.as_ref().unwrap_or(user),
        };
        object.put("x-filled-by", name);
        object.put("x-credential-of", &auth.name);
        object.put("x-secret", true);
    }
    object
}

fn text() -> Object {
    Object::default().with("type", "string")
}

fn request_body(document: &Document<'_>, body: &BodyOf) -> Object {
    let inner = match &body.body {
        Some(named) => schema::of_type(&document.components, &Type::Named(named.clone())),
        None => Object::default(),
    };
    let schema = match &body.key {
        Some(key) => reply::wrapped(key, inner),
        None => inner,
    };
    let mut object = Object::default();
    // A body that is not shown may as well be none.
    object.put_mark("required", body.body.is_some());
    object.put(
        "content",
        Object::default().with(JSON, Object::default().with("schema", schema)),
    );
    object.put_mark("x-unknown", body.body.is_none());
    object
}

/// The ways to authenticate, of which one is enough.
fn security(document: &Document<'_>, operation: &Operation) -> Vec<Value> {
    let schemes = operation
        .auth
        .iter()
        .filter_map(|at| document.schemes.get(*at));
    schemes
        .map(|key| Value::row(Object::default().with(key, Value::List(Vec::new()))))
        .collect()
}

fn repeat(operation: &Operation) -> Object {
    let object = Object::default();
    match &operation.repeat {
        Repeat::Safe => object.with("word", "safe"),
        Repeat::Never(why) => object.with("word", "never").with("why", why),
        Repeat::Allowed(why) => object.with("word", "allowed").with("why", why),
        Repeat::Guarded(field, why) => {
            let mut object = object
                .with("word", "guarded")
                .with("by", field)
                .with("why", why);
            if let Some(read_by) = &operation.read_by {
                object.put("readBy", &read_by.operation);
                if let Some(parameter) = &read_by.parameter {
                    object.put("readByParameter", parameter);
                }
            }
            object
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn the_first_sentence_ends_before_a_capital_or_code() {
        assert_eq!(first_sentence("One. Two. Three."), ("One.", "Two. Three."));
        assert_eq!(
            first_sentence("As in v1. or so. `x` is y."),
            ("As in v1. or so.", "`x` is y.")
        );
        assert_eq!(first_sentence("Only one"), ("Only one", ""));
        assert_eq!(first_sentence(""), ("", ""));
    }
}
