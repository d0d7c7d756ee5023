//! Docs of generated items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::prose;
use crate::emit::rust::markdown::{bullet, code, end_sentence, escape_markdown, wrap};
use crate::ir::{Field, Mark, OpenQuestions, Package};

/// Lines of docs that are being put together.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    lines: Vec<String>,
    /// How many lines are the summary: by default the first paragraph.
    summary: Option<usize>,
}

impl Docs {
    /// Whether there are no docs.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Makes the lines up to here the summary.
    pub(crate) fn end_summary(&mut self) -> &mut Self {
        self.summary = Some(self.lines.len());
        self
    }

    /// A row of a table with the summary as its docs.
    pub(crate) fn before_row(&self, row: &str) -> String {
        let first_paragraph = || {
            self.lines
                .iter()
                .take_while(|line| !line.is_empty())
                .count()
        };
        let summary = self.summary.unwrap_or_else(first_paragraph);
        let lines = self.lines.iter().take(summary);
        let docs: String = lines
            .map(|line| format!("{}\n", format!("/// {line}").trim_end()))
            .collect();
        docs + row
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
        self.blank_line();
        self.lines.extend(wrap(text, ""));
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

    /// Code, which is a doctest that is compiled only: it needs a server, with which `tests/tests/clients/examples`
    /// runs it.
    pub(crate) fn code(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.lines.push("```no_run".to_owned());
        self.lines.extend(text.lines().map(str::to_owned));
        self.lines.push("```".to_owned());
        self
    }

    /// A heading.
    pub(crate) fn heading(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.lines.push(format!("# {}", escape_markdown(text)));
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

    /// Paragraphs about behavior: notes, and what the documents say in two ways.
    pub(crate) fn behavior(
        &mut self,
        notes: &[String],
        open_questions: &OpenQuestions,
    ) -> &mut Self {
        for note in notes {
            self.prose(note);
        }
        for contradiction in prose::contradictions(open_questions) {
            self.markdown(&contradiction);
        }
        self
    }

    /// The last section: what the documents do not show. `fields` are those of the item.
    pub(crate) fn not_documented<'a>(
        &mut self,
        open_questions: &OpenQuestions,
        fields: impl IntoIterator<Item = &'a Field>,
    ) -> &mut Self {
        let unknowns = open_questions.unknowns.iter();
        let mut unknowns: Vec<String> = unknowns.map(|(text, _)| end_sentence(text)).collect();
        unknowns.extend(inferred_types(fields));
        if !unknowns.is_empty() {
            self.heading("Not documented").markdown_list(&unknowns);
        }
        self
    }

    /// The document that describes the items of a module.
    pub(crate) fn source(&mut self, package: &Package, section: &str) -> &mut Self {
        self.markdown(&format!(
            "Source: {}, “{}”.",
            escape_markdown(&package.source),
            escape_markdown(section)
        ))
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.clone()
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

/// Which fields have a type that the documents do not show.
fn inferred_types<'a>(fields: impl IntoIterator<Item = &'a Field>) -> Option<String> {
    let fields: Vec<&Field> = fields.into_iter().collect();
    let is_inferred = |field: &&&Field| field.has(Mark::Inferred);
    let inferred: Vec<String> = fields
        .iter()
        .filter(is_inferred)
        .map(|field| code(&field.rust))
        .collect();
    match inferred.as_slice() {
        [] => None,
        [name] => Some(format!("The type of {name}, which is inferred.")),
        all if all.len() == fields.len() => {
            Some("The types of the fields, which are inferred.".to_owned())
        }
        names => Some(format!(
            "The types of {}, which are inferred.",
            names.join(", ")
        )),
    }
}
