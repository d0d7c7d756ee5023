//! Things, with a secret, an amount that is strict, and limits of lengths. Each test declares the
//! operations that it needs.

use api_runtime::Secret;
use api_runtime::api_wire::{Decimal, Extra, body, record};

#[derive(Clone, Default, PartialEq)]
pub struct Thing {
    pub id: Option<i64>,
    pub reference_no: Option<String>,
    pub name: Option<String>,
    pub token: Option<Secret>,
    pub price: Option<Decimal>,
    pub extra: Extra,
}

record! {
    Thing {
        id: "id",
        reference_no: "reference_no",
        name: "name",
        token: "token" secret,
        price: "price" strict,
    }
}

#[derive(Clone, PartialEq)]
pub struct NewThing {
    pub reference_no: String,
    pub notes: Option<String>,
}

body! {
    NewThing {
        reference_no: "reference_no" max 8,
        notes: "notes" max 3 => String,
    }
}

pub fn new_thing(reference_no: &str) -> NewThing {
    NewThing {
        reference_no: reference_no.to_owned(),
        notes: None,
    }
}
