//! Operations as values.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::client::exports;
use crate::emit::client::operation_docs::{operation_docs, operation_field_docs};
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::emit::rust::{attribute, deprecation};
use crate::ir::{ConstructorForm, Operation, Package, Retry};
use crate::{ir, names};

pub(crate) fn route_type(operation: &Operation) -> String {
    format!("{}Route", operation.rust)
}

impl Module<'_> {
    pub(crate) fn operation(&mut self, operation: &Operation) {
        let spec = self.types.spec;
        let package = &spec.packages[self.package];
        let fields = operation.fields();
        self.structure(operation, &fields);
        let all: Vec<&ir::Field> = fields.iter().collect();
        let route = (operation.routes.len() > 1).then(|| quote!(route: None,));
        let constructor = Constructor {
            name: &operation.rust,
            form: operation.constructor_form(),
            fields: &all,
            more: route.unwrap_or_default(),
            noun: "request",
            requires_by_choice: false,
        };
        for item in constructor.items(&mut self.types) {
            self.item(item);
        }
        if operation.routes.len() > 1 {
            self.routes(operation);
        }
        self.implementation(package, operation);
        let accepts = self.runtime("AuthorizedBy");
        if operation.auth.is_empty() {
            let rust = ident(&operation.rust);
            self.item(quote!(impl<C> #accepts<C> for #rust {}));
        }
        for auth in package.accepted_by(operation) {
            let name = names::type_of(&auth.name);
            self.types.imports.add("crate", &name);
            let (rust, name) = (ident(&operation.rust), ident(&name));
            self.item(quote!(impl #accepts<#name> for #rust {}));
        }
        self.listing(operation);
        self.callback_confirmation(operation);
    }

    /// The struct, with what is known of each parameter at its field.
    fn structure(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let package = &self.types.spec.packages[self.package];
        let docs = operation_docs(self.types.spec, package, operation).tokens();
        let members = fields.iter().map(|field| {
            let docs = operation_field_docs(operation, field).tokens();
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            let attribute = attribute::of_parameter(operation, field);
            let (name, ty) = (ident(&field.rust), self.types.sent_type(field));
            quote!(#docs #deprecated #attribute pub #name: #ty,)
        });
        let mut members: TokenStream = members.collect();
        if let [first, _, ..] = &operation.routes[..] {
            let (route, first) = (route_type(operation), &first.rust);
            let doc =
                format!(" The path of the request: [`{first}`]({route}::{first}) unless set.");
            let route = ident(&route);
            members.extend(quote!(#[doc = #doc] #[wire(route)] pub route: Option<#route>,));
        }
        let default =
            (operation.constructor_form() == ConstructorForm::Unset).then(|| quote!(Default,));
        let deprecated = deprecation::attribute(operation.deprecated.as_ref());
        let (parameters, name) = (self.types.wire_name("Parameters"), ident(&operation.rust));
        self.item(quote! {
            #docs
            #[derive(Clone, #default PartialEq, #parameters)]
            #[must_use = "an operation does nothing until a client sends it"]
            #[non_exhaustive]
            #deprecated
            pub struct #name { #members }
        });
    }

    pub(crate) fn implementation(&mut self, package: &Package, operation: &Operation) {
        for name in [
            "Method",
            "Operation",
            "OperationInfo",
            "ReadError",
            "ResponseReader",
            "Retry",
        ] {
            self.types.imports.add(exports::path_of(name), name);
        }
        let marker = names::type_of(&package.name);
        self.types.imports.add("crate", &marker);
        let (rust, marker) = (ident(&operation.rust), ident(&marker));
        let (output, read) = self.output(operation);
        let (name, path) = (&operation.name, operation.routes[0].template.to_string());
        let method = ident(&names::type_of(&operation.method.to_lowercase()));
        let retry = match &operation.retry {
            Retry::Safe => quote!(Retry::Safe),
            Retry::Never { .. } => quote!(Retry::Never),
            Retry::Harmless { .. } => quote!(Retry::Harmless),
            Retry::UniqueKey { field, .. } => quote!(Retry::UniqueKey(#field)),
            Retry::Idempotent { kept_hours, .. } => {
                let hours = match kept_hours.map(Literal::u32_unsuffixed) {
                    Some(hours) => quote!(Some(#hours)),
                    None => quote!(None),
                };
                quote!(Retry::IdempotencyKey { kept_hours: #hours })
            }
        };
        let mut statuses = operation.statuses.iter();
        let not_found = statuses
            .any(|status| status.code < 300 && operation.reads_not_found(status))
            .then(|| quote!(.no_content_is_not_found()));
        let lookup = operation
            .find_by
            .as_ref()
            .filter(|find_by| find_by.parameter.is_some());
        let lookup = lookup
            .map(|find_by| &find_by.operation)
            .map(|name| quote!(.lookup(#name)));
        let statuses = operation
            .find_by
            .iter()
            .flat_map(|find_by| &find_by.duplicate_statuses);
        let statuses: Vec<_> = statuses
            .map(|code| Literal::u16_unsuffixed(*code))
            .collect();
        let duplicates =
            (!statuses.is_empty()).then(|| quote!(.duplicate_statuses(&[#(#statuses),*])));
        let response_keys = Self::response_keys(operation);
        let proof = self.proof(operation);
        let client_values = self.client_values(operation);
        let credentials = operation
            .auth
            .is_empty()
            .then(|| quote!(.without_credentials()));
        self.item(quote! {
            impl Operation for #rust {
                type Api = #marker;
                type Output = #output;
                const INFO: OperationInfo = OperationInfo::new(#name, Method::#method, #path).retry(#retry) #lookup #duplicates #client_values #credentials #not_found #response_keys #proof;

                #[inline]
                fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> { #read }
            }
        });
    }
}
