//! What came to a server: the requests that it got whole, and what each of them asked for.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What came to a server.
#[derive(Default)]
pub(crate) struct Seen {
    connections: AtomicUsize,
    requests: Mutex<Vec<Arrived>>,
}

/// A request that came whole.
struct Arrived {
    at: Instant,
    asks: Asks,
    text: String,
    /// Whether the server let the client know that it did not begin with it.
    is_disowned: bool,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    Read,
    Write,
    /// A way through a proxy.
    Tunnel,
}

impl Asks {
    /// What a request of HTTP/1 asks for.
    pub(crate) fn of(text: &str) -> Self {
        match text.split(' ').next() {
            Some("GET") => Self::Read,
            Some("CONNECT") => Self::Tunnel,
            _ => Self::Write,
        }
    }
}

impl Seen {
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Counts a connection. Gives how many there were before.
    pub(crate) fn count_connection(&self) -> usize {
        self.connections.fetch_add(1, Ordering::SeqCst)
    }

    /// How many requests came whole that read.
    pub(crate) fn reads(&self) -> usize {
        self.count(|one| one.asks == Asks::Read)
    }

    /// How many requests came whole that write: each has a body.
    pub(crate) fn writes(&self) -> usize {
        self.count(|one| one.asks == Asks::Write)
    }

    /// Those of them that the server may have done.
    pub(crate) fn writes_not_disowned(&self) -> usize {
        self.count(|one| one.asks == Asks::Write && !one.is_disowned)
    }

    /// How many ways through a proxy were asked for.
    pub(crate) fn tunnels(&self) -> usize {
        self.count(|one| one.asks == Asks::Tunnel)
    }

    fn count(&self, counts: impl Fn(&Arrived) -> bool) -> usize {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|one| counts(one)).count()
    }

    /// The requests that came whole, as text.
    pub(crate) fn requests(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        requests.iter().map(|one| one.text.clone()).collect()
    }

    /// The shortest time between two requests that ask for the same: a read-back is no second attempt of its write.
    pub(crate) fn shortest_pause(&self) -> Option<Duration> {
        let requests = self.requests.lock().unwrap();
        let pauses = requests
            .windows(2)
            .filter(|two| two[0].asks == two[1].asks)
            .map(|two| two[1].at - two[0].at);
        pauses.min()
    }

    pub(crate) fn note(&self, asks: Asks, text: String) {
        self.requests.lock().unwrap().push(Arrived {
            at: Instant::now(),
            asks,
            text,
            is_disowned: false,
        });
    }

    /// The server did not begin with the last request, and is about to say so.
    pub(crate) fn disown(&self) {
        if let Some(last) = self.requests.lock().unwrap().last_mut() {
            last.is_disowned = true;
        }
    }

    /// The first request was another call's.
    pub(crate) fn forget_the_first(&self) {
        self.requests.lock().unwrap().remove(0);
    }
}
