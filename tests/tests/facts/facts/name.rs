//! Names, as facts have them.

use std::any::type_name;

use api_wire::Place;

/// The word of a place in attributes.
pub(super) fn place_name(place: Place) -> &'static str {
    match place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
        Place::Body => "body",
        Place::WrappedBody => "wrapped_body",
        Place::Route => "route",
    }
}

/// The name of the type of a field.
pub(crate) fn short_of<O, T>(_: impl Fn(&O) -> &T) -> String {
    short::<T>()
}

/// The name of a type without modules.
pub(crate) fn short<T>() -> String {
    short_name(type_name::<T>())
}

pub(super) fn short_name(name: &str) -> String {
    let is_end = |c: char| matches!(c, '<' | '>' | ',' | ' ');
    let parts = name.split_inclusive(is_end);
    let parts = parts.map(|part| part.rsplit("::").next().unwrap_or_default());
    let name: String = parts.collect();
    name.replace(", NoMetadata>", ">")
}
