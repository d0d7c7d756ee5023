//! The threads and tasks that can block on a call, and the background thread, which cannot.

use std::future::ready;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::observe::{Attempt, AttemptResult};
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, RawResponse};
use futures_util::TryStreamExt;
use pos_v2_client::{Client, Error, ListCustomers, Wait};
use tokio::task::coop::{consume_budget, has_budget_remaining};
use tokio::task::spawn_blocking;

use super::server::Server;
use crate::config;

/// Lists all customers and counts them.
fn assert_lists_customers(client: &Client) {
    let items = client.items(ListCustomers::new());
    let items: Result<Vec<_>, Error> = items.try_collect().wait();
    assert_eq!(items.unwrap().len(), 5);
}

#[test]
fn in_many_threads_at_once() {
    fn shared<T: Sync>(_: &T) {}
    fn moved<T: Send + 'static>(_: &T) {}

    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    shared(&client);
    moved(&client);
    moved(&client.items(ListCustomers::new()));
    let threads: Vec<_> = (0..16)
        .map(|_| {
            let client = client.clone();
            thread::spawn(move || (0..5).for_each(|_| assert_lists_customers(&client)))
        })
        .collect();
    // The clones keep working.
    drop(client);
    threads
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
    assert_eq!(server.requests().len(), 16 * 5 * 3);
}

#[tokio::test]
async fn in_a_task_of_a_runtime_with_one_thread() {
    let server = Server::customers();
    // Created, used and dropped in one task, twice.
    for _ in 0..2 {
        let client = Client::new(server.customers_config()).unwrap();
        let clone = client.clone();
        tokio::spawn(async move { assert_lists_customers(&clone) })
            .await
            .unwrap();
        assert_lists_customers(&client);
        drop(client);
        server.connection_ended();
    }
}

#[tokio::test]
async fn in_a_task_without_coop_budget() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    tokio::spawn(async move {
        while has_budget_remaining() {
            consume_budget().await;
        }
        assert_lists_customers(&client);
    })
    .await
    .unwrap();
}

#[tokio::test(start_paused = true)]
async fn in_a_runtime_with_paused_time() {
    let server = Server::customers();
    assert_lists_customers(&Client::new(server.customers_config()).unwrap());
    let silent = Server::silent();
    let limit = Duration::from_millis(50);
    let client = Client::builder(silent.customers_config()).timeout(limit);
    let error = client.build().unwrap().send(ListCustomers::new()).wait();
    assert!(error.unwrap_err().is_timeout());
}

#[tokio::test]
async fn on_a_blocking_thread() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    spawn_blocking(move || assert_lists_customers(&client))
        .await
        .unwrap();
}

#[test]
fn in_a_hook_during_a_call() {
    let server = Server::customers();
    let inner = Client::new(server.customers_config()).unwrap();
    let ids = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&ids);
    let own_client = Arc::new(OnceLock::<Client>::new());
    let inside_hook = Arc::clone(&own_client);
    let outer = Client::builder(server.customers_config())
        .hook(move |_: &Attempt<'_>, _: &AttemptResult<'_>| {
            // Calls another client, and the same one once.
            assert_lists_customers(&inner);
            if recorded.lock().unwrap().is_empty() {
                recorded.lock().unwrap().push(None);
                let page = inside_hook
                    .get()
                    .unwrap()
                    .send(ListCustomers::new().page(2))
                    .wait();
                recorded.lock().unwrap().push(page.unwrap().items[0].id);
            }
        })
        .build()
        .unwrap();
    assert!(own_client.set(outer.clone()).is_ok());
    assert_lists_customers(&outer);
    assert_eq!(*ids.lock().unwrap(), [None, Some(3)]);
}

/// Waits in a task that it starts on the background thread.
#[derive(Clone, Copy)]
struct Recursive;

impl Transport for Recursive {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        Box::pin(async move {
            let task = tokio::spawn(async { ready(()).wait() });
            let panic = task.await.unwrap_err().into_panic();
            let text = panic.downcast_ref::<&str>().unwrap().to_string();
            Ok(RawResponse::new(StatusCode::OK, HeaderMap::new(), text))
        })
    }
}

#[test]
fn wait_on_the_background_thread_panics() {
    let server = Server::customers();
    let builder = Client::builder(server.customers_config()).transport(Recursive);
    let client = builder.build().unwrap();
    // A task that panics does not end the thread.
    for _ in 0..2 {
        let error = client.send(ListCustomers::new()).wait().unwrap_err();
        let text = error.response().unwrap().text().unwrap();
        assert!(text.contains("would wait for itself"), "{text}");
    }
}

#[test]
fn panic_in_a_transport_reaches_the_caller() {
    struct Panics;
    impl Transport for Panics {
        fn send(
            &self,
            _: http::Request<Bytes>,
            attempt: &Attempt<'_>,
        ) -> BoxFuture<Result<RawResponse, TransportError>> {
            panic!("in attempt {}", attempt.number);
        }
    }
    let server = Server::customers();
    let client = Client::builder(server.customers_config());
    let client = client.transport(Panics).build().unwrap();
    for _ in 0..2 {
        let client = client.clone();
        let call = thread::spawn(move || client.send(ListCustomers::new()).wait().is_ok());
        let panic = call.join().unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), "in attempt 1");
    }
}

#[tokio::test]
async fn call_that_blocks_the_thread_of_its_server_times_out() {
    // The server is a task of this runtime, whose only thread blocks.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}/api", listener.local_addr().unwrap());
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    let server = tokio::spawn(async move { listener.accept().await.is_ok() });
    let client = Client::builder(config::pos_v2(&address)).timeout(Duration::from_millis(50));
    let error = client.build().unwrap().send(ListCustomers::new()).wait();
    assert!(error.unwrap_err().is_timeout());
    assert!(server.await.unwrap());
}
