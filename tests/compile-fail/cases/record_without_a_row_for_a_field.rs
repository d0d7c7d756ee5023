//! A record whose table forgets a field, which would be neither read nor written.

use pos_v3_client::api_wire::{Extra, record};

#[derive(Clone, Default, PartialEq)]
pub struct Customer {
    pub name: Option<String>,
    pub points: Option<i64>,
    pub extra: Extra,
}

record! {
    Customer {
        name: "name",
    }
}

fn main() {}
