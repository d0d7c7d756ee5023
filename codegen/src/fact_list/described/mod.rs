//! The statements that a spec makes.
//!
//! Structs of the IR are taken apart without `..`, so that a new member of one has to become a
//! statement, or is a text of the docs.

mod browser_sdk;
mod field;
mod operation;
mod package;
mod types;

use super::statement::{About, Statements, Subject};
use crate::ir::{Conflict, Named, OpenQuestions, Resource, Spec};
use crate::report::line_of;
use crate::source::{Sources, Span};

/// The statements of a spec.
pub(super) fn statements(spec: &Spec, sources: &Sources) -> Statements {
    let mut statements = Statements::default();
    for (index, package) in spec.packages.iter().enumerate() {
        let mut scope = Scope {
            spec,
            sources,
            package: index,
            statements: &mut statements,
        };
        scope.package(package);
    }
    statements
}

struct Scope<'a> {
    spec: &'a Spec,
    sources: &'a Sources,
    package: usize,
    statements: &'a mut Statements,
}

impl Scope<'_> {
    fn insert(&mut self, name: String, about: About) {
        let package = self.spec.packages[self.package].name.clone();
        self.statements.0.insert(Subject { package, name }, about);
    }

    fn about(&self, span: &Span) -> About {
        About {
            place: line_of(self.sources, span),
            ..About::default()
        }
    }

    /// What the documents do not show, and how they contradict themselves.
    fn open_questions(&self, questions: &OpenQuestions, about: &mut About) {
        let OpenQuestions {
            unknowns,
            conflicts,
        } = questions;
        for (unknown, span) in unknowns {
            about.add("unknowns", unknown, &line_of(self.sources, span));
        }
        for (Conflict { says, but, so: _ }, span) in conflicts {
            let place = line_of(self.sources, span);
            about.add("conflicts", &format!("{says} {but}"), &place);
        }
    }

    fn resource(&mut self, resource: &Resource) {
        let Resource {
            name,
            source: _,
            doc: _,
            enums,
            ids,
            records,
            bodies,
            operations,
            callbacks,
            browser_sdk,
            open_questions,
            span,
        } = resource;
        let mut about = self.about(span);
        self.open_questions(open_questions, &mut about);
        if !about.statements.is_empty() {
            self.insert(format!("resource {name}"), about);
        }
        enums.iter().for_each(|declared| self.enumeration(declared));
        ids.iter().for_each(|id| self.id(id));
        records.iter().for_each(|record| self.record(record));
        bodies.iter().for_each(|body| self.body(body));
        operations
            .iter()
            .for_each(|operation| self.operation(operation));
        callbacks
            .iter()
            .for_each(|callback| self.callback(callback));
        browser_sdk.iter().for_each(|sdk| self.browser_sdk(sdk));
    }

    /// A type, with its package if that is another one.
    fn type_name(&self, named: &Named) -> String {
        match named.package == self.package {
            true => named.name.clone(),
            false => format!("{}.{}", self.spec.packages[named.package].name, named.name),
        }
    }
}
