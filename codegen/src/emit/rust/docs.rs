//! Docs of generated items.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::prose;
use crate::emit::rust::subject::Subject;
use crate::ir::{OpenQuestions, Package};
use crate::markdown::{self, bullet, end_sentence, escape_markdown, wrap};

/// Lines of docs that are being put together.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    lines: Vec<String>,
}

impl Docs {
    /// Whether there are no docs.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines behind a marker, such as `///`.
    pub(crate) fn marked(&self, marker: &str) -> Vec<String> {
        let lines = self.lines.iter();
        let lines = lines.map(|line| format!("{marker} {line}").trim_end().to_owned());
        lines.collect()
    }

    /// The lines behind a marker as text.
    pub(crate) fn text(&self, marker: &str) -> String {
        let lines = self.marked(marker).into_iter();
        lines.map(|line| line + "\n").collect()
    }

    /// Docs that start with prose of the spec.
    pub(crate) fn of(text: &str) -> Self {
        let mut docs = Self::default();
        docs.prose(text);
        docs
    }

    /// A paragraph of prose of the spec.
    pub(crate) fn prose(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        for (index, paragraph) in text.trim().split("\n\n").enumerate() {
            if index > 0 {
                self.lines.push(String::new());
            }
            self.lines.extend(wrap(&escape_markdown(paragraph), ""));
        }
        self
    }

    /// A paragraph that is Markdown of our own.
    pub(crate) fn markdown(&mut self, text: &str) -> &mut Self {
        if !text.is_empty() {
            self.blank_line();
            self.lines.extend(wrap(text, ""));
        }
        self
    }

    /// A list whose items are Markdown of our own.
    pub(crate) fn markdown_list(&mut self, items: &[String]) -> &mut Self {
        self.blank_line();
        for item in items {
            self.lines.extend(bullet(item));
        }
        self
    }

    /// Code of an example. It needs a server, with which `tests/tests/clients/examples` runs it.
    pub(crate) fn code(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.lines.push("```no_run".to_owned());
        self.lines.extend(text.lines().map(str::to_owned));
        self.lines.push("```".to_owned());
        self
    }

    /// Other docs, after these.
    pub(crate) fn append(&mut self, other: Self) -> &mut Self {
        self.blank_line();
        self.lines.extend(other.lines);
        self
    }

    pub(crate) fn heading(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.lines.push(format!("# {}", escape_markdown(text)));
        self
    }

    /// A heading below the first level, that is Markdown of our own.
    pub(crate) fn subheading(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.lines.push(format!("## {text}"));
        self
    }

    /// A list of prose of the spec, under a heading line.
    pub(crate) fn list<'a>(
        &mut self,
        head: &str,
        items: impl IntoIterator<Item = &'a str>,
    ) -> &mut Self {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.blank_line();
            if !head.is_empty() {
                self.lines.push(head.to_owned());
                self.lines.push(String::new());
            }
            for item in items {
                self.lines.extend(bullet(&escape_markdown(item)));
            }
        }
        self
    }

    /// Paragraphs about the behavior of something: notes, and the decisions on what the documents say in two ways.
    pub(crate) fn behavior(
        &mut self,
        of: Subject<'_>,
        notes: &[String],
        open_questions: &OpenQuestions,
    ) -> &mut Self {
        for note in notes {
            self.prose(note);
        }
        for decision in of.decisions(open_questions) {
            self.markdown(&decision);
        }
        self
    }

    /// The last section: what the documents do not show.
    pub(crate) fn not_documented(&mut self, open_questions: &OpenQuestions) -> &mut Self {
        let unknowns = open_questions.unknowns.iter();
        let unknowns: Vec<String> = unknowns.map(|text| end_sentence(text)).collect();
        if !unknowns.is_empty() {
            self.heading("Not documented").markdown_list(&unknowns);
        }
        self
    }

    /// The docs with operations by the names of their types.
    pub(crate) fn with_rust_names(mut self, package: &Package) -> Self {
        for line in &mut self.lines {
            *line = prose::with_rust_names(package, line);
        }
        self
    }

    /// The docs with the fields that texts name as links; `root` is the path of their types.
    pub(crate) fn with_links(mut self, root: &str) -> Self {
        let mut targets = BTreeMap::new();
        for line in &mut self.lines {
            let parts: Vec<&str> = line.split('`').collect();
            let mentioned = |index: usize| {
                let is_closed_code = index % 2 == 1 && index + 1 < parts.len();
                let code = parts.get(index).filter(|_| is_closed_code)?;
                markdown::mention(code)
            };
            let mut linked = String::new();
            for (index, part) in parts.iter().enumerate() {
                if let Some((ty, field)) = mentioned(index) {
                    targets.insert(
                        format!("[`{part}`]"),
                        format!("field@{root}::{ty}::{field}"),
                    );
                }
                let before = if index > 0 { "`" } else { "" };
                let end = index.checked_sub(1).and_then(mentioned).map_or("", |_| "]");
                let start = mentioned(index + 1).map_or("", |_| "[");
                linked.push_str(&[before, end, part, start].concat());
            }
            *line = linked;
        }
        if !targets.is_empty() {
            self.blank_line();
        }
        let definitions = targets.iter();
        self.lines
            .extend(definitions.map(|(link, target)| format!("{link}: {target}")));
        self
    }

    /// The docs as attributes.
    pub(crate) fn tokens(&self) -> TokenStream {
        let lines = self.lines.iter().map(|line| {
            let line = if line.is_empty() {
                String::new()
            } else {
                format!(" {line}")
            };
            quote!(#[doc = #line])
        });
        quote!(#(#lines)*)
    }

    fn blank_line(&mut self) {
        if self.lines.last().is_some_and(|last| !last.is_empty()) {
            self.lines.push(String::new());
        }
    }
}
