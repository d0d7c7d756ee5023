//! The observer: counts the shapes of responses.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api_observations::{Body, Collector, Observations};

/// The maximum memory of an observer.
const MAX_BYTES: usize = 1 << 20;

/// The responses of each operation and status that are all counted, before only a sample is.
const FIRST_RESPONSES: u32 = 64;

/// After that, one response of so many is counted, at random.
const SAMPLE: u32 = 16;

/// Counts the shapes of the responses of clients, and never keeps a value of them.
///
/// The documents of an API rarely state all types, nulls and absences of its fields. An observer
/// counts what is really returned: for each operation, status and field how often it was seen,
/// absent, null, a number, a text, and which classes of numbers and texts there were. Its file is
/// for the maintainers of the crates: `cargo xtask learn` adds what it proves to the description.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::Observer;
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let config = shop_client::config();
/// let observer = Observer::new();
/// let client = Client::builder(config)
///     .observer(&observer)
///     .label("venue", "7")
/// #   .transport(shop_client::responses([(200, r#"{"id": 7, "state": "pending", "tip": 1.5}"#)]))
///     .build()?;
/// client.send(GetOrder::new(7)).await?;
///
/// // When the service stops, and from time to time:
/// # let path = std::env::temp_dir().join(format!("{}.observations", std::process::id()));
/// observer.write(&path)?;
/// # let text = std::fs::read_to_string(&path)?;
/// # std::fs::remove_file(&path)?;
/// assert!(text.contains("/tip numbers=1 places_1=1 at=1"));
/// assert!(!text.contains("pending"));
/// # Ok(())
/// # }
/// ```
///
/// # What the file contains
///
/// * Counts. Lengths are in powers of two; of secrets, only how often they were seen.
/// * Names of fields, those that are not described included, if they look like one. In an object
///   without a description, only names that were seen 20 times, at two venues.
/// * Words that may be the values of a closed set, such as states: of described fields that are
///   neither secret nor personal, with at most 32 different texts, and only those that were seen 20
///   times, at two venues.
/// * How many venues there were, as hashes with a key that is not in the file. The venue of a call
///   is its [label](crate::Call::label) `venue`.
///
/// Rejected responses are counted, too, if they are JSON. Callbacks are not, because anyone can send
/// them; the response to the read that confirms one is. Nor are raw requests, since they belong to
/// no description.
///
/// # What it costs
///
/// The first 64 responses of each operation and status are counted, then a sample of one in 16.
/// An observer takes at most one MiB; values without a place are dropped, and the file says how many.
/// Clients can share it.
#[derive(Clone)]
pub struct Observer(Arc<Shared>);

struct Shared {
    collector: Mutex<Collector>,
    sample: u32,
}

impl Observer {
    /// An observer that has counted nothing.
    pub fn new() -> Self {
        Self::from_collector(Collector::new(MAX_BYTES), SAMPLE)
    }

    /// An observer that hashes venues with this key. Processes that share the key count the same
    /// venue once; otherwise it is random.
    pub fn with_venue_key(key: [u8; 16]) -> Self {
        let collector = Collector::new(MAX_BYTES).with_venue_key(key);
        Self::from_collector(collector, SAMPLE)
    }

    /// An observer that counts every response, for tests and staging environments.
    pub fn without_sampling() -> Self {
        Self::from_collector(Collector::new(MAX_BYTES), 1)
    }

    fn from_collector(collector: Collector, sample: u32) -> Self {
        Self(Arc::new(Shared {
            collector: Mutex::new(collector),
            sample,
        }))
    }

    /// What was counted so far.
    pub fn observations(&self) -> Observations {
        let mut observations = Observations::new();
        observations.add(self.lock().run());
        observations
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        self.observations().to_text()
    }

    /// Writes the file, or replaces it: each process has a file of its own.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. It blocks.
    pub fn write(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        self.replace(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    fn replace(&self, path: &Path) -> io::Result<()> {
        // A rename would replace a device or a pipe by a file.
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".unfinished");
        std::fs::write(&unfinished, self.to_text())?;
        std::fs::rename(&unfinished, path)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Collector> {
        let collector = self.0.collector.lock();
        collector.unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a response, if it is counted. A call never waits for another one here.
    pub(crate) fn sample(&self, api: &str, operation: &str, status: u16) -> Option<Body> {
        let mut collector = self.0.collector.try_lock().ok()?;
        let body = collector.body(api, operation, status)?;
        let is_counted =
            collector.counted(body) < FIRST_RESPONSES || fastrand::u32(..self.0.sample) == 0;
        if !is_counted {
            collector.skip();
        }
        is_counted.then_some(body)
    }
}

impl Default for Observer {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Observer;

    #[test]
    fn errors_of_writing_name_the_path() {
        let path = std::env::temp_dir().join("missing-folder/a.observations");
        let error = Observer::new().write(&path).unwrap_err();
        let start = format!("{}: ", path.display());
        assert!(error.to_string().starts_with(&start), "{error}");
    }
}
