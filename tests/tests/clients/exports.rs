//! A client's root has every name that a service needs: this file uses no other crate of the runtime.

use std::sync::mpsc;

use pos_v2_client::api_wire::{Mismatch, ReadError};
use pos_v2_client::observe::{Hook, Retry};
use pos_v2_client::operation::Syncable;
use pos_v2_client::operation::{AuthorizedBy, Operation, Paginated};
use pos_v2_client::transport::{Transport, reqwest};
use pos_v2_client::{
    Batch, Checkpoint, CheckpointFile, Client, ClientBuilder, Config, Detached, Environment, Error,
    FieldLocation, GetCustomer, IncrementalSync, InvalidField, Items, ListCustomers, Pages, PosV2,
    RawResponse, Response, Sending, StatusUpdate, VenueApiToken, Watch, model::Customer,
};
use pos_v3_client::testing::{ScriptedTransport, Step};

/// A service that keeps what a client returns in fields and passes it to functions.
#[allow(dead_code, reason = "the types are checked")]
struct Service<T> {
    pages: Pages<ListCustomers>,
    items: Items<ListCustomers>,
    sync: IncrementalSync<ListCustomers>,
    batch: Batch<Customer>,
    file: CheckpointFile,
    watch: Watch<Customer, Option<i64>>,
    update: StatusUpdate<Customer, Option<i64>>,
    call: Sending<T>,
    response: Sending<Response<T>>,
    detached: Detached<T>,
    builder: ClientBuilder,
    retry: Retry,
    text: fn(&RawResponse) -> Result<&str, ReadError>,
    locations: fn(&InvalidField) -> FieldLocation,
    step: Step,
}

/// A function over all operations of the API.
async fn send<O>(client: &Client, operation: O) -> Result<O::Output, Error>
where
    O: Operation<Api = PosV2> + AuthorizedBy<VenueApiToken>,
{
    client.send(operation).await
}

/// A function over all lists.
async fn count<O>(client: &Client, list: O) -> Result<usize, Error>
where
    O: Paginated<Api = PosV2> + AuthorizedBy<VenueApiToken>,
{
    let mut items: Items<O> = client.items(list);
    let mut count = 0;
    while let Some(item) = items.next().await {
        item?;
        count += 1;
    }
    Ok(count)
}

/// A function over all lists that can be synchronized.
fn sync<O>(client: &Client, list: O, last: Option<Checkpoint>) -> Result<IncrementalSync<O>, Error>
where
    O: Syncable<Api = PosV2> + AuthorizedBy<VenueApiToken>,
{
    client.sync(list, last)
}

fn builder(transport: impl Transport, hook: impl Hook) -> ClientBuilder {
    let token = VenueApiToken::new("word");
    let config = Config::new(Environment::Staging, "https://pos.example/api", token).unwrap();
    Client::builder(config).transport(transport).hook(hook)
}

#[tokio::test(start_paused = true)]
async fn client_exports_what_a_service_names() {
    let page = r#"{"customers": [{"customer": {"id": 7, "points": "many"}}], "current_page": 1, "total_pages": 1}"#;
    let transport = ScriptedTransport::new([(200, page)]).repeat_last();
    let hook = |attempt: &pos_v2_client::observe::Attempt<'_>,
                _: &pos_v2_client::observe::AttemptResult<'_>| {
        assert_eq!((attempt.retry, attempt.number), (Retry::Safe, 1));
    };
    let (sender, receiver) = mpsc::channel();
    let on_call_end = move |call: &pos_v2_client::observe::CallSummary<'_>| {
        let labels: &pos_v2_client::observe::Labels = call.labels;
        let _ = sender.send((call.attempts, labels.to_string()));
    };
    let client = builder(transport.clone(), hook)
        .account(7)
        .on_call_end(on_call_end)
        .retry_policy(pos_v2_client::RetryPolicy::new().max_attempts(2))
        .build()
        .unwrap();

    assert_eq!(
        send(&client, ListCustomers::new()).await.unwrap().items[0].id,
        Some(7)
    );
    assert_eq!(count(&client, ListCustomers::new()).await.unwrap(), 1);
    assert!(sync(&client, ListCustomers::new(), None).is_ok());
    let response = client
        .call()
        .send_for_response(ListCustomers::new())
        .await
        .unwrap();
    let mismatches: &[Mismatch] = &response.mismatches;
    assert_eq!(mismatches[0].pointer, "/customers/0/customer/points");
    assert_eq!(transport.attempts(), 3);
    assert_eq!(receiver.recv(), Ok((1, "account=7".to_owned())));

    let path = client
        .call()
        .to_http(&GetCustomer::new(7))
        .map(|request| request.uri().path().to_owned());
    assert_eq!(path.unwrap(), "/api/v2/venue/customers/7");
    let _ = |builder: pos_v2_client::ClientBuilder| {
        builder.http(|settings: reqwest::ClientBuilder| settings.no_gzip())
    };
}
