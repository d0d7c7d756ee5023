//! The data file: a line of JSON for the start, and one for each commit.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::time::Time;

/// The version of the file format. Those before were databases.
const FORMAT: u32 = 6;

/// The first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    pub(super) sandbox_format: u32,
    pub(super) start: Time,
    /// The digest of the fixtures; none for the demo data.
    pub(super) fixtures: Option<u64>,
}

impl Meta {
    pub(super) fn new(start: Time, fixtures: Option<u64>) -> Self {
        Self {
            sandbox_format: FORMAT,
            start,
            fixtures,
        }
    }
}

/// The line of a commit.
#[derive(Serialize, Deserialize)]
pub(super) struct Commit {
    /// The next id.
    pub(super) next: i64,
    /// The time of the demo data, if all records before are replaced.
    pub(super) reset: Option<Time>,
    pub(super) rows: Vec<Row>,
}

/// A changed record.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    /// The name of its list.
    pub(super) list: String,
    /// The id of its venue; `None` for payments.
    pub(super) venue: Option<i64>,
    pub(super) record: Box<RawValue>,
}

/// The data file cannot be written.
#[derive(Debug)]
pub(crate) struct CommitError(String);

impl From<serde_json::Error> for CommitError {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("cannot serialize a record: {error}"))
    }
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An open data file, locked for this sandbox.
pub(super) struct DataFile {
    path: PathBuf,
    /// `None` once the file is closed, which unlocks it.
    file: Option<File>,
    /// The length of all commits.
    length: u64,
}

impl DataFile {
    /// Opens a file, or creates it with this first line, and reads its commits. Errors name the
    /// file.
    pub(super) fn open(path: PathBuf, new: Meta) -> io::Result<(Self, Meta, Vec<Commit>)> {
        let mut opened = Self {
            path,
            file: None,
            length: 0,
        };
        let locked = lock(&opened.path);
        match locked.and_then(|file| read(opened.file.insert(file), new)) {
            Ok((length, meta, commits)) => {
                opened.length = length;
                Ok((opened, meta, commits))
            }
            Err(reason) => Err(opened.error(reason)),
        }
    }

    /// An error of opening it.
    pub(super) fn error(&self, reason: String) -> io::Error {
        let path = self.path.display();
        io::Error::other(format!("cannot open the data file `{path}`: {reason}"))
    }

    /// Appends a commit. After an error, nothing of it is in the file.
    pub(super) fn commit(&mut self, commit: &Commit) -> Result<(), CommitError> {
        let mut line = serde_json::to_vec(commit)?;
        line.push(b'\n');
        let written = self.append(&line);
        written.map_err(|reason| {
            let path = self.path.display();
            CommitError(format!("cannot write the data file `{path}`: {reason}"))
        })?;
        self.length += line.len() as u64;
        Ok(())
    }

    /// What is written survives the end of the process. A sandbox need not survive a power failure,
    /// which would cost milliseconds per commit.
    fn append(&mut self, line: &[u8]) -> Result<(), String> {
        let file = self.file.as_mut().ok_or("the sandbox is stopped")?;
        let written = file.write_all(line);
        written.map_err(|error| {
            // A full disk may have taken the first part. If this fails, the next start drops it.
            let _ = file.set_len(self.length);
            let _ = file.seek(SeekFrom::Start(self.length));
            error.to_string()
        })
    }

    /// Closes the file. It is unlocked by itself, too, but not while another thread starts a process.
    pub(super) fn close(&mut self) {
        if let Some(file) = self.file.take() {
            // The lock goes with the file anyway.
            let _ = fs4::FileExt::unlock(&file);
        }
    }
}

/// Unlocks the file of a sandbox that could not start, too.
impl Drop for DataFile {
    fn drop(&mut self) {
        self.close();
    }
}

/// Opens and locks a file, which may be new.
fn lock(path: &Path) -> Result<File, String> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "its directory does not exist".to_owned(),
        _ => error.to_string(),
    })?;
    // The method of the standard library is newer than our oldest compiler.
    let locked = fs4::FileExt::try_lock(&file);
    locked.map_err(|_| "in use by another sandbox".to_owned())?;
    Ok(file)
}

/// Reads a file up to its last whole line: the length of that, and what is in it.
fn read(mut file: &File, new: Meta) -> Result<(u64, Meta, Vec<Commit>), String> {
    let mut lines = BufReader::new(file);
    let mut line = Vec::new();
    let mut next_line = |line: &mut Vec<u8>| {
        line.clear();
        let read = lines.read_until(b'\n', line);
        read.map_err(|error| error.to_string())
    };
    let mut length = next_line(&mut line)? as u64;
    if length == 0 {
        // An empty file, as of a program that has made a temporary one, is new.
        let mut line = serde_json::to_vec(&new).map_err(|error| error.to_string())?;
        line.push(b'\n');
        file.write_all(&line).map_err(|error| error.to_string())?;
        return Ok((line.len() as u64, new, Vec::new()));
    }
    let meta: Meta = serde_json::from_slice(&line).map_err(|_| "not a data file of a sandbox")?;
    if meta.sandbox_format != FORMAT {
        let found = meta.sandbox_format;
        return Err(format!(
            "expected format {FORMAT}, found {found}, of another version of the sandbox"
        ));
    }
    let mut commits = Vec::new();
    for number in 2.. {
        let count = next_line(&mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let commit = serde_json::from_slice(&line);
        commits.push(commit.map_err(|error| format!("damaged in line {number}: {error}"))?);
        length += count as u64;
    }
    // A last line that is not whole is of a commit that was not acknowledged.
    let truncated = file.set_len(length);
    let sought = truncated.and_then(|()| file.seek(SeekFrom::Start(length)));
    sought.map_err(|error| error.to_string())?;
    Ok((length, meta, commits))
}
