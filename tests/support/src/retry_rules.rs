//! Operations whose parameters are constants: one for each retry rule, and their client.

#![allow(missing_docs, reason = "an example of a generated crate")]

use api_runtime::__generated::{FoundRecord, OperationInfo, ResponseReader, WriteInfo};
use api_runtime::api_wire::{Extra, Field, Fields, Parameters, ReadError, Schema, ToWire};
use api_runtime::journal::MemoryStore;
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, UniqueKey, Write};
use api_runtime::testing::ScriptedTransport;
use api_runtime::{ClientBuilder, Method};

use crate::shop::config_at;

pub use crate::shop::{
    Client as ShopClient, NewThing, Shop, TOKEN, Thing, VenueApiToken, new_thing, venue,
};

/// A client with a journal of its own, and with a base URL that is never shown.
pub fn builder(transport: &ScriptedTransport) -> ClientBuilder<Shop, VenueApiToken> {
    let builder = ShopClient::builder(config_at("https://pl4nted.example/api"));
    let builder = builder.account(12).journal(MemoryStore::new());
    builder.transport(transport.clone())
}

pub fn client(transport: &ScriptedTransport) -> ShopClient {
    builder(transport).build().unwrap()
}

/// A read.
pub struct GetThing;

impl Fields for GetThing {
    fn schema(&self) -> &'static Schema {
        const PARAMETERS: &[Field] = &[
            Field::new("id", &["id"]).path(),
            Field::new("per_page", &["per_page"]).query(),
        ];
        static SCHEMA: Schema = Schema::parameters("GetThing", PARAMETERS);
        &SCHEMA
    }

    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra)) {
        f(&[&"pl4nted-id", &7_u32], Extra::empty());
    }
}

impl Operation for GetThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo =
        OperationInfo::new("get_thing", Method::Get, "/v2/things/{id}").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueApiToken> for GetThing {}

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident = $info:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl Fields for $name {
            fn schema(&self) -> &'static Schema {
                create_thing().schema()
            }

            fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra)) {
                create_thing().with_fields(f);
            }
        }

        impl Operation for $name {
            type Api = Shop;
            type Output = Thing;
            const INFO: OperationInfo = $info;

            fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
                response.record()
            }
        }

        impl AuthorizedBy<VenueApiToken> for $name {}
    )*};
}

writes! {
    /// Harmless.
    PutThing = OperationInfo::new("put_thing", Method::Put, "/v2/things").retry(Retry::Harmless);
    /// Not harmless.
    AddThing = OperationInfo::new("add_thing", Method::Patch, "/v2/things").no_content_is_not_found();
    /// Rejected when it is sent twice. No operation looks up the record by its reference.
    PlaceThing = OperationInfo::new("place_thing", Method::Post, "/v2/placed")
        .retry(Retry::UniqueKey("reference_no"));
    /// As [`CreateThing`], and rejected with a documented status when it is sent twice.
    CreateDocumented = CreateThing::INFO.duplicate_statuses(&[422]);
    /// As [`CreateThing`], in an API that reads records by their ids only, which a callback names.
    CreateById = CreateThing::INFO;
    /// The same, without the URL of a callback.
    CreateWithoutCallback = CreateThing::INFO;
}

/// Rejected when it is sent twice with the same reference, by which the record is looked up.
#[derive(Parameters)]
pub struct CreateThing {
    #[wire(wrapped_body)]
    pub thing: NewThing,
}

pub fn create_thing() -> CreateThing {
    CreateThing {
        thing: new_thing("r-1"),
    }
}

impl Operation for CreateThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("create_thing", Method::Post, "/v2/things")
        .retry(Retry::UniqueKey("reference_no"))
        .journal_id("create_thing")
        .lookup("get_thing");

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueApiToken> for CreateThing {}

macro_rules! unique {
    ($name:ident, $found:expr, $lookup:expr) => {
        impl Write for $name {
            type Record = Thing;
            const WRITE: WriteInfo = WriteInfo::unique::<Self>();
        }

        impl UniqueKey for $name {
            type Lookup = GetThing;
            const FOUND: FoundRecord = $found;

            fn lookup(unique_key: String) -> Option<GetThing> {
                let is_found: fn(&str) -> bool = $lookup;
                is_found(&unique_key).then_some(GetThing)
            }

            fn unique_key(read: &Thing) -> Option<&str> {
                read.reference_no.as_deref()
            }
        }
    };
}

const FOUND: FoundRecord = FoundRecord::new(&[]);
const FOUND_BY_ID: FoundRecord = FoundRecord {
    is_by_id: true,
    callback_url: Some("reference_no"),
    ..FOUND
};
const NOT_FOUND: FoundRecord = FoundRecord {
    callback_url: Some("notes"),
    ..FOUND_BY_ID
};

unique!(CreateThing, FOUND, is_ours);
unique!(CreateDocumented, FOUND, is_ours);
unique!(CreateById, FOUND_BY_ID, |id| id.parse::<i64>().is_ok());
unique!(CreateWithoutCallback, NOT_FOUND, is_ours);

fn is_ours(unique_key: &str) -> bool {
    assert_eq!(unique_key, "r-1");
    true
}
