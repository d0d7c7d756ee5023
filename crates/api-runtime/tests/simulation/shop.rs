//! A small API: two ways to make an order, and one to read it.

use api_runtime::api_wire::{Extra, body, record};
use api_runtime::{
    Api, Authorization, AuthorizedBy, Client, Credentials, FindByUniqueKey, Method, Operation,
    OperationInfo, ReadError, Request, ResponseReader, Retry, Secret, UniqueKey,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Environment {
    Staging,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    type Environment = Environment;
    type ClientValues = ();
}

#[derive(Clone, Debug)]
pub(crate) struct VenueToken;

impl Credentials for VenueToken {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer(&Secret::from("token"));
    }
}

pub(crate) type ShopClient = Client<Shop, VenueToken>;

#[derive(Clone, Default, PartialEq)]
pub(crate) struct Order {
    pub(crate) reference_no: Option<String>,
    pub(crate) content: Option<i64>,
    pub(crate) extra: Extra,
}

record! { Order { reference_no: "reference_no", content: "content", } }

#[derive(Clone, PartialEq)]
pub(crate) struct NewOrder {
    pub(crate) reference_no: String,
    pub(crate) content: i64,
}

body! { NewOrder { reference_no: "reference_no", content: "content", } }

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident = $retry:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name(pub(crate) NewOrder);

        impl Operation for $name {
            type Api = Shop;
            type Output = Order;
            const INFO: OperationInfo = OperationInfo::new("create_order", Method::Post, "/orders").retry($retry);

            fn write_request(&self, request: &mut Request) {
                request.body_wrapped("order", &self.0);
            }

            fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
                response.record()
            }
        }

        impl AuthorizedBy<VenueToken> for $name {}
    )*};
}

writes! {
    /// Every arrival makes an order.
    AddOrder = Retry::Never;
    /// An order whose reference is in use is refused.
    CreateOrder = Retry::UniqueKey("reference_no");
}

impl UniqueKey for CreateOrder {
    type Lookup = GetOrder;

    fn unique_key(read: &Order) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl FindByUniqueKey for CreateOrder {
    fn lookup(unique_key: String) -> GetOrder {
        GetOrder(unique_key)
    }
}

/// Reads the order with this reference.
pub(crate) struct GetOrder(pub(crate) String);

impl Operation for GetOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo =
        OperationInfo::new("get_order", Method::Get, "/orders/{reference}").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.path("reference", &self.0);
    }

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for GetOrder {}
