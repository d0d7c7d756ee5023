//! Headers of responses.

use crate::emit::openapi::json::Object;
use crate::emit::openapi::{Document, extensions, schema};
use crate::ir::{Field, Mark, Operation, Type};

/// The headers of a response with a successful status.
pub(crate) fn headers(document: &Document<'_>, operation: &Operation) -> Object {
    headers_with(operation, |field| {
        let mut object = Object::default();
        object.put_some("description", extensions::description(field));
        object.put_mark("required", field.has(Mark::DocumentedRequired));
        object.put_mark("deprecated", field.deprecated.is_some());
        let schema = schema::parameter_schema(&document.components, field, None);
        object.put("schema", schema);
        object.extend(extensions::field(field));
        object
    })
}

/// The same, with the header objects of an edition.
pub(crate) fn headers_with(operation: &Operation, header: impl Fn(&Field) -> Object) -> Object {
    let mut object = Object::default();
    for field in &operation.response_headers {
        // A time may be an HTTP date.
        let ty = match &field.ty {
            Type::DateTime => Type::Text,
            ty => ty.clone(),
        };
        let shown = Field {
            ty,
            ..field.clone()
        };
        object.put(&field.wire, header(&shown));
    }
    object
}
