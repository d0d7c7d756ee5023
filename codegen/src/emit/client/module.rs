//! A module of a client crate.

use proc_macro2::TokenStream;

use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::render;
use crate::emit::rust::render::Piece;
use crate::emit::rust::types::Types;
use crate::file_tree::MARK;
use crate::ir::{House, Resource};

pub(super) fn module(house: &House, at: usize, resource: &Resource) -> String {
    let set = &house.sets[at];
    let mut file = Module {
        types: Types::in_client(house, at),
        set: at,
        pieces: Vec::new(),
    };
    for operation in &resource.operations {
        file.operation(operation);
        file.guarded(resource, operation);
    }
    let Module { types, pieces, .. } = file;
    let mut all = types.imports.pieces();
    all.extend(pieces);
    let mut docs = Docs::of(&resource.doc);
    docs.source(set, &resource.source);
    render::file(MARK, &docs.lines(), all)
}

pub(crate) struct Module<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) set: usize,
    pub(crate) pieces: Vec<Piece>,
}

impl Module<'_> {
    pub(crate) fn runtime(&mut self, name: &str) -> proc_macro2::Ident {
        self.types.imports.add("api_runtime", name);
        ident(name)
    }

    pub(crate) fn item(&mut self, tokens: TokenStream) {
        self.pieces.push(Piece::Item(tokens));
    }
}
