//! A response that is counted by the observer.

use std::cell::Cell;
use std::sync::MutexGuard;

use api_observations::{Body, Collector};
use api_wire::{Fields, ToWire, WireList};
use bytes::Bytes;

use crate::telemetry::labels::Labels;
use crate::telemetry::observer::Observer;

/// The label of calls that names the venue.
const VENUE: &str = "venue";

/// The body of a response that is counted when it is decoded, or was rejected.
pub(crate) struct ObservedBody {
    observer: Observer,
    body: Body,
    venue: Option<String>,
    bytes: Bytes,
    /// Whether a value was read from the body.
    is_json: Cell<bool>,
}

impl ObservedBody {
    /// `None` if the response is not in the sample, or has no body.
    pub(crate) fn sample(
        observer: &Observer,
        api: &str,
        operation: &str,
        labels: &Labels,
        status: u16,
        bytes: &Bytes,
    ) -> Option<Box<Self>> {
        if bytes.is_empty() {
            return None;
        }
        Some(Box::new(Self {
            observer: observer.clone(),
            body: observer.sample(api, operation, status)?,
            venue: labels.get(VENUE).map(str::to_owned),
            bytes: bytes.clone(),
            is_json: Cell::new(false),
        }))
    }

    /// Counts the body, if it is JSON.
    pub(crate) fn count(&self) {
        let Ok(text) = api_wire::from_utf8(&self.bytes) else {
            return;
        };
        let venue = self.venue.as_deref();
        let mut collector = self.observer.lock();
        // A body that is no JSON has no shape.
        let _ = match self.is_json.get() {
            true => collector.count_decoded(self.body, venue, text),
            false => collector.count(self.body, venue, text),
        };
    }

    fn collector(&self) -> MutexGuard<'_, Collector> {
        self.is_json.set(true);
        self.observer.lock()
    }

    pub(crate) fn describe_record(&self, record: &dyn Fields) {
        self.collector().describe_record(self.body, record);
    }

    pub(crate) fn describe_wrapped(&self, key: &str, value: &dyn ToWire) {
        let mut collector = self.collector();
        collector.describe_wrapped(self.body, key, value);
    }

    pub(crate) fn describe_page(
        &self,
        key: &str,
        wrapper: Option<&'static str>,
        items: &dyn WireList,
        metadata: &dyn Fields,
    ) {
        let mut collector = self.collector();
        collector.describe_page(self.body, key, wrapper, items, metadata);
    }
}
