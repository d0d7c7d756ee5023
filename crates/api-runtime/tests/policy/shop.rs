//! A small API with an operation for each way of repeating.

use api_runtime::api_wire::{Extra, body, record};
use api_runtime::{
    About, Accepts, Api, Authorization, Client, ClientBuilder, Credentials, EnvelopeShape,
    Environment, Guarded, Method, Operation, ReadByValue, ReadError, Repeat, Reply, Request,
    Secret,
};

use crate::script::Script;

pub(crate) const TOKEN: &str = "venue-token-5eCr3t";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Staging,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    const ENVELOPE: Option<EnvelopeShape> = Some(EnvelopeShape {
        success: "Success",
        payload: "Payload",
        message: "Message",
    });
    type Place = Place;
    type Values = ();
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

pub(crate) fn builder(script: &Script) -> ClientBuilder<Shop, VenueToken> {
    let address = "https://pl4nted.example/api";
    let environment = Environment::new(Place::Staging, address, venue(), ()).unwrap();
    ShopClient::builder(environment).transport(script.clone())
}

pub(crate) fn client(script: &Script) -> ShopClient {
    builder(script).build().unwrap()
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

/// Reads.
pub(crate) struct GetThing;

impl Operation for GetThing {
    type Api = Shop;
    type Output = Thing;
    const ABOUT: About =
        About::new("get_thing", Method::Get, "/v2/things/{id}").repeat(Repeat::Safe);

    fn write(&self, request: &mut Request) {
        request.path("id", &"pl4nted-id".to_owned());
        request.query("per_page", &Some(7));
    }

    fn read(reply: &Reply) -> Result<Thing, ReadError> {
        reply.record()
    }
}

impl Accepts<VenueToken> for GetThing {}

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident = $about:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Operation for $name {
            type Api = Shop;
            type Output = Thing;
            const ABOUT: About = $about;

            fn write(&self, request: &mut Request) {
                let reference_no = "r-1".to_owned();
                request.body_under("thing", &NewThing { reference_no });
            }

            fn read(reply: &Reply) -> Result<Thing, ReadError> {
                reply.record()
            }
        }

        impl Accepts<VenueToken> for $name {}
    )*};
}

writes! {
    /// Leaves the same state when it arrives twice.
    PutThing = About::new("put_thing", Method::Put, "/v2/things").repeat(Repeat::Idempotent);
    /// Must not arrive twice.
    AddThing = About::new("add_thing", Method::Patch, "/v2/things").empty_is_not_found();
    /// Is refused when it arrives twice.
    CreateThing = About::new("create_thing", Method::Post, "/v2/things")
        .repeat(Repeat::Guarded("reference_no"));
}

impl Guarded for CreateThing {
    type Reading = GetThing;

    fn unique_value(read: &Thing) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl ReadByValue for CreateThing {
    fn reading(unique_value: String) -> GetThing {
        assert_eq!(unique_value, "r-1");
        GetThing
    }
}

/// Is refused when it arrives twice with the same reference.
pub(crate) struct CreateAs(pub(crate) &'static str);

impl Operation for CreateAs {
    type Api = Shop;
    type Output = Thing;
    const ABOUT: About = CreateThing::ABOUT;

    fn write(&self, request: &mut Request) {
        let reference_no = self.0.to_owned();
        request.body_under("thing", &NewThing { reference_no });
    }

    fn read(reply: &Reply) -> Result<Thing, ReadError> {
        reply.record()
    }
}

impl Accepts<VenueToken> for CreateAs {}

impl Guarded for CreateAs {
    type Reading = GetThing;

    fn unique_value(read: &Thing) -> Option<&str> {
        read.reference_no.as_deref()
    }
}

impl ReadByValue for CreateAs {
    fn reading(_: String) -> GetThing {
        GetThing
    }
}
