//! Parameters of an operation.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::parameters::array_style;
use crate::emit::openapi::slot::Slot;
use crate::emit::openapi::strict::{Strict, prose, schema};
use crate::emit::openapi::summary::first_sentence;
use crate::ir::{Auth, Field, Operation, Presence};

/// The parameters, path first.
pub(super) fn parameters(
    strict: &Strict<'_>,
    operation: &Operation,
    slots: &[Slot<'_>],
) -> Vec<Value> {
    let path = slots
        .iter()
        .map(|slot| path_parameter(strict, operation, slot));
    let query = operation.query.iter().map(|field| {
        let required = !matches!(field.presence, Presence::Optional | Presence::Nullable);
        let name = &field.wire;
        let mut object = parameter(strict, (operation, field), name, "query", required);
        object.extend(array_style(field));
        object
    });
    let headers = operation.headers.iter().map(|field| {
        let required = field.presence == Presence::Required;
        parameter(strict, (operation, field), &field.wire, "header", required)
    });
    path.chain(query).chain(headers).map(Value::from).collect()
}

/// A variable of the path: a parameter, a value that is the same in all calls, or a credential.
fn path_parameter(strict: &Strict<'_>, operation: &Operation, slot: &Slot<'_>) -> Object {
    let package = strict.document.package;
    if let Some(field) = operation.path.iter().find(|field| field.wire == slot.name) {
        return parameter(strict, (operation, field), slot.key, "path", true);
    }
    let mut object = Object::default()
        .with("name", slot.key)
        .with("in", "path")
        .with("required", true);
    let mut text = Object::default().with("type", "string");
    let mut filled = operation.from_client.iter();
    if let Some((_, name)) = filled.find(|(path, _)| path == slot.name) {
        let known = package
            .client_values
            .iter()
            .find(|known| known.name == *name);
        object.put_some(
            "description",
            known.map(|known| extensions::prose(&known.doc)),
        );
        text.put_some("default", known.and_then(|known| known.default.as_ref()));
    } else {
        let auth = operation.auth.iter().map(|index| &package.auth[*index]);
        let auth = auth
            .into_iter()
            .find(|auth| auth.path.as_deref() == Some(slot.name));
        object.put_some(
            "description",
            auth.map(|auth| extensions::prose(credential(auth))),
        );
    }
    object.with("schema", Value::row(text))
}

/// What the credential is. How to get it is in the auth scheme.
fn credential(auth: &Auth) -> &str {
    first_sentence(auth.doc.trim()).0
}

fn parameter(
    strict: &Strict<'_>,
    (operation, field): (&Operation, &Field),
    name: &str,
    location: &str,
    required: bool,
) -> Object {
    let minimum = operation.minimum(field);
    let schema = schema::parameter_schema(&strict.document.components, field, minimum);
    let mut object = Object::default().with("name", name).with("in", location);
    object.put_mark("required", required);
    object.put_mark("deprecated", field.deprecated.is_some());
    object.put_some("description", prose::field(field, None));
    object.with("schema", Value::row(schema))
}
