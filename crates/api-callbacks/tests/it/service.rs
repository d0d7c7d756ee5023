//! A service that receives callbacks.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use api_callbacks::{
    CallbackResponse, Events, Handler, Handlers, ReadOutcome, ReadReport, Records,
};
use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
use test_support::shop::GetOrder;
use tokio::task::{JoinHandle, unconstrained};

use crate::server::Server;

pub(crate) const SECRET: &str = "0123456789abcdef";

pub(crate) type Orders = Records<GetOrder>;

/// One process of the service. Several may share the orders.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) server: Server,
    pub(crate) orders: Orders,
    pub(crate) changes: Events<GetOrder>,
    pub(crate) handler: Handler<GetOrder>,
}

impl Service {
    pub(crate) fn new() -> Self {
        Self::with_room_for(1_000)
    }

    pub(crate) fn with_room_for(capacity: usize) -> Self {
        let (orders, changes) = Orders::in_memory(capacity);
        let server = Server::default();
        let handler = handler(&server, orders.clone());
        Self {
            server,
            orders,
            changes,
            handler,
        }
    }

    /// Another process, with the same orders.
    pub(crate) fn another(&self) -> Self {
        let mut other = self.clone();
        other.handler = handler(&self.server, self.orders.clone());
        other
    }

    /// Adds an order with the reference `WEB-<id>` here and there.
    pub(crate) async fn order(&self, id: i64, state: &str) {
        let reference = format!("WEB-{id}");
        self.orders.confirm(&reference, &id).await.unwrap();
        self.server.set(id, state);
    }

    /// Sends a callback of an order, and returns the status of the response.
    pub(crate) async fn callback(&self, id: i64, status: &str) -> u16 {
        let body = format!("order[id]={id}&order[reference_no]=WEB-{id}&order[state]={status}");
        post(&self.handler, &body).await.status().as_u16()
    }

    /// Reads what is due now.
    pub(crate) async fn read(&self) -> Vec<ReadOutcome> {
        let reads = self.handler.read_due().await;
        reads.iter().map(ReadReport::outcome).collect()
    }

    pub(crate) fn run(&self) -> JoinHandle<()> {
        let handler = self.handler.clone();
        tokio::spawn(async move { handler.run_forever().await })
    }

    /// The states that were reported since the previous call.
    pub(crate) fn reported(&self) -> Vec<(i64, String)> {
        let events = self.events().into_iter();
        events.map(|(change, _)| change).collect()
    }

    /// The states that were reported since the previous call, and the claimed statuses.
    pub(crate) fn events(&self) -> Vec<((i64, String), Option<String>)> {
        let mut changes = self.changes.clone();
        let mut context = Context::from_waker(Waker::noop());
        let mut reported = Vec::new();
        // A task of Tokio yields after many polls.
        while let Poll::Ready(change) = pin!(unconstrained(changes.next())).poll(&mut context) {
            reported.push(((change.id, change.state.clone()), change.hint.clone()));
        }
        reported
    }

    /// The ids in the queue, and whether they were given up.
    pub(crate) async fn queued(&self) -> Vec<(i64, bool)> {
        let queued = self.handler.queued().await.unwrap();
        let queued = queued
            .iter()
            .map(|record| (record.id, record.retry_in.is_none()));
        queued.collect()
    }
}

pub(crate) fn handler(server: &Server, orders: Orders) -> Handler<GetOrder> {
    Handler::new(server.client(), SECRET, orders).unwrap()
}

pub(crate) fn changed(id: i64, state: &str) -> (i64, String) {
    (id, state.to_owned())
}

pub(crate) fn hinted(hint: &str) -> Option<String> {
    Some(hint.to_owned())
}

pub(crate) fn form() -> HeaderMap {
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    HeaderMap::from_iter([(header::CONTENT_TYPE, form)])
}

pub(crate) async fn post(handler: &Handler<GetOrder>, body: &str) -> CallbackResponse {
    post_at(handler, SECRET, body.as_bytes()).await
}

pub(crate) async fn post_at(
    handler: &Handler<GetOrder>,
    secret: &str,
    body: &[u8],
) -> CallbackResponse {
    let handlers = Handlers::new([handler.clone()]);
    match handlers.admit(&Method::POST, secret, &form()) {
        Ok(pending) => pending.handle(body).await,
        Err(response) => response,
    }
}
