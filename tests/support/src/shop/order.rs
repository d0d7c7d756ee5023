//! Orders.

use api_callbacks::Refetch;
use api_runtime::__generated::{
    ClientValue, FoundRecord, OperationInfo, ResponseReader, WriteInfo,
};
use api_runtime::Method;
use api_runtime::api_wire::ReadError;
use api_runtime::api_wire::form::{self, FormError};
use api_runtime::api_wire::{Body, Extra, Fields, Id, Parameters, Record, Timestamp};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, UniqueKey, Write};

use super::{Shop, VenueApiToken};

#[derive(Clone, Default, PartialEq, Record)]
pub struct Order {
    pub id: Option<i64>,
    pub reference_no: Option<String>,
    pub quantity: Option<i64>,
    pub state: Option<String>,
    pub updated_at: Option<Timestamp>,
    pub extra: Extra,
}

#[derive(Clone, PartialEq, Body)]
pub struct NewOrder {
    pub reference_no: String,
    pub quantity: Option<i64>,
}

impl NewOrder {
    pub fn new(reference_no: impl Into<String>) -> Self {
        Self {
            reference_no: reference_no.into(),
            quantity: None,
        }
    }
}

/// Reads an order, by its id or by its reference.
#[derive(Parameters)]
pub struct GetOrder {
    #[wire(path)]
    id: Id,
}

impl GetOrder {
    pub fn new(id: impl Into<Id>) -> Self {
        Self { id: id.into() }
    }
}

impl Operation for GetOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo =
        OperationInfo::new("get_order", Method::Get, "/orders/{id}").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl Refetch for GetOrder {
    type Callback = Order;
    type Id = i64;
    type State = String;
    type Hint = String;

    fn parse_callback(form: &[u8]) -> Result<Order, FormError> {
        form::read_about(form, "order", "id")
    }

    fn callback_id(callback: &Order) -> Option<&i64> {
        callback.id.as_ref()
    }

    fn callback_reference(callback: &Order) -> Option<&str> {
        callback.reference_no.as_deref()
    }

    fn callback_hint(callback: &Order) -> Option<&String> {
        callback.state.as_ref()
    }

    fn for_id(id: i64) -> Self {
        Self::new(id)
    }

    fn record(output: &Order) -> &dyn Fields {
        output
    }

    fn id(output: &Order) -> Option<&i64> {
        output.id.as_ref()
    }

    fn reference(output: &Order) -> Option<&str> {
        output.reference_no.as_deref()
    }

    fn state(output: &Order) -> Option<&String> {
        output.state.as_ref()
    }

    fn updated_at(output: &Order) -> Option<Timestamp> {
        output.updated_at
    }
}

/// Creates an order with every request.
#[derive(Parameters)]
pub struct AddOrder {
    #[wire(wrapped_body)]
    pub order: NewOrder,
}

impl Operation for AddOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo = OperationInfo::new("add_order", Method::Post, "/orders")
        .journal_id("add_order")
        .essential(&["/id"])
        .reconcile_by(&["reference_no"]);

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

/// Pays an order. For a day, the server knows a repetition by the idempotency key in its head.
#[derive(Parameters)]
pub struct PayOrder {
    #[wire(wrapped_body)]
    pub order: NewOrder,
}

impl Operation for PayOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo = OperationInfo::new("pay_order", Method::Post, "/payments")
        .retry(Retry::IdempotencyKey {
            kept_hours: Some(24),
        })
        .client_values(&[ClientValue::header("Request-Id", "idempotency_key")])
        .journal_id("pay_order");

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

/// Creates an order. The server rejects a second one with the same reference.
#[derive(Parameters)]
pub struct CreateOrder {
    #[wire(wrapped_body)]
    pub order: NewOrder,
}

impl CreateOrder {
    pub fn new(reference_no: &str) -> Self {
        let reference_no = reference_no.to_owned();
        let quantity = None;
        Self {
            order: NewOrder {
                reference_no,
                quantity,
            },
        }
    }
}

impl Operation for CreateOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo = OperationInfo::new("create_order", Method::Post, "/orders")
        .retry(Retry::UniqueKey("reference_no"))
        .journal_id("create_order")
        .lookup("get_order");

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl UniqueKey for CreateOrder {
    type Lookup = GetOrder;
    const FOUND: FoundRecord = FoundRecord::new(&[]);

    fn lookup(unique_key: String) -> Option<GetOrder> {
        Some(GetOrder::new(unique_key))
    }

    fn unique_key(read: &Order) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

/// Sets the quantity of an order: twice has the same effect as once.
#[derive(Parameters)]
pub struct SetQuantity {
    #[wire(path)]
    pub id: Id,
    #[wire(query)]
    pub quantity: i64,
}

impl Operation for SetQuantity {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo = OperationInfo::new("set_quantity", Method::Put, "/orders/{id}")
        .retry(Retry::Harmless)
        .journal_id("set_quantity");

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl Write for AddOrder {
    type Record = Order;
    const WRITE: WriteInfo = WriteInfo::new::<Self>();
}

impl Write for PayOrder {
    type Record = Order;
    const WRITE: WriteInfo = WriteInfo::new::<Self>();
}

impl Write for CreateOrder {
    type Record = Order;
    const WRITE: WriteInfo = WriteInfo::unique::<Self>();
}

impl Write for SetQuantity {
    type Record = Order;
    const WRITE: WriteInfo = WriteInfo::new::<Self>();
}

impl AuthorizedBy<VenueApiToken> for GetOrder {}
impl AuthorizedBy<VenueApiToken> for SetQuantity {}
impl AuthorizedBy<VenueApiToken> for AddOrder {}
impl AuthorizedBy<VenueApiToken> for PayOrder {}
impl AuthorizedBy<VenueApiToken> for CreateOrder {}
