//! Where fields occur: in responses, callbacks or requests.

use std::collections::HashSet;

use crate::ir::{Field, Named, NamedKind, Resource, Spec};

/// Where a field occurs. A field of several is of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurrence {
    /// In a documented response, the only place where observers see types.
    Response,
    /// In the form of a callback, whose values are all text.
    Callback,
    /// In a request or the configuration of a browser SDK.
    Request,
    /// In no documented operation, callback or browser SDK.
    None,
}

/// The declarations of the fields that occur somewhere.
pub(crate) struct Occurrences<'s> {
    responses: HashSet<Declaration<'s>>,
    callbacks: HashSet<Declaration<'s>>,
    requests: HashSet<Declaration<'s>>,
}

/// File and first byte. Records that share a field share its declaration.
type Declaration<'s> = (&'s str, usize);

fn declaration(field: &Field) -> Declaration<'_> {
    (&field.span.file, field.span.range.start)
}

impl<'s> Occurrences<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Self {
        let resources = || spec.packages.iter().flat_map(|package| &package.resources);
        let responses = resources()
            .flat_map(|resource| &resource.operations)
            .flat_map(|operation| operation.response.named_types());
        let callbacks = resources()
            .flat_map(|resource| &resource.callbacks)
            .map(|callback| &callback.record);
        let configurations = resources()
            .filter_map(|resource| resource.browser_sdk.as_ref())
            .flat_map(|sdk| &sdk.configuration);
        let mut requests = declarations(spec, resources().flat_map(requested));
        requests.extend(configurations.map(declaration));
        Self {
            responses: declarations(spec, responses),
            callbacks: declarations(spec, callbacks),
            requests,
        }
    }

    pub(crate) fn occurrence(&self, field: &Field) -> Occurrence {
        let declaration = declaration(field);
        if self.responses.contains(&declaration) {
            Occurrence::Response
        } else if self.callbacks.contains(&declaration) {
            Occurrence::Callback
        } else if self.requests.contains(&declaration) {
            Occurrence::Request
        } else {
            Occurrence::None
        }
    }
}

/// The types in the requests of a resource.
fn requested(resource: &Resource) -> Vec<&Named> {
    let mut named: Vec<&Named> = Vec::new();
    for operation in &resource.operations {
        named.extend(operation.body.iter().filter_map(|body| body.body.as_ref()));
        named.extend(operation.parameters().filter_map(|field| field.ty.named()));
    }
    if let Some(sdk) = &resource.browser_sdk {
        let configuration = sdk.configuration.iter();
        named.extend(configuration.filter_map(|field| field.ty.named()));
    }
    named
}

/// The declarations of the fields of types, and of the types that these name.
fn declarations<'s>(
    spec: &'s Spec,
    types: impl Iterator<Item = &'s Named>,
) -> HashSet<Declaration<'s>> {
    let types = spec.closure(types.cloned().collect());
    let fields = types.iter().filter_map(|named| match named.kind {
        NamedKind::Record => Some(&spec.record(named)?.fields),
        NamedKind::Body => Some(&spec.body(named)?.fields),
        _ => None,
    });
    fields.flatten().map(declaration).collect()
}
