//! Errors of a spec, with their spans. All are collected before any is reported.

use std::fmt;
use std::iter::Take;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::source::{Sources, Span};

/// One error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    span: Span,
    message: String,
    label: String,
    help: Option<String>,
    /// Whether other errors with the same span are follow-up errors.
    is_root_cause: bool,
}

impl Diagnostic {
    /// The place as `file:line`.
    pub fn place(&self, sources: &Sources) -> String {
        let text = sources.0.get(&*self.span.file);
        let (line, _) = self.span.line_column(text.map_or("", String::as_str));
        format!("spec/{}:{line}", self.span.file)
    }

    /// The message, without its span.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// What to do about an error, if there is something to say.
pub(crate) struct Help(Option<String>);

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Self(Some(text.to_owned()))
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self(Some(text))
    }
}

impl From<Option<String>> for Help {
    fn from(text: Option<String>) -> Self {
        Self(text)
    }
}

/// Collects errors.
#[derive(Debug, Default)]
pub(crate) struct DiagnosticSink(Vec<Diagnostic>);

impl DiagnosticSink {
    /// Reports an error: `message` is the headline, `label` is at the marked text, `help` is the fix.
    pub(crate) fn error(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Help>,
    ) {
        self.0.push(Diagnostic {
            span: span.clone(),
            message: message.into(),
            label: label.into(),
            help: help.into().0,
            is_root_cause: false,
        });
    }

    /// Reports an error, and suppresses other errors with the same span.
    pub(crate) fn root_cause(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Help>,
    ) {
        self.error(span, message, label, help);
        if let Some(last) = self.0.last_mut() {
            last.is_root_cause = true;
        }
    }

    /// Whether a file has errors.
    pub(crate) fn has_errors_in(&self, file: &str) -> bool {
        self.0
            .iter()
            .any(|diagnostic| &*diagnostic.span.file == file)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The known names to suggest one from: none after many errors, because each search reads all names.
    pub(crate) fn suggestible<N: IntoIterator>(&self, known: N) -> Take<N::IntoIter> {
        let is_shown = self.len() < MAX_SUGGESTIONS;
        known
            .into_iter()
            .take(if is_shown { usize::MAX } else { 0 })
    }

    /// The result, or all errors with the texts to render them.
    pub(crate) fn into_result<T>(mut self, sources: &Sources, result: T) -> Result<T, Diagnostics> {
        if self.0.is_empty() {
            return Ok(result);
        }
        let root_causes: std::collections::HashSet<(Arc<str>, usize, usize)> = self
            .0
            .iter()
            .filter(|diagnostic| diagnostic.is_root_cause)
            .map(|diagnostic| span_key(&diagnostic.span))
            .collect();
        self.0.retain(|diagnostic| {
            diagnostic.is_root_cause || !root_causes.contains(&span_key(&diagnostic.span))
        });
        let key = |diagnostic: &Diagnostic| {
            (
                diagnostic.span.file.clone(),
                diagnostic.span.range.start,
                diagnostic.message.clone(),
            )
        };
        self.0.sort_by_cached_key(key);
        self.0.dedup();
        Err(Diagnostics {
            list: self.0,
            sources: sources.clone(),
        })
    }
}

fn span_key(span: &Span) -> (Arc<str>, usize, usize) {
    (span.file.clone(), span.range.start, span.range.end)
}

/// How many errors a report shows: more are not read, and each costs a pass over its file.
const MAX_RENDERED: usize = 50;

/// How many errors are found with suggestions from names of the spec. It is above `MAX_RENDERED`, because errors are not
/// found in the order of the report.
const MAX_SUGGESTIONS: usize = 200;

/// All errors of one run, in the order of files and spans.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    sources: Sources,
}

impl Diagnostics {
    /// The errors.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// The report: the first errors with file, line, column and source line, and the number of all;
    /// `styled` adds terminal colors.
    pub fn render(&self, styled: bool) -> String {
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut out = String::new();
        for diagnostic in self.list.iter().take(MAX_RENDERED) {
            let text = self
                .sources
                .0
                .get(&*diagnostic.span.file)
                .map_or("", String::as_str);
            let group = Level::ERROR
                .primary_title(diagnostic.message.as_str())
                .element(
                    Snippet::source(text)
                        .path(format!("spec/{}", diagnostic.span.file))
                        .annotation(
                            AnnotationKind::Primary
                                .span(diagnostic.span.range.clone())
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
        if count > MAX_RENDERED {
            out.push_str(&format!("… {} more\n\n", count - MAX_RENDERED));
        }
        out.push_str(&format!(
            "{count} error{} in the spec; nothing was written\n",
            if count == 1 { "" } else { "s" }
        ));
        out
    }
}

impl std::error::Error for Diagnostics {}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}
