//! The operations, behind routing, authorization and validation.

mod customers;
mod lists;
mod menu;
mod orders;
mod payments;
mod quotes;
mod vendor;
mod venues;

use serde_json::{Map, Value};

use crate::auth::Identity;
use crate::openapi::Operation;
use crate::response::Rejection;
use crate::response::json::JsonBody;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::Venue;

/// A valid request for an operation.
pub(crate) struct Call {
    pub(crate) operation: &'static Operation,
    /// Parameters of path and query, parsed by the types in the documents.
    pub(crate) parameters: Map<String, Value>,
    /// Null without a body.
    pub(crate) body: Value,
    pub(crate) identity: Identity,
    pub(crate) now: Time,
}

/// The body of a response with status 200, or a rejection.
pub(crate) type HandlerResult = Result<JsonBody, Rejection>;

type Handler = fn(&mut State, &mut Call) -> HandlerResult;

/// The handler of an operation.
pub(crate) fn handler(api: &str, name: &str) -> Option<Handler> {
    Some(match (api, name) {
        ("payments", "create_request") => payments::create,
        ("payments", "submit_request") => payments::submit,
        ("payments", "refund_request") => payments::refund,
        ("payments", "adjust_request") => payments::adjust,
        ("payments", "addendum_request") => payments::addendum,
        ("vendor", "list_retailers") => vendor::retailers,
        ("vendor", "list_vendors") => vendor::vendors,
        ("pos-v3", "list_venues") => venues::list,
        ("pos-v3" | "pos-v2" | "pos-v1", "get_venue_info") => venues::info,
        ("pos-v3" | "pos-v1", "create_incoming_order") => orders::create,
        ("pos-v3", "get_incoming_order") => orders::get,
        ("pos-v1", "get_incoming_order") => orders::get_full,
        ("pos-v3" | "pos-v1", "create_incoming_quote") => quotes::create,
        ("pos-v3" | "pos-v1", "update_incoming_quote") => quotes::update,
        ("pos-v3", "get_incoming_quote") => quotes::get,
        ("pos-v1", "get_incoming_quote") => quotes::get_flat,
        ("pos-v1", "get_incoming_quote_by_id") => quotes::get_by_id,
        ("pos-v1", "patch_incoming_quote") => quotes::patch,
        ("pos-v1", "finalize_incoming_quote") => quotes::finalize,
        ("pos-v3" | "pos-v1" | "pos-v2", "get_menu_feed") => menu::get,
        ("pos-v1" | "pos-v2", "get_menu_feed_options") => menu::options,
        ("pos-v2", "create_customer") => customers::create,
        ("pos-v2", "get_customer") => customers::get,
        ("pos-v2", "update_customer") => customers::update,
        ("pos-v2", "get_sales_history") => lists::get_sale,
        ("pos-v1" | "pos-v2", name) if name.starts_with("list_") => lists::list,
        _ => return None,
    })
}

impl Call {
    /// The index of the caller's venue.
    fn venue_index(&self) -> Result<usize, Rejection> {
        match self.identity {
            Identity::Venue(index) => Ok(index),
            _ => Err(Rejection::new(
                403,
                "these credentials are not scoped to a venue",
            )),
        }
    }

    fn venue<'s>(&self, state: &'s State) -> Result<&'s Venue, Rejection> {
        let found = state.venues.get(self.venue_index()?);
        found.ok_or_else(|| Rejection::new(404, "unknown venue"))
    }

    fn venue_mut<'s>(&self, state: &'s mut State) -> Result<&'s mut Venue, Rejection> {
        let found = state.venues.get_mut(self.venue_index()?);
        found.ok_or_else(|| Rejection::new(404, "unknown venue"))
    }

    fn parameter(&self, name: &str) -> &Value {
        self.parameters.get(name).unwrap_or(&Value::Null)
    }

    /// The text of a path parameter, which may be an integer.
    fn key(&self, name: &str) -> Option<String> {
        match self.parameters.get(name)? {
            Value::String(text) => Some(text.clone()),
            key => Some(key.to_string()),
        }
    }

    fn integer(&self, name: &str) -> Option<i64> {
        self.parameter(name).as_i64()
    }

    /// Removes the object of a key from the body; an empty one if it is missing.
    fn take_object(&mut self, key: &str) -> Map<String, Value> {
        match self.body.get_mut(key).map(Value::take) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }

    /// A rejection with the status that the operation documents for invalid requests.
    fn invalid(&self, messages: Vec<String>) -> Rejection {
        Rejection {
            status: self.operation.invalid_request_status(),
            messages,
        }
    }
}
