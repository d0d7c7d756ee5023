//! Docs of generated items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::markdown::{bullet, end_sentence, escape_markdown, wrap};
use crate::ir;
use crate::ir::{OpenQuestions, Package};

/// Lines of docs that are being put together.
#[derive(Debug, Default)]
pub(crate) struct Docs(Vec<String>);

impl Docs {
    /// Docs that begin with this text of the description.
    pub(crate) fn of(text: &str) -> Self {
        let mut docs = Self::default();
        docs.prose(text);
        docs
    }

    /// A paragraph from a text of the description.
    pub(crate) fn prose(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        for (index, paragraph) in text.trim().split("\n\n").enumerate() {
            if index > 0 {
                self.0.push(String::new());
            }
            self.0.extend(wrap(&escape_markdown(paragraph), ""));
        }
        self
    }

    /// A paragraph that is Markdown of our own.
    pub(crate) fn markdown(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.0.extend(wrap(text, ""));
        self
    }

    /// A heading.
    pub(crate) fn heading(&mut self, text: &str) -> &mut Self {
        self.blank_line();
        self.0.push(format!("# {}", escape_markdown(text)));
        self
    }

    /// A list of texts of the description, under a line of our own.
    pub(crate) fn list<'a>(
        &mut self,
        head: &str,
        items: impl IntoIterator<Item = &'a str>,
    ) -> &mut Self {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.blank_line();
            if !head.is_empty() {
                self.0.push(head.to_owned());
                self.0.push(String::new());
            }
            for item in items {
                self.0.extend(bullet(&escape_markdown(item)));
            }
        }
        self
    }

    /// Where the item stands in the documents.
    pub(crate) fn source(&mut self, package: &Package, source: &str) -> &mut Self {
        let text = format!(
            "Source: {}, “{}”.",
            escape_markdown(&package.source),
            escape_markdown(source)
        );
        self.markdown(&text)
    }

    /// Undocumented.
    pub(crate) fn open_questions(&mut self, open_questions: &OpenQuestions) -> &mut Self {
        self.list(
            "Undocumented:",
            open_questions
                .unknowns
                .iter()
                .map(|(text, _)| text.as_str()),
        );
        for (conflict, _) in &open_questions.conflicts {
            self.markdown(&conflict_text(conflict));
        }
        self
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.clone()
    }

    /// The docs as attributes.
    pub(crate) fn tokens(&self) -> TokenStream {
        let lines = self.0.iter().map(|line| {
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
        if self.0.last().is_some_and(|last| !last.is_empty()) {
            self.0.push(String::new());
        }
    }
}

/// A conflict in sentences.
pub(crate) fn conflict_text(conflict: &ir::Conflict) -> String {
    format!(
        "The documents say: {} They also say: {} So: {}",
        end_sentence(&conflict.says),
        end_sentence(&conflict.but),
        end_sentence(&conflict.so)
    )
}
