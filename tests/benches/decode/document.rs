//! The documents that are read, as JSON text.

use fastrand::Rng;
use serde_json::Value;

use crate::strict;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Document {
    MenuFeed,
    Customers,
    /// With the keys of every object sorted: an order that is stable, and not that of the documents.
    SortedCustomers,
    /// With the keys of every object in an order of its own.
    ShuffledCustomers,
}

impl Document {
    pub(crate) const ALL: [Self; 4] = [
        Self::MenuFeed,
        Self::Customers,
        Self::SortedCustomers,
        Self::ShuffledCustomers,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MenuFeed => "menu feed of 10 MB",
            Self::Customers => "page of 1,000 customers",
            Self::SortedCustomers => "page of 1,000 customers, keys sorted",
            Self::ShuffledCustomers => "page of 1,000 customers, keys shuffled",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|document| document.name() == name)
            .expect("the name of a document")
    }

    pub(crate) fn text(self) -> Vec<u8> {
        let customers = strict::customers(1_000);
        match self {
            Self::MenuFeed => strict::menu_feed(10_000_000),
            Self::Customers => customers,
            Self::SortedCustomers => reordered(&customers, &mut |_| ()),
            Self::ShuffledCustomers => {
                let mut rng = Rng::with_seed(7);
                reordered(&customers, &mut |members| rng.shuffle(members))
            }
        }
    }
}

/// The members of an object.
type Members<'a> = [(&'a String, &'a Value)];

/// The same document with the members of every object sorted, and then in this order.
fn reordered(document: &[u8], order: &mut dyn FnMut(&mut Members<'_>)) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(document).expect("JSON");
    value.sort_all_objects();
    let mut text = String::new();
    write(&value, order, &mut text);
    text.into_bytes()
}

fn write(value: &Value, order: &mut dyn FnMut(&mut Members<'_>), text: &mut String) {
    let mut separator = "";
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            order(&mut members);
            text.push('{');
            for (key, value) in members {
                text.push_str(&format!("{separator}\"{key}\":"));
                write(value, order, text);
                separator = ",";
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                text.push_str(separator);
                write(item, order, text);
                separator = ",";
            }
            text.push(']');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
