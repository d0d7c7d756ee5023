//! What the documents say of fields, as a table; and a record of the service's own.

use std::error::Error;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: fields
    use pos_v2_client::ListCustomers;
    use pos_v2_client::model::{Customer, Inventory};

    let customer = Customer::FIELDS.iter().filter(|field| {
        ["points", "birthday", "country", "telephone", "token"].contains(&field.name())
    });
    let price = Inventory::FIELDS
        .iter()
        .find(|field| field.name() == "price");
    for field in customer.chain(price).chain(ListCustomers::FIELDS) {
        let mut facts = Vec::from_iter(field.marks().map(str::to_owned));
        facts.extend(field.place().map(|place| format!("in {place:?}")));
        facts.extend(field.documented_unit().map(|unit| format!("unit {unit}")));
        facts.extend(field.maximum().map(|max| format!("at most {max}")));
        facts.extend(field.default_text().map(|text| format!("default {text}")));
        println!("{}: {}", field.wire_name(), facts.join(", "));
    }
    // ANCHOR_END: fields
    own_record()
}

// ANCHOR: own
use pos_v2_client::api_wire::{self, Extra, Record, from_str};

#[derive(Clone, Default, PartialEq, Record)]
struct Visit {
    #[wire("visitor_name", pii)]
    name: Option<String>,
    #[wire(default = 1)]
    guests: Option<i64>,
    extra: Extra,
}

fn own_record() -> Result<(), Box<dyn Error>> {
    let visit: Visit = from_str(r#"{"visitor_name": "Ada", "table": 7}"#)?;
    println!("{visit:?}, {} guest", visit.guests_or_default()?);
    Ok(())
}
// ANCHOR_END: own
