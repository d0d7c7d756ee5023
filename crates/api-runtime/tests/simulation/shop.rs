//! A small API: two ways to make an order, and one to read it.

use api_runtime::api_wire::{Extra, body, record};
use api_runtime::{
    About, Accepts, Api, Authorization, Client, Credentials, Guarded, Method, Operation,
    ReadByValue, ReadError, Repeat, Reply, Request, Secret,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Staging,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    type Place = Place;
    type Values = ();
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
    ($($(#[$doc:meta])* $name:ident = $repeat:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name(pub(crate) NewOrder);

        impl Operation for $name {
            type Api = Shop;
            type Output = Order;
            const ABOUT: About = About::new("create_order", Method::Post, "/orders").repeat($repeat);

            fn write(&self, request: &mut Request) {
                request.body_under("order", &self.0);
            }

            fn read(reply: &Reply) -> Result<Order, ReadError> {
                reply.record()
            }
        }

        impl Accepts<VenueToken> for $name {}
    )*};
}

writes! {
    /// Every arrival makes an order.
    AddOrder = Repeat::Never;
    /// An order whose reference is in use is refused.
    CreateOrder = Repeat::Guarded("reference_no");
}

impl Guarded for CreateOrder {
    type Reading = GetOrder;

    fn unique_value(read: &Order) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl ReadByValue for CreateOrder {
    fn reading(unique_value: String) -> GetOrder {
        GetOrder(unique_value)
    }
}

/// Reads the order with this reference.
pub(crate) struct GetOrder(pub(crate) String);

impl Operation for GetOrder {
    type Api = Shop;
    type Output = Order;
    const ABOUT: About =
        About::new("get_order", Method::Get, "/orders/{reference}").repeat(Repeat::Safe);

    fn write(&self, request: &mut Request) {
        request.path("reference", &self.0);
    }

    fn read(reply: &Reply) -> Result<Order, ReadError> {
        reply.record()
    }
}

impl Accepts<VenueToken> for GetOrder {}
