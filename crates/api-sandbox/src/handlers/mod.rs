//! What the operations do, behind routing, authorisation and validation.

mod customers;
mod menu;
mod orders;
mod paging;
mod payments;
mod people;
mod quotes;
mod sales;
mod stock;
mod vendor;
mod venues;

use serde_json::{Map, Value};

use crate::auth::Identity;
use crate::openapi::Operation;
use crate::response::json::Json;
use crate::state::World;
use crate::state::time::Moment;
use crate::state::venue::Venue;

/// A request that the description allows.
pub(crate) struct Call {
    pub(crate) operation: &'static Operation,
    /// Parameters of path and query, with the types of the description.
    pub(crate) parameters: Map<String, Value>,
    /// Null where there is none.
    pub(crate) body: Value,
    pub(crate) identity: Identity,
    pub(crate) now: Moment,
}

/// Why an operation is not done. The exchange gives it the body that is documented for its status.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) messages: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(status: u16, message: &str) -> Self {
        Self {
            status,
            messages: vec![message.to_owned()],
        }
    }
}

/// The body of a reply with status 200, or a refusal.
pub(crate) type Outcome = Result<Json, Refusal>;

type Handler = fn(&mut World, &mut Call) -> Outcome;

/// What an operation does, by its API and its name.
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
        ("pos-v3" | "pos-v2", "get_venue_info") => venues::info,
        ("pos-v1", "get_venue_info") => venues::info_with_code,
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
        ("pos-v1", "list_coupons") => stock::coupons_v1,
        ("pos-v2", "list_coupons") => stock::coupons_v2,
        ("pos-v1", "list_inventories") => stock::inventories_v1,
        ("pos-v2", "list_inventories") => stock::inventories_v2,
        ("pos-v1", "list_manifest_items") => stock::manifest_items_v1,
        ("pos-v2", "list_manifest_items") => stock::manifest_items_v2,
        ("pos-v2", "list_manifests") => stock::manifests,
        ("pos-v1", "list_customers") => customers::list_v1,
        ("pos-v2", "list_customers") => customers::list_v2,
        ("pos-v2", "create_customer") => customers::create,
        ("pos-v2", "get_customer") => customers::get,
        ("pos-v2", "update_customer") => customers::update,
        ("pos-v1", "list_sales_histories") => sales::list_v1,
        ("pos-v2", "list_sales_histories") => sales::list_v2,
        ("pos-v2", "get_sales_history") => sales::get,
        ("pos-v2", "list_terminal_tills") => people::tills,
        ("pos-v2", "list_users") => people::users,
        ("pos-v1", "list_employees") => people::employees,
        _ => return None,
    })
}

impl Call {
    /// The place of the caller's venue.
    fn venue_index(&self) -> Result<usize, Refusal> {
        match self.identity {
            Identity::Venue(index) => Ok(index),
            _ => Err(Refusal::new(403, "these credentials are for no venue")),
        }
    }

    fn venue<'w>(&self, world: &'w World) -> Result<&'w Venue, Refusal> {
        let found = world.venues.get(self.venue_index()?);
        found.ok_or_else(|| Refusal::new(404, "the venue is gone"))
    }

    fn venue_mut<'w>(&self, world: &'w mut World) -> Result<&'w mut Venue, Refusal> {
        let found = world.venues.get_mut(self.venue_index()?);
        found.ok_or_else(|| Refusal::new(404, "the venue is gone"))
    }

    fn parameter(&self, name: &str) -> &Value {
        self.parameters.get(name).unwrap_or(&Value::Null)
    }

    fn integer(&self, name: &str) -> Option<i64> {
        self.parameter(name).as_i64()
    }

    /// Takes the object under a key of the body.
    fn take_from_body(&mut self, key: &str) -> Map<String, Value> {
        match self.body.get_mut(key).map(Value::take) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }

    /// A refusal with the status that the operation documents for what it does not allow.
    fn invalid(&self, messages: Vec<String>) -> Refusal {
        Refusal {
            status: self.operation.refusal_status(),
            messages,
        }
    }
}
