//! A small API with an operation for each retry rule.

use api_runtime::api_wire::{Extra, body, record};
use api_runtime::testing::ScriptedTransport;
use api_runtime::{
    Api, Authorization, AuthorizedBy, Client, ClientBuilder, Config, Credentials, EnvelopeShape,
    FindByUniqueKey, FoundRecord, Method, Operation, OperationInfo, ReadError, Request,
    ResponseReader, Retry, Secret, UniqueKey,
};

pub(crate) const TOKEN: &str = "venue-token-5eCr3t";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Environment {
    Staging,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    const ENVELOPE: Option<EnvelopeShape> = Some(EnvelopeShape {
        success: "Success",
        payload: "Payload",
        message: "Message",
    });
    type Environment = Environment;
    type ClientValues = ();
}

#[derive(Clone, Debug)]
pub(crate) struct VenueToken(Secret);

impl Credentials for VenueToken {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer(&self.0);
    }
}

pub(crate) type ShopClient = Client<Shop, VenueToken>;

pub(crate) fn venue() -> VenueToken {
    VenueToken(Secret::from(TOKEN))
}

pub(crate) fn builder(transport: &ScriptedTransport) -> ClientBuilder<Shop, VenueToken> {
    let address = "https://pl4nted.example/api";
    let config = Config::new(Environment::Staging, address, venue()).unwrap();
    ShopClient::builder(config).transport(transport.clone())
}

pub(crate) fn client(transport: &ScriptedTransport) -> ShopClient {
    builder(transport).build().unwrap()
}

#[derive(Clone, Default, PartialEq)]
pub(crate) struct Thing {
    pub(crate) id: Option<i64>,
    pub(crate) reference_no: Option<String>,
    pub(crate) extra: Extra,
}

record! { Thing { id: "id", reference_no: "reference_no", } }

#[derive(Clone, PartialEq)]
pub(crate) struct NewThing {
    pub(crate) reference_no: String,
}

body! { NewThing { reference_no: "reference_no", } }

/// A read.
pub(crate) struct GetThing;

impl Operation for GetThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo =
        OperationInfo::new("get_thing", Method::Get, "/v2/things/{id}").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.path("id", &"pl4nted-id".to_owned());
        request.query("per_page", &Some(7));
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for GetThing {}

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident = $info:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Operation for $name {
            type Api = Shop;
            type Output = Thing;
            const INFO: OperationInfo = $info;

            fn write_request(&self, request: &mut Request) {
                let reference_no = "r-1".to_owned();
                request.body_wrapped("thing", &NewThing { reference_no });
            }

            fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
                response.record()
            }
        }

        impl AuthorizedBy<VenueToken> for $name {}
    )*};
}

writes! {
    /// Idempotent.
    PutThing = OperationInfo::new("put_thing", Method::Put, "/v2/things").retry(Retry::Idempotent);
    /// Not idempotent.
    AddThing = OperationInfo::new("add_thing", Method::Patch, "/v2/things").no_content_is_not_found();
    /// Rejected when it is sent twice.
    CreateThing = OperationInfo::new("create_thing", Method::Post, "/v2/things")
        .retry(Retry::UniqueKey("reference_no"))
        .lookup("get_thing");
    /// The same, and no operation looks up the record by its reference.
    PlaceThing = OperationInfo::new("place_thing", Method::Post, "/v2/placed")
        .retry(Retry::UniqueKey("reference_no"));
}

impl UniqueKey for CreateThing {
    type Lookup = GetThing;
    const FOUND: FoundRecord = FoundRecord::new(&[]);

    fn unique_key(read: &Thing) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl FindByUniqueKey for CreateThing {
    fn lookup(unique_key: String) -> GetThing {
        assert_eq!(unique_key, "r-1");
        GetThing
    }
}

/// Rejected when it is sent twice with the same reference.
pub(crate) struct CreateAs(pub(crate) &'static str);

impl Operation for CreateAs {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = CreateThing::INFO;

    fn write_request(&self, request: &mut Request) {
        let reference_no = self.0.to_owned();
        request.body_wrapped("thing", &NewThing { reference_no });
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for CreateAs {}

impl UniqueKey for CreateAs {
    type Lookup = GetThing;
    const FOUND: FoundRecord = FoundRecord::new(&[]);

    fn unique_key(read: &Thing) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl FindByUniqueKey for CreateAs {
    fn lookup(_: String) -> GetThing {
        GetThing
    }
}
