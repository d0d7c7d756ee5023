//! Connection pools.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::error::invalid_field::InvalidField;
use crate::info::operation_info::Retry;
use crate::transport::connector::{ConnectionConfig, Connector, invalid};

/// The connection pools that all clones of a client share.
#[derive(Clone)]
pub(crate) struct Pools {
    default: Arc<Pool>,
    /// For non-idempotent requests: its connections expire after a short time without a request.
    ///
    /// A server that closes an idle connection may do so just when a request is sent. Then it is
    /// unknown whether the request was read, and it cannot be retried. The age of a connection is
    /// checked when it is taken from the pool (hyper-util's `IdlePopper`).
    short_idle: Arc<Pool>,
}

/// How long a connection may be idle before it carries a non-idempotent request. Servers and
/// proxies close idle connections after five seconds or more.
const SHORT_IDLE: Duration = Duration::from_secs(3);

impl Pools {
    /// New pools, with the same TLS configuration.
    pub(crate) fn new(config: ConnectionConfig) -> Result<Self, InvalidField> {
        let connector = Arc::new(Connector::new(config)?);
        Ok(Self {
            default: Arc::new(Pool::new(&connector, None)?),
            short_idle: Arc::new(Pool::new(&connector, Some(SHORT_IDLE))?),
        })
    }

    /// The pool of a client that the caller provides.
    pub(crate) fn from_client(client: reqwest::Client) -> Self {
        let pool = Arc::new(Pool::from_client(client));
        Self {
            default: Arc::clone(&pool),
            short_idle: pool,
        }
    }

    /// The pool for requests with this retry rule.
    pub(crate) fn pool(&self, retry: Retry) -> &Arc<Pool> {
        match retry {
            Retry::Safe | Retry::Idempotent => &self.default,
            Retry::Never | Retry::UniqueKey(_) => &self.short_idle,
        }
    }

    /// Discards the connections of both pools.
    pub(crate) fn discard_connections(&self) {
        self.default.discard_connections();
        self.short_idle.discard_connections();
    }
}

/// A connection pool that can be replaced by an empty one, since reqwest cannot close a single
/// connection.
pub(crate) struct Pool {
    /// `None` if the caller provides the client, which cannot be replaced.
    connector: Option<Arc<Connector>>,
    /// reqwest's default, if `None`.
    idle_timeout: Option<Duration>,
    /// `None` from a discard to the next request.
    current: Mutex<Option<PoolClient>>,
}

/// The client of a pool, until the pool is replaced.
#[derive(Clone)]
pub(crate) struct PoolClient {
    pub(crate) client: reqwest::Client,
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

    /// Records the head of a response.
    pub(crate) fn record_response(&self, version: http::Version) {
        self.responses.count.fetch_add(1, Relaxed);
        if version < http::Version::HTTP_2 {
            self.responses.is_http1.store(true, Relaxed);
        }
    }

    /// How many response heads were received over all connections.
    pub(crate) fn responses(&self) -> u64 {
        self.responses.count.load(Relaxed)
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.responses, &other.responses)
    }
}

impl Pool {
    fn new(
        connector: &Arc<Connector>,
        idle_timeout: Option<Duration>,
    ) -> Result<Self, InvalidField> {
        Ok(Self {
            connector: Some(Arc::clone(connector)),
            idle_timeout,
            ..Self::from_client(connector.client(idle_timeout)?)
        })
    }

    fn from_client(client: reqwest::Client) -> Self {
        Self {
            connector: None,
            idle_timeout: None,
            current: Mutex::new(Some(PoolClient::new(client))),
        }
    }

    /// The client for a request.
    pub(crate) fn client(&self) -> Result<PoolClient, InvalidField> {
        let mut current = self.current();
        match (&*current, &self.connector) {
            (Some(client), _) => Ok(client.clone()),
            (None, Some(connector)) => {
                let client = PoolClient::new(connector.client(self.idle_timeout)?);
                Ok(current.insert(client).clone())
            }
            (None, None) => Err(invalid("no HTTP client")),
        }
    }

    /// Later requests use new connections. Those of current requests are closed when these end.
    ///
    /// The next request replaces the pool, so that a discard without a request in between has no
    /// cost, and no request opens more than one connection.
    pub(crate) fn discard_connections(&self) {
        if self.connector.is_some() {
            // Dropped without the lock: it closes connections.
            let _discarded = self.current().take();
        }
    }

    /// Discards the connections of this client. If the pool was replaced since it was taken from
    /// it, there is nothing to do: of a hundred requests that fail together, one replaces the pool.
    pub(crate) fn discard_connections_of(&self, used: &PoolClient) {
        if self.connector.is_some() {
            let _discarded = self.current().take_if(|client| client.is_same(used));
        }
    }

    /// Discards the connection of a request that timed out, if it may be used again: one of HTTP/2,
    /// whose server may respond to PINGs alone. One of HTTP/1 is closed with its request; those
    /// beside it may be dead too if none of them received anything since the request was sent.
    ///
    /// A pool that does receive responses is kept, or the timeouts of an overloaded server would
    /// cause handshakes, and these more load.
    pub(crate) fn discard_after_timeout(&self, used: &PoolClient, responses_before: u64) {
        let is_silent = used.responses() == responses_before;
        let connector = self.connector.as_deref();
        let is_http2_possible = connector.is_some_and(Connector::offers_http2);
        if is_silent || is_http2_possible && !used.responses.is_http1.load(Relaxed) {
            self.discard_connections_of(used);
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<PoolClient>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
