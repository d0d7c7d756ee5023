//! Changes of records that no operation of the APIs can make.

use serde_json::{Map, Value};

use super::{Control, ControlError};
use crate::state::State;
use crate::state::table::AnyTable;
use crate::state::venue::Venue;
use crate::suggest::suggest;

impl Control {
    /// Changes members of a record, as the staff of a venue would: a price, a stock, whether a coupon
    /// is active. The members are those of fixtures and of the data file: amounts in cents, times in
    /// milliseconds. An object is merged, everything else is replaced, and
    /// `updated_at` becomes the time of the clock, so that incremental syncs return the record.
    ///
    /// The lists are `coupons`, `customers`, `manifests`, `orders`, `products`, `quotes`, `sales`,
    /// `staff`, `tills`, and `prices`, whose id is the SKU. A change sends no callback:
    /// [`set_order_status`](Self::set_order_status) does.
    ///
    /// ```
    /// # use api_sandbox::{Sandbox, ControlError};
    /// # fn example(sandbox: &Sandbox) -> Result<(), ControlError> {
    /// let sold_out = serde_json::json!({ "on_hand": 0 });
    /// sandbox.control().change(12, "prices", 9001, sold_out)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Venue, list, record or member is unknown, a value has another type, or the data file cannot
    /// be written.
    pub fn change(
        &self,
        venue: i64,
        list: &str,
        id: i64,
        members: Value,
    ) -> Result<(), ControlError> {
        let members = object(members)?;
        self.context
            .transaction(|state| change_record(state, venue, list, id, members))
    }

    /// Adds a record to a list, and returns its id. Members that are not given are those of the
    /// list's first record; a product has one price, whose SKU is the id plus 1.
    ///
    /// # Errors
    ///
    /// See [`change`](Self::change), or the list is empty. Orders, quotes and prices are not added
    /// this way.
    pub fn add(&self, venue: i64, list: &str, members: Value) -> Result<i64, ControlError> {
        let members = object(members)?;
        self.context
            .transaction(|state| add_record(state, venue, list, members))
    }
}

fn object(members: Value) -> Result<Map<String, Value>, ControlError> {
    match members {
        Value::Object(members) => Ok(members),
        _ => Err(ControlError::new("expected an object")),
    }
}

type Members = Map<String, Value>;

/// Changes members of a record of a venue.
fn change_record(
    state: &mut State,
    venue: i64,
    list: &str,
    id: i64,
    members: Members,
) -> Result<(), ControlError> {
    let now = state.now();
    let found = state.venue_mut(venue);
    let venue = found.ok_or_else(|| ControlError::not_found("no venue has this id"))?;
    if list == "prices" {
        let found = venue.price(id).map(|(product, _)| product.id);
        let product = found.and_then(|product| venue.products.get_mut(product));
        let price = product.and_then(|product| product.price_mut(id));
        let price = price.ok_or_else(|| ControlError::not_found("no product has this SKU"))?;
        let mut record = serde_json::to_value(&*price).map_err(invalid)?;
        merge(&mut record, members, now.to_json())?;
        *price = serde_json::from_value(record).map_err(invalid)?;
        return Ok(());
    }
    let table = table(venue, list)?;
    let mut record = table.json(id).map_err(invalid)?;
    if record.is_null() {
        return Err(ControlError::not_found(format!(
            "{list}: no record has the id {id}"
        )));
    }
    merge(&mut record, members, now.to_json())?;
    table.set_json(record).map_err(invalid)
}

/// Adds a record like the first one of its list, with other members, and returns its id.
fn add_record(
    state: &mut State,
    venue: i64,
    list: &str,
    members: Members,
) -> Result<i64, ControlError> {
    let now = state.now();
    // A product has a SKU of its own, too.
    let id = state.next_id();
    let sku = state.next_id();
    let found = state.venue_mut(venue);
    let venue = found.ok_or_else(|| ControlError::not_found("no venue has this id"))?;
    if matches!(list, "orders" | "quotes") {
        return Err(ControlError::new(format!("{list} are created by the APIs")));
    }
    let table = table(venue, list)?;
    let first = table.first_id().unwrap_or_default();
    let mut record = table.json(first).map_err(invalid)?;
    if record.is_null() {
        return Err(ControlError::new(format!(
            "{list}: the list has no record to start from"
        )));
    }
    record["id"] = id.into();
    if let Some(Value::Array(prices)) = record.get_mut("prices") {
        prices.truncate(1);
        for price in prices {
            price["sku"] = sku.into();
            price["updated_at"] = now.to_json();
        }
    }
    if record.get("created_at").is_some() {
        record["created_at"] = now.to_json();
    }
    merge(&mut record, members, now.to_json())?;
    table.set_json(record).map_err(invalid)?;
    Ok(id)
}

/// Merges members into a record, which has all of them but no id, and sets the time of its update.
fn merge(record: &mut Value, members: Members, now: Value) -> Result<(), ControlError> {
    let Value::Object(record) = record else {
        return Err(ControlError::new("expected an object"));
    };
    if record.contains_key("updated_at") {
        record.insert("updated_at".to_owned(), now);
    }
    for (key, value) in members {
        match (record.get_mut(&key), value) {
            (Some(_), _) if matches!(key.as_str(), "id" | "sku") => {
                return Err(ControlError::new(format!("`{key}` cannot be changed")));
            }
            (Some(Value::Object(old)), Value::Object(new)) => old.extend(new),
            (Some(old), new) => *old = new,
            (None, _) => {
                let suggestion = suggest(&key, record.keys().map(String::as_str));
                return Err(ControlError::new(format!(
                    "unknown member `{key}`{suggestion}"
                )));
            }
        }
    }
    Ok(())
}

fn table<'v>(venue: &'v mut Venue, list: &str) -> Result<&'v mut dyn AnyTable, ControlError> {
    let tables = venue.tables();
    let names = tables.iter().map(|(name, _)| *name).chain(["prices"]);
    let suggestion = suggest(list, names);
    let mut tables = tables.into_iter();
    let (_, table) = tables
        .find(|(name, _)| *name == list)
        .ok_or_else(|| ControlError::not_found(format!("unknown list `{list}`{suggestion}")))?;
    Ok(table)
}

fn invalid(error: serde_json::Error) -> ControlError {
    ControlError::new(error.to_string())
}
