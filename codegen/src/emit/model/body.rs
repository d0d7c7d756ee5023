//! Request bodies.

use proc_macro2::TokenStream;

use crate::emit::model::record::in_brackets;
use crate::emit::rust::chunk::{Chunk, Struct};
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::decisions::Subject;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::module::Module;
use crate::emit::rust::{deprecation, field_docs};
use crate::ir;
use crate::ir::{Body, ConstructorForm, Mark};

impl Module<'_> {
    pub(crate) fn body(&mut self, declared: &Body) {
        let mut docs = Docs::of(&declared.doc);
        let of = Subject::item(&declared.name);
        docs.behavior(of, &declared.notes, &declared.open_questions);
        for field in &declared.fields {
            if let Some(value) = field.presence.client_value() {
                docs.markdown(&format!(
                    "`{}` is set by the client, from its `{value}`.",
                    field.wire
                ));
            }
        }
        docs.not_documented(&declared.open_questions);
        let own: Vec<&ir::Field> = declared
            .fields
            .iter()
            .filter(|field| field.is_set_by_caller())
            .collect();
        let fields = own.iter().map(|field| {
            let member = self.types.sent_member(field);
            let deprecated = deprecation::text(field.deprecated.as_ref());
            (
                field_docs::body_field(&declared.name, field),
                deprecated,
                member + &sent_as(field),
            )
        });
        let fields = fields.collect();
        let default = (declared.constructor_form() == ConstructorForm::Unset)
            .then(|| "#[derive(Default)]".to_owned());
        self.types.imports.add("api_wire", "body");
        self.chunks.push(Chunk::Struct(Struct {
            name: "body!",
            docs: docs.with_links("crate"),
            attributes: default.into_iter().collect(),
            head: declared.name.clone(),
            fields,
        }));
        let constructor = Constructor {
            name: &declared.name,
            form: declared.constructor_form(),
            fields: &own,
            more: TokenStream::new(),
            noun: "body",
            requires_by_choice: true,
        };
        for item in constructor.items(&mut self.types) {
            self.item(item);
        }
    }
}

fn sent_as(field: &ir::Field) -> String {
    let max = field.max.map(|max| format!("max {max}"));
    let marks = [Mark::Digits, Mark::Pii, Mark::Secret, Mark::Inferred].into_iter();
    let marks = marks.filter(|mark| field.has(*mark));
    let marks = marks.map(|mark| mark.row().word.to_owned());
    // No second names: a body is read as it was written.
    in_brackets(field, max.into_iter().chain(marks))
}
