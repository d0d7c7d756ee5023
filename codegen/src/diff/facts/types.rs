//! Facts of records, bodies, enums and ids.

use super::{Owner, Scope};
use crate::diff::fact::{Aspect, SubjectKind};
use crate::ir::{Body, Enum, FieldChange, LaterField, Named, NamedKind, Record, TextId, Value};
use crate::source::Span;

impl<'s> Scope<'_, 's> {
    /// The owner of the facts of a type; it exists.
    fn type_owner(
        &mut self,
        kind: SubjectKind,
        named_kind: NamedKind,
        name: &str,
        span: &'s Span,
    ) -> Owner<'s> {
        let named = Named {
            package: self.package,
            name: name.to_owned(),
            kind: named_kind,
        };
        let owner = Owner {
            kind,
            name: name.to_owned(),
            direction: self.usage.direction(&named),
            items: vec![self.model_item(name)],
            span,
        };
        self.add(&owner, Aspect::Exists, kind.noun());
        owner
    }

    pub(super) fn record(&mut self, record: &'s Record) {
        let Record {
            name,
            doc,
            source,
            fields,
            in_later_versions,
            notes,
            open_questions,
            span,
        } = record;
        let owner = self.type_owner(SubjectKind::Record, NamedKind::Record, name, span);
        let mut texts = vec![doc.as_str(), source];
        texts.extend(notes.iter().map(String::as_str));
        for later in in_later_versions {
            let LaterField {
                api,
                wire,
                change,
                span: _,
            } = later;
            let change = match change {
                FieldChange::Renamed(name) => name.as_str(),
                FieldChange::Absent(why) => {
                    texts.push(why);
                    "absent"
                }
            };
            let aspect = Aspect::LaterField(api.clone(), wire.clone());
            self.add(&owner, aspect, change);
        }
        self.add_docs(&owner, &texts, open_questions);
        self.add_fields(&owner, SubjectKind::Field, owner.direction, fields);
    }

    pub(super) fn body(&mut self, body: &'s Body) {
        let form = body.constructor_form();
        let Body {
            name,
            doc,
            source,
            fields,
            // The presence of its fields.
            notes,
            open_questions,
            span,
        } = body;
        let owner = self.type_owner(SubjectKind::Body, NamedKind::Body, name, span);
        let mut texts = vec![doc.as_str(), source];
        texts.extend(notes.iter().map(String::as_str));
        self.add_docs(&owner, &texts, open_questions);
        self.add_fields(&owner, SubjectKind::Field, owner.direction, fields);
        self.add_required(&owner, name, form, fields);
    }

    pub(super) fn enumeration(&mut self, declared: &'s Enum) {
        let Enum {
            name,
            doc,
            source,
            values,
            case_insensitive,
            notes,
            open_questions,
            span,
        } = declared;
        let kind = NamedKind::Enum {
            case_insensitive: *case_insensitive,
        };
        let owner = self.type_owner(SubjectKind::Enum, kind, name, span);
        let mut texts = vec![doc.as_str(), source];
        texts.extend(notes.iter().map(String::as_str));
        self.add_docs(&owner, &texts, open_questions);
        self.add(
            &owner,
            Aspect::CaseInsensitive,
            case_insensitive.to_string(),
        );
        for value in values {
            let Value {
                text,
                rust,
                doc,
                deprecated,
                span,
            } = value;
            let of_value = Owner {
                kind: SubjectKind::Value,
                name: format!("{name}.{text}"),
                items: vec![self.model_item(&format!("{name}::{rust}"))],
                span,
                ..owner.clone()
            };
            self.add(&of_value, Aspect::Exists, "value");
            self.add(&of_value, Aspect::Variant, rust);
            self.add_deprecation(&of_value, deprecated.as_ref());
            let none = Default::default();
            self.add_docs(&of_value, &[doc.as_deref().unwrap_or_default()], &none);
        }
    }

    pub(super) fn id(&mut self, id: &'s TextId) {
        let TextId {
            name,
            doc,
            source,
            open_questions,
            span,
        } = id;
        let owner = self.type_owner(SubjectKind::Id, NamedKind::Id, name, span);
        self.add_docs(&owner, &[doc, source], open_questions);
    }
}
