//! Parsers of callbacks.

use quote::quote;

use crate::emit::model::module::Module;
use crate::emit::rust::imports::ident;
use crate::ir;

impl Module<'_> {
    pub(crate) fn callback(&mut self, one: &ir::Callback) {
        if one.record.package != self.package {
            return;
        }
        self.types.imports.add("api_wire", "form");
        let mut docs = self.docs(&one.doc, &one.source, &one.notes, &one.open_questions);
        docs.heading("Errors")
            .markdown("If the body is not a form, is too large, or has a duplicate key. The body is unauthenticated: treat it as a hint.");
        let docs = docs.tokens();
        let (name, root) = (ident(&one.record.name), &one.root);
        self.item(quote! {
            impl #name {
                #docs
                pub fn from_form(body: &[u8]) -> Result<Self, form::FormError> {
                    form::read(body, #root)
                }
            }
        });
    }
}
