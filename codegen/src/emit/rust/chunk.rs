//! The parts of a generated file.

use proc_macro2::TokenStream;

use crate::emit::rust::docs::Docs;

/// A part of a file. Empty lines separate the parts.
#[derive(Debug)]
pub(crate) enum Chunk {
    /// An item.
    Item(TokenStream),
    /// A group of imports or re-exports: by path, the names.
    Uses {
        public: bool,
        names_by_path: Vec<(String, Vec<String>)>,
    },
    /// Modules that are private to the crate.
    Modules(Vec<String>),
    /// A struct inside of a macro that implements it.
    Struct(Struct),
    /// Text that is laid out already.
    Text(String),
}

/// A struct, alone or inside of a macro such as `record!`.
#[derive(Debug)]
pub(crate) struct Struct {
    /// `record!` and so on; empty if the struct stands alone.
    pub(crate) name: &'static str,
    pub(crate) docs: Docs,
    /// Attributes, a line each.
    pub(crate) attributes: Vec<String>,
    pub(crate) head: String,
    /// The fields: docs, the attribute, and name and type with what the macro reads.
    pub(crate) fields: Vec<(Docs, Option<String>, String)>,
}

impl Struct {
    pub(super) fn print(&self) -> String {
        let mut lines = self.docs.marked("///");
        lines.extend(self.attributes.iter().cloned());
        lines.push(match self.fields.is_empty() {
            true => format!("pub struct {} {{}}", self.head),
            false => format!("pub struct {} {{", self.head),
        });
        for (docs, attribute, field) in &self.fields {
            let docs = docs.marked("///").into_iter();
            let field = docs
                .chain(attribute.clone())
                .chain([format!("pub {field},")]);
            lines.extend(field.map(|line| format!("    {line}")));
        }
        if !self.fields.is_empty() {
            lines.push("}".to_owned());
        }
        let indent = if self.name.is_empty() { "" } else { "    " };
        let lines = lines.iter();
        let lines: String = lines.map(|line| format!("{indent}{line}\n")).collect();
        match self.name {
            "" => lines,
            name => format!("{name} {{\n{lines}}}\n"),
        }
    }
}
