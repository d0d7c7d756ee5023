//! A module of a client crate.

use proc_macro2::Ident;

use crate::emit::client::exports;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::emit::rust::types::Types;
use crate::file_tree::header;
use crate::ir::{Resource, Spec};

pub(super) fn module(spec: &Spec, index: usize, resource: &Resource) -> String {
    let mut file = Module::new(Types::in_client(spec, index), index);
    for operation in &resource.operations {
        file.operation(operation);
        file.write_info(resource, operation);
    }
    file.text(&header(resource.operation_files()))
}

impl Module<'_> {
    pub(crate) fn runtime(&mut self, name: &str) -> Ident {
        self.types.imports.add(exports::path_of(name), name);
        ident(name)
    }
}
