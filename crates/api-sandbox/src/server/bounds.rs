//! The bounds of connections and requests.

use std::time::Duration;

use http::request::Parts;

/// The default of [`Bounds::request_timeout`].
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The most connections by default.
const MAX_CONNECTIONS: usize = 4_096;
/// The default where the limit of file descriptors is unknown.
const FEW_CONNECTIONS: usize = 256;

/// The bytes of the longest head.
pub(super) const MAX_HEAD: usize = 64 * 1024;

/// The bounds of connections and requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// How many connections are open at a time.
    pub(crate) max_connections: usize,
    /// The time limit for a request's head, which closes idle connections, too, and for its body.
    pub(crate) request_timeout: Duration,
}

impl Bounds {
    /// Bounds, with defaults for those that are not set.
    pub(crate) fn new(max_connections: Option<usize>, request_timeout: Option<Duration>) -> Self {
        Self {
            max_connections: max_connections.unwrap_or_else(default_connections).max(1),
            request_timeout: request_timeout.unwrap_or(REQUEST_TIMEOUT),
        }
    }
}

/// The bytes of a head: its request line, and its header lines.
pub(super) fn head_len(head: &Parts) -> usize {
    let uri = match head.uri.path_and_query() {
        Some(path) => path.as_str().len(),
        None => 0,
    };
    let line = head.method.as_str().len() + uri + "  HTTP/1.1\r\n".len();
    let headers = head.headers.iter();
    let headers = headers.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    line + headers.sum::<usize>() + "\r\n".len()
}

/// A quarter of the file descriptors that the process may open: a test has the clients in the same
/// process, which may keep connections open that the sandbox has closed.
fn default_connections() -> usize {
    #[cfg(unix)]
    if let Ok((soft, _)) = rlimit::Resource::NOFILE.get() {
        let quarter = usize::try_from(soft / 4).unwrap_or(MAX_CONNECTIONS);
        return quarter.min(MAX_CONNECTIONS);
    }
    FEW_CONNECTIONS
}
