//! What the parts of one document need.

use crate::emit::openapi::bodies::Bodies;
use crate::emit::openapi::components::Components;
use crate::ir::{Package, Spec};

/// A document: the package that it describes, and the names in it.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub(super) spec: &'a Spec,
    /// The index of the package.
    pub(super) index: usize,
    pub(super) package: &'a Package,
    pub(super) components: Components<'a>,
    pub(super) bodies: Bodies<'a>,
}

impl<'a> Document<'a> {
    pub(super) fn new(spec: &'a Spec, index: usize) -> Self {
        let package = &spec.packages[index];
        let components = Components::collect(spec, index);
        Self {
            spec,
            index,
            package,
            bodies: Bodies::collect(&components, package),
            components,
        }
    }
}
