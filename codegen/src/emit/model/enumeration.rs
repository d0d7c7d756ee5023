//! Open enums and text ids.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::deprecation;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir;
use crate::markdown;

impl Module<'_> {
    pub(crate) fn enumeration(&mut self, declared: &ir::Enum) {
        let unknown = self.types.wire_name("UnknownText");
        let docs = self
            .docs(
                &declared.name,
                &declared.doc,
                &declared.notes,
                &declared.open_questions,
            )
            .tokens();
        let name = ident(&declared.name);
        let variants = declared.values.iter().map(|value| {
            let mut docs = Docs::default();
            if let Some(doc) = &value.doc {
                docs.prose(doc);
            }
            docs.markdown(&format!("On the wire: {}.", markdown::code(&value.text)));
            let (docs, rust) = (docs.with_links("crate").tokens(), ident(&value.rust));
            let deprecated = deprecation::attribute(value.deprecated.as_ref());
            quote!(#docs #deprecated #rust,)
        });
        let variants: TokenStream = variants.collect();
        self.item(quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum #name {
                #variants
                /// An undocumented value.
                Unknown(#unknown),
            }
        });
        let rows = declared.values.iter().map(|value| {
            let (rust, text) = (ident(&value.rust), &value.text);
            quote!(#rust: #text)
        });
        let table = self.types.wire_name("open_enum");
        let case_insensitive = declared.case_insensitive.then(|| quote!(case_insensitive,));
        self.item(quote!(#table!(#case_insensitive #name { #(#rows,)* });));
    }

    pub(crate) fn text_id(&mut self, declared: &ir::TextId) {
        let docs = self
            .docs(&declared.name, &declared.doc, &[], &declared.open_questions)
            .tokens();
        let (name, text_id) = (ident(&declared.name), self.types.wire_name("text_id"));
        self.item(quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #name(Box<str>);
        });
        self.item(quote!(#text_id!(#name);));
    }
}
