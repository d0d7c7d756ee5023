//! Parsers of callbacks.

use quote::quote;

use crate::emit::rust::decisions::FROM_FORM;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::emit::rust::subject::Subject;
use crate::ir;

impl Module<'_> {
    pub(crate) fn callback(&mut self, callback: &ir::Callback) {
        if callback.record.package != self.package {
            return;
        }
        self.types.imports.add("api_wire", "form");
        let mut docs = Docs::of("Parses the body of a callback.");
        docs.prose(&callback.doc);
        let of = Subject::method(&callback.record.name, FROM_FORM);
        docs.behavior(of, &callback.notes, &callback.open_questions);
        docs.heading("Errors").markdown(
            "If the body is not a form. The body is unauthenticated: treat it as a hint.",
        );
        docs.not_documented(&callback.open_questions);
        let docs = docs.with_links("crate").tokens();
        let (name, root) = (ident(&callback.record.name), &callback.root);
        self.item(quote! {
            impl #name {
                /// The object in the keys of the form.
                pub const FORM_ROOT: &'static str = #root;

                #docs
                #[inline]
                pub fn from_form(body: &[u8]) -> Result<Self, form::FormError> {
                    form::read(body, Self::FORM_ROOT)
                }
            }
        });
    }
}
