//! The storage of the database: a locked file.

use std::fs::File;
use std::io;
use std::sync::Arc;

use redb::backends::FileBackend;
use redb::{DatabaseError, StorageBackend};

/// A file with an exclusive lock, which its clones share.
#[derive(Clone, Debug)]
pub(super) struct Backend {
    file: Arc<FileBackend>,
    #[cfg(test)]
    pub(super) disk: super::disk::Disk,
}

impl Backend {
    /// Locks a file; an error if it is locked already, in this process or another.
    pub(super) fn new(file: File) -> Result<Self, DatabaseError> {
        Ok(Self {
            file: Arc::new(FileBackend::new(file)?),
            #[cfg(test)]
            disk: super::disk::Disk::default(),
        })
    }

    /// Waits until the file is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data(false)
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        self.file.read(offset, len)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        // A full disk can still shrink a file.
        #[cfg(test)]
        if len > self.file.len()? {
            self.disk.check(0)?;
        }
        self.file.set_len(len)
    }

    /// Does nothing: what is written survives the end of the process, however it ends. A sandbox
    /// need not survive a power failure, which would cost milliseconds per commit.
    fn sync_data(&self, _eventual: bool) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        #[cfg(test)]
        self.disk.check(data.len()).inspect_err(|_| {
            // A full disk may take the first part, except of the header, which has its place.
            if offset > 0 {
                let _ = self.file.write(offset, &data[..data.len() / 2]);
            }
        })?;
        self.file.write(offset, data)
    }
}
