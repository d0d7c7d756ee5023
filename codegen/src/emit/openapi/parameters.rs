//! Parameters of an operation.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::slot::Slot;
use crate::emit::openapi::{Document, extensions, schema};
use crate::ir::{Field, Operation, Presence, QueryArray};

pub(crate) fn parameters(
    document: &Document<'_>,
    operation: &Operation,
    slots: &[Slot<'_>],
) -> Vec<Value> {
    let path = slots
        .iter()
        .map(|slot| path_parameter(document, operation, slot));
    let query = operation.query.iter().map(|field| {
        let required = !matches!(field.presence, Presence::Optional | Presence::Nullable);
        let name = &field.wire;
        let mut object = parameter(document, (operation, field), name, "query", required);
        object.extend(array_style(field));
        object
    });
    let headers = operation.headers.iter().map(|field| {
        let required = field.presence == Presence::Required;
        parameter(
            document,
            (operation, field),
            &field.wire,
            "header",
            required,
        )
    });
    path.chain(query).chain(headers).map(Value::from).collect()
}

/// How the items of a list in the query follow each other.
pub(crate) fn array_style(field: &Field) -> Object {
    let explode = match field.array {
        Some(QueryArray::Repeated | QueryArray::Brackets) => true,
        Some(QueryArray::Comma) => false,
        None => return Object::default(),
    };
    Object::default()
        .with("style", "form")
        .with("explode", explode)
}

/// A variable of the path: a parameter, a value that the client fills in, or a credential.
fn path_parameter(document: &Document<'_>, operation: &Operation, slot: &Slot<'_>) -> Object {
    let field = operation.path.iter().find(|field| field.wire == slot.name);
    let fill = operation
        .from_client
        .iter()
        .find(|(path, _)| path == slot.name);
    let mut object = match (field, fill) {
        (Some(field), _) => parameter(document, (operation, field), slot.key, "path", true),
        (None, Some((_, value))) => filled(document, slot.key, value),
        (None, None) => credential(document, operation, slot),
    };
    if slot.key != slot.name {
        object.put("x-documented-name", slot.name);
    }
    object
}

pub(crate) fn parameter(
    document: &Document<'_>,
    (operation, field): (&Operation, &Field),
    name: &str,
    span: &str,
    required: bool,
) -> Object {
    let mut object = Object::default().with("name", name).with("in", span);
    object.put_mark("required", required);
    object.put_mark("deprecated", field.deprecated.is_some());
    object.put_some("description", extensions::description(field));
    object.put(
        "schema",
        schema::parameter_schema(&document.components, field, operation.minimum(field)),
    );
    if let Some(value) = field.presence.client_value() {
        object.put("x-from-client", value);
    }
    object.extend(extensions::field(field));
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
        .package
        .client_values
        .iter()
        .find(|known| known.name == value)
    {
        object.put("description", extensions::prose(&known.doc));
        text.put_some("default", known.default.as_ref());
    }
    object.with("schema", text).with("x-from-client", value)
}

fn credential(document: &Document<'_>, operation: &Operation, slot: &Slot<'_>) -> Object {
    let mut object = text_in_path(slot.key);
    let schemes = operation
        .auth
        .iter()
        .filter_map(|index| document.package.auth.get(*index));
    let auth = schemes
        .into_iter()
        .find(|auth| auth.path.as_deref() == Some(slot.name));
    object.put_some("description", auth.map(|auth| extensions::prose(&auth.doc)));
    object.put("schema", text());
    if let Some(auth) = auth {
        // The last part, as in the client: the password of two.
        let credentials = auth.scheme.credentials();
        object.put_some("x-from-client", credentials.last().copied());
        object.put("x-credential-of", &auth.name);
        object.put("x-secret", true);
    }
    object
}

fn text() -> Object {
    Object::default().with("type", "string")
}
