//! Operations as values.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::client::exports;
use crate::emit::client::operation_docs::{operation_docs, operation_field_docs};
use crate::emit::rust::chunk::{Chunk, Struct};
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::deprecation;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir::{ConstructorForm, Mark, Operation, Package, Presence, Retry};
use crate::{ir, names};

pub(crate) fn route_type(operation: &Operation) -> String {
    format!("{}Route", operation.rust)
}

/// The docs of the choice of a path.
const ROUTE_DOC: &str = "The path of the request.";

impl Module<'_> {
    pub(crate) fn operation(&mut self, operation: &Operation) {
        let spec = self.types.spec;
        let package = &spec.packages[self.package];
        let fields = operation.fields();
        self.structure(operation, &fields);
        let all: Vec<&ir::Field> = fields.iter().collect();
        let route = (operation.routes.len() > 1).then(|| ident(&route_type(operation)));
        let route = route
            .map(|route| quote!(route: #route::default(),))
            .unwrap_or_default();
        let constructor = Constructor {
            name: &operation.rust,
            form: operation.constructor_form(),
            fields: &all,
            more: route,
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

    pub(crate) fn structure(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let package = &self.types.spec.packages[self.package];
        let docs = operation_docs(self.types.spec, package, operation);
        let members = fields.iter().map(|field| {
            let docs = operation_field_docs(operation, field);
            let deprecated = deprecation::text(field.deprecated.as_ref());
            (docs, deprecated, self.types.sent_member(field))
        });
        let mut members: Vec<_> = members.collect();
        if operation.routes.len() > 1 {
            let route = route_type(operation);
            let member = format!("route: {route} = {route}");
            members.push((Docs::of(ROUTE_DOC), None, member));
        }
        let hidden = fields
            .iter()
            .any(|field| field.has(Mark::Pii) || field.has(Mark::Secret));
        let is_default = operation.constructor_form() == ConstructorForm::Unset;
        let derives = [
            ("Clone", true),
            ("Debug", !hidden),
            ("Default", is_default),
            ("PartialEq", true),
        ];
        let derives = derives.into_iter().filter(|(_, is_derived)| *is_derived);
        let derives: Vec<&str> = derives.map(|(name, _)| name).collect();
        let mut attributes = vec![format!("#[derive({})]", derives.join(", "))];
        attributes.extend(deprecation::text(operation.deprecated.as_ref()));
        let is_required = |field: &ir::Field| field.presence == Presence::Required;
        let name = match operation.routes.len() == 1 && fields.iter().all(is_required) {
            true => {
                attributes.push("#[non_exhaustive]".to_owned());
                ""
            }
            false => {
                self.types.imports.add("api_wire", "setters");
                "setters!"
            }
        };
        self.chunks.push(Chunk::Struct(Struct {
            name,
            docs,
            attributes,
            head: operation.rust.clone(),
            fields: members,
        }));
        if hidden {
            self.debug(operation, fields);
        }
    }

    /// `Debug` without what is personal.
    pub(crate) fn debug(&mut self, operation: &Operation, fields: &[ir::Field]) {
        self.types.imports.add("std", "fmt");
        let (name, text) = (ident(&operation.rust), &operation.rust);
        let mut calls = TokenStream::new();
        for field in fields {
            let (rust, key) = (ident(&field.rust), &field.rust);
            calls.extend(if field.has(Mark::Pii) || field.has(Mark::Secret) {
                quote!(.field(#key, &format_args!("[hidden]")))
            } else {
                quote!(.field(#key, &self.#rust))
            });
        }
        if operation.routes.len() > 1 {
            calls.extend(quote!(.field("route", &self.route)));
        }
        self.item(quote! {
            impl fmt::Debug for #name {
                #[inline]
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(#text) #calls .finish()
                }
            }
        });
    }

    pub(crate) fn implementation(&mut self, package: &Package, operation: &Operation) {
        for name in [
            "Method",
            "Operation",
            "OperationInfo",
            "ReadError",
            "Request",
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
            Retry::Idempotent { .. } => quote!(Retry::Idempotent),
            Retry::UniqueKey { field, .. } => quote!(Retry::UniqueKey(#field)),
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
        let proof = self.proof(operation);
        let write = self.write(operation);
        let request = if write.is_empty() {
            ident("_request")
        } else {
            ident("request")
        };
        self.item(quote! {
            impl Operation for #rust {
                type Api = #marker;
                type Output = #output;
                const INFO: OperationInfo = OperationInfo::new(#name, Method::#method, #path).retry(#retry) #lookup #duplicates #not_found #proof;

                #[inline]
                fn write_request(&self, #request: &mut Request) { #write }

                #[inline]
                fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> { #read }
            }
        });
    }
}
