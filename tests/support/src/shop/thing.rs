//! Things, with a secret, an amount that is strict, and limits of lengths. Each test declares the
//! operations that it needs.

use api_runtime::Secret;
use api_runtime::api_wire::{Body, Decimal, Extra, Record};

#[derive(Clone, Default, PartialEq, Record)]
pub struct Thing {
    pub id: Option<i64>,
    pub reference_no: Option<String>,
    pub name: Option<String>,
    #[wire(secret)]
    pub token: Option<Secret>,
    #[wire(strict)]
    pub price: Option<Decimal>,
    pub extra: Extra,
}

#[derive(Clone, PartialEq, Body)]
pub struct NewThing {
    #[wire(max = 8)]
    pub reference_no: String,
    #[wire(max = 3)]
    pub notes: Option<String>,
}

pub fn new_thing(reference_no: &str) -> NewThing {
    NewThing {
        reference_no: reference_no.to_owned(),
        notes: None,
    }
}
