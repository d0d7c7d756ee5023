//! Constructors of bodies, operations and the page configuration.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::deprecation;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{ident, tokens};
use crate::emit::rust::types::Types;
use crate::ir;
use crate::ir::{ConstructorForm, Form, Mark, Presence, Type};

/// A struct with public fields that gets a constructor.
pub(crate) struct Constructor<'a> {
    pub(crate) name: &'a str,
    pub(crate) form: ConstructorForm,
    /// The fields that the caller sets.
    pub(crate) fields: &'a [&'a ir::Field],
    /// The initial values of members beside the fields.
    pub(crate) more: TokenStream,
    /// What it creates.
    pub(crate) noun: &'static str,
    /// Whether the documents leave open which fields are required, unless a field says so.
    pub(crate) requires_by_choice: bool,
}

impl Constructor<'_> {
    /// `new`, after the struct of the required fields if there is one.
    pub(crate) fn items(&self, types: &mut Types<'_>) -> Vec<TokenStream> {
        match self.form {
            ConstructorForm::Unset => vec![self.unset()],
            ConstructorForm::Positional => vec![self.positional(types)],
            ConstructorForm::RequiredStruct => self.with_required_struct(types),
        }
    }

    fn unset(&self) -> TokenStream {
        let name = ident(self.name);
        let unset = match self.fields.is_empty() && self.more.is_empty() {
            true => "",
            false => " with all fields unset",
        };
        let doc = format!(" Creates the {}{unset}.", self.noun);
        quote! {
            impl #name {
                #[doc = #doc]
                pub fn new() -> Self { Self::default() }
            }
        }
    }

    fn positional(&self, types: &mut Types<'_>) -> TokenStream {
        let (name, more) = (ident(self.name), &self.more);
        let mut arguments = TokenStream::new();
        let mut values = TokenStream::new();
        for field in self.fields {
            let rust = ident(&field.rust);
            if field.presence != Presence::Required {
                values.extend(unset_value(field));
                continue;
            }
            let (ty, into) = types.setter_param(field);
            let ty = tokens(&ty);
            if into {
                arguments.extend(quote!(#rust: impl Into<#ty>,));
                values.extend(quote!(#rust: #rust.into(),));
            } else {
                arguments.extend(quote!(#rust: #ty,));
                values.extend(quote!(#rust,));
            }
        }
        let docs = text(&format!("{}{}", self.created(), self.choice()));
        quote! {
            impl #name {
                #docs
                pub fn new(#arguments) -> Self { Self { #values #more } }
            }
        }
    }

    fn with_required_struct(&self, types: &mut Types<'_>) -> Vec<TokenStream> {
        let (name, more) = (ident(self.name), &self.more);
        let required_name = crate::names::required_struct(self.name);
        let required = ident(&required_name);
        let mut members = TokenStream::new();
        let mut values = TokenStream::new();
        let mut is_hidden = false;
        for field in self.fields {
            if field.presence != Presence::Required {
                values.extend(unset_value(field));
                continue;
            }
            is_hidden |= field.has(Mark::Pii) || field.has(Mark::Secret);
            let ty = tokens(&types.field_type(field, Form::of_request(field)));
            let rust = ident(&field.rust);
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            members.extend(quote!(#deprecated pub #rust: #ty,));
            values.extend(quote!(#rust: required.#rust,));
        }
        let docs = text(&format!(
            "The fields that [`{0}::new`] takes, as [`{0}`] describes them.{1}",
            self.name,
            self.choice()
        ));
        let created = text(&self.created());
        let derives = match is_hidden {
            true => quote!(#[derive(Clone, PartialEq)]),
            false => quote!(#[derive(Clone, Debug, PartialEq)]),
        };
        let mut items = vec![quote! { #docs #derives pub struct #required { #members } }];
        if is_hidden {
            types.imports.add("std", "fmt");
            items.push(quote! {
                impl fmt::Debug for #required {
                    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.debug_struct(#required_name).finish_non_exhaustive()
                    }
                }
            });
        }
        items.push(quote! {
            impl #name {
                #created
                pub fn new(required: #required) -> Self { Self { #values #more } }
            }
        });
        items
    }

    /// What `new` with the required fields does.
    fn created(&self) -> String {
        let mut fields = self.fields.iter();
        let has_more =
            !self.more.is_empty() || fields.any(|field| field.presence != Presence::Required);
        let others = match has_more {
            true => " with all other fields unset",
            false => "",
        };
        format!("Creates the {}{others}.", self.noun)
    }

    /// That the fields are required by this project alone, if they are.
    fn choice(&self) -> &'static str {
        let required = self.fields.iter();
        let mut required = required.filter(|field| field.presence == Presence::Required);
        match self.requires_by_choice && required.any(|field| !field.has(Mark::DocumentedRequired))
        {
            true => " Which fields are required is not documented: these are our choice.",
            false => "",
        }
    }
}

fn text(text: &str) -> TokenStream {
    let mut docs = Docs::default();
    docs.markdown(text).tokens()
}

/// The initial value of an optional field.
fn unset_value(field: &ir::Field) -> TokenStream {
    let rust = ident(&field.rust);
    let has_default =
        matches!(field.ty, Type::List(_) | Type::Map(_)) || field.presence == Presence::Nullable;
    match has_default {
        true => quote!(#rust: Default::default(),),
        false => quote!(#rust: None,),
    }
}
