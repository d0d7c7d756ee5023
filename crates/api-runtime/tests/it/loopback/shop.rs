//! Operations of the shop with parameters, and of the till.

use std::time::Duration;

use api_runtime::__generated::{OperationInfo, PageShape, ResponseReader};
use api_runtime::api_wire::{NoMetadata, Parameters, ReadError};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use api_runtime::{Client, ClientBuilder, Method, Page, RetryPolicy, Secret};
use test_support::till::{self, Till};

pub(crate) use test_support::retry_rules::{CreateThing, create_thing};
pub(crate) use test_support::shop::{
    Client as ShopClient, Environment, Integrator, Shop, TOKEN, Thing, VenueApiToken, config_at,
    new_thing, venue,
};
pub(crate) use test_support::whole_text;

/// A client whose backoff is short, since these tests wait for real.
pub(crate) fn client(base: &str) -> ShopClient {
    builder(base).build().unwrap()
}

pub(crate) fn builder(base: &str) -> ClientBuilder<Shop, VenueApiToken> {
    ShopClient::builder(config_at(base)).retry_policy(short_backoff())
}

pub(crate) fn short_backoff() -> RetryPolicy {
    let backoff = Duration::from_millis(10);
    RetryPolicy::new()
        .initial_backoff(backoff)
        .max_backoff(backoff)
}

pub(crate) fn strict(base: &str) -> ShopClient {
    ShopClient::builder(config_at(base))
        .strict(true)
        .build()
        .unwrap()
}

#[derive(Clone, Default, Parameters, PartialEq)]
pub(crate) struct ListThings {
    #[wire(query, count)]
    pub(crate) page: Option<u32>,
    #[wire(query, count, max = 100)]
    pub(crate) per_page: Option<u32>,
    #[wire(query, "q[name_eq]")]
    pub(crate) name_eq: Option<String>,
}

impl Operation for ListThings {
    type Api = Shop;
    type Output = Page<Thing>;
    const INFO: OperationInfo =
        OperationInfo::new("list_things", Method::Get, "/v2/things").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.page(&PageShape {
            key: Some("things"),
            wrapped_in: None,
        })
    }
}

impl AuthorizedBy<VenueApiToken> for ListThings {}

impl Paginated for ListThings {
    type Item = Thing;
    type Metadata = NoMetadata;

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

#[derive(Clone, Parameters)]
pub(crate) struct GetThing {
    #[wire(path)]
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

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueApiToken> for GetThing {}
impl AuthorizedBy<Integrator> for GetThing {}

pub(crate) fn till(base: &str) -> Client<Till, Integrator> {
    let credentials = Integrator {
        integrator_token: Secret::from("client-id-9"),
        venue_token: Some("s3cret-word".into()),
    };
    Client::new(till::config(base, credentials).unwrap()).unwrap()
}
