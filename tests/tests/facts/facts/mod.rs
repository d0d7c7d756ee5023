//! What the compiled crates of a package state, as lines.

mod api;
mod calls;
mod name;
mod types;

use std::fmt::Display;

use api_runtime::__generated::OperationInfo;
use api_wire::{Field, Schema};

pub(crate) use api::function;
pub(crate) use calls::{Asked, Else};
pub(crate) use name::{short, short_of};

/// The facts of a package.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) lines: Vec<String>,
    pub(crate) schemas: Vec<&'static Schema>,
    /// The parameters of each operation.
    pub(crate) parameters: Vec<(&'static str, &'static [Field])>,
    pub(crate) operations: Vec<OperationInfo>,
}

/// The facts of a record or body; after its type, the methods of its documented defaults.
macro_rules! record {
    ($facts:ident, $record:ty $(, $default:ident)*) => {{
        let blank = <$record as api_wire::FromWire>::blank();
        let defaults = [$((stringify!($default), format!("{:?}", blank.$default().unwrap()))),*];
        $facts.record(&blank, &defaults);
    }};
}

/// The facts of operations, after all credentials of their API. Beside a field stand other paths that it chooses.
macro_rules! operations {
    ($facts:ident, $credentials:tt $(, $package:ident::$operation:ident {
        $($field:ident $(: [$($route:expr),*])?),*
    })*) => { $(
        $crate::facts::operation!($facts, $package::$operation, $credentials);
        $($($($facts.route::<$package::$operation>(&$route, $route.path_template());)*)?)*
        let types = [$($crate::facts::short_of(|operation: &$package::$operation| &operation.$field)),*];
        $facts.parameters(stringify!($operation), $package::$operation::FIELDS, &types);
    )* };
}

macro_rules! operation {
    ($facts:ident, $operation:ty, ($($credentials:ty),*)) => {{
        use $crate::facts::{Asked, Else as _};
        $facts.operation::<$operation>(&[$(
            ($crate::facts::short::<$credentials>(), Asked::<$operation, $credentials>::ACCEPTS)
        ),*]);
        Asked::<$operation>::PAGES(&mut $facts);
        Asked::<$operation>::SYNC(&mut $facts);
        Asked::<$operation>::UNIQUE_KEY(&mut $facts);
        Asked::<$operation>::REFETCH(&mut $facts);
    }};
}

pub(crate) use {operation, operations, record};

impl Facts {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            lines: Vec::new(),
            schemas: Vec::new(),
            parameters: Vec::new(),
            operations: Vec::new(),
        }
    }

    fn line(&mut self, subject: impl Display, fact: impl Display) {
        self.lines.push(format!("{subject}: {fact}"));
    }

    /// Lines of values, of which there may be none.
    fn list(&mut self, subject: &str, noun: &str, values: impl IntoIterator<Item: Display>) {
        for value in values {
            self.line(subject, format_args!("{noun} {value}"));
        }
    }
}
