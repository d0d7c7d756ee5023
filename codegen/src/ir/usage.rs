//! Which types are sent and read.

use std::collections::HashMap;

use crate::ir::{Named, Spec};

/// Whether the values of a type are sent, and read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) sent: bool,
    pub(crate) read: bool,
}

impl Spec {
    /// The types that operations, callbacks and browser SDKs use, with those inside of them, by package and name.
    pub(crate) fn usage(&self) -> HashMap<(String, String), Usage> {
        let (mut sent, mut read) = (Vec::new(), Vec::new());
        for resource in self.packages.iter().flat_map(|package| &package.resources) {
            for operation in &resource.operations {
                let parameters = operation.parameters();
                sent.extend(parameters.filter_map(|field| field.ty.named().cloned()));
                sent.extend(operation.body.as_ref().and_then(|body| body.body.clone()));
                read.extend(operation.response.named_types().into_iter().cloned());
            }
            read.extend(
                resource
                    .callbacks
                    .iter()
                    .map(|callback| callback.record.clone()),
            );
            if let Some(sdk) = &resource.browser_sdk {
                let fields = sdk.configuration.iter();
                sent.extend(fields.filter_map(|field| field.ty.named().cloned()));
                sent.extend(
                    sdk.entry_points
                        .iter()
                        .filter_map(|entry| entry.argument.clone()),
                );
            }
        }
        let mut all: HashMap<(String, String), Usage> = HashMap::new();
        let key = |named: &Named| {
            (
                self.packages[named.package].name.clone(),
                named.name.clone(),
            )
        };
        for named in self.closure(sent) {
            all.entry(key(&named)).or_default().sent = true;
        }
        for named in self.closure(read) {
            all.entry(key(&named)).or_default().read = true;
        }
        all
    }
}
