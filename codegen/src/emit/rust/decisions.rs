//! The module `decisions` of a crate: the reasons of what the crate makes of contradictions of the documents, a heading for
//! each item. Only rustdoc reads it.

use crate::emit::prose;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::Imports;
use crate::emit::rust::render;
use crate::emit::rust::subject::Subject;
use crate::file_tree::{FileTree, header};
use crate::ir::{BrowserSdk, Declared, OpenQuestions, Package};
use crate::markdown::end_sentence;

/// The method that parses a callback.
pub(crate) const FROM_FORM: &str = "from_form";

/// What a module says about contradictions.
#[derive(Debug, Default)]
pub(crate) struct Decisions(Docs);

impl Decisions {
    /// Those on the types of a package.
    pub(crate) fn of_types(package: &Package) -> Self {
        let mut decisions = Self::default();
        for declared in package.declared() {
            let name = declared.name();
            decisions.add(Subject::item(name), declared.open_questions());
            let fields = declared.fields().unwrap_or_default().iter();
            let is_body = matches!(declared, Declared::Body(_));
            for field in fields.filter(|field| !is_body || field.is_set_by_caller()) {
                decisions.add(Subject::field(name, field), &field.open_questions);
            }
        }
        let callbacks = package
            .resources
            .iter()
            .flat_map(|resource| &resource.callbacks);
        for callback in callbacks {
            let of = Subject::method(&callback.record.name, FROM_FORM);
            decisions.add(of, &callback.open_questions);
        }
        decisions
    }

    /// Those on the operations of a package.
    pub(crate) fn of_operations(package: &Package) -> Self {
        let mut decisions = Self::default();
        for operation in package.operations() {
            let name = &operation.rust;
            decisions.add(Subject::item(name), &operation.open_questions);
            let parameters = operation.parameters();
            for field in parameters.filter(|field| field.is_set_by_caller()) {
                decisions.add(Subject::field(name, field), &field.open_questions);
            }
        }
        let resources = package.resources.iter();
        for sdk in resources.filter_map(|resource| resource.browser_sdk.as_ref()) {
            decisions.add(
                Subject::item(BrowserSdk::CONFIGURATION),
                &sdk.open_questions,
            );
            for field in sdk
                .configuration
                .iter()
                .filter(|field| field.is_set_by_caller())
            {
                decisions.add(
                    Subject::field(BrowserSdk::CONFIGURATION, field),
                    &field.open_questions,
                );
            }
        }
        decisions.0 = decisions.0.with_rust_names(package);
        decisions
    }

    fn add(&mut self, of: Subject<'_>, open_questions: &OpenQuestions) {
        if !open_questions.conflicts.is_empty() {
            self.0.subheading(&of.heading());
        }
        for conflict in &open_questions.conflicts {
            let so = end_sentence(&conflict.so);
            let sides = prose::sides(&conflict.says, &conflict.but);
            self.0.markdown(&format!("{so} ({sides})"));
        }
    }

    /// Adds the module to a crate, whose types have this path; returns its declaration.
    pub(crate) fn emit(
        self,
        package: &Package,
        root: &str,
        types: &str,
        tree: &mut FileTree,
    ) -> Option<Chunk> {
        if self.0.is_empty() {
            return None;
        }
        let mut docs = Docs::default();
        docs.markdown("What the crate does where the documents contradict themselves, and why.");
        docs.append(self.0.with_links(types));
        let chunk = Chunk::Text(docs.text("//!"));
        tree.add(
            format!("{root}/src/decisions.rs"),
            render::file(&header([&*package.dir]), Imports::default(), vec![chunk]),
        );
        Some(Chunk::Text("#[cfg(doc)]\npub mod decisions;\n".to_owned()))
    }
}
