//! Request and response bodies, with names for those that are no declared type: wrappers, envelopes
//! and pages.

use std::collections::HashSet;

use crate::emit::openapi::components::{Components, schema_reference, unique};
use crate::ir::{Named, NamedKind, Operation, Package, Pagination, RequestBody, Response, Type};
use crate::json::Object;

/// The shape of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'a> {
    /// A declared type.
    Declared(&'a Named),
    /// A declared type under a key.
    Wrapped(&'a str, &'a Named),
    /// A payload in the envelope of the API.
    Payload(&'a Type),
    /// A page of a list.
    Page(&'a Pagination),
}

impl<'a> Shape<'a> {
    /// The shape of a request body; `None` if it is undocumented.
    pub(crate) fn from_request(body: &'a RequestBody) -> Option<Self> {
        let named = body.body.as_ref()?;
        Some(match &body.key {
            Some(key) => Self::Wrapped(key, named),
            None => Self::Declared(named),
        })
    }

    /// The shape of a response body; `None` if it is undocumented.
    pub(crate) fn from_response(response: &'a Response) -> Option<Self> {
        match response {
            Response::Record(named) => Some(Self::Declared(named)),
            Response::Wrapped(key, named) => Some(Self::Wrapped(key, named)),
            Response::Payload(ty) => Some(Self::Payload(ty)),
            Response::Page(page) => Some(Self::Page(page)),
            Response::Unknown | Response::StatusOnly => None,
        }
    }

    /// The shape of the elements of a page, if they are wrapped.
    fn element(self) -> Option<Self> {
        let Self::Page(page) = self else { return None };
        Some(Self::Wrapped(page.item_wrapper.as_ref()?, &page.item))
    }

    fn name(self) -> String {
        match self {
            Self::Declared(named) => named.name.clone(),
            Self::Wrapped(_, named) if named.kind == NamedKind::Body => {
                format!("{}Request", named.name)
            }
            Self::Wrapped(_, named) => format!("{}Wrapper", named.name),
            Self::Payload(ty) => {
                let name = ty.named().map_or("Payload", |named| &named.name);
                format!("{name}Envelope")
            }
            Self::Page(page) => format!("{}Page", page.item.name),
        }
    }

    fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Declared(named), Self::Declared(other)) => named == other,
            (Self::Wrapped(key, named), Self::Wrapped(other_key, other)) => {
                key == other_key && named == other
            }
            (Self::Payload(ty), Self::Payload(other)) => ty == other,
            (Self::Page(page), Self::Page(other)) => {
                page.item == other.item
                    && page.items_key == other.items_key
                    && page.item_wrapper == other.item_wrapper
                    && page.metadata == other.metadata
            }
            _ => false,
        }
    }
}

/// A shape with its name in the document.
#[derive(Debug)]
pub(crate) struct NamedShape<'a> {
    pub(crate) key: String,
    pub(crate) shape: Shape<'a>,
    /// Whether it is a whole body, and not only an element of a page.
    pub(crate) is_body: bool,
}

/// The bodies of a document, each shape once, in the order of the operations.
#[derive(Debug, Default)]
pub(crate) struct Bodies<'a>(pub(crate) Vec<NamedShape<'a>>);

impl<'a> Bodies<'a> {
    /// The bodies of the operations of a package.
    pub(super) fn collect(components: &Components<'_>, package: &'a Package) -> Self {
        let mut taken = components.taken.clone();
        let mut bodies = Self::default();
        for operation in package.operations() {
            for shape in shapes(operation) {
                bodies.add(components, shape, true, &mut taken);
                if let Some(element) = shape.element() {
                    bodies.add(components, element, false, &mut taken);
                }
            }
        }
        bodies
    }

    fn add(
        &mut self,
        components: &Components<'_>,
        shape: Shape<'a>,
        is_body: bool,
        taken: &mut HashSet<String>,
    ) {
        let mut known = self.0.iter_mut();
        if let Some(known) = known.find(|known| known.shape.is_same(shape)) {
            known.is_body |= is_body;
            return;
        }
        let declared = match shape {
            Shape::Declared(named) => components.key(named),
            _ => None,
        };
        let key = declared.map_or_else(|| unique(&shape.name(), taken), str::to_owned);
        self.0.push(NamedShape {
            key,
            shape,
            is_body,
        });
    }

    /// The name of a shape.
    pub(crate) fn key(&self, shape: Shape<'_>) -> Option<&str> {
        let mut known = self.0.iter();
        let found = known.find(|known| known.shape.is_same(shape))?;
        Some(&found.key)
    }

    /// A reference to the schema of a body.
    pub(super) fn reference(&self, shape: Shape<'_>) -> Object {
        let mut object = Object::default();
        object.put_some("$ref", self.key(shape).map(schema_reference));
        object
    }

    /// The names of the records whose fields are members of pages.
    pub(super) fn flattened<'s>(&'s self, components: &'s Components<'_>) -> Vec<&'s str> {
        let metadata = self.0.iter().filter_map(|body| match body.shape {
            Shape::Page(page) => page.metadata.as_ref(),
            _ => None,
        });
        let keys = metadata.filter_map(|named| components.key(named));
        keys.collect()
    }
}

fn shapes(operation: &Operation) -> impl Iterator<Item = Shape<'_>> {
    let request = operation.body.as_ref().and_then(Shape::from_request);
    request
        .into_iter()
        .chain(Shape::from_response(&operation.response))
}
