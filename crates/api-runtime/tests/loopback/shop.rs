//! Two small APIs: a shop like the point of sale, and a till like payments.

use api_runtime::api_wire::{Decimal, Extra, body, record, setters};
use api_runtime::{
    Api, Authorization, AuthorizedBy, Client, ClientValues, Config, Credentials, EnvelopeShape,
    Error, Json, Method, Operation, OperationInfo, Page, PageShape, Paginated, RawResponse,
    ReadError, Request, ResponseReader, Retry, Secret,
};

pub(crate) const TOKEN: &str = "venue-token-5eCr3t";

/// The marker of the shop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Environment {
    Staging,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    type Environment = Environment;
    type ClientValues = ();
}

#[derive(Clone, Debug)]
pub(crate) struct VenueToken {
    pub(crate) api_token: Secret,
}

impl Credentials for VenueToken {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer(&self.api_token);
        authorization.path("token", &self.api_token);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Integrator {
    pub(crate) integrator_token: Secret,
    pub(crate) venue_token: Option<Secret>,
}

impl Credentials for Integrator {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.basic(&self.integrator_token, self.venue_token.as_ref());
    }
}

pub(crate) fn venue() -> VenueToken {
    VenueToken {
        api_token: Secret::from(TOKEN),
    }
}

pub(crate) type ShopClient = Client<Shop, VenueToken>;

pub(crate) fn environment(base: &str) -> Config<Shop, VenueToken> {
    Config::new(Environment::Staging, base, venue()).unwrap()
}

pub(crate) fn client(base: &str) -> ShopClient {
    Client::new(environment(base)).unwrap()
}

pub(crate) fn strict(base: &str) -> ShopClient {
    Client::builder(environment(base))
        .strict(true)
        .build()
        .unwrap()
}

/// A thing in the shop.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Thing {
    pub(crate) id: Option<i64>,
    pub(crate) name: Option<String>,
    pub(crate) token: Option<Secret>,
    pub(crate) price: Option<Decimal>,
    pub(crate) extra: Extra,
}

record! {
    Thing {
        id: "id",
        name: "name",
        token: "token" secret,
        price: "price" strict,
    }
}

#[derive(Clone, PartialEq)]
pub(crate) struct NewThing {
    pub(crate) reference_no: String,
    pub(crate) notes: Option<String>,
}

body! {
    NewThing {
        reference_no: "reference_no" max 8,
        notes: "notes" max 3 => String,
    }
}

pub(crate) fn new_thing(reference_no: &str) -> NewThing {
    NewThing {
        reference_no: reference_no.to_owned(),
        notes: None,
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ListThings {
    pub(crate) page: Option<u32>,
    pub(crate) per_page: Option<u32>,
    pub(crate) name_eq: Option<String>,
}

setters! { ListThings { page = u32, per_page = u32, name_eq => String, } }

impl Operation for ListThings {
    type Api = Shop;
    type Output = Page<Thing>;
    const INFO: OperationInfo =
        OperationInfo::new("list_things", Method::Get, "/v2/things").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query_count("page", &self.page, None);
        request.query_count("per_page", &self.per_page, Some(100));
        request.query("q[name_eq]", &self.name_eq);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.page(&PageShape {
            key: Some("things"),
            wrapped_in: None,
        })
    }
}

impl AuthorizedBy<VenueToken> for ListThings {}

impl Paginated for ListThings {
    type Item = Thing;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }

    fn item_id(item: &Thing) -> Option<i64> {
        item.id
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GetThing {
    pub(crate) id: String,
}

pub(crate) fn get_thing(id: &str) -> GetThing {
    GetThing { id: id.to_owned() }
}

impl Operation for GetThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo =
        OperationInfo::new("get_thing", Method::Get, "/v2/things/{id}").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.id);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for GetThing {}
impl AuthorizedBy<Integrator> for GetThing {}

/// A path that contains the token. It is not retried, so that a script of one step shows its error.
#[derive(Clone, Debug)]
pub(crate) struct GetOldThing {
    pub(crate) id: i64,
}

impl Operation for GetOldThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo =
        OperationInfo::new("get_old_thing", Method::Get, "/{token}/v1/things/{id}");

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.id);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for GetOldThing {}

/// Two adjacent values in one segment.
#[derive(Clone, Debug)]
pub(crate) struct GetPair {
    pub(crate) a: String,
    pub(crate) b: String,
}

impl Operation for GetPair {
    type Api = Shop;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new("get_pair", Method::Get, "/v2/pairs/{a}{b}");

    fn write_request(&self, request: &mut Request) {
        request.path("a", &self.a);
        request.path("b", &self.b);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        Ok(response.raw())
    }
}

impl AuthorizedBy<VenueToken> for GetPair {}

#[derive(Clone, Debug)]
pub(crate) struct UpdateThing {
    pub(crate) id: i64,
    pub(crate) thing: NewThing,
}

impl Operation for UpdateThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo =
        OperationInfo::new("update_thing", Method::Patch, "/v2/things/{id}")
            .no_content_is_not_found();

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.id);
        request.body_wrapped("thing", &self.thing);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.wrapped("thing").map(|wrapped| wrapped.value)
    }
}

impl AuthorizedBy<VenueToken> for UpdateThing {}

#[derive(Clone, Debug)]
pub(crate) struct CreateThing {
    pub(crate) thing: NewThing,
}

pub(crate) fn create_thing() -> CreateThing {
    CreateThing {
        thing: new_thing("r-1"),
    }
}

impl Operation for CreateThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("create_thing", Method::Post, "/v2/things")
        .retry(Retry::UniqueKey("reference_no"));

    fn write_request(&self, request: &mut Request) {
        request.body(&self.thing);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for CreateThing {}

/// The marker of the till.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Till;

const ENVELOPE: EnvelopeShape = EnvelopeShape {
    success: "Success",
    payload: "Payload",
    message: "Message",
};

impl Api for Till {
    const NAME: &'static str = "till";
    const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
    type Environment = Environment;
    type ClientValues = Settings;
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) api_version: String,
    pub(crate) client_pub_key: String,
}

impl ClientValues for Settings {
    fn get(&self, name: &str) -> Option<&str> {
        match name {
            "api_version" => Some(&self.api_version),
            "client_pub_key" => Some(&self.client_pub_key),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct OpenRequest {
    pub(crate) thing: NewThing,
}

impl Operation for OpenRequest {
    type Api = Till;
    type Output = String;
    const INFO: OperationInfo =
        OperationInfo::new("open_request", Method::Post, "/payments/v{apiVersion}/Open");

    fn write_request(&self, request: &mut Request) {
        request.path_from_client("apiVersion", "api_version");
        request.body_from_client("ApiVersion", "api_version");
        request.body_from_client("ClientPubKey", "client_pub_key");
        request.body(&self.thing);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.envelope(&ENVELOPE)
    }
}

impl AuthorizedBy<Integrator> for OpenRequest {}

/// An operation whose response is not documented.
#[derive(Clone, Debug)]
pub(crate) struct SubmitRequest {
    pub(crate) json: Json,
}

impl Operation for SubmitRequest {
    type Api = Till;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new(
        "submit_request",
        Method::Post,
        "/payments/v{apiVersion}/Submit",
    );

    fn write_request(&self, request: &mut Request) {
        request.path_from_client("apiVersion", "api_version");
        request.json_body(&self.json);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        Ok(response.raw())
    }
}

impl AuthorizedBy<Integrator> for SubmitRequest {}

pub(crate) fn till(base: &str) -> Client<Till, Integrator> {
    let credentials = Integrator {
        integrator_token: Secret::from("client-id-9"),
        venue_token: Some("s3cret-word".into()),
    };
    let settings = Settings {
        api_version: "1.0".to_owned(),
        client_pub_key: "pub-key".to_owned(),
    };
    Client::new(
        Config::with_client_values(Environment::Staging, base, credentials, settings).unwrap(),
    )
    .unwrap()
}

pub(crate) fn open_request() -> OpenRequest {
    OpenRequest {
        thing: new_thing("r-1"),
    }
}

/// The texts of an error and of its sources, by `Display` and `Debug`.
pub(crate) fn whole_text(error: &Error) -> String {
    let mut text = format!(
        "{error}\n{error:?}\n{error:#?}\n{}",
        error.messages().join("\n")
    );
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text += &format!("\n{cause}\n{cause:?}\n{cause:#?}");
        source = cause.source();
    }
    text
}
