// What the examples of the docs stand on: each doctest that needs an API includes this file. `shop_client` looks to a
// service as a generated crate does; the last part has the responses of its server ready. It is compiled once for each of
// these doctests, so it is kept small.

mod shop_client {
    use std::collections::VecDeque;
    use std::sync::Mutex;

    use api_runtime::api_wire::{Date, Extra, Id, Timestamp, body, record};
    use api_runtime::http::{self, HeaderMap, StatusCode};
    use api_runtime::{
        OperationInfo, AuthorizedBy, Api, RawResponse, Attempt, Authorization, Bytes, Credentials, TransportError, UniqueKey,
        Paginated, Method, Operation, Page, PageShape, BoxFuture, FindByUniqueKey, ReadError,
        Retry, ResponseReader, Request, Secret, Transport,
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
        const INFO: OperationInfo =
            OperationInfo::new("get_order", Method::Get, "/orders/{id}").retry(Retry::Safe);

        fn write_request(&self, request: &mut Request) {
            request.path("id", &self.id);
        }

        fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
            response.record()
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
        const INFO: OperationInfo = OperationInfo::new("create_order", Method::Post, "/orders")
            .retry(Retry::UniqueKey("reference_no"));

        fn write_request(&self, request: &mut Request) {
            request.body_wrapped("order", &self.order);
        }

        fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
            response.record()
        }
    }

    impl UniqueKey for CreateOrder {
        type Lookup = GetOrder;

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
    impl AuthorizedBy<VenueToken> for CreateOrder {}
    impl AuthorizedBy<VenueToken> for ListCustomers {}

    pub fn config() -> Config {
        let token = VenueToken::new("word");
        Config::new(Environment::Staging, "https://shop.example/api", token).unwrap()
    }

    /// A client to which the server gives these responses.
    pub fn client(responses: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
        let builder = Client::builder(config());
        builder.transport(Responses::new(responses)).build().unwrap()
    }

    /// The responses to the attempts that are made, one after the other: a status and a body each. In the place of the
    /// status, 0 is a connection that breaks when the request is sent.
    pub struct Responses(Mutex<VecDeque<(u16, &'static str)>>);

    impl Responses {
        pub fn new(responses: impl IntoIterator<Item = (u16, &'static str)>) -> Self {
            Self(Mutex::new(responses.into_iter().collect()))
        }
    }

    impl Transport for Responses {
        fn send(
            &self,
            _: http::Request<Bytes>,
            _: &Attempt<'_>,
        ) -> BoxFuture<Result<RawResponse, TransportError>> {
            let response = self.0.lock().unwrap().pop_front();
            let (status, body) = response.expect("the example has a response for each attempt");
            let came = match status {
                0 => Err(TransportError::interrupted("the server hung up")),
                _ => Ok(RawResponse::new(
                    StatusCode::from_u16(status).unwrap(),
                    HeaderMap::new(),
                    body,
                )),
            };
            Box::pin(async { came })
        }
    }
}
