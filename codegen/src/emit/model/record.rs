//! Records.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{ident, tokens};
use crate::emit::rust::module::Module;
use crate::emit::rust::subject::Subject;
use crate::emit::rust::{attribute, deprecation, field_docs};
use crate::ir;
use crate::ir::{Form, Record};

impl Module<'_> {
    pub(crate) fn record(&mut self, record: &Record) {
        let (spec, package) = (self.types.spec, self.package);
        let named = ir::Declared::Record(record).named(package);
        let is_sent = self.types.sends(package, &record.name);
        let fields = record.fields.iter().map(|field| {
            let boxed = ir::holds_itself(spec, &named, field);
            let ty = self.types.field_type(field, Form::of_record(field, boxed));
            let docs = field_docs::record_field(&record.name, field);
            member(field, &ty, &docs, attribute::of_record(field))
        });
        let fields: TokenStream = fields.collect();
        let mut docs = Docs::of(&record.doc);
        docs.markdown(&field_docs::marks(&record.fields));
        let of = Subject::item(&record.name);
        docs.behavior(of, &record.notes, &record.open_questions)
            .not_documented(&record.open_questions);
        let docs = docs.with_links("crate").tokens();
        let (name, extra) = (ident(&record.name), self.types.wire_name("Extra"));
        let derive = self.types.wire_name("Record");
        let setters = is_sent.then(|| self.types.wire_name("Setters"));
        let setters = setters.map(|setters| quote!(, #setters));
        self.item(quote! {
            #docs
            #[derive(Clone, Default, PartialEq, #derive #setters)]
            #[non_exhaustive]
            pub struct #name {
                #fields
                pub extra: #extra,
            }
        });
        if is_sent {
            self.item(quote! {
                impl #name {
                    /// Creates a record with all fields unset.
                    pub fn new() -> Self { Self::default() }
                }
            });
        }
    }
}

/// A field of a record or body.
pub(super) fn member(
    field: &ir::Field,
    ty: &str,
    docs: &Docs,
    wire: Option<TokenStream>,
) -> TokenStream {
    let (docs, name, ty) = (docs.tokens(), ident(&field.rust), tokens(ty));
    let deprecated = deprecation::attribute(field.deprecated.as_ref());
    quote!(#docs #deprecated #wire pub #name: #ty,)
}
