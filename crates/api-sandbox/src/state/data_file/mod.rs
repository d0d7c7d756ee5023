//! The data file: a database with a row per changed record.

mod backend;
#[cfg(test)]
pub(crate) mod disk;
#[cfg(test)]
mod tests;

use std::fs::OpenOptions;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::{Database, DatabaseError, ReadableTable as _, StorageBackend as _, TableDefinition};
use serde::{Deserialize, Serialize};

use super::commit_error::CommitError;
use super::time::Time;
use backend::Backend;

/// The version of the file format.
const FORMAT: u32 = 2;

/// The first bytes of a database.
const MAGIC_NUMBER: &[u8] = b"redb";

/// Kind, venue and id of a changed record, and its JSON.
const RECORDS: TableDefinition<'_, (&str, Option<i64>, i64), &[u8]> =
    TableDefinition::new("records");

/// The one row of [`Meta`].
const META: TableDefinition<'_, (), &[u8]> = TableDefinition::new("meta");

/// The memory of the database's cache. The records are in memory anyway.
const CACHE_SIZE: usize = 8 * 1024 * 1024;

/// The content of the file besides its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    pub(super) seed: u64,
    pub(super) start: Time,
    /// The next id.
    pub(super) next: i64,
    /// The digest of the fixtures; none for the demo data.
    #[serde(default)]
    pub(super) fixtures: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct MetaRow {
    format: u32,
    /// Missing in other formats.
    #[serde(flatten)]
    meta: Option<Meta>,
}

/// A changed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) kind: &'static str,
    pub(super) venue: Option<i64>,
    pub(super) id: i64,
    pub(super) json: Vec<u8>,
}

/// The rows of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those of the changed records.
    Changed,
    /// All, which replace those of the file.
    All,
}

/// Why the file cannot be read or written.
type Reason = String;

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
        let backend = match lock(&path, false) {
            Err(LockError::NotFound) => create(&path, new),
            locked => locked,
        };
        let backend = backend.map_err(|cause| error(cause.to_string()))?;
        check_header(&backend).map_err(error)?;
        let mut file = Self {
            path: path.clone(),
            backend: Some(backend),
            database: None,
        };
        let row = undamaged(|| {
            file.database = Some(file.open_database()?);
            file.meta()
        })
        .map_err(error)?;
        if row.format > FORMAT {
            let (found, known) = (row.format, FORMAT);
            return Err(error(format!(
                "expected format {known}, found {found}: start the newer version of the sandbox \
                 that wrote it, or choose another file"
            )));
        }
        let meta = row.meta.filter(|_| row.format == FORMAT);
        let meta = meta.ok_or_else(|| error(format!("unknown format {}", row.format)))?;
        Ok((file, meta))
    }

    /// Reads all records: kind, venue, id and JSON. Errors name the file.
    pub(super) fn read(
        &self,
        mut read: impl FnMut(&str, Option<i64>, i64, &[u8]) -> serde_json::Result<()>,
    ) -> io::Result<()> {
        let result = undamaged(|| {
            let database = self.database.as_ref().ok_or("closed")?;
            let transaction = database.begin_read().map_err(reason)?;
            let records = transaction.open_table(RECORDS).map_err(reason)?;
            for row in records.iter().map_err(reason)? {
                let (key, json) = row.map_err(reason)?;
                let (kind, venue, id) = key.value();
                read(kind, venue, id, json.value())
                    .map_err(|reason| format!("invalid {kind} {id}: {reason}"))?;
            }
            Ok(())
        });
        result.map_err(|reason| start_error(&self.path, &reason))
    }

    /// Commits rows. After an error, none is in the file. The cost is that of the rows.
    pub(super) fn commit(
        &mut self,
        meta: Meta,
        scope: Scope,
        rows: Vec<Row>,
    ) -> Result<(), CommitError> {
        self.try_commit(meta, scope, rows).map_err(|reason| {
            let path = self.path.display();
            CommitError::new(format!("cannot write the data file `{path}`: {reason}"))
        })
    }

    fn try_commit(&mut self, meta: Meta, scope: Scope, rows: Vec<Row>) -> Result<(), Reason> {
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

    fn meta(&self) -> Result<MetaRow, Reason> {
        let database = self.database.as_ref().ok_or("closed")?;
        let transaction = database.begin_read().map_err(reason)?;
        let table = transaction.open_table(META).map_err(reason)?;
        let row = table.get(()).map_err(reason)?.ok_or("missing metadata")?;
        serde_json::from_slice(row.value()).map_err(|error| format!("invalid metadata: {error}"))
    }
}

impl Drop for DataFile {
    fn drop(&mut self) {
        self.close();
    }
}

fn open_database(backend: Backend) -> Result<Database, Reason> {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_SIZE);
    // The format of the database's newer versions.
    builder.create_with_file_format_v3(true);
    builder.create_with_backend(backend).map_err(reason)
}

fn write(database: &Database, meta: Meta, scope: Scope, rows: Vec<Row>) -> Result<(), Reason> {
    let mut transaction = database.begin_write().map_err(reason)?;
    // The last write is that of the header, in place: if another one fails, nothing is committed.
    transaction.set_two_phase_commit(true);
    if scope == Scope::All {
        transaction.delete_table(RECORDS).map_err(reason)?;
    }
    {
        let mut records = transaction.open_table(RECORDS).map_err(reason)?;
        for Row {
            kind,
            venue,
            id,
            json,
        } in rows
        {
            let inserted = records.insert((kind, venue, id), json.as_slice());
            inserted.map_err(reason)?;
        }
        let row = MetaRow {
            format: FORMAT,
            meta: Some(meta),
        };
        let row = serde_json::to_vec(&row).map_err(|error| error.to_string())?;
        let mut table = transaction.open_table(META).map_err(reason)?;
        table.insert((), row.as_slice()).map_err(reason)?;
    }
    transaction.commit().map_err(reason)
}

/// The reason of an error of the database, without its wording of files and transactions.
fn reason(error: impl Into<redb::Error>) -> Reason {
    match error.into() {
        redb::Error::Io(error) => error.to_string(),
        redb::Error::Corrupted(_) => "damaged".to_owned(),
        redb::Error::TableDoesNotExist(_) => "not a data file of a sandbox".to_owned(),
        error => error.to_string(),
    }
}

/// Reads what a database asserts to be consistent.
fn undamaged<T>(read: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("damaged".to_owned()))
}

/// Creates a file with this content, and locks it. It has its name once it is complete.
fn create(path: &Path, meta: Meta) -> Result<Backend, LockError> {
    let mut temporary = path.to_owned().into_os_string();
    temporary.push(".new");
    let temporary = PathBuf::from(temporary);
    let backend = lock(&temporary, true)?;
    // Another process was killed before the file had its name.
    backend.set_len(0).map_err(LockError::Io)?;
    let database = open_database(backend.clone()).map_err(LockError::Other)?;
    write(&database, meta, Scope::All, Vec::new()).map_err(LockError::Other)?;
    drop(database);
    // A link, unlike a rename, never replaces the file of another process.
    match std::fs::hard_link(&temporary, path) {
        Ok(()) => std::fs::remove_file(&temporary),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(LockError::InUse);
        }
        // Not every file system has links.
        Err(_) => std::fs::rename(&temporary, path),
    }
    .map_err(LockError::Io)?;
    Ok(backend)
}

/// Why a file cannot be opened and locked.
enum LockError {
    NotFound,
    InUse,
    Io(io::Error),
    Other(Reason),
}

impl std::fmt::Display for LockError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFound => f.write_str("its directory does not exist"),
            Self::InUse => f.write_str("in use by another sandbox"),
            Self::Io(error) => write!(f, "{error}"),
            Self::Other(reason) => f.write_str(reason),
        }
    }
}

fn lock(path: &Path, create: bool) -> Result<Backend, LockError> {
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .create(create)
        .truncate(false)
        .open(path);
    let file = match opened {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(LockError::NotFound),
        opened => opened.map_err(LockError::Io)?,
    };
    if !file.metadata().map_err(LockError::Io)?.is_file() {
        return Err(LockError::Other("not a file".to_owned()));
    }
    Backend::new(file).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => LockError::InUse,
        error => LockError::Other(reason(error)),
    })
}

/// Checks that a file is a database, and not one of the user's own.
fn check_header(backend: &Backend) -> Result<(), Reason> {
    let length = backend.len().map_err(|error| error.to_string())?;
    let length = length.min(MAGIC_NUMBER.len() as u64) as usize;
    let header = backend.read(0, length).map_err(|error| error.to_string())?;
    if header == MAGIC_NUMBER {
        return Ok(());
    }
    Err(if header.starts_with(b"{") {
        "expected a database, found JSON, as of earlier versions of the sandbox: delete the file, \
         or choose another one"
    } else {
        "not a data file of a sandbox"
    }
    .to_owned())
}

fn start_error(path: &Path, reason: &str) -> io::Error {
    let path = path.display();
    io::Error::other(format!("cannot open the data file `{path}`: {reason}"))
}
