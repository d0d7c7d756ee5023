//! The SQL of the journal. What inserts an entry is public, for teams on sqlx or
//! diesel.
//!
//! Parameters are numbered. Times are milliseconds since 1970. Run what changes something in an
//! immediate transaction with `PRAGMA synchronous=FULL`, and take the time from [`NOW`] in it.

use crate::clock::now;

/// The statements of rows.
pub use crate::rows::statements as rows;

/// Reads the time.
pub const NOW: &str = concat!("SELECT ", now!());

/// The columns of an entry, in the order that rows are read and written.
macro_rules! columns {
    () => {
        "id, api, environment, venue, operation, key, digest, digest_version, state, generation, \
         doubt, needs_person, nonce, revision, lease_until, due_at, format, details, created_at, \
         updated_at"
    };
}

/// The day of the last change, by which entries are pruned.
macro_rules! today {
    () => {
        "coalesce((SELECT day FROM api_store_rows WHERE kind = 'mark' AND scope = '' \
         AND id = 'day'), 1)"
    };
}

/// Inserts an entry: its columns.
pub const INSERT: &str = concat!(
    "INSERT INTO api_store_journal (",
    columns!(),
    ", day) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, \
     ?20, ",
    today!(),
    ")",
);

/// Replaces an entry of the revision before: its columns.
pub(crate) const REPLACE: &str = concat!(
    "UPDATE api_store_journal SET key = ?6, digest = ?7, digest_version = ?8, \
     state = ?9, generation = ?10, doubt = ?11, needs_person = ?12, nonce = ?13, revision = ?14, \
     lease_until = ?15, due_at = ?16, format = ?17, details = ?18, updated_at = ?20, day = ",
    today!(),
    " WHERE id = ?1 AND revision = ?14 - 1",
);

/// Reads an entry: id.
pub const SELECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store_journal WHERE id = ?1"
);

/// Adds a line to the history: id, revision, time, state, generation, end, by, why.
pub const ADD_LINE: &str = "INSERT INTO api_store_history (id, revision, at, state, generation, \
     ended, said_by, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

/// Reads the history: id.
pub(crate) const HISTORY: &str = "SELECT revision, at, state, generation, ended, said_by, why \
     FROM api_store_history WHERE id = ?1 ORDER BY revision";

/// Deletes the history: id.
pub(crate) const FORGET: &str = "DELETE FROM api_store_history WHERE id = ?1";

/// The states that are settled, as the partial indexes have them.
macro_rules! settled {
    () => {
        "('not_sent', 'rejected', 'done')"
    };
}

/// Entries whose outcome is unknown, and whose send is over: time.
macro_rules! open {
    () => {
        concat!(
            "(state NOT IN ",
            settled!(),
            " AND (state <> 'in_flight' OR lease_until IS NULL OR lease_until <= ?1 \
             OR lease_until > ?1 + 86400000))"
        )
    };
}

/// A list: its rows and their number. Parameters are the time, the latest time of insertion, API,
/// environment, venue, a text and what details with this text have; the rows have the time of insertion
/// and the id of the cursor and the limit, too. What is null is not compared.
pub(crate) struct ListStatements {
    pub(crate) rows: &'static str,
    pub(crate) count: &'static str,
}

macro_rules! of_filter {
    () => {
        " AND created_at <= ?2 AND (?3 IS NULL OR api = ?3) \
         AND (?4 IS NULL OR environment = ?4) AND (?5 IS NULL OR venue = ?5) \
         AND (?6 IS NULL OR key = ?6 OR instr(details, ?7) > 0)"
    };
}

macro_rules! list {
    ($($condition:expr),+) => {
        ListStatements {
            rows: concat!(
                "SELECT ",
                columns!(),
                " FROM api_store_journal WHERE ",
                $($condition,)+
                of_filter!(),
                " AND (?8 IS NULL OR (created_at, id) > (?8, ?9)) ORDER BY created_at, id LIMIT ?10",
            ),
            count: concat!(
                "SELECT count(*) FROM api_store_journal WHERE ",
                $($condition,)+
                of_filter!(),
            ),
        }
    };
}

macro_rules! unsettled {
    () => {
        concat!("(state NOT IN ", settled!(), " OR needs_person)")
    };
}

pub(crate) const LIST_ALL: ListStatements = list!("true");
pub(crate) const LIST_OPEN: ListStatements = list!(unsettled!(), " AND ", open!());
pub(crate) const LIST_FOR_PEOPLE: ListStatements = list!(
    unsettled!(),
    " AND (needs_person OR (due_at IS NULL AND ",
    open!(),
    "))"
);
pub(crate) const LIST_DUE: ListStatements = list!("due_at <= ?1");
pub(crate) const LIST_NEVER_SENT: ListStatements = list!("state = 'not_sent' AND generation = 0");

/// The ids of entries that can be deleted: the latest day of a change, limit.
pub const OLD: &str = concat!(
    "SELECT id FROM api_store_journal WHERE state IN ",
    settled!(),
    " AND day <= ?1 AND NOT needs_person AND due_at IS NULL ORDER BY day LIMIT ?2",
);

/// Deletes an entry: id.
pub(crate) const DELETE: &str = "DELETE FROM api_store_journal WHERE id = ?1";

/// The tables.
pub(crate) const JOURNAL_SCHEMA: &str = "
CREATE TABLE api_store_journal (
    id             TEXT    NOT NULL PRIMARY KEY,
    api            TEXT    NOT NULL,
    environment    TEXT    NOT NULL,
    venue          TEXT    NOT NULL,
    operation      TEXT    NOT NULL,
    key            TEXT    NOT NULL,
    digest         BLOB    NOT NULL,
    digest_version INTEGER NOT NULL,
    state          TEXT    NOT NULL,
    generation     INTEGER NOT NULL,
    doubt          INTEGER NOT NULL,
    needs_person   INTEGER NOT NULL,
    nonce          INTEGER NOT NULL,
    revision       INTEGER NOT NULL,
    lease_until    INTEGER,
    due_at         INTEGER,
    format         INTEGER NOT NULL,
    details        TEXT    NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    day            INTEGER NOT NULL
) STRICT;
CREATE INDEX api_store_journal_unsettled ON api_store_journal (created_at, id)
    WHERE state NOT IN ('not_sent', 'rejected', 'done') OR needs_person;
CREATE INDEX api_store_journal_never_sent ON api_store_journal (created_at, id)
    WHERE state = 'not_sent' AND generation = 0;
CREATE INDEX api_store_journal_due ON api_store_journal (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX api_store_journal_settled ON api_store_journal (day)
    WHERE state IN ('not_sent', 'rejected', 'done');
CREATE TABLE api_store_history (
    id         TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    state      TEXT    NOT NULL,
    generation INTEGER NOT NULL,
    ended      TEXT,
    said_by    TEXT    NOT NULL,
    why        TEXT    NOT NULL,
    PRIMARY KEY (id, revision)
) STRICT;
";
