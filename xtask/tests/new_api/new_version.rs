//! A new version of the point-of-sale API: version 3, with a field more in two records and an operation
//! more.

use std::fs;

use crate::copy::Copy;

/// Adds `spec/pos/v99`.
pub(crate) fn write(copy: &Copy) {
    let version_3 = copy.root().join("spec/pos/v3");
    for entry in fs::read_dir(version_3).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = copy.text(&format!("spec/pos/v3/{name}"));
        let text = text
            .replace("/v3/", "/v99/")
            .replace("api: pos-v3", "api: pos-v99");
        let text = match name.as_str() {
            "venue.yaml" => venue(&text),
            "incoming_order.yaml" => incoming_order(&text),
            _ => text,
        };
        copy.put(&format!("spec/pos/v99/{name}"), text);
    }
}

/// A field more of the record `ListedVenue`.
fn venue(text: &str) -> String {
    let field = "      venue_name: string\n";
    replace(
        text,
        field,
        &format!("{field}      courier_zone: string(12)\n"),
    )
}

/// A field more of the record that is read, which is then another record than the shared one, and an
/// operation that cancels orders.
fn incoming_order(text: &str) -> String {
    let response = "    response: IncomingOrderResponse\n    confirms_callback:";
    let text = replace(
        text,
        response,
        &response.replace("IncomingOrderResponse", "TrackedOrderResponse"),
    );
    text + "
  cancel_incoming_order:
    doc: Cancels an order.
    http: POST /v99/incoming_orders/{id}/cancel
    path: { id: integer }
    response: TrackedOrderResponse
    echoes: { id: incoming_order.id }
    essential: [incoming_order.id]
    statuses: [200, 422]
    retry: { idempotent: Canceling a canceled order changes nothing. }

records:
  TrackedOrder:
    doc: An order with its courier.
    extends: pos.IncomingOrder
    fields:
      courier_name: string pii
  TrackedOrderResponse:
    doc: The response with an order.
    extends: pos.IncomingOrderResponse
    fields:
      incoming_order: TrackedOrder envelope
"
}

/// Replaces what a text has once.
fn replace(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

/// A service that uses what is new.
pub(crate) const SERVICE: &str = r#"
use pos_v99_client::model::{ListedVenue, TrackedOrder};
use pos_v99_client::{
    CancelIncomingOrder, Client, Error, GetIncomingOrder, IntegratorAndVenue, ListVenues,
};

async fn zones(client: &Client) -> Result<Vec<Option<String>>, Error> {
    let list = client.send(ListVenues::new()).await?;
    let zone = |venue: ListedVenue| venue.courier_zone;
    Ok(list.venues.into_iter().map(zone).collect())
}

async fn couriers(client: &Client<IntegratorAndVenue>, id: i64) -> Result<[Option<String>; 2], Error> {
    let courier = |order: TrackedOrder| order.courier_name;
    let order = client.send(GetIncomingOrder::new(id)).await?.incoming_order;
    let canceled = client.send(CancelIncomingOrder::new(id)).await?.incoming_order;
    Ok([courier(order), courier(canceled)])
}

fn main() {
    let _ = (zones, couriers);
}
"#;
