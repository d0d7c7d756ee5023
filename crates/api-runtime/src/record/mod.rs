//! The exchanges of a client in a HAR file, without values that are not known to be plain.

pub(crate) mod exchange;
pub(crate) mod plain;

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// What ends the file, and is overwritten by the next entry.
const END: &[u8] = b"\n]}}\n";

/// A HAR file, which is whole after each entry.
pub(crate) struct Recorder {
    /// The documented path before that of each operation.
    pub(crate) base_path: &'static str,
    file: Mutex<Entries>,
}

struct Entries {
    file: File,
    is_empty: bool,
}

impl Recorder {
    /// An empty file, in place of any other.
    pub(crate) fn create(path: &Path, base_path: &'static str) -> io::Result<Self> {
        let mut file = File::create(path)?;
        let creator = env!("CARGO_PKG_NAME");
        let version = env!("CARGO_PKG_VERSION");
        write!(
            file,
            r#"{{"log":{{"version":"1.2","creator":{{"name":"{creator}","version":"{version}"}},"entries":["#
        )?;
        file.write_all(END)?;
        let is_empty = true;
        Ok(Self {
            base_path,
            file: Mutex::new(Entries { file, is_empty }),
        })
    }

    /// Adds an entry.
    ///
    /// # Panics
    ///
    /// If the file cannot be written: what is recorded is the purpose of the call.
    pub(crate) fn add(&self, entry: &Value) {
        let mut entries = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = entries.add(entry) {
            panic!("cannot write the recording: {error}");
        }
    }
}

impl Entries {
    fn add(&mut self, entry: &Value) -> io::Result<()> {
        let separator = if self.is_empty { "\n" } else { ",\n" };
        let mut text = format!("{separator}{entry:#}").into_bytes();
        text.extend_from_slice(END);
        self.file.seek(SeekFrom::End(-(END.len() as i64)))?;
        self.file.write_all(&text)?;
        self.is_empty = false;
        Ok(())
    }
}
