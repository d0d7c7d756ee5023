//! Resources: what is read, what is sent, and what belongs to it.

use super::{Doubts, Field, Named, Operation};
use crate::diagnostics::Place;

/// A resource: a file of the description and a module of the crates.
#[derive(Debug)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// Where it stands in the document.
    pub source: String,
    /// What it is.
    pub doc: String,
    /// Open enums.
    pub enums: Vec<Enum>,
    /// Texts that identify something.
    pub ids: Vec<TextId>,
    /// What is read.
    pub records: Vec<Record>,
    /// What is sent.
    pub bodies: Vec<Body>,
    /// The calls.
    pub operations: Vec<Operation>,
    /// What the service sends to us.
    pub callbacks: Vec<Callback>,
    /// The script of a page.
    pub browser_sdk: Option<BrowserSdk>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// The file.
    pub place: Place,
}

/// An open enum.
#[derive(Debug)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The values that the documents show.
    pub values: Vec<Value>,
    /// Whether values compare ignoring ASCII case.
    pub any_case: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A value of an open enum.
#[derive(Debug)]
pub struct Value {
    /// The text on the wire.
    pub text: String,
    /// The variant.
    pub rust: String,
    /// What it means.
    pub doc: Option<String>,
}

/// A text that identifies something.
#[derive(Debug)]
pub struct TextId {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// What is read.
#[derive(Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields, record list first.
    pub fields: Vec<Field>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

impl Record {
    /// The field that has this name on the wire.
    pub(crate) fn field(&self, wire: &str) -> Option<&Field> {
        let is_it =
            |field: &&Field| field.wire == wire || field.aliases.iter().any(|also| also == wire);
        self.fields.iter().find(is_it)
    }
}

/// What is sent.
#[derive(Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Whether it is an update, whose fields can be left, set or cleared.
    pub update: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// What the service sends to us.
#[derive(Debug)]
pub struct Callback {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The object that the keys of the form name.
    pub root: String,
    /// The record.
    pub record: Named,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// The script that a page loads.
#[derive(Debug)]
pub struct BrowserSdk {
    /// Where it stands in the document.
    pub source: String,
    /// What it is.
    pub doc: String,
    /// The global object; `None` when it is not shown.
    pub namespace: Option<String>,
    /// The address of the script, by environment.
    pub scripts: Vec<(String, String)>,
    /// The address of the tester page, by environment.
    pub pages: Vec<(String, String)>,
    /// The functions of the global object.
    pub entry_points: Vec<EntryPoint>,
    /// The fields of the configuration.
    pub configuration: Vec<Field>,
    /// The functions of the configuration, and when each is called.
    pub callbacks: Vec<(String, String)>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub doubts: Doubts,
    /// Where it is described.
    pub place: Place,
}

/// A function of the script.
#[derive(Debug)]
pub struct EntryPoint {
    /// Its path below the global object.
    pub path: String,
    /// What it does.
    pub doc: String,
    /// The id that it takes; `None` when it takes the configuration.
    pub takes: Option<Named>,
}

impl Resource {
    pub(super) fn doubts_inside(&self) -> Vec<(String, &Doubts)> {
        let mut all = Vec::new();
        let mut fields: Vec<(&str, &[Field])> = Vec::new();
        for one in &self.records {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.fields));
        }
        for one in &self.bodies {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.fields));
        }
        for one in &self.operations {
            all.push((one.name.clone(), &one.doubts));
            fields.push((&one.name, &one.path));
            fields.push((&one.name, &one.query));
        }
        if let Some(sdk) = &self.browser_sdk {
            all.push((self.name.clone(), &sdk.doubts));
            fields.push((&self.name, &sdk.configuration));
        }
        all.extend(self.enums.iter().map(|one| (one.name.clone(), &one.doubts)));
        all.extend(self.ids.iter().map(|one| (one.name.clone(), &one.doubts)));
        all.extend(
            self.callbacks
                .iter()
                .map(|one| (one.name.clone(), &one.doubts)),
        );
        for (owner, fields) in fields {
            all.extend(
                fields
                    .iter()
                    .map(|field| (format!("{owner}.{}", field.wire), &field.doubts)),
            );
        }
        all
    }
}
