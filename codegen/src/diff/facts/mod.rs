//! The facts of a spec.
//!
//! Structs of the IR are taken apart without `..`, so that a new member of one has to become a fact.

mod field;
mod operation;
mod package;
mod types;

use std::collections::HashSet;
use std::fmt::Write as _;

use super::fact::{Aspect, Direction, Fact, Subject, SubjectKind};
use crate::ir::{Deprecation, Named, OpenQuestions, Spec};
use crate::names;
use crate::source::Span;

/// All facts of a spec.
pub(super) fn facts(spec: &Spec) -> Vec<Fact<'_>> {
    let mut facts = Vec::new();
    let usage = Usage::of(spec);
    for index in 0..spec.packages.len() {
        let mut scope = Scope {
            spec,
            usage: &usage,
            package: index,
            facts: &mut facts,
        };
        scope.package();
    }
    facts
}

/// The types that requests and responses have, by package and name: an enum is named with its way of comparing, which
/// may differ.
struct Usage {
    sent: HashSet<(usize, String)>,
    read: HashSet<(usize, String)>,
}

impl Usage {
    fn of(spec: &Spec) -> Self {
        let (mut sent, mut read) = (Vec::new(), Vec::new());
        for package in &spec.packages {
            for resource in &package.resources {
                for operation in &resource.operations {
                    let parameters = operation.parameters();
                    sent.extend(parameters.filter_map(|field| field.ty.named().cloned()));
                    let body = operation.body.as_ref();
                    sent.extend(body.and_then(|body| body.body.clone()));
                    read.extend(operation.response.named_types().into_iter().cloned());
                    let headers = operation.response_headers.iter();
                    read.extend(headers.filter_map(|field| field.ty.named().cloned()));
                }
                let records = resource.callbacks.iter().map(|callback| &callback.record);
                read.extend(records.cloned());
                if let Some(sdk) = &resource.browser_sdk {
                    let fields = sdk.configuration.iter();
                    sent.extend(fields.filter_map(|field| field.ty.named().cloned()));
                    let arguments = sdk.entry_points.iter();
                    sent.extend(arguments.filter_map(|entry| entry.argument.clone()));
                }
            }
        }
        let names = |types: Vec<Named>| {
            let types = spec.closure(types).into_iter();
            types.map(|named| (named.package, named.name)).collect()
        };
        Self {
            sent: names(sent),
            read: names(read),
        }
    }

    fn direction(&self, named: &Named) -> Direction {
        let key = (named.package, named.name.clone());
        Direction::new(self.sent.contains(&key), self.read.contains(&key))
    }
}

/// Adds the facts of a package.
struct Scope<'f, 's> {
    spec: &'s Spec,
    usage: &'f Usage,
    package: usize,
    facts: &'f mut Vec<Fact<'s>>,
}

/// What has the facts that are added.
#[derive(Clone)]
struct Owner<'s> {
    kind: SubjectKind,
    name: String,
    direction: Direction,
    items: Vec<String>,
    span: &'s Span,
}

impl<'s> Owner<'s> {
    /// The same, for a fact of a convention: its line is that of the convention.
    fn at(&self, span: &'s Span) -> Self {
        Self {
            span,
            ..self.clone()
        }
    }
}

impl<'s> Scope<'_, 's> {
    fn add(&mut self, owner: &Owner<'s>, aspect: Aspect, value: impl Into<String>) {
        self.facts.push(Fact {
            subject: Subject {
                package: self.spec.packages[self.package].name.clone(),
                kind: owner.kind,
                name: owner.name.clone(),
            },
            aspect,
            value: value.into(),
            direction: owner.direction,
            items: owner.items.clone(),
            span: owner.span,
        });
    }

    fn add_some(&mut self, owner: &Owner<'s>, aspect: Aspect, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            self.add(owner, aspect, value);
        }
    }

    fn add_deprecation(&mut self, owner: &Owner<'s>, deprecated: Option<&Deprecation>) {
        self.add_some(
            owner,
            Aspect::Deprecated,
            deprecated.map(Deprecation::sentence),
        );
    }

    /// Everything that only docs show.
    fn add_docs(&mut self, owner: &Owner<'s>, texts: &[&str], open_questions: &OpenQuestions) {
        let mut docs = texts.join("\n");
        for (unknown, _) in &open_questions.unknowns {
            let _ = write!(docs, "\nunknown: {unknown}");
        }
        for (conflict, _) in &open_questions.conflicts {
            let _ = write!(
                docs,
                "\nconflict: {} / {} → {}",
                conflict.says, conflict.but, conflict.so
            );
        }
        self.add(owner, Aspect::Docs, docs);
    }

    /// The path of an item of the package's model crate.
    fn model_item(&self, name: &str) -> String {
        let package = &self.spec.packages[self.package];
        format!("{}::{name}", names::crate_ident(&package.model_package()))
    }

    /// The path of an item of the package's client crate.
    fn client_item(&self, name: &str) -> String {
        let package = &self.spec.packages[self.package];
        format!("{}::{name}", names::crate_ident(&package.client_package()))
    }

    /// A type of the spec, with its package if that is another one.
    fn type_name(&self, named: &Named) -> String {
        match named.package == self.package {
            true => named.name.clone(),
            false => format!("{}.{}", self.spec.packages[named.package].name, named.name),
        }
    }
}
