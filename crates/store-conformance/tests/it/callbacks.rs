//! Records in memory.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use api_callbacks::{Events, Records};
use api_journal::rows::MemoryStore;
use store_conformance::{CallbackDatabase, ReadRecord};

type Reports = Vec<(String, String)>;

struct Memory {
    receivers: Mutex<HashMap<String, (Events<ReadRecord>, Reports)>>,
    rows: MemoryStore,
}

impl CallbackDatabase for Memory {
    /// They are events, and no rows.
    const REPORTS_CAN_FAIL: bool = false;

    async fn open(&self, receiver: &str) -> Records<ReadRecord> {
        let mut receivers = self.receivers.lock().unwrap();
        let new = || (Events::new(self.rows.clone(), 100), Reports::new());
        let (events, _) = receivers.entry(receiver.to_owned()).or_insert_with(new);
        Records::new(receiver, events.clone())
    }

    async fn reports(&self, receiver: &str) -> Reports {
        let mut receivers = self.receivers.lock().unwrap();
        let (events, reports) = receivers.get_mut(receiver).unwrap();
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
        receivers: Mutex::default(),
        rows: MemoryStore::with_capacity(1_000),
    };
    store_conformance::callbacks(&memory).await;
}
