//! The text of a blocking call where it must not block. Its behavior is tested by
//! `tests/tests/clients/blocking`.

use std::sync::{Arc, Mutex, OnceLock};

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Transport, TransportError};
use test_support::shop::{Client, CreateOrder, GetOrder, config};

use crate::Report;

pub(crate) fn report(report: &mut Report) {
    report.section("Blocking calls");
    let transport = Recursive::default();
    let builder = Client::builder(config()).transport(transport.clone());
    let client = builder.build().unwrap();
    assert!(transport.client.set(client.clone()).is_ok());
    client.send(GetOrder::new(7)).wait().unwrap();
    let text = transport.error.lock().unwrap().take().unwrap();
    report.line("on the background thread of the client", text);
}

/// Makes a blocking call on the background thread.
#[derive(Clone, Default)]
struct Recursive {
    client: Arc<OnceLock<Client>>,
    error: Arc<Mutex<Option<String>>>,
}

impl Transport for Recursive {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let Self { client, error } = self.clone();
        Box::pin(async move {
            let call = tokio::spawn(async move {
                let client = client.get().unwrap();
                let create_error = client
                    .call()
                    .unique()
                    .send(CreateOrder::new("WEB-1"))
                    .wait()
                    .err()
                    .unwrap();
                assert_eq!(create_error.unique_key(), Some("WEB-1"));
                let call_error = client.send(GetOrder::new(7)).wait().err();
                assert!(!call_error.as_ref().unwrap().may_have_taken_effect());
                *error.lock().unwrap() = call_error.map(|error| error.to_string());
            });
            call.await.unwrap();
            Ok(RawResponse::new(
                StatusCode::OK,
                HeaderMap::new(),
                r#"{"id":7}"#,
            ))
        })
    }
}
