//! Request bodies.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::model::module::Module;
use crate::emit::model::record::named_row;
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::{deprecation, field_docs};
use crate::ir;
use crate::ir::{Body, ConstructorForm, Mark, Presence};

impl Module<'_> {
    pub(crate) fn body(&mut self, declared: &Body) {
        let mut docs = Docs::of(&declared.doc);
        docs.behavior(&declared.notes, &declared.open_questions);
        for field in &declared.fields {
            if let Some(value) = field.presence.client_value() {
                docs.markdown(&format!(
                    "`{}` is set by the client, from its `{value}`.",
                    field.wire
                ));
            }
        }
        docs.not_documented(
            &declared.open_questions,
            declared
                .fields
                .iter()
                .filter(|field| field.is_set_by_caller()),
        );
        let docs = docs.tokens();
        let name = ident(&declared.name);
        let own: Vec<&ir::Field> = declared
            .fields
            .iter()
            .filter(|field| field.is_set_by_caller())
            .collect();
        let mut fields = TokenStream::new();
        for field in &own {
            let docs = field_docs::body_field(field).tokens();
            let (rust, ty) = (ident(&field.rust), self.types.body_field_type(field));
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            fields.extend(quote!(#docs #deprecated pub #rust: #ty,));
        }
        let derives = if declared.constructor_form() == ConstructorForm::Unset {
            quote!(#[derive(Clone, Default, PartialEq)])
        } else {
            quote!(#[derive(Clone, PartialEq)])
        };
        let members = match own.is_empty() {
            true => quote!(;),
            false => quote!({ #fields }),
        };
        self.item(quote! { #docs #derives #[non_exhaustive] pub struct #name #members });
        let rows = own.iter().map(|field| self.sent_row(field)).collect();
        self.table("body!", &declared.name, rows);
        let constructor = Constructor {
            name: &declared.name,
            form: declared.constructor_form(),
            fields: &own,
            more: TokenStream::new(),
            docs: &field_docs::body_field,
            unset_doc: "Creates a body with all fields unset.",
        };
        for item in constructor.items(&mut self.types) {
            self.item(item);
        }
    }

    pub(crate) fn sent_row(&mut self, field: &ir::Field) -> String {
        let mut row = named_row(field);
        if let Some(max) = field.max {
            row.push_str(&format!(" max {max}"));
        }
        for (mark, is_set) in [
            ("pii", field.has(Mark::Pii)),
            ("secret", field.has(Mark::Secret)),
        ] {
            if is_set {
                row.push_str(&format!(" {mark}"));
            }
        }
        if field.presence == Presence::Required {
            return row + ",";
        }
        row.push_str(&format!(" {},", self.types.setter(field)));
        let row = deprecation::before_row(field.deprecated.as_ref(), &row);
        field_docs::body_field(field).before_row(&row)
    }
}
