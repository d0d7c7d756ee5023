//! Quotes, in versions 3 and 1.

use serde_json::{Value, json};

use super::orders::OrderReply;
use super::{Call, Outcome, Refusal};
use crate::state::World;
use crate::state::venue::Venue;
use crate::state::venue::quote::Quote;

/// Makes a quote, priced by the venue's menu.
pub(super) fn create(world: &mut World, call: &mut Call) -> Outcome {
    let number = world.number();
    let venue = call.venue_mut(world)?;
    let quote = Quote::new(venue, number, call.take_from_body("quote"), call.now);
    let quote = quote.map_err(|problems| call.invalid(problems))?;
    let reply = shown(&quote, venue);
    venue.quotes.push(quote);
    Ok(reply.into())
}

/// Changes a quote's parts; one that is not there is told by 204.
pub(super) fn update(world: &mut World, call: &mut Call) -> Outcome {
    changed(world, call)
}

/// Changes a quote's parts or items. The documents do not show its bodies: it takes what the update takes, and items.
pub(super) fn patch(world: &mut World, call: &mut Call) -> Outcome {
    if !call.body.get("quote").is_some_and(Value::is_object) {
        return Err(Refusal::new(
            400,
            "the body is due to be an object with the object `quote`",
        ));
    }
    changed(world, call)
}

/// Reads a quote.
pub(super) fn get(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    Ok(shown(&venue.quotes[place(venue, call, 404)?], venue).into())
}

/// Reads a quote as version 1 shows it.
pub(super) fn get_flat(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let quote = &venue.quotes[place(venue, call, 404)?];
    Ok(json!({ "code": 1, "quote": quote.flat_record(venue) }).into())
}

/// Reads a quote by its id, under the other wrapper. Beyond the id its fields are not shown: only it is given.
pub(super) fn get_by_id(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let quote = &venue.quotes[place(venue, call, 404)?];
    Ok(json!({ "code": 1, "incoming_quote": { "id": quote.id } }).into())
}

/// Makes the order of a quote, once.
pub(super) fn finalize(world: &mut World, call: &mut Call) -> Outcome {
    let place = place(call.venue(world)?, call, 204)?;
    let number = world.number();
    let venue = call.venue_mut(world)?;
    let quote = &venue.quotes[place];
    if quote.order_id.is_some() {
        return Err(Refusal::new(400, "the quote has been finalized already"));
    }
    let order = quote.order(venue, number, call.now);
    let order = order.map_err(|messages| Refusal {
        status: 400,
        messages,
    })?;
    if venue.orders.with_reference(&order.reference_no).is_some() {
        return Err(Refusal::new(
            400,
            "an order has this quote's reference already",
        ));
    }
    let reply = OrderReply::of(&order).into();
    venue.quotes[place].order_id = Some(order.id);
    venue.orders.push(order);
    Ok(reply)
}

fn changed(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue_mut(world)?;
    let place = place(venue, call, 204)?;
    let quote = venue.quotes[place].updated(venue, &call.take_from_body("quote"), call.now);
    let quote = quote.map_err(|problems| call.invalid(problems))?;
    let reply = shown(&quote, venue);
    venue.quotes[place] = quote;
    Ok(reply.into())
}

fn shown(quote: &Quote, venue: &Venue) -> Value {
    json!({ "code": 1, "quote": quote.record(venue) })
}

fn place(venue: &Venue, call: &Call, missing: u16) -> Result<usize, Refusal> {
    let key = ["id", "reference_id"]
        .into_iter()
        .find_map(|name| call.parameters.get(name));
    let found = key.and_then(Quote::meant).and_then(|id| {
        let quotes = &venue.quotes;
        quotes.binary_search_by_key(&id, |quote| quote.id).ok()
    });
    found.ok_or_else(|| Refusal::new(missing, "Quote not found"))
}
