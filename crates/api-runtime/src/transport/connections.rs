//! The connections that requests take.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::invalid_field::InvalidField;
use crate::transport::connector::{ConnectionConfig, Connector};

/// The connections of a client: a pool that can be replaced by an empty one, since reqwest cannot close a single
/// connection, and the new connections of writes.
pub(crate) struct Connections {
    connector: Connector,
    /// The pool. `None` from a discard to the next request.
    current: Mutex<Option<PoolClient>>,
    /// A client without a pool, for writes that must not be repeated: each takes a connection that has
    /// carried nothing.
    ///
    /// On a used connection, a server or proxy that has closed it may do so just when the request is sent,
    /// so that its outcome is unknown; and what it still sends about an earlier request would be the
    /// response.
    fresh: PoolClient,
}

/// The connections that a request takes.
pub(crate) struct Taken {
    client: PoolClient,
    /// `None` if its connection is a new one, which is closed after its response.
    pool: Option<Arc<Connections>>,
    responses_before: u64,
}

impl Taken {
    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.client.client
    }

    /// Records the head of a response.
    pub(crate) fn record_response(&self, version: http::Version) {
        self.client.record_response(version);
    }

    /// Discards the connections of the pool that it was taken from.
    pub(crate) fn discard(&self) {
        if let Some(pool) = &self.pool {
            pool.discard_connections_of(&self.client);
        }
    }

    /// Discards the connection of a request that timed out, if it may be used again.
    pub(crate) fn discard_after_timeout(&self) {
        if let Some(pool) = &self.pool {
            pool.discard_after_timeout(&self.client, self.responses_before);
        }
    }
}

/// The client of a pool, until the pool is replaced.
#[derive(Clone)]
pub(crate) struct PoolClient {
    client: reqwest::Client,
    responses: Arc<Responses>,
}

/// What is known of a pool by its responses.
#[derive(Default)]
struct Responses {
    /// How many response heads were received.
    count: AtomicU64,
    /// Whether one of them was HTTP/1, which uses a connection for one request at a time.
    is_http1: AtomicBool,
}

impl PoolClient {
    fn new(client: reqwest::Client) -> Self {
        let responses = Arc::default();
        Self { client, responses }
    }

    fn record_response(&self, version: http::Version) {
        self.responses.count.fetch_add(1, Relaxed);
        if version < http::Version::HTTP_2 {
            self.responses.is_http1.store(true, Relaxed);
        }
    }

    /// How many response heads were received over all connections.
    fn responses(&self) -> u64 {
        self.responses.count.load(Relaxed)
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.responses, &other.responses)
    }
}

impl Connections {
    /// Both clients have the same TLS configuration, so that a new connection resumes a session.
    pub(crate) fn new(config: ConnectionConfig) -> Result<Arc<Self>, InvalidField> {
        let connector = Connector::new(config)?;
        Ok(Arc::new(Self {
            fresh: PoolClient::new(connector.fresh()?),
            current: Mutex::new(Some(PoolClient::new(connector.pooled()?))),
            connector,
        }))
    }

    /// The connections for one request.
    pub(crate) fn take(self: Arc<Self>, may_be_used: bool) -> Result<Taken, InvalidField> {
        let client = match may_be_used {
            true => self.client()?,
            false => self.fresh.clone(),
        };
        Ok(Taken {
            responses_before: client.responses(),
            client,
            pool: may_be_used.then_some(self),
        })
    }

    /// The client of the pool.
    fn client(&self) -> Result<PoolClient, InvalidField> {
        let mut current = self.current();
        match &*current {
            Some(client) => Ok(client.clone()),
            None => {
                let client = PoolClient::new(self.connector.pooled()?);
                Ok(current.insert(client).clone())
            }
        }
    }

    /// Later requests use new connections. Those of current requests are closed when these end.
    ///
    /// The next request replaces the pool, so that a discard without a request in between has no
    /// cost, and no request opens more than one connection.
    pub(crate) fn discard_connections(&self) {
        // Dropped without the lock: it closes connections.
        let _discarded = self.current().take();
    }

    /// Discards the connections of this client. If the pool was replaced since it was taken from
    /// it, there is nothing to do: of a hundred requests that fail together, one replaces the pool.
    fn discard_connections_of(&self, used: &PoolClient) {
        let _discarded = self.current().take_if(|client| client.is_same(used));
    }

    /// Discards the connection of a request that timed out, if it may be used again: one of HTTP/2,
    /// whose server may respond to PINGs alone. One of HTTP/1 is closed with its request; those
    /// beside it may be dead too if none of them received anything since the request was sent.
    ///
    /// A pool that does receive responses is kept, or the timeouts of an overloaded server would
    /// cause handshakes, and these more load.
    fn discard_after_timeout(&self, used: &PoolClient, responses_before: u64) {
        let is_silent = used.responses() == responses_before;
        let is_http2_possible = self.connector.offers_http2();
        if is_silent || is_http2_possible && !used.responses.is_http1.load(Relaxed) {
            self.discard_connections_of(used);
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<PoolClient>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
