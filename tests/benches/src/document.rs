//! The documents that are read, as JSON text.

use fastrand::Rng;
use serde_json::Value;

use crate::strict;

/// A document that is read.
#[derive(Clone, Copy)]
pub enum Document {
    /// A menu feed of 10 MB.
    MenuFeed,
    /// A page of 1,000 customers.
    Customers,
    /// The same page, with the keys of every object in an order of its own.
    ShuffledCustomers,
}

impl Document {
    /// Each document.
    pub const ALL: [Self; 3] = [Self::MenuFeed, Self::Customers, Self::ShuffledCustomers];

    /// What it is called in the output.
    pub fn name(self) -> &'static str {
        match self {
            Self::MenuFeed => "menu feed of 10 MB",
            Self::Customers => "page of 1,000 customers",
            Self::ShuffledCustomers => "page of 1,000 customers, keys shuffled",
        }
    }

    /// Its JSON text.
    pub fn text(self) -> Vec<u8> {
        match self {
            Self::MenuFeed => strict::menu_feed(10_000_000),
            Self::Customers => strict::customers(1_000),
            Self::ShuffledCustomers => {
                let customers = strict::customers(1_000);
                let customers = serde_json::from_slice(&customers).expect("JSON");
                shuffled(&customers, &mut Rng::with_seed(7)).into_bytes()
            }
        }
    }
}

/// The value as JSON, with the members of every object in another order.
fn shuffled(value: &Value, rng: &mut Rng) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(key, value)| format!("\"{key}\":{}", shuffled(value, rng)));
            let mut members: Vec<String> = members.collect();
            rng.shuffle(&mut members);
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| shuffled(item, rng)).collect();
            format!("[{}]", items.join(","))
        }
        scalar => scalar.to_string(),
    }
}
