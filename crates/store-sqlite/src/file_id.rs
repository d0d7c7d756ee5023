//! The identity of the open file.

use std::io;
use std::path::Path;

use crate::error::StoreError;

/// The file that was opened. Under Unix, a file that is deleted or replaced stays open, and what is
/// committed to it is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileId {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
}

impl FileId {
    /// The file that has this path now.
    #[cfg(unix)]
    pub(crate) fn of_path(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt;

        let metadata = path.metadata()?;
        Ok(Self {
            device_and_inode: (metadata.dev(), metadata.ino()),
        })
    }

    /// Other systems delete no open file.
    #[cfg(not(unix))]
    pub(crate) fn of_path(_: &Path) -> io::Result<Self> {
        Ok(Self {})
    }

    /// Fails if the path has no file, or another one.
    pub(crate) fn check(self, path: &Path) -> Result<(), StoreError> {
        match Self::of_path(path) {
            Ok(file) if file == self => Ok(()),
            _ => Err(StoreError::new(
                path,
                "the open file was deleted or replaced",
            )),
        }
    }
}
