//! The start: a data file is locked, or created.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use redb::{DatabaseError, StorageBackend as _};

use super::backend::Backend;
use super::content::{Meta, Reason, Scope};
use super::database::{open_database, reason, write};

/// Why a file cannot be opened and locked.
pub(super) enum LockError {
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

/// Locks a file, or creates it with this content. An empty file, as of a program that has made a
/// temporary one, is new.
pub(super) fn lock_or_create(path: &Path, new: Meta) -> Result<Backend, LockError> {
    match lock(path, false) {
        Err(LockError::NotFound) => create(path, new),
        Ok(backend) if backend.len().map_err(LockError::Io)? == 0 => {
            write_new(&backend, new)?;
            Ok(backend)
        }
        locked => locked,
    }
}

fn write_new(backend: &Backend, meta: Meta) -> Result<(), LockError> {
    let database = open_database(backend.clone()).map_err(LockError::Other)?;
    write(&database, meta, Scope::All, &[]).map_err(LockError::Other)
}

/// Creates a file with this content, and locks it. It has its name once it is complete.
fn create(path: &Path, meta: Meta) -> Result<Backend, LockError> {
    let mut temporary = path.to_owned().into_os_string();
    temporary.push(".new");
    let temporary = PathBuf::from(temporary);
    let backend = lock(&temporary, true)?;
    // Another process was killed before the file had its name.
    backend.set_len(0).map_err(LockError::Io)?;
    write_new(&backend, meta)?;
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

pub(super) fn lock(path: &Path, create: bool) -> Result<Backend, LockError> {
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
