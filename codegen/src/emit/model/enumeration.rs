//! Open enums and text ids.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::deprecation;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{ident, literal};
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
        let rows = declared
            .values
            .iter()
            .map(|value| format!("{}: {},", value.rust, literal(&value.text)))
            .collect();
        let head = if declared.case_insensitive {
            format!("case_insensitive {}", declared.name)
        } else {
            declared.name.clone()
        };
        self.table("open_enum!", &head, rows);
    }

    pub(crate) fn text_id(&mut self, declared: &ir::TextId) {
        self.types.imports.add("api_wire", "text_id");
        let docs = self.docs(&declared.name, &declared.doc, &[], &declared.open_questions);
        let text = docs.text("    ///");
        self.chunks.push(Chunk::Text(format!(
            "text_id! {{\n{text}    pub struct {};\n}}\n",
            declared.name
        )));
    }
}
