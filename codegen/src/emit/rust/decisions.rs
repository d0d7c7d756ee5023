//! The module `decisions` of a crate: the reasons of what the crate makes of contradictions of the documents, a heading for
//! each item. Only rustdoc reads it.

use crate::emit::client::CONFIGURATION;
use crate::emit::prose;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::Imports;
use crate::emit::rust::render;
use crate::file_tree::{FileTree, header};
use crate::ir::{Declared, Field, OpenQuestions, Package};
use crate::markdown::{code, end_sentence};

/// The method that parses a callback.
pub(crate) const FROM_FORM: &str = "from_form";

/// What docs are about: an item at the root of a crate, or a field or a method of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    item: &'a str,
    /// What rustdoc calls a member of this kind, and its name.
    member: Option<(&'static str, &'a str)>,
}

impl<'a> Subject<'a> {
    pub(crate) fn item(item: &'a str) -> Self {
        Self { item, member: None }
    }

    pub(crate) fn field(item: &'a str, field: &'a Field) -> Self {
        Self {
            item,
            member: Some(("field", &field.rust)),
        }
    }

    pub(crate) fn method(item: &'a str, method: &'a str) -> Self {
        Self {
            item,
            member: Some(("method", method)),
        }
    }

    /// What the crate does where the documents contradict themselves: a sentence each, with a link to the reason.
    pub(crate) fn decisions(self, open_questions: &OpenQuestions) -> impl Iterator<Item = String> {
        // As rustdoc makes it of the heading.
        let item = self.item.to_ascii_lowercase();
        let anchor = match self.member {
            Some((_, name)) => format!("{}-of-{item}", name.to_ascii_lowercase()),
            None => item,
        };
        let conflicts = open_questions.conflicts.iter();
        conflicts.map(move |conflict| {
            let so = end_sentence(&conflict.so);
            let so = so.trim_end_matches('.');
            format!("{so} ([the documents disagree](crate::decisions#{anchor})).")
        })
    }

    fn heading(self) -> String {
        let Self { item, member } = self;
        let of = format!("[{}](crate::{item})", code(item));
        match member {
            Some((kind, name)) => {
                format!("[{}]({kind}@crate::{item}::{name}) of {of}", code(name))
            }
            None => of,
        }
    }
}

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
            decisions.add(Subject::item(CONFIGURATION), &sdk.open_questions);
            for field in sdk
                .configuration
                .iter()
                .filter(|field| field.is_set_by_caller())
            {
                decisions.add(Subject::field(CONFIGURATION, field), &field.open_questions);
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
