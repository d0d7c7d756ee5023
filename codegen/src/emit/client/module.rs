//! A module of a client crate.

use proc_macro2::TokenStream;

use crate::emit::client::exports;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::render;
use crate::emit::rust::render::Chunk;
use crate::emit::rust::types::Types;
use crate::file_tree::header;
use crate::ir::{Resource, Spec};

pub(super) fn module(spec: &Spec, index: usize, resource: &Resource) -> String {
    let package = &spec.packages[index];
    let mut file = Module {
        types: Types::in_client(spec, index),
        package: index,
        chunks: Vec::new(),
    };
    for operation in &resource.operations {
        file.operation(operation);
        file.write_info(resource, operation);
    }
    let Module { types, chunks, .. } = file;
    let mut all = types.imports.chunks();
    all.extend(chunks);
    let mut docs = Docs::of(&resource.doc);
    docs.source(package, &resource.source);
    render::file(&header(resource.operation_files()), &docs.lines(), all)
}

pub(crate) struct Module<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) package: usize,
    pub(crate) chunks: Vec<Chunk>,
}

impl Module<'_> {
    pub(crate) fn runtime(&mut self, name: &str) -> proc_macro2::Ident {
        self.types.imports.add(exports::path_of(name), name);
        ident(name)
    }

    pub(crate) fn item(&mut self, tokens: TokenStream) {
        self.chunks.push(Chunk::Item(tokens));
    }
}
