//! A module of a model crate.

use proc_macro2::TokenStream;

use crate::emit::rust::docs::Docs;
use crate::emit::rust::render;
use crate::emit::rust::render::Chunk;
use crate::emit::rust::types::Types;
use crate::file_tree::header;
use crate::ir;
use crate::ir::{Resource, Spec};

pub(crate) fn module(spec: &Spec, index: usize, resource: &Resource) -> String {
    let package = &spec.packages[index];
    let mut file = Module {
        types: Types::in_model(spec),
        package: index,
        chunks: Vec::new(),
    };
    for declared in &resource.enums {
        file.enumeration(declared);
    }
    for declared in &resource.ids {
        file.text_id(declared);
    }
    for declared in &resource.records {
        file.record(declared);
    }
    for declared in &resource.callbacks {
        file.callback(declared);
    }
    for declared in &resource.bodies {
        file.body(declared);
    }
    let Module {
        mut types, chunks, ..
    } = file;
    let declared = resource
        .declared()
        .map(|declared| declared.name().to_owned());
    let declared: Vec<String> = declared.collect();
    types.imports.forget("crate", &declared);
    let mut all = std::mem::take(&mut types.imports).chunks();
    all.extend(chunks);
    let mut docs = Docs::of(&resource.doc);
    docs.behavior(&[], &resource.open_questions)
        .not_documented(&resource.open_questions)
        .source(package, &resource.source);
    render::file(&header(resource.type_files()), &docs.lines(), all)
}

pub(crate) struct Module<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) package: usize,
    pub(crate) chunks: Vec<Chunk>,
}

impl Module<'_> {
    pub(crate) fn docs(
        &self,
        doc: &str,
        notes: &[String],
        open_questions: &ir::OpenQuestions,
    ) -> Docs {
        let mut docs = Docs::of(doc);
        docs.behavior(notes, open_questions)
            .not_documented(open_questions);
        docs
    }

    pub(crate) fn item(&mut self, tokens: TokenStream) {
        self.chunks.push(Chunk::Item(tokens));
    }

    pub(crate) fn table(&mut self, name: &'static str, head: &str, rows: Vec<String>) {
        self.types
            .imports
            .add("api_wire", name.trim_end_matches('!'));
        self.chunks.push(Chunk::Table {
            name,
            head: head.to_owned(),
            rows,
        });
    }
}
