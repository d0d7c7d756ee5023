//! The data file: a database with a row per changed record.

mod backend;
mod content;
mod database;
#[cfg(test)]
pub(crate) mod disk;
mod header;
mod start;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::Database;

use super::commit_error::CommitError;
use backend::Backend;
use content::Reason;
use database::{FORMAT, MIN_FORMAT, open_database, read_meta, read_rows, write};
use header::check_header;
use start::lock_or_create;

pub(super) use content::{Meta, Row, Scope};

/// An open data file, locked for this sandbox.
pub(super) struct DataFile {
    path: PathBuf,
    /// `None` once the file is closed.
    backend: Option<Backend>,
    /// `None` after a failed commit.
    database: Option<Database>,
}

impl DataFile {
    /// Opens a file, or creates it with this content. Errors name the file.
    pub(super) fn open(path: PathBuf, new: Meta) -> io::Result<(Self, Meta)> {
        let error = |reason: Reason| start_error(&path, &reason);
        let backend = lock_or_create(&path, new);
        let backend = backend.map_err(|cause| error(cause.to_string()))?;
        check_header(&backend).map_err(error)?;
        let mut file = Self {
            path: path.clone(),
            backend: Some(backend),
            database: None,
        };
        let row = undamaged(|| {
            let database = file.database.insert(file.open_database()?);
            read_meta(database)
        })
        .map_err(error)?;
        if row.format > FORMAT {
            let (found, known) = (row.format, FORMAT);
            return Err(error(format!(
                "expected format {known}, found {found}: start the newer version of the sandbox \
                 that wrote it, or choose another file"
            )));
        }
        let meta = row.meta.filter(|_| row.format >= MIN_FORMAT);
        let meta = meta.ok_or_else(|| error(format!("unknown format {}", row.format)))?;
        Ok((file, meta))
    }

    /// Reads all records: kind, venue, id and JSON. Errors name the file.
    pub(super) fn read(
        &self,
        read: impl FnMut(&str, Option<i64>, i64, &[u8]) -> serde_json::Result<()>,
    ) -> io::Result<()> {
        let result = undamaged(|| {
            let database = self.database.as_ref().ok_or("closed")?;
            read_rows(database, read)
        });
        result.map_err(|reason| start_error(&self.path, &reason))
    }

    /// Commits rows. After an error, none is in the file. The cost is that of the rows.
    pub(super) fn commit(
        &mut self,
        meta: Meta,
        scope: Scope,
        rows: &[Row],
    ) -> Result<(), CommitError> {
        self.try_commit(meta, scope, rows).map_err(|reason| {
            let path = self.path.display();
            CommitError::new(format!("cannot write the data file `{path}`: {reason}"))
        })
    }

    fn try_commit(&mut self, meta: Meta, scope: Scope, rows: &[Row]) -> Result<(), Reason> {
        // The database accepts no commit after a failed one, until it is opened again.
        let database = match self.database.take() {
            Some(database) => database,
            None => self.open_database()?,
        };
        write(&database, meta, scope, rows)?;
        self.database = Some(database);
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn disk(&self) -> disk::Disk {
        self.backend.as_ref().expect("an open file").disk.clone()
    }

    /// Closes the file, which unlocks it.
    pub(super) fn close(&mut self) {
        self.database = None;
        if let Some(backend) = self.backend.take() {
            // Every commit has been written, and a failure has no remedy here.
            let _ = backend.sync();
        }
    }

    fn open_database(&self) -> Result<Database, Reason> {
        open_database(self.backend.clone().ok_or("the sandbox is stopped")?)
    }
}

impl Drop for DataFile {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reads what a database asserts to be consistent.
fn undamaged<T>(read: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("damaged".to_owned()))
}

fn start_error(path: &Path, reason: &str) -> io::Error {
    let path = path.display();
    io::Error::other(format!("cannot open the data file `{path}`: {reason}"))
}
