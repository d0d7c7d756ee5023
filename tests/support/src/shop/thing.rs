//! Things, with a secret, an amount that is strict, and limits of lengths. Each test declares the
//! operations that it needs.

use api_runtime::Secret;
use api_runtime::api_wire::{Decimal, body, record};

record! {
    pub struct Thing {
        pub id: Option<i64>,
        pub reference_no: Option<String>,
        pub name: Option<String>,
        pub token: Option<Secret> [secret],
        pub price: Option<Decimal> [strict],
    }
}

body! {
    pub struct NewThing {
        pub reference_no: String [max 8],
        pub notes: Option<String> => String [max 3],
    }
}

pub fn new_thing(reference_no: &str) -> NewThing {
    NewThing {
        reference_no: reference_no.to_owned(),
        notes: None,
    }
}
