//! Where the values of a request go.

use crate::ir::{Field, Operation, Presence};

/// A place in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
}

/// A value beside the body and where it goes; the presence of the field says who supplies it.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) place: Place,
    pub(crate) field: Field,
}

impl Place {
    pub(crate) const ALL: [Self; 3] = [Self::Path, Self::Query, Self::Header];

    /// The key of the spec.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "headers",
        }
    }

    /// What a value there is called.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Path => "path parameter",
            Self::Query => "query parameter",
            Self::Header => "header",
        }
    }
}

impl Operation {
    /// The parameters that callers set: path, query and headers, in the order of the constructor's arguments.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &Field> + Clone {
        let fields = self.bindings.iter().map(|binding| &binding.field);
        fields.filter(|field| field.is_set_by_caller())
    }

    /// The binding of one of its [fields](Self::fields); `None` if it is the body.
    pub(crate) fn binding_of(&self, field: &Field) -> Option<&Binding> {
        let mut bindings = self.bindings.iter();
        bindings.find(|binding| binding.field.rust == field.rust)
    }

    /// The values of a place, those that the client sets included.
    pub(crate) fn values_in(&self, place: Place) -> impl Iterator<Item = &Field> + Clone {
        let bindings = self.bindings.iter();
        let bindings = bindings.filter(move |binding| binding.place == place);
        bindings.map(|binding| &binding.field)
    }

    /// The parameters of a place that callers set.
    pub(crate) fn parameters_in(&self, place: Place) -> impl Iterator<Item = &Field> + Clone {
        let values = self.values_in(place);
        values.filter(|field| field.is_set_by_caller())
    }

    pub(crate) fn only_path_parameter(&self) -> Option<&Field> {
        let mut path = self.parameters_in(Place::Path);
        path.next().filter(|_| path.next().is_none())
    }

    /// The client value that a variable of the path has.
    pub(crate) fn client_value_of(&self, variable: &str) -> Option<&str> {
        let mut bindings = self.bindings.iter();
        bindings.find_map(|binding| match &binding.field.presence {
            Presence::FromClient(value) if binding.field.wire == variable => Some(value.as_str()),
            _ => None,
        })
    }
}
