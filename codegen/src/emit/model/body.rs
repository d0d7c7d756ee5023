//! Request bodies.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::model::record::member;
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::emit::rust::subject::Subject;
use crate::emit::rust::{attribute, field_docs};
use crate::ir;
use crate::ir::{Body, ConstructorForm, Form};

impl Module<'_> {
    pub(crate) fn body(&mut self, declared: &Body) {
        let own: Vec<&ir::Field> = declared
            .fields
            .iter()
            .filter(|field| field.is_set_by_caller())
            .collect();
        let mut docs = Docs::of(&declared.doc);
        docs.markdown(&field_docs::marks(own.iter().copied()));
        let of = Subject::item(&declared.name);
        docs.behavior(of, &declared.notes, &declared.open_questions);
        for field in &declared.fields {
            if let Some(value) = field.presence.client_value() {
                docs.markdown(&match field.presence.is_idempotency_key() {
                    true => format!(
                        "`{}` is the idempotency key, which the client makes.",
                        field.wire
                    ),
                    false => format!("`{}` is set by the client, from its `{value}`.", field.wire),
                });
            }
        }
        docs.not_documented(&declared.open_questions);
        let fields = own.iter().map(|field| {
            let ty = self.types.field_type(field, Form::of_request(field));
            let docs = field_docs::sent_field(&declared.name, field).with_links("crate");
            member(field, &ty, &docs, attribute::of_body(field))
        });
        let fields: TokenStream = fields.collect();
        let docs = docs.with_links("crate").tokens();
        let name = ident(&declared.name);
        let derive = self.types.wire_name("Body");
        let default = match declared.constructor_form() {
            ConstructorForm::Unset => quote!(Default,),
            _ => TokenStream::new(),
        };
        self.item(quote! {
            #docs
            #[derive(Clone, #default PartialEq, #derive)]
            #[non_exhaustive]
            pub struct #name { #fields }
        });
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
