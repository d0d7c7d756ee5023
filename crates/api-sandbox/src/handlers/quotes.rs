//! Quotes of versions 3 and 1.

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::exact::Exact;
use crate::openapi::operations_named;
use crate::response::Rejection;
use crate::response::json::JsonBody;
use crate::state::State;
use crate::state::venue::Venue;
use crate::state::venue::quote::Quote;

const FINALIZED: &str = "the quote is finalized and cannot be changed";

/// Creates a quote, priced by the venue's menu.
pub(super) fn create(state: &mut State, call: &mut Call) -> HandlerResult {
    let id = state.next_id();
    let venue = call.venue_mut(state)?;
    let quote = Quote::new(venue, id, call.take_object("quote"), call.now);
    let quote = quote.map_err(|errors| call.invalid(errors))?;
    let response = to_json(&quote, venue);
    venue.quotes.insert(quote);
    Ok(response)
}

/// Updates a quote's parts; 204 for an unknown one.
pub(super) fn update(state: &mut State, call: &mut Call) -> HandlerResult {
    change(state, call, false)
}

/// Updates a quote's parts or items. The documents do not describe the bodies: it accepts those of
/// the update, and items, and returns none.
pub(super) fn patch(state: &mut State, call: &mut Call) -> HandlerResult {
    if !call.body.get("quote").is_some_and(Value::is_object) {
        return Err(Rejection::new(400, "missing object `quote`"));
    }
    patch_errors(&call.body).map_err(|errors| call.invalid(errors))?;
    change(state, call, true).map(|_| JsonBody::EMPTY)
}

/// The violations of the schema of a new quote, whose items may be missing.
fn patch_errors(body: &Value) -> Result<(), Vec<String>> {
    let mut new_quote = body.clone();
    let items = &mut new_quote["quote"]["items"];
    if items.is_null() {
        *items = json!([]);
    }
    let creation = operations_named(Some("pos-v1"), "create_incoming_quote");
    let creation = creation.map_err(|error| vec![error])?;
    let errors = creation.iter();
    let errors = errors.flat_map(|operation| operation.validate_body(Some(&new_quote), false));
    let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn change(state: &mut State, call: &mut Call, has_items: bool) -> HandlerResult {
    let venue = call.venue_mut(state)?;
    let change = call.take_object("quote");
    let quote = find(venue, call, 204)?;
    if quote.order_id.is_some() {
        return Err(call.invalid(vec![FINALIZED.to_owned()]));
    }
    let quote = quote.updated(venue, &change, has_items, call.now);
    let quote = quote.map_err(|errors| call.invalid(errors))?;
    let response = to_json(&quote, venue);
    venue.quotes.insert(quote);
    Ok(response)
}

/// Gets a quote.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    Ok(to_json(find(venue, call, 404)?, venue))
}

/// Gets a quote in the flat form of version 1.
pub(super) fn get_flat(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let quote = find(venue, call, 404)?;
    Ok(Exact(&json!({ "code": 1, "quote": quote.flat_record(venue) })).into())
}

/// Gets a quote by its id, in another wrapper. Only the id is documented.
pub(super) fn get_by_id(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let quote = find(venue, call, 404)?;
    Ok(json!({ "code": 1, "incoming_quote": { "id": quote.id } }).into())
}

/// Creates the order of a quote, once. The documents show no body of the response.
pub(super) fn finalize(state: &mut State, call: &mut Call) -> HandlerResult {
    let id = state.next_id();
    let venue = call.venue_mut(state)?;
    let quote = find(venue, call, 204)?;
    if quote.order_id.is_some() {
        return Err(call.invalid(vec![FINALIZED.to_owned()]));
    }
    let order = quote.to_order(venue, id, call.now);
    let order = order.map_err(|messages| Rejection {
        status: 400,
        messages,
    })?;
    if venue.order(&order.reference_no).is_some() {
        return Err(Rejection::new(
            400,
            "an order already has this quote's reference",
        ));
    }
    let mut quote = quote.clone();
    quote.order_id = Some(order.id);
    venue.quotes.insert(quote);
    venue.orders.insert(order);
    Ok(JsonBody::EMPTY)
}

/// Its amounts are exact, as they are in the request.
fn to_json(quote: &Quote, venue: &Venue) -> JsonBody {
    Exact(&json!({ "code": 1, "quote": quote.record(venue) })).into()
}

/// The quote in the path, or a rejection with the status `missing`.
fn find<'v>(venue: &'v Venue, call: &Call, missing: u16) -> Result<&'v Quote, Rejection> {
    let key = ["id", "reference_id"]
        .into_iter()
        .find_map(|name| call.key(name));
    let id = key.and_then(|key| Quote::parse_key(&key));
    let found = id.and_then(|id| venue.quotes.get(id));
    found.ok_or_else(|| Rejection::new(missing, "Quote not found"))
}
