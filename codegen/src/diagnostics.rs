//! Mistakes in the description: where, what, and what would be right. All of them are collected before any is shown.

use std::fmt;
use std::rc::Rc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::source::{Place, Sources};

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    place: Place,
    message: String,
    label: String,
    help: Vec<String>,
    /// Whether it explains whatever else seems wrong at its place.
    settles: bool,
}

impl Diagnostic {
    /// What is wrong, in a sentence without its place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Where mistakes are put while a stage goes on.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(Vec<Diagnostic>);

impl Mistakes {
    /// Notes a mistake: `message` is the headline, `label` stands at the marked text, `help` says what would be right.
    pub(crate) fn add(
        &mut self,
        place: &Place,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.0.push(Diagnostic {
            place: place.clone(),
            message: message.into(),
            label: label.into(),
            help: help.into().into_iter().collect(),
            settles: false,
        });
    }

    /// Notes a mistake like `add`, and keeps what else is noted at the same place from being told.
    pub(crate) fn settle(
        &mut self,
        place: &Place,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.add(place, message, label, help);
        if let Some(last) = self.0.last_mut() {
            last.settles = true;
        }
    }

    /// Whether there are mistakes of this file.
    pub(crate) fn are_at(&self, file: &str) -> bool {
        self.0.iter().any(|one| &*one.place.file == file)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The end of a stage: its result, or all its mistakes with the texts to show them in.
    pub(crate) fn finish<T>(mut self, sources: &Sources, result: T) -> Result<T, Diagnostics> {
        if self.0.is_empty() {
            return Ok(result);
        }
        let settled: std::collections::HashSet<(Rc<str>, usize, usize)> = self
            .0
            .iter()
            .filter(|one| one.settles)
            .map(|one| place_key(&one.place))
            .collect();
        self.0
            .retain(|one| one.settles || !settled.contains(&place_key(&one.place)));
        let key = |one: &Diagnostic| {
            (
                one.place.file.clone(),
                one.place.span.start,
                one.message.clone(),
            )
        };
        self.0.sort_by_key(key);
        self.0.dedup();
        Err(Diagnostics {
            list: self.0,
            sources: sources.clone(),
        })
    }
}

fn place_key(place: &Place) -> (Rc<str>, usize, usize) {
    (place.file.clone(), place.span.start, place.span.end)
}

/// All mistakes of one run, in the order of files and places.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    sources: Sources,
}

impl Diagnostics {
    /// The mistakes.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// The report, each mistake with its file, line, column and marked line; `styled` adds colours for a terminal.
    pub fn render(&self, styled: bool) -> String {
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut out = String::new();
        for diagnostic in &self.list {
            let text = self
                .sources
                .0
                .get(&*diagnostic.place.file)
                .map_or("", String::as_str);
            let group = Level::ERROR
                .primary_title(diagnostic.message.as_str())
                .element(
                    Snippet::source(text)
                        .path(format!("spec/{}", diagnostic.place.file))
                        .annotation(
                            AnnotationKind::Primary
                                .span(diagnostic.place.span.clone())
                                .label(diagnostic.label.as_str()),
                        ),
                )
                .elements(
                    diagnostic
                        .help
                        .iter()
                        .map(|help| Level::HELP.message(help.as_str())),
                );
            out.push_str(&renderer.render(&[group]));
            out.push_str("\n\n");
        }
        let count = self.list.len();
        out.push_str(&format!(
            "{count} mistake{} in the description; nothing was written\n",
            if count == 1 { "" } else { "s" }
        ));
        out
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}
