//! The choice of a path.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::operation::route_type;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir::Operation;

impl Module<'_> {
    pub(crate) fn routes(&mut self, operation: &Operation) {
        let name = ident(&route_type(operation));
        let doc = format!(" The paths of [`{}`].", operation.rust);
        let mut variants = TokenStream::new();
        let mut arms = TokenStream::new();
        for route in &operation.routes {
            let (rust, path) = (ident(&route.rust), route.template.to_string());
            let doc = format!(" `{path}`");
            variants.extend(quote!(#[doc = #doc] #rust,));
            arms.extend(quote!(Self::#rust => #path,));
        }
        self.item(quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum #name { #variants }
        });
        self.item(quote! {
            impl #name {
                /// The path template.
                pub fn path_template(self) -> &'static str { match self { #arms } }
            }
        });
        let (to_wire, value) = (
            self.types.wire_name("ToWire"),
            self.types.wire_name("WireValue"),
        );
        self.item(quote! {
            impl #to_wire for #name {
                fn to_wire(&self) -> #value<'_> { #value::String(self.path_template().into()) }
            }
        });
    }
}
