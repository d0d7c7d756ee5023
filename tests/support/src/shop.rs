//! An example API, as a generated crate declares it: orders and customers of a shop. In the
//! examples of rustdoc it is `shop_client`.

#![allow(missing_docs, reason = "an example of a generated crate")]

use api_callbacks::Refetch;
use api_runtime::api_wire::form::{self, FormError};
use api_runtime::api_wire::{Date, Extra, Id, Timestamp, body, record};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{
    Api, Authorization, AuthorizedBy, Credentials, FindByUniqueKey, FoundRecord, Method, Operation,
    OperationInfo, Page, PageShape, Paginated, ReadError, Request, ResponseReader, Retry, Secret,
    TransportError, UniqueKey,
};

pub struct Shop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    Staging,
    Production,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    type Environment = Environment;
    type ClientValues = ();
}

pub struct VenueToken(Secret);

impl VenueToken {
    pub fn new(token: impl Into<Secret>) -> Self {
        Self(token.into())
    }
}

impl Credentials for VenueToken {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer(&self.0);
    }
}

pub type Client<C = VenueToken> = api_runtime::Client<Shop, C>;
pub type Config<C = VenueToken> = api_runtime::Config<Shop, C>;

pub mod blocking {
    pub type Client<C = super::VenueToken> = api_runtime::blocking::Client<super::Shop, C>;
}

#[derive(Clone, Default, PartialEq)]
pub struct Order {
    pub id: Option<i64>,
    pub reference_no: Option<String>,
    pub quantity: Option<i64>,
    pub state: Option<String>,
    pub extra: Extra,
}

record! {
    Order { id: "id", reference_no: "reference_no", quantity: "quantity", state: "state", }
}

#[derive(Clone, PartialEq)]
pub struct NewOrder {
    pub reference_no: String,
    pub quantity: Option<i64>,
}

body! { NewOrder { reference_no: "reference_no", quantity: "quantity" => i64, } }

#[derive(Clone, Default, PartialEq)]
pub struct Customer {
    pub id: Option<i64>,
    pub points: Option<i64>,
    pub updated_at: Option<Timestamp>,
    pub extra: Extra,
}

record! { Customer { id: "id", points: "points", updated_at: "updated_at", } }

/// Reads an order, by its id or by its reference.
pub struct GetOrder {
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

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.id);
    }

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl Refetch for GetOrder {
    type Callback = Order;
    type Id = i64;
    type State = String;

    fn parse_callback(form: &[u8]) -> Result<Order, FormError> {
        form::read(form, "order")
    }

    fn callback_id(callback: &Order) -> Option<&i64> {
        callback.id.as_ref()
    }

    fn callback_reference(callback: &Order) -> Option<&str> {
        callback.reference_no.as_deref()
    }

    fn for_id(id: i64) -> Self {
        Self::new(id)
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
}

/// Creates an order with every request.
pub struct AddOrder {
    pub order: NewOrder,
}

impl Operation for AddOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo = OperationInfo::new("add_order", Method::Post, "/orders");

    fn write_request(&self, request: &mut Request) {
        request.body_wrapped("order", &self.order);
    }

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

/// Creates an order. The server rejects a second one with the same reference.
pub struct CreateOrder {
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
        .lookup("get_order");

    fn write_request(&self, request: &mut Request) {
        request.body_wrapped("order", &self.order);
    }

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl UniqueKey for CreateOrder {
    type Lookup = GetOrder;
    const FOUND: FoundRecord = FoundRecord::new(&[]);

    fn unique_key(read: &Order) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl FindByUniqueKey for CreateOrder {
    fn lookup(unique_key: String) -> GetOrder {
        GetOrder::new(unique_key)
    }
}

#[derive(Default)]
pub struct ListCustomers {
    page: Option<u32>,
    per_page: Option<u32>,
    updated_at_gt: Option<Date>,
}

impl ListCustomers {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Operation for ListCustomers {
    type Api = Shop;
    type Output = Page<Customer>;
    const INFO: OperationInfo =
        OperationInfo::new("list_customers", Method::Get, "/customers").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query("page", &self.page);
        request.query("per_page", &self.per_page);
        request.query("q[updated_at_gt]", &self.updated_at_gt);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        let key = Some("customers");
        let wrapped_in = None;
        response.page(&PageShape { key, wrapped_in })
    }
}

impl Paginated for ListCustomers {
    type Item = Customer;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }
}

api_runtime::syncable! {
    ListCustomers {
        after: updated_at_gt,
        id: id,
        changed_at: updated_at,
        per_page: 1000,
    }
}

impl AuthorizedBy<VenueToken> for GetOrder {}
impl AuthorizedBy<VenueToken> for AddOrder {}
impl AuthorizedBy<VenueToken> for CreateOrder {}
impl AuthorizedBy<VenueToken> for ListCustomers {}

pub fn config() -> Config {
    let token = VenueToken::new("word");
    Config::new(Environment::Staging, "https://shop.example/api", token).unwrap()
}

/// A client with the transport of [`responses`].
pub fn client(steps: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
    let builder = Client::builder(config());
    builder.transport(responses(steps)).build().unwrap()
}

/// A transport with a status and a body for each attempt. The status 0 is a connection that breaks
/// after the request was sent.
pub fn responses(steps: impl IntoIterator<Item = (u16, &'static str)>) -> ScriptedTransport {
    ScriptedTransport::new(steps.into_iter().map(|(status, body)| match status {
        0 => Step::failure(TransportError::interrupted("the server hung up")),
        _ => Step::response(status, body),
    }))
}
