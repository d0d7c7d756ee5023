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
        for (index, route) in operation.routes.iter().enumerate() {
            let default = (index == 0).then(|| quote!(#[default]));
            let (rust, path) = (ident(&route.rust), route.template.to_string());
            let doc = format!(" `{path}`");
            variants.extend(quote!(#[doc = #doc] #default #rust,));
            arms.extend(quote!(Self::#rust => #path,));
        }
        self.item(quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum #name { #variants }
        });
        self.item(quote! {
            impl #name {
                /// The path template.
                pub fn path_template(self) -> &'static str { match self { #arms } }
            }
        });
    }
}
