//! A module of a model crate.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::module::Module;
use crate::emit::rust::subject::Subject;
use crate::emit::rust::types::Types;
use crate::file_tree::header;
use crate::ir;
use crate::ir::{Declared, Resource, Spec};

pub(crate) fn module(spec: &Spec, index: usize, resource: &Resource) -> String {
    let mut file = Module::new(Types::in_model(spec), index);
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
    let own: Vec<&str> = resource.declared().map(Declared::name).collect();
    file.types.imports.forget("crate", &own);
    file.text(&header(resource.type_files()))
}

impl Module<'_> {
    pub(crate) fn docs(
        &self,
        name: &str,
        doc: &str,
        notes: &[String],
        open_questions: &ir::OpenQuestions,
    ) -> Docs {
        let mut docs = Docs::of(doc);
        docs.behavior(Subject::item(name), notes, open_questions)
            .not_documented(open_questions);
        docs.with_links("crate")
    }
}
