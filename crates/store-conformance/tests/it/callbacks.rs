//! Records in memory.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use api_callbacks::Events;
use api_callbacks::rules::Records;
use api_journal::rows::MemoryStore;
use store_conformance::{CallbackDatabase, ReadRecord};

type Reports = Vec<(String, String)>;

struct Memory {
    scopes: Mutex<HashMap<String, (Events<ReadRecord>, Reports)>>,
    rows: MemoryStore,
}

impl CallbackDatabase for Memory {
    /// They are events, and no rows.
    const REPORTS_CAN_FAIL: bool = false;

    async fn open(&self, scope: &str) -> Records<ReadRecord> {
        let mut scopes = self.scopes.lock().unwrap();
        let new = || (Events::new(self.rows.clone(), 100), Reports::new());
        let (events, _) = scopes.entry(scope.to_owned()).or_insert_with(new);
        Records::new(scope, events.clone())
    }

    async fn reports(&self, scope: &str) -> Reports {
        let mut scopes = self.scopes.lock().unwrap();
        let (events, reports) = scopes.get_mut(scope).unwrap();
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(change) = pin!(events.next()).poll(&mut context) {
            reports.push((change.id.clone(), change.state.to_string()));
        }
        reports.clone()
    }
}

#[tokio::test]
async fn records_in_memory_keep_every_promise() {
    let memory = Memory {
        scopes: Mutex::default(),
        rows: MemoryStore::with_capacity(1_000),
    };
    store_conformance::callbacks(&memory).await;
}
