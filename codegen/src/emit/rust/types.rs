//! Types of fields as Rust writes them.

use proc_macro2::{Ident, TokenStream};

use crate::emit::rust::imports::{Imports, ident, tokens};
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

    /// Imports what a type names, unless this file declares it.
    fn import(&mut self, ty: &Type) {
        match ty {
            Type::List(inner) => self.import(inner),
            Type::Map(inner) => {
                self.imports.add("std::collections", "BTreeMap");
                self.import(inner);
            }
            Type::Named(named) => self.import_named(named),
            Type::Scalar(scalar) if scalar.row().is_of_wire => {
                self.imports.add("api_wire", scalar.row().rust);
            }
            Type::Scalar(_) => {}
        }
    }

    fn import_named(&mut self, named: &Named) {
        self.imports.add(&self.models, &named.name);
        if let NamedKind::Enum {
            case_insensitive: true,
        } = named.kind
        {
            self.imports.add("api_wire", "CaseInsensitive");
        }
    }

    pub(crate) fn named_type(&mut self, named: &Named) -> TokenStream {
        self.import_named(named);
        tokens(&named.rust())
    }

    pub(crate) fn rust_type(&mut self, ty: &Type) -> TokenStream {
        self.import(ty);
        tokens(&ty.rust())
    }

    pub(crate) fn field_type(&mut self, field: &ir::Field, form: Form) -> String {
        match field.has(Mark::Secret) {
            true => self.imports.add("api_wire", "Secret"),
            false => self.import(&field.ty),
        }
        if form == Form::Change {
            self.imports.add("api_wire", "Change");
        }
        field.rust_type(form)
    }

    /// The type that a setter or constructor takes, and whether it is taken by `Into`.
    pub(crate) fn setter_param(&mut self, field: &ir::Field) -> (String, bool) {
        match field.presence {
            Presence::Nullable => (self.field_type(field, Form::Change), true),
            _ => {
                let into = field.has(Mark::Secret) || field.ty.is_text();
                (self.field_type(field, Form::Plain), into)
            }
        }
    }

    /// Whether requests contain a record.
    pub(crate) fn sends(&self, package: usize, record: &str) -> bool {
        let key = (self.spec.packages[package].name.clone(), record.to_owned());
        self.spec.used.get(&key).is_some_and(|usage| usage.sent)
    }

    /// The type of a field or parameter that is sent.
    pub(crate) fn sent_type(&mut self, field: &ir::Field) -> TokenStream {
        tokens(&self.field_type(field, Form::of_request(field)))
    }
}
