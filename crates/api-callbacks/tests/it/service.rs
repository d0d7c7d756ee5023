//! A service that receives callbacks.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use api_callbacks::rules::Records;
use api_callbacks::{CallbackResponse, Events, Handler, Handlers, ReadOutcome, ReadReport};
use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
use api_runtime::journal::rows::{At, Kind, Query, Store as _};
use api_runtime::journal::rules::{Repeat, ended};
use api_runtime::journal::{
    End, Evidence, Journal, MemoryStore, Outcome, Recover as _, Scope, begin_in, record_named,
};
use test_support::created;
use test_support::shop::GetOrder;
use tokio::task::{JoinHandle, unconstrained};

use crate::server::Server;

pub(crate) const SECRET: &str = "0123456789abcdef";

/// One process of the service. Several may share the store.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) server: Server,
    pub(crate) store: MemoryStore,
    pub(crate) changes: Events<GetOrder>,
    pub(crate) handler: Handler<GetOrder>,
}

impl Service {
    pub(crate) fn new() -> Self {
        Self::with_room_for(1_000)
    }

    /// With room for that many changes.
    pub(crate) fn with_room_for(capacity: usize) -> Self {
        let (server, store) = (Server::default(), MemoryStore::new());
        let changes = Events::new(store.clone(), capacity);
        let handler = handler(&server, changes.clone());
        Self {
            server,
            store,
            changes,
            handler,
        }
    }

    /// Another process, with the same store.
    pub(crate) fn another(&self) -> Self {
        let mut other = self.clone();
        other.handler = handler(&self.server, self.changes.clone());
        other
    }

    /// The records, as a handler has them.
    pub(crate) fn orders(&self) -> Records<GetOrder> {
        Records::new(scope().to_text(), self.changes.clone())
    }

    /// The journal has a create with this reference: on its way, or with this id of its order.
    pub(crate) async fn write(&self, reference: &str, id: Option<i64>) {
        write(&self.store, reference, id).await;
    }

    /// The response of a create has this id.
    pub(crate) async fn answered(&self, reference: &str, id: i64) {
        answered(&self.store, reference, id).await;
    }

    /// Adds an order with the reference `WEB-<id>` here and there.
    pub(crate) async fn order(&self, id: i64, state: &str) {
        self.write(&format!("WEB-{id}"), Some(id)).await;
        self.server.set(id, state);
    }

    /// The id that `once` looks the order with this reference up by.
    pub(crate) async fn id(&self, reference: &str) -> Option<String> {
        let scope = scope().to_text();
        record_named(&self.store, &scope, reference).await.unwrap()
    }

    /// Deletes a record.
    pub(crate) async fn delete(&self, id: i64) {
        self.delete_row(Kind::Record, id.to_string()).await;
    }

    /// Deletes the create with this reference that was on its way.
    pub(crate) async fn delete_write(&self, reference: &str) {
        let intent = created(&scope(), "create_order", reference, None);
        self.delete_row(Kind::Write, intent.id.to_string()).await;
    }

    async fn delete_row(&self, kind: Kind, id: String) {
        let at = At::new(kind, scope().to_text(), id);
        let row = self.store.read(&Query::One(at.clone())).await.unwrap();
        let revision = row.into_first().unwrap().revision;
        assert!(self.store.delete(&at, revision).await.unwrap());
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

pub(crate) fn handler(server: &Server, changes: Events<GetOrder>) -> Handler<GetOrder> {
    Handler::new(server.client(), SECRET, changes).unwrap()
}

/// The response of a create has this id.
pub(crate) async fn answered(store: &MemoryStore, reference: &str, id: i64) {
    let intent = created(&scope(), "create_order", reference, None);
    let journal = Journal::new(store.clone());
    let entry = journal.entry(&intent.id).await.unwrap().unwrap();
    let mut end = End::new(Outcome::Done, Evidence::Sent);
    end.ids = vec![("/id".to_owned(), id.to_string())];
    let change = ended(&entry, &intent, 1, &end, Repeat::AfterLookUp).unwrap();
    assert!(journal.change(&change).await.unwrap().is_some());
}

pub(crate) async fn write(
    store: &(impl api_runtime::journal::Store + ?Sized),
    reference: &str,
    id: Option<i64>,
) {
    let id = id.map(|id| id.to_string());
    let intent = created(&scope(), "create_order", reference, id.as_deref());
    begin_in(store, &intent).await.unwrap();
}

/// That of the server's clients.
pub(crate) fn scope() -> Scope {
    Server::default().client().scope()
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
