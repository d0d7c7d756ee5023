//! Types of the spec as Rust types.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::emit::rust::imports::{Imports, ident};
use crate::ir::{Form, Mark, Named, NamedKind, Presence, Spec, Type};
use crate::{ir, names};

/// Writes types for one file, and notes what they need.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) imports: Imports,
    /// The path of types of the spec: `crate`, or a model crate.
    models: String,
}

impl<'a> Types<'a> {
    /// Types for a file of the model crate.
    pub(crate) fn in_model(spec: &'a Spec) -> Self {
        Self {
            spec,
            imports: Imports::default(),
            models: "crate".to_owned(),
        }
    }

    /// Types for a file of a client crate.
    pub(crate) fn in_client(spec: &'a Spec, package: usize) -> Self {
        let models = names::crate_ident(&spec.packages[package].model_package());
        Self {
            spec,
            imports: Imports::default(),
            models,
        }
    }

    pub(crate) fn wire_name(&mut self, name: &str) -> Ident {
        self.imports.add("api_wire", name);
        ident(name)
    }

    /// The named type, imported unless this file declares it.
    pub(crate) fn named_type(&mut self, named: &Named) -> TokenStream {
        let path = self.models.clone();
        self.imports.add(&path, &named.name);
        let name = ident(&named.name);
        match named.kind {
            NamedKind::Enum {
                case_insensitive: true,
            } => {
                let case_insensitive = self.wire_name("CaseInsensitive");
                quote!(#case_insensitive<#name>)
            }
            _ => quote!(#name),
        }
    }

    /// A type without `Option`.
    pub(crate) fn rust_type(&mut self, ty: &Type, secret: bool) -> TokenStream {
        if secret {
            let secret = self.wire_name("Secret");
            return quote!(#secret);
        }
        match ty {
            Type::List(inner) => {
                let inner = self.rust_type(inner, false);
                quote!(Vec<#inner>)
            }
            Type::Map(inner) => {
                let inner = self.rust_type(inner, false);
                self.imports.add("std::collections", "BTreeMap");
                quote!(BTreeMap<String, #inner>)
            }
            Type::Named(named) => self.named_type(named),
            Type::Scalar(scalar) => {
                let row = scalar.row();
                let name = match row.is_of_wire {
                    true => self.wire_name(row.rust),
                    false => ident(row.rust),
                };
                quote!(#name)
            }
        }
    }

    /// The type of a field that is read.
    pub(crate) fn record_field_type(&mut self, field: &ir::Field, boxed: bool) -> TokenStream {
        let plain = self.rust_type(&field.ty, field.has(Mark::Secret));
        self.in_form(Form::of_record(field, boxed), &plain)
    }

    /// The type of a field or parameter that is sent.
    pub(crate) fn body_field_type(&mut self, field: &ir::Field) -> TokenStream {
        let plain = self.rust_type(&field.ty, field.has(Mark::Secret));
        self.in_form(Form::of_request(field), &plain)
    }

    fn in_form(&mut self, form: Form, plain: &TokenStream) -> TokenStream {
        match form {
            Form::Plain => plain.clone(),
            Form::Optional => quote!(Option<#plain>),
            Form::Boxed => quote!(Option<Box<#plain>>),
            Form::Change => {
                let change = self.wire_name("Change");
                quote!(#change<#plain>)
            }
        }
    }

    /// The type that a setter or constructor takes, and whether it is taken by `Into`.
    pub(crate) fn setter_param(&mut self, field: &ir::Field) -> (TokenStream, bool) {
        let plain = self.rust_type(&field.ty, field.has(Mark::Secret));
        let into = field.has(Mark::Secret) || field.ty.is_text();
        match field.presence {
            Presence::Nullable => {
                let change = self.wire_name("Change");
                (quote!(#change<#plain>), true)
            }
            _ => (plain, into),
        }
    }

    /// Whether requests contain a record.
    pub(crate) fn sends(&self, package: usize, record: &str) -> bool {
        let key = (self.spec.packages[package].name.clone(), record.to_owned());
        self.spec.used.get(&key).is_some_and(|usage| usage.sent)
    }

    /// A field of a record with its type, and its setter if requests contain the record.
    pub(crate) fn record_member(
        &mut self,
        field: &ir::Field,
        boxed: bool,
        is_sent: bool,
    ) -> String {
        let ty = text(&self.record_field_type(field, boxed));
        let setter = match (is_sent, boxed) {
            (false, _) => String::new(),
            (true, true) => format!(" => Box<{}>", text(&self.rust_type(&field.ty, false))),
            (true, false) => self.setter(field),
        };
        format!("{}: {ty}{setter}", field.rust)
    }

    /// A field or parameter that is sent, with its type, and its setter unless it is required.
    pub(crate) fn sent_member(&mut self, field: &ir::Field) -> String {
        let ty = text(&self.body_field_type(field));
        let setter = match field.presence {
            Presence::Required => String::new(),
            _ => self.setter(field),
        };
        format!("{}: {ty}{setter}", field.rust)
    }

    /// What makes a setter: `=> T` takes what becomes a `T`, `= T` takes a `T`.
    fn setter(&mut self, field: &ir::Field) -> String {
        let (ty, into) = self.setter_param(field);
        format!(" {} {}", if into { "=>" } else { "=" }, text(&ty))
    }
}

/// A type as text.
fn text(ty: &TokenStream) -> String {
    ty.to_string().replace(' ', "").replace(',', ", ")
}
