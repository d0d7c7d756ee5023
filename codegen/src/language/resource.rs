//! Resource files.

use crate::diagnostics::DiagnosticSink;
use crate::language::members::Members;
use crate::language::{
    BrowserSdk, Conflict, Entries, FieldOrType, Keyed, Operation, Place, Read, Spanned, maps,
    one_of,
};
use crate::node::Node;

maps! {
    /// A resource file.
    pub(crate) struct ResourceFile {
        /// The name of the resource, and of the file.
        pub(crate) resource: Spanned<String>,
        /// The section of the document.
        pub(crate) source: String,
        /// Documentation of the resource.
        pub(crate) doc: String,
        /// Enums. Values that are not listed are kept.
        pub(crate) enums: Entries<Enum>,
        /// String ids, each a type of its own.
        pub(crate) ids: Entries<TextId>,
        /// Records of responses.
        pub(crate) records: Entries<Record>,
        /// Request bodies.
        pub(crate) bodies: Entries<Body>,
        /// The operations.
        pub(crate) operations: Entries<Operation>,
        /// Callbacks of the service.
        pub(crate) callbacks: Entries<Callback>,
        /// The browser SDK.
        pub(crate) browser_sdk: Option<Keyed<BrowserSdk>>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }
}

/// The names that an invalid resource file declares.
#[derive(Debug)]
pub(crate) struct DeclaredNames(Vec<(&'static str, Spanned<String>)>);

impl DeclaredNames {
    /// The names of a file. A section that is no map has none.
    pub(crate) fn of(file: &Node) -> Self {
        let keys = ResourceFile::shape().keys;
        // They are reported already.
        let mut errors = DiagnosticSink::default();
        let members = Members::new(file, Place::of_file(file), &keys, &mut errors);
        let mut names = Vec::new();
        for (section, shape) in &keys {
            let Some((entries, of_section)) = members.entry(section).zip(shape().entries) else {
                continue;
            };
            for entry in entries.value.entries() {
                let others = of_section().other_sections(&entry.value, &keys);
                let name = Spanned::new(entry.key.clone(), entry.span.clone());
                names.push((*others.first().unwrap_or(section), name));
            }
        }
        Self(names)
    }

    /// The names of a section.
    pub(crate) fn of_section(&self, section: &str) -> impl Iterator<Item = &Spanned<String>> {
        let names = self.0.iter().filter(move |(of, _)| *of == section);
        names.map(|(_, name)| name)
    }
}

maps! {
    /// An open enum.
    pub(crate) struct Enum {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// The documented values, with their meaning, `~` or the long form.
        pub(crate) values: Entries<Option<ValueOrDoc>>,
        /// Whether values compare ignoring ASCII case.
        pub(crate) case_insensitive: bool,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }
}

one_of! {
    /// The meaning of an enum's value, or its long form.
    pub(crate) enum ValueOrDoc {
        /// The meaning.
        Doc(String),
        /// The long form.
        Long(EnumValue),
    }
}

maps! {
    /// The long form of an enum's value.
    pub(crate) struct EnumValue {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: Option<String>,
        /// Deprecated by the documents: what to use instead.
        pub(crate) deprecated: Option<String>,
        /// The Rust name, if the value is not one.
        pub(crate) rename: Option<String>,
    }

    /// A string id.
    pub(crate) struct TextId {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }

    /// A record of a response.
    pub(crate) struct Record {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// The record or body whose `fields` it inherits: `Name` or `package.Name`.
        pub(crate) extends: Option<Spanned<String>>,
        /// Inherited fields that it does not have.
        pub(crate) omit: Spanned<Vec<Spanned<String>>>,
        /// The documented fields.
        pub(crate) fields: Entries<FieldOrType>,
        /// Fields of the list example. One that is in `fields`, too, is written `name: ~`.
        pub(crate) in_list_example: Entries<Option<FieldOrType>>,
        /// Its names in earlier versions of the API, if it had other ones.
        pub(crate) was: Vec<Spanned<String>>,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }

    /// A request body.
    pub(crate) struct Body {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// The record or body whose `fields` it inherits, without read-only ones.
        pub(crate) extends: Option<Spanned<String>>,
        /// Inherited fields that it does not have.
        pub(crate) omit: Spanned<Vec<Spanned<String>>>,
        /// Whether every field is optional and nullable.
        pub(crate) update: bool,
        /// The fields.
        pub(crate) fields: Entries<FieldOrType>,
        /// Its names in earlier versions of the API, if it had other ones.
        pub(crate) was: Vec<Spanned<String>>,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }

    /// Callbacks of the service.
    pub(crate) struct Callback {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// Its form-encoded body.
        pub(crate) form: Form,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }

    /// A form-encoded body.
    pub(crate) struct Form {
        /// The object in the form keys, as in `root[id]`. Flat keys are read if no key has it.
        pub(crate) root: Spanned<String>,
        /// The record that it is read as.
        pub(crate) record: Spanned<String>,
    }
}
