//! A plausible next version of the point-of-sale API: an API key and an idempotency key in headers, a header with the version from the client's values,
//! a list by cursor, an operation without credentials, and a shared record without one of its fields.

/// The files of `spec/pos/v99`.
pub(crate) const FILES: [(&str, &str); 3] = [
    ("pos/v99/api.yaml", API),
    ("pos/v99/incoming_order.yaml", INCOMING_ORDER),
    ("pos/v99/venue.yaml", VENUE),
];

const API: &str = r#"
api: pos-v99
title: Point of sale, version 99
document: point-of-sale
doc: Orders of the venues that an integrator serves.
extends: pos
imports: [pos]
client_values:
  api_version: { doc: The day of the version., default: "2027-01-01" }
auth:
  integrator_key: { doc: The integrator's key., api_key: { header: X-Integrator-Key, credential: integrator_key } }
"#;

const INCOMING_ORDER: &str = r#"
resource: incoming_order
source: Incoming order
doc: Orders for the venue.
records:
  LaterOrder: { doc: An order., extends: pos.IncomingOrder, omit: [curbside], was: [IncomingOrder] }
  OrderPage: { doc: A page of orders., fields: { incoming_orders: list(LaterOrder), next_cursor: string } }
operations:
  create_incoming_order:
    doc: Submits an order to the venue.
    http: POST /v99/incoming_orders
    headers: { X-Api-Version: string from_client(api_version), Idempotency-Key: string(36) from_client(idempotency_key) }
    request_body: { incoming_order: NewIncomingOrder }
    response: { incoming_order: LaterOrder }
    statuses: [200, 422]
    retry: { idempotent: The first response is returned again., kept_hours: 24 }
  list_incoming_orders:
    doc: Lists the orders, the latest first.
    http: GET /v99/incoming_orders
    headers: { X-Api-Version: string from_client(api_version) }
    query: { after: string }
    response: OrderPage
    statuses: [200]
  delete_incoming_order:
    doc: Removes a draft.
    http: DELETE /v99/incoming_orders/{id}
    path: { id: integer }
    response: status_only
    statuses: { 204: { meaning: the draft is removed }, 404: ~ }
    retry: { harmless: A removed draft stays removed. }
"#;

const VENUE: &str = r#"
resource: venue
source: Status
doc: The service.
records:
  ServiceStatus: { doc: Whether the service takes orders., fields: { takes_orders: boolean } }
operations:
  get_status:
    doc: Says whether the service takes orders.
    http: GET /v99/status
    auth: [none]
    response: ServiceStatus
    statuses: [200]
"#;

/// A service that uses it.
pub(crate) const SERVICE: &str = r#"
//! Sends an order, and reads those before.
#![deny(warnings)]

use pos_v99_client::model::{LaterOrder, NewIncomingOrder, ServiceStatus};
use pos_v99_client::{
    Client, ClientValues, Config, CreateIncomingOrder, DeleteIncomingOrder, Environment, Error, GetStatus,
    IntegratorKey, ListIncomingOrders,
};

fn client(key: &str) -> Result<Client, Error> {
    let url = "https://pos.example/api";
    let values = ClientValues::new();
    Client::new(Config::with_client_values(Environment::Staging, url, IntegratorKey::new(key), values)?)
}

async fn takes_orders(client: &Client) -> Result<Option<bool>, Error> {
    let status: ServiceStatus = client.send(GetStatus::new()).await?;
    Ok(status.takes_orders)
}

async fn submit(client: &Client, order: NewIncomingOrder) -> Result<Option<LaterOrder>, Error> {
    let sent = client.once("order-1").send(CreateIncomingOrder::new(order)).await?;
    Ok(sent.record.map(|order| order.value))
}

async fn orders(client: &Client) -> Result<Vec<LaterOrder>, Error> {
    let (mut orders, mut list) = (Vec::new(), ListIncomingOrders::new());
    loop {
        let page = client.send(&list).await?;
        orders.extend(page.incoming_orders);
        list.after = page.next_cursor.filter(|cursor| !cursor.is_empty());
        if list.after.is_none() {
            return Ok(orders);
        }
    }
}

async fn remove(client: &Client, id: i64) -> Result<(), Error> {
    client.send(DeleteIncomingOrder::new(id)).await.map(drop)
}

fn main() {
    let _ = (client, takes_orders, submit, orders, remove);
}
"#;
