//! A module of a model crate.

use proc_macro2::TokenStream;

use crate::emit::rust::docs::Docs;
use crate::emit::rust::render;
use crate::emit::rust::render::Piece;
use crate::emit::rust::types::Types;
use crate::file_tree::MARK;
use crate::ir;
use crate::ir::{House, Resource};

pub(crate) fn declared(resource: &Resource) -> Vec<String> {
    let enums = resource.enums.iter().map(|one| &one.name);
    let ids = resource.ids.iter().map(|one| &one.name);
    let records = resource.records.iter().map(|one| &one.name);
    let bodies = resource.bodies.iter().map(|one| &one.name);
    enums
        .chain(ids)
        .chain(records)
        .chain(bodies)
        .cloned()
        .collect()
}

pub(crate) fn module(house: &House, at: usize, resource: &Resource) -> String {
    let set = &house.sets[at];
    let mut file = Module {
        types: Types::in_model(house),
        set: at,
        pieces: Vec::new(),
    };
    for one in &resource.enums {
        file.enumeration(one);
    }
    for one in &resource.ids {
        file.text_id(one);
    }
    for one in &resource.records {
        file.record(one);
    }
    for one in &resource.callbacks {
        file.callback(one);
    }
    for one in &resource.bodies {
        file.body(one);
    }
    let Module {
        mut types, pieces, ..
    } = file;
    types.imports.forget("crate", &declared(resource));
    let mut all = std::mem::take(&mut types.imports).pieces();
    all.extend(pieces);
    let mut docs = Docs::of(&resource.doc);
    docs.source(set, &resource.source).doubts(&resource.doubts);
    render::file(MARK, &docs.lines(), all)
}

pub(crate) struct Module<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) set: usize,
    pub(crate) pieces: Vec<Piece>,
}

impl Module<'_> {
    pub(crate) fn docs(
        &self,
        doc: &str,
        source: &str,
        notes: &[String],
        doubts: &ir::Doubts,
    ) -> Docs {
        let mut docs = Docs::of(doc);
        docs.source(&self.types.house.sets[self.set], source);
        docs.list("", notes.iter().map(String::as_str));
        docs.doubts(doubts);
        docs
    }

    pub(crate) fn item(&mut self, tokens: TokenStream) {
        self.pieces.push(Piece::Item(tokens));
    }

    pub(crate) fn table(&mut self, name: &'static str, head: &str, rows: Vec<String>) {
        self.types
            .imports
            .add("api_wire", name.trim_end_matches('!'));
        self.pieces.push(Piece::Table {
            name,
            head: head.to_owned(),
            rows,
        });
    }
}
