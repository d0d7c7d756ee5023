//! The field of a JSON pointer in the responses of an operation.

use crate::ir::{Field, Named, Operation, Package, Record, Response, Spec, Type};

/// What a pointer points at.
pub(super) enum Place<'s> {
    /// A field, or what is in it: its elements are `/*`.
    Field {
        record: Named,
        field: &'s Field,
        below: String,
    },
    /// A field that the record does not have.
    Unknown { record: Named, name: String },
}

/// The place of a pointer; `None` if it is around the records, or in what is not described.
pub(super) fn place<'s>(
    spec: &'s Spec,
    package: &'s Package,
    operation: &'s Operation,
    pointer: &str,
) -> Option<Place<'s>> {
    let segments: Vec<String> = pointer
        .split('/')
        .skip(1)
        .map(|segment| segment.replace("~1", "/").replace("~0", "~"))
        .collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    match &operation.response {
        Response::Unknown | Response::Accepted => None,
        Response::Record(named) => in_record(spec, named, &segments),
        Response::Wrapped(key, named) => {
            let (first, rest) = segments.split_first()?;
            (first == key).then(|| in_record(spec, named, rest))?
        }
        Response::Payload(ty) => {
            let (first, rest) = segments.split_first()?;
            let envelope = package.envelope.as_ref()?;
            (*first == envelope.payload).then(|| in_payload(spec, ty, rest))?
        }
        Response::Page(page) => {
            let items = match (&page.items_key, segments.as_slice()) {
                (Some(key), [first, "*", rest @ ..]) if first == key => Some(rest),
                // The only list, under any key or none.
                (None, [_, "*", rest @ ..] | ["*", rest @ ..]) => Some(rest),
                _ => None,
            };
            match (items, &page.item_wrapper, &page.metadata) {
                (Some([first, rest @ ..]), Some(wrapper), _) if first == wrapper => {
                    in_record(spec, &page.item, rest)
                }
                (Some(rest), None, _) => in_record(spec, &page.item, rest),
                (None, _, Some(metadata)) => match in_record(spec, metadata, &segments) {
                    // The convention of the API has keys beside the metadata.
                    Some(Place::Unknown { .. }) => None,
                    place => place,
                },
                _ => None,
            }
        }
    }
}

fn in_payload<'s>(spec: &'s Spec, ty: &'s Type, segments: &[&str]) -> Option<Place<'s>> {
    match (ty, segments) {
        (Type::List(inner) | Type::Map(inner), ["*", rest @ ..]) => in_payload(spec, inner, rest),
        (Type::Named(named), segments) => in_record(spec, named, segments),
        _ => None,
    }
}

fn in_record<'s>(spec: &'s Spec, named: &Named, segments: &[&str]) -> Option<Place<'s>> {
    let record: &Record = spec.record(named)?;
    let (name, rest) = segments.split_first()?;
    let Some(field) = record.field(name) else {
        let is_field = rest.is_empty() && *name != "?";
        return is_field.then(|| Place::Unknown {
            record: named.clone(),
            name: (*name).to_owned(),
        });
    };
    let mut ty = &field.ty;
    for (index, segment) in rest.iter().enumerate() {
        ty = match ty {
            Type::List(inner) | Type::Map(inner) if *segment == "*" => inner,
            Type::Named(inner) => return in_record(spec, inner, &rest[index..]),
            _ => break,
        };
    }
    Some(Place::Field {
        record: named.clone(),
        field,
        below: rest.iter().map(|segment| format!("/{segment}")).collect(),
    })
}
