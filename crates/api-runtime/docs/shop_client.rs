// What the examples of the docs stand on: each doctest that needs an API includes this file. `shop_client` looks to a
// service as a generated crate does; the last part has the replies of its server ready. It is compiled once for each of
// these doctests, so it is kept small.

mod shop_client {
    use std::collections::VecDeque;
    use std::sync::Mutex;

    use api_runtime::api_wire::form::{self, FormError};
    use api_runtime::api_wire::{Date, Extra, Id, Timestamp, body, record};
    use api_runtime::http::{self, HeaderMap, StatusCode};
    use api_runtime::{
        About, Accepts, Api, Arrival, Attempt, Authorization, Bytes, Credentials, Failure, Guarded,
        Listing, Method, Operation, Page, PageShape, Pending, ReadBack, ReadByValue, ReadError,
        Repeat, Reply, Request, Secret, Transport,
    };

    pub struct Shop;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Place {
        Staging,
        Production,
    }

    impl Api for Shop {
        const NAME: &'static str = "shop";
        type Place = Place;
        type Values = ();
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
    pub type Environment<C = VenueToken> = api_runtime::Environment<Shop, C>;

    #[cfg(feature = "blocking")]
    pub mod blocking {
        pub type Client<C = super::VenueToken> = api_runtime::blocking::Client<super::Shop, C>;
    }

    #[derive(Clone, Default, PartialEq)]
    pub struct Order {
        pub id: Option<i64>,
        pub reference_no: Option<String>,
        pub state: Option<String>,
        pub extra: Extra,
    }

    record! { Order { id: "id", reference_no: "reference_no", state: "state", } }

    #[derive(Clone, PartialEq)]
    pub struct NewOrder {
        pub reference_no: String,
    }

    body! { NewOrder { reference_no: "reference_no", } }

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
        const ABOUT: About =
            About::new("get_order", Method::Get, "/orders/{id}").repeat(Repeat::Safe);

        fn write(&self, request: &mut Request) {
            request.path("id", &self.id);
        }

        fn read(reply: &Reply) -> Result<Order, ReadError> {
            reply.record()
        }
    }

    impl ReadBack for GetOrder {
        type Hint = Order;
        type Id = i64;
        type State = String;

        fn hint(form: &[u8]) -> Result<Order, FormError> {
            form::read(form, "order")
        }

        fn hinted_id(hint: &Order) -> Option<&i64> {
            hint.id.as_ref()
        }

        fn hinted_reference(hint: &Order) -> Option<&str> {
            hint.reference_no.as_deref()
        }

        fn of(id: i64) -> Self {
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

    /// Makes an order. The server makes no second one with the same reference.
    pub struct CreateOrder {
        order: NewOrder,
    }

    impl CreateOrder {
        pub fn new(reference_no: &str) -> Self {
            let reference_no = reference_no.to_owned();
            Self {
                order: NewOrder { reference_no },
            }
        }
    }

    impl Operation for CreateOrder {
        type Api = Shop;
        type Output = Order;
        const ABOUT: About = About::new("create_order", Method::Post, "/orders")
            .repeat(Repeat::Guarded("reference_no"));

        fn write(&self, request: &mut Request) {
            request.body_under("order", &self.order);
        }

        fn read(reply: &Reply) -> Result<Order, ReadError> {
            reply.record()
        }
    }

    impl Guarded for CreateOrder {
        type Reading = GetOrder;

        fn unique_value(read: &Order) -> Option<&str> {
            read.reference_no.as_deref()
        }
    }

    impl ReadByValue for CreateOrder {
        fn reading(unique_value: String) -> GetOrder {
            GetOrder::new(unique_value)
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
        const ABOUT: About =
            About::new("list_customers", Method::Get, "/customers").repeat(Repeat::Safe);

        fn write(&self, request: &mut Request) {
            request.query("page", &self.page);
            request.query("per_page", &self.per_page);
            request.query("q[updated_at_gt]", &self.updated_at_gt);
        }

        fn read(reply: &Reply) -> Result<Self::Output, ReadError> {
            let key = Some("customers");
            let wrapped_in = None;
            reply.page(&PageShape { key, wrapped_in })
        }
    }

    impl Listing for ListCustomers {
        type Item = Customer;

        fn page(&self) -> Option<u32> {
            self.page
        }

        fn set_page(&mut self, page: u32) {
            self.page = Some(page);
        }
    }

    api_runtime::changes! {
        ListCustomers {
            after: updated_at_gt,
            id: id,
            changed_at: updated_at,
            per_page: 1000,
        }
    }

    impl Accepts<VenueToken> for GetOrder {}
    impl Accepts<VenueToken> for CreateOrder {}
    impl Accepts<VenueToken> for ListCustomers {}

    pub fn environment() -> Environment {
        let token = VenueToken::new("word");
        Environment::new(Place::Staging, "https://shop.example/api", token, ()).unwrap()
    }

    /// A client to which the server gives these replies.
    pub fn client(replies: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
        let builder = Client::builder(environment());
        builder.transport(Replies::new(replies)).build().unwrap()
    }

    /// The replies to the attempts that are made, one after the other: a status and a body each. In the place of the
    /// status, 0 is a connection that breaks when the request is sent.
    pub struct Replies(Mutex<VecDeque<(u16, &'static str)>>);

    impl Replies {
        pub fn new(replies: impl IntoIterator<Item = (u16, &'static str)>) -> Self {
            Self(Mutex::new(replies.into_iter().collect()))
        }
    }

    impl Transport for Replies {
        fn send(
            &self,
            _: http::Request<Bytes>,
            _: &Attempt<'_>,
        ) -> Pending<Result<Arrival, Failure>> {
            let reply = self.0.lock().unwrap().pop_front();
            let (status, body) = reply.expect("the example has a reply for each attempt");
            let came = match status {
                0 => Err(Failure::interrupted("the server hung up")),
                _ => Ok(Arrival::new(
                    StatusCode::from_u16(status).unwrap(),
                    HeaderMap::new(),
                    body,
                )),
            };
            Box::pin(async { came })
        }
    }
}
