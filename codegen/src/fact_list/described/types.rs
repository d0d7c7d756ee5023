//! Statements about types and callbacks.

use super::Scope;
use super::field::Fields;
use crate::fact_list::statement::add_fields;
use crate::ir::{Body, Callback, Enum, Record, TextId, Value};
use crate::names;
use crate::report::line_of;

impl Scope<'_> {
    pub(super) fn enumeration(&mut self, declared: &Enum) {
        let Enum {
            name,
            doc: _,
            source: _,
            values,
            case_insensitive,
            notes: _,
            open_questions,
            span,
        } = declared;
        let mut about = self.about(span);
        let place = about.place.clone();
        self.open_questions(open_questions, &mut about);
        if *case_insensitive {
            about.add("case-insensitive", "yes", &place);
        }
        for value in values {
            let Value {
                text,
                rust,
                doc,
                deprecated,
                span,
            } = value;
            let place = line_of(self.sources, span);
            if let Some(doc) = doc {
                about.add("meanings", &format!("{text} {doc}"), &place);
            }
            let derived = names::variant(text);
            let mut text = text.clone();
            if derived.as_ref() != Ok(rust) {
                text.push_str(&format!(" as {rust}"));
            }
            if deprecated.is_some() {
                text.push_str(", deprecated");
            }
            about.add("value", &text, &place);
        }
        self.insert(format!("enum {name}"), about);
    }

    pub(super) fn id(&mut self, id: &TextId) {
        let TextId {
            name,
            doc: _,
            source: _,
            open_questions,
            span,
        } = id;
        let mut about = self.about(span);
        self.open_questions(open_questions, &mut about);
        self.insert(format!("id {name}"), about);
    }

    pub(super) fn record(&mut self, record: &Record) {
        let Record {
            name,
            doc: _,
            source: _,
            fields,
            // A decision of the spec, not a fact of the documents.
            in_later_versions: _,
            notes: _,
            open_questions,
            span,
        } = record;
        let mut about = self.about(span);
        self.open_questions(open_questions, &mut about);
        add_fields(&mut about, "field", &self.fields(fields, Fields::OfRecord));
        self.insert(format!("record {name}"), about);
    }

    pub(super) fn body(&mut self, body: &Body) {
        let Body {
            name,
            doc: _,
            source: _,
            fields,
            // The presence of its fields.
            update: _,
            notes: _,
            open_questions,
            span,
        } = body;
        let mut about = self.about(span);
        self.open_questions(open_questions, &mut about);
        add_fields(&mut about, "field", &self.fields(fields, Fields::OfRequest));
        self.insert(format!("body {name}"), about);
    }

    pub(super) fn callback(&mut self, callback: &Callback) {
        let Callback {
            name,
            doc: _,
            source: _,
            root,
            record,
            notes: _,
            open_questions,
            span,
        } = callback;
        let mut about = self.about(span);
        let place = about.place.clone();
        self.open_questions(open_questions, &mut about);
        about.add("root", root, &place);
        about.add("record", &self.type_name(record), &place);
        self.insert(format!("callback {name}"), about);
    }
}
