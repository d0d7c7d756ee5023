//! The derives of `api_wire`, which documents them: they read the attributes of a struct, and call macros of
//! `api_wire`, which have the code.

mod code;
mod fields;
mod parse;
mod setters;

use proc_macro::TokenStream;

use crate::parse::{Result, Struct};

/// Makes a struct a record: it is read, and can be written back.
#[proc_macro_derive(Record, attributes(wire))]
pub fn record(input: TokenStream) -> TokenStream {
    derive(input, fields::record)
}

/// Makes a struct a body: it is sent. Its fields have setters.
#[proc_macro_derive(Body, attributes(wire))]
pub fn body(input: TokenStream) -> TokenStream {
    derive(input, fields::body)
}

/// Makes a struct the parameters of an operation. They have setters.
#[proc_macro_derive(Parameters, attributes(wire))]
pub fn parameters(input: TokenStream) -> TokenStream {
    derive(input, fields::parameters)
}

/// Makes setters.
#[proc_macro_derive(Setters, attributes(wire))]
pub fn setters(input: TokenStream) -> TokenStream {
    derive(input, setters::alone)
}

fn derive(input: TokenStream, of: fn(&Struct) -> Result<TokenStream>) -> TokenStream {
    let derived = Struct::parse(input).and_then(|item| of(&item));
    derived.unwrap_or_else(|error| error)
}
