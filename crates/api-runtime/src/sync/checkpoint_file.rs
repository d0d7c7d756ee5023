//! A checkpoint in a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use crate::sync::checkpoint::Checkpoint;

/// A checkpoint in a file of its own, as one line of text.
///
/// Saving is atomic: it writes a temporary file, the same path with `.new` appended, and renames
/// it. Concurrent saves to the same path interfere with each other. Loading and saving are blocking
/// I/O.
///
/// ```
/// use api_runtime::{Checkpoint, CheckpointFile};
///
/// # let folder = std::env::temp_dir().join(format!("checkpoint-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let file = CheckpointFile::new(folder.join("customers"));
/// assert_eq!(file.load()?, None); // the file does not exist yet
/// let checkpoint = Checkpoint::from_watermark("2026-01-31T09:30:00Z".parse().unwrap());
/// file.save(&checkpoint)?;
/// assert_eq!(file.load()?, Some(checkpoint));
///
/// std::fs::write(folder.join("customers"), "yesterday")?;
/// assert!(file.load().is_err()); // an invalid file is an error, not a missing checkpoint
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointFile {
    path: PathBuf,
}

impl CheckpointFile {
    /// The file at `path`, whose parent directory must exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The checkpoint; `None` if there is no file yet.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or its text is no checkpoint.
    pub fn load(&self) -> io::Result<Option<Checkpoint>> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let checkpoint = text.trim_end().parse();
        checkpoint
            .map(Some)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Replaces the checkpoint, after the records that it covers are stored.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The previous checkpoint is unchanged then.
    pub fn save(&self, checkpoint: &Checkpoint) -> io::Result<()> {
        let mut temporary_path = self.path.clone().into_os_string();
        temporary_path.push(".new");
        let mut file = File::create(&temporary_path)?;
        writeln!(file, "{checkpoint}")?;
        // The content must be on disk before the rename makes it visible. The rename itself may be
        // lost with the power: then the previous checkpoint is used, which repeats some records.
        file.sync_all()?;
        fs::rename(&temporary_path, &self.path)
    }
}
