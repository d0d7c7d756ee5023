//! Where it is kept up to when changes have been read.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use api_wire::Timestamp;

/// Keeps one watermark: the moment up to which the changes of one list of one venue have been read.
///
/// An `Option<Timestamp>` is one, in memory; [`WatermarkFile`] keeps it in a file. Where it is to be committed together
/// with the records, in a database, read it from there into an `Option<Timestamp>`, and give
/// [`sync`](crate::Client::sync) that: what its `commit` gives back goes into the same transaction as the last
/// records.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::{cell::Cell, io, rc::Rc, time::Duration};
///
/// use api_runtime::WatermarkStore;
/// use api_runtime::api_wire::Timestamp;
/// use shop_client::ListCustomers;
///
/// /// A cell that several parts of a program look at.
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
/// assert_eq!(store.0.get(), None); // until the run is committed
/// let watermark = run.commit()?;
/// assert_eq!(store.0.get(), Some(watermark));
/// # Ok(())
/// # }
/// ```
pub trait WatermarkStore {
    /// The watermark; `None` where there is none yet, and everything is to be read.
    ///
    /// # Errors
    ///
    /// When it cannot be read. That is not the same as none.
    fn load(&mut self) -> io::Result<Option<Timestamp>>;

    /// Keeps another watermark.
    ///
    /// # Errors
    ///
    /// When it could not be kept. The one before must be there then.
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

/// Keeps a watermark in a file of its own, as text: `2026-01-31T09:30:00Z`.
///
/// It is written beside the file, to the same name with `.new` after it, and renamed, so that the file is always a
/// whole one. Two that save to the same file at once get into each other's way. Loading and saving wait for the disk, and
/// keep the thread meanwhile.
///
/// ```
/// use api_runtime::{WatermarkFile, WatermarkStore};
///
/// # let folder = std::env::temp_dir().join(format!("watermark-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let mut file = WatermarkFile::new(folder.join("customers"));
/// assert_eq!(file.load()?, None); // there is no file yet
/// file.save("2026-01-31T09:30:00Z".parse().unwrap())?;
/// assert_eq!(file.load()?, "2026-01-31T09:30:00Z".parse().ok());
///
/// std::fs::write(folder.join("customers"), "yesterday")?;
/// assert!(file.load().is_err()); // that is not the same as none
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatermarkFile {
    path: PathBuf,
}

impl WatermarkFile {
    /// The file at this path. Its folder must be there.
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
        watermark
            .map(Some)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file holds no watermark"))
    }

    fn save(&mut self, watermark: Timestamp) -> io::Result<()> {
        let mut beside = self.path.clone().into_os_string();
        beside.push(".new");
        let mut file = File::create(&beside)?;
        writeln!(file, "{watermark}")?;
        // The name must not come to point to a text that is not on the disk yet.
        file.sync_all()?;
        fs::rename(&beside, &self.path)
    }
}
