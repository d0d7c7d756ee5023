//! Storage of the watermark between the runs of an incremental sync.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use api_wire::Timestamp;

/// Stores one watermark: the time up to which the changes of one list of one venue were read.
///
/// `Option<Timestamp>` implements it in memory, [`WatermarkFile`] in a file. To commit the
/// watermark in the same database transaction as the records, load it into an `Option<Timestamp>`,
/// pass that to [`sync`](crate::Client::sync), and store the value that
/// [`commit`](crate::IncrementalSync::commit) returns.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::{cell::Cell, io, rc::Rc, time::Duration};
///
/// use api_runtime::WatermarkStore;
/// use api_runtime::api_wire::Timestamp;
/// use shop_client::ListCustomers;
///
/// /// A watermark shared between parts of a program.
/// #[derive(Clone, Default)]
/// struct Shared(Rc<Cell<Option<Timestamp>>>);
///
/// impl WatermarkStore for Shared {
///     fn load(&mut self) -> io::Result<Option<Timestamp>> {
///         Ok(self.0.get())
///     }
///
///     fn save(&mut self, watermark: Timestamp) -> io::Result<()> {
///         self.0.set(Some(watermark));
///         Ok(())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"customers": [], "current_page": 1, "total_pages": 1}"#)]);
/// let store = Shared::default();
/// let mut run = client.sync(ListCustomers::new(), store.clone(), Duration::from_secs(300))?;
/// while let Some(customer) = run.next().await {
///     customer?;
/// }
/// assert_eq!(store.0.get(), None); // the run is not committed yet
/// let watermark = run.commit()?;
/// assert_eq!(store.0.get(), Some(watermark));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not store a watermark",
    label = "expected a `WatermarkFile`, an `Option<Timestamp>`, or another `WatermarkStore`"
)]
pub trait WatermarkStore {
    /// Loads the watermark; `None` if none was saved yet, so that everything is read.
    ///
    /// # Errors
    ///
    /// If the watermark cannot be read. Do not return `None` then.
    fn load(&mut self) -> io::Result<Option<Timestamp>>;

    /// Replaces the watermark.
    ///
    /// # Errors
    ///
    /// If the watermark cannot be saved. The previous one must be unchanged then.
    fn save(&mut self, watermark: Timestamp) -> io::Result<()>;
}

impl WatermarkStore for Option<Timestamp> {
    fn load(&mut self) -> io::Result<Option<Timestamp>> {
        Ok(*self)
    }

    fn save(&mut self, watermark: Timestamp) -> io::Result<()> {
        *self = Some(watermark);
        Ok(())
    }
}

impl<S: WatermarkStore + ?Sized> WatermarkStore for &mut S {
    fn load(&mut self) -> io::Result<Option<Timestamp>> {
        S::load(self)
    }

    fn save(&mut self, watermark: Timestamp) -> io::Result<()> {
        S::save(self, watermark)
    }
}

/// A watermark in a file of its own, as text: `2026-01-31T09:30:00Z`.
///
/// Saving is atomic: it writes a temporary file, the same path with `.new` appended, and renames
/// it. Concurrent saves to the same path interfere with each other. Loading and saving are blocking
/// I/O.
///
/// ```
/// use api_runtime::{WatermarkFile, WatermarkStore};
///
/// # let folder = std::env::temp_dir().join(format!("watermark-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let mut file = WatermarkFile::new(folder.join("customers"));
/// assert_eq!(file.load()?, None); // the file does not exist yet
/// file.save("2026-01-31T09:30:00Z".parse().unwrap())?;
/// assert_eq!(file.load()?, "2026-01-31T09:30:00Z".parse().ok());
///
/// std::fs::write(folder.join("customers"), "yesterday")?;
/// assert!(file.load().is_err()); // an invalid file is an error, not an empty watermark
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatermarkFile {
    path: PathBuf,
}

impl WatermarkFile {
    /// The file at `path`, whose parent directory must exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }
}

impl WatermarkStore for WatermarkFile {
    fn load(&mut self) -> io::Result<Option<Timestamp>> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let watermark = text.trim_end().parse();
        watermark.map(Some).map_err(|_| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "invalid watermark: expected an RFC 3339 timestamp",
            )
        })
    }

    fn save(&mut self, watermark: Timestamp) -> io::Result<()> {
        let mut temporary_path = self.path.clone().into_os_string();
        temporary_path.push(".new");
        let mut file = File::create(&temporary_path)?;
        writeln!(file, "{watermark}")?;
        // The content must be on disk before the rename makes it visible.
        file.sync_all()?;
        fs::rename(&temporary_path, &self.path)
    }
}
