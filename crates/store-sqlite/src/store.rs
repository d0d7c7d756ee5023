//! The store, and its connection.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::{Connection, InterruptHandle, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::Mutex;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::error::StoreError;
use crate::file_id::FileId;
use crate::migrations::migrate;
use crate::waiting::Waiting;

/// How long a call waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The value of `PRAGMA synchronous` with which a commit survives a power cut.
const SYNCHRONOUS_FULL: i64 = 2;

/// A journal of writes in a file of SQLite. Clones share its connections.
///
/// Calls run one after the other on a thread for blocking work of Tokio's runtime; all writes that wait for
/// their turn meanwhile are committed by one transaction. Lists have a connection of their own, which only
/// reads: nothing else waits for a long list, and one that is dropped ends.
#[derive(Clone)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
    reader: Arc<Mutex<Connection>>,
    pub(crate) waiting: Arc<Waiting>,
    path: Arc<Path>,
    file: FileId,
}

impl SqliteStore {
    /// Opens a file, or creates it, and applies the [migrations](crate::migrations) that it lacks.
    ///
    /// # Errors
    ///
    /// If the file cannot be read and written, is no database, or was migrated by a later version.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let path: Arc<Path> = path.into().into();
        let opened = Arc::clone(&path);
        let connection = spawn_blocking(move || {
            let mut connection = connect(&opened)?;
            migrate(&mut connection).map_err(|error| StoreError::new(&opened, error))?;
            let file = FileId::of_path(&opened).map_err(|error| StoreError::new(&opened, error))?;
            let reader =
                connect_reader(&opened).map_err(|error| StoreError::new(&opened, error))?;
            Ok((connection, reader, file))
        });
        let (connection, reader, file) = connection
            .await
            .map_err(|error| StoreError::new(&path, error))??;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            reader: Arc::new(Mutex::new(reader)),
            waiting: Arc::default(),
            path,
            file,
        })
    }

    /// The path of the file, as it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens another connection to the file, with the settings of the store.
    ///
    /// It blocks the thread, as SQLite does.
    ///
    /// # Errors
    ///
    /// If the file cannot be read and written.
    pub fn connect(&self) -> Result<Connection, StoreError> {
        connect(&self.path)
    }

    /// Runs a function in a transaction on the store's connection, and commits if it succeeds.
    ///
    /// The error of the function is any that a [`StoreError`] can become:
    ///
    /// ```
    /// # use std::error::Error;
    /// # async fn run(store: store_sqlite::SqliteStore) -> Result<(), Box<dyn Error + Send + Sync>> {
    /// let insert = store.transaction(|tx| -> Result<_, Box<dyn Error + Send + Sync>> {
    ///     tx.execute("INSERT INTO orders (cart) VALUES (?1)", ["A-1"])?;
    ///     Ok(tx.last_insert_rowid())
    /// });
    /// let row = insert.await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The function runs to its end if this future is dropped.
    ///
    /// # Errors
    ///
    /// If the function fails, or SQLite does. Nothing is committed then.
    pub async fn transaction<T, E>(
        &self,
        function: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let path = Arc::clone(&self.path);
        self.run(move |connection| {
            let error = |error: rusqlite::Error| StoreError::new(&path, error);
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
            let transaction = transaction.map_err(error)?;
            let value = function(&transaction)?;
            transaction.commit().map_err(error)?;
            Ok(value)
        })
        .await
    }

    /// Runs a function with the connection on a thread for blocking work.
    pub(crate) async fn run<T, E>(
        &self,
        function: impl FnOnce(&mut Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        // Calls wait here in order, and block no thread.
        let mut connection = Arc::clone(&self.connection).lock_owned().await;
        let (path, file) = (Arc::clone(&self.path), self.file);
        let result = spawn_blocking(move || {
            file.check(&path)?;
            function(&mut connection)
        });
        let result = result.await;
        result.map_err(|error| self.error(error))?
    }

    /// Runs a list with the connection that only reads. If this future is dropped, the list ends.
    pub(crate) async fn reading<T: Send + 'static>(
        &self,
        function: impl FnOnce(&mut Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.file.check(&self.path)?;
        let mut reader = Arc::clone(&self.reader).lock_owned().await;
        let interrupt = reader.get_interrupt_handle();
        // The connection comes back with the result: until then, no other list has it.
        let mut running = Running(
            spawn_blocking(move || (function(&mut reader), reader)),
            interrupt,
        );
        let (result, _reader) = (&mut running.0).await.map_err(|error| self.error(error))?;
        result.map_err(|error| self.error(error))
    }

    pub(crate) fn error(
        &self,
        error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> StoreError {
        StoreError::new(&self.path, error)
    }

    /// Whether a commit of this transaction is a durable one in the file of the store.
    pub(crate) fn check(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        self.file.check(&self.path)?;
        let found = transaction.path().unwrap_or_default();
        if !is_same_file(Path::new(found), &self.path) {
            let error = format!("expected a transaction of this file, found one of `{found}`");
            return Err(self.error(error));
        }
        let synchronous = transaction.pragma_query_value(None, "synchronous", |row| row.get(0));
        let synchronous: i64 = synchronous.map_err(|error| self.error(error))?;
        match synchronous >= SYNCHRONOUS_FULL {
            true => Ok(()),
            false => Err(self.error(format!(
                "expected a connection with `PRAGMA synchronous=FULL`, found {synchronous}"
            ))),
        }
    }
}

/// A list that ends when this is dropped, unless it has ended.
struct Running<T>(JoinHandle<T>, InterruptHandle);

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        if !self.0.is_finished() {
            self.0.abort();
            self.1.interrupt();
        }
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("SqliteStore");
        debug.field("path", &self.path).finish_non_exhaustive()
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let error = |error: rusqlite::Error| StoreError::new(path, error);
    // The path is not a URI: a file can have any name.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(error)?;
    if is_read_only(&connection).map_err(error)? {
        return Err(StoreError::new(
            path,
            "expected a writable file, found a read-only one",
        ));
    }
    connection.busy_timeout(BUSY_TIMEOUT).map_err(error)?;
    let mode = set_wal_mode(&connection).map_err(error)?;
    if mode != "wal" {
        let text = format!("expected a file with `journal_mode=wal`, found `{mode}`");
        return Err(StoreError::new(path, text));
    }
    connection
        .pragma_update(None, "synchronous", SYNCHRONOUS_FULL)
        .map_err(error)?;
    // What is erased leaves no bytes in free pages.
    connection
        .pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))
        .map_err(error)?;
    Ok(connection)
}

/// Whether SQLite may only read the file, by a statement that changes no row and waits for no other transaction.
fn is_read_only(connection: &Connection) -> Result<bool, rusqlite::Error> {
    connection.busy_timeout(Duration::ZERO)?;
    let written =
        connection.execute_batch("UPDATE api_store_migrations SET name = name WHERE false");
    let code = written.err().and_then(|error| error.sqlite_error_code());
    Ok(code == Some(rusqlite::ErrorCode::ReadOnly))
}

/// A connection that only reads.
fn connect_reader(path: &Path) -> Result<Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Fails if the file is no database. Of two connections that set the mode of a new file, SQLite tells
/// one at once that it is busy.
fn set_wal_mode(connection: &Connection) -> Result<String, rusqlite::Error> {
    let deadline = Instant::now() + BUSY_TIMEOUT;
    loop {
        let mode =
            connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0));
        let is_busy = mode.as_ref().is_err_and(|error| {
            error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
        });
        if !is_busy || Instant::now() > deadline {
            return mode;
        }
        sleep(Duration::from_millis(10));
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
