//! The connections and requests that a server observes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The connections of a server, and the requests that it received whole.
#[derive(Default)]
pub(crate) struct ObservedTraffic {
    connections: AtomicUsize,
    closed: AtomicUsize,
    requests: Mutex<Vec<ObservedRequest>>,
}

/// A request that was received whole.
struct ObservedRequest {
    time: Instant,
    kind: RequestKind,
    text: String,
    /// Whether the server reports that it did not process the request.
    is_unprocessed: bool,
}

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    Read,
    Write,
    /// CONNECT to a proxy.
    Tunnel,
}

impl RequestKind {
    /// The kind of a request of HTTP/1.
    pub(crate) fn from_head(text: &str) -> Self {
        match text.split(' ').next() {
            Some("GET") => Self::Read,
            Some("CONNECT") => Self::Tunnel,
            _ => Self::Write,
        }
    }
}

impl ObservedTraffic {
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Counts a connection. Returns the number of earlier ones.
    pub(crate) fn count_connection(&self) -> usize {
        self.connections.fetch_add(1, Ordering::SeqCst)
    }

    /// Counts a connection that the client closed.
    pub(crate) fn count_closed(&self) {
        self.closed.fetch_add(1, Ordering::SeqCst);
    }

    /// Connections that the client closed, where a scene counts them.
    pub(crate) fn closed(&self) -> usize {
        self.closed.load(Ordering::SeqCst)
    }

    /// Reads that were received whole.
    pub(crate) fn reads(&self) -> usize {
        self.count(|request| request.kind == RequestKind::Read)
    }

    /// Writes that were received whole, with their bodies.
    pub(crate) fn writes(&self) -> usize {
        self.count(|request| request.kind == RequestKind::Write)
    }

    /// Writes from the first one on that the server may have processed.
    pub(crate) fn writes_from_first_processed(&self) -> usize {
        let requests = self.requests.lock().unwrap();
        let writes = requests
            .iter()
            .filter(|request| request.kind == RequestKind::Write);
        writes.skip_while(|request| request.is_unprocessed).count()
    }

    /// CONNECT requests.
    pub(crate) fn tunnels(&self) -> usize {
        self.count(|request| request.kind == RequestKind::Tunnel)
    }

    fn count(&self, filter: impl Fn(&ObservedRequest) -> bool) -> usize {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| filter(request)).count()
    }

    /// The texts of the requests that were received whole.
    pub(crate) fn requests(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .map(|request| request.text.clone())
            .collect()
    }

    /// The shortest time between two successive requests of one kind: a look-up is not a retry of
    /// its write.
    pub(crate) fn shortest_pause(&self) -> Option<Duration> {
        let requests = self.requests.lock().unwrap();
        let pauses = requests
            .windows(2)
            .filter(|pair| pair[0].kind == pair[1].kind)
            .map(|pair| pair[1].time - pair[0].time);
        pauses.min()
    }

    pub(crate) fn record(&self, kind: RequestKind, text: String) {
        self.requests.lock().unwrap().push(ObservedRequest {
            time: Instant::now(),
            kind,
            text,
            is_unprocessed: false,
        });
    }

    /// The server did not process the last request, and reports so.
    pub(crate) fn mark_unprocessed(&self) {
        if let Some(last) = self.requests.lock().unwrap().last_mut() {
            last.is_unprocessed = true;
        }
    }

    /// Discards the request of an earlier call.
    pub(crate) fn discard_first(&self) {
        self.requests.lock().unwrap().remove(0);
    }
}
