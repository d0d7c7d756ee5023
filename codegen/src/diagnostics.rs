//! Mistakes in the description: where, what, and what would be right. All of them are collected before any is shown.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::files::Sources;

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Path of the file below `spec/`.
    pub file: Rc<str>,
    /// Bytes of the file.
    pub span: Range<usize>,
}

impl Place {
    /// Line and column of the place's start, from 1, columns in characters.
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        let before = &text.as_bytes()[..self.span.start.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        (line, column)
    }
}

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

impl std::error::Error for Diagnostics {}

/// The name of `known` that is nearest to `name`, if it is near enough to be what was meant.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|other| (distance(&name.to_lowercase(), &other.to_lowercase()), other))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, other)| other)
}

/// Edits (insert, remove, replace, swap of neighbours) between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 8 || a.len() > 80 {
        return usize::MAX;
    }
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let mut best = (rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1)
                    .min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

/// A help text for a name that is not known: the nearest one, or all when they are few.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    if let Some(near) = nearest(name, known.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match list.len() {
        0 => None,
        1..=24 => Some(format!("known here: {}", list.join(", "))),
        _ => None,
    }
}
