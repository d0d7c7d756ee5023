//! Where a field is declared.

/// Where a field is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldContext {
    /// The record list.
    List,
    /// The list example.
    ListExample,
    /// A body, or the configuration of the browser SDK.
    Request,
    /// A parameter in path, query or a header of the request.
    Parameter,
}

impl FieldContext {
    /// Whether it is sent.
    pub(crate) fn is_request(self) -> bool {
        matches!(self, Self::Request | Self::Parameter)
    }

    pub(crate) fn in_package(self, package: usize) -> FieldScope {
        FieldScope {
            package,
            part: self,
        }
    }
}

/// Where a field is declared, and the package in which its type is resolved.
#[derive(Clone, Copy)]
pub(crate) struct FieldScope {
    pub(crate) package: usize,
    pub(crate) part: FieldContext,
}
