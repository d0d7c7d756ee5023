//! The SQL of the journal, in the schema `api_store`: one statement for each call, so one round trip. What
//! inserts an entry is public, for teams on sqlx or diesel.

/// The statements of rows in a schema.
pub use crate::rows::statements as rows;

/// The columns of an entry.
macro_rules! columns {
    () => {
        "id, api, environment, venue, operation, key, digest, digest_version, state, generation, \
         doubt, needs_person, nonce, revision, lease_until, due_at, format, details, created_at, \
         updated_at"
    };
}

/// One time for a whole statement, in milliseconds. A commit waits for the disk, and for what else the
/// server is set to wait for, even if the session does not.
macro_rules! clock {
    () => {
        "clock AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now, \
         set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') \
         IN ('off', 'local') THEN 'on' ELSE current_setting('synchronous_commit') END, true)) "
    };
}

/// The day of the last change, by which entries are pruned.
macro_rules! today {
    () => {
        "coalesce((SELECT day FROM api_store.rows WHERE kind = 'mark' AND scope = '' \
         AND id = 'day'), 1)"
    };
}

macro_rules! is_restored {
    () => {
        "EXISTS (SELECT FROM api_store.journal WHERE id = '00000000000000000000000000000000' \
         AND state = 'unknown')"
    };
}

/// Inserts an entry, and the first line of its history: id, api, environment, venue, operation, key,
/// digest, its version, state, generation, nonce, milliseconds of the lease or null, whether its record
/// can be looked up, format, details, why. Returns whether it was inserted, whether the journal was
/// restored, the time, and the entry or the one that exists.
///
/// No row: another transaction inserted it meanwhile, or the journal was restored. Run it again, up to a
/// limit, unless [`RESTORED`] says so.
pub const BEGIN: &str = concat!(
    "WITH ",
    clock!(),
    ", restored AS MATERIALIZED (SELECT ",
    is_restored!(),
    " AS is_restored), inserted AS (INSERT INTO api_store.journal (",
    columns!(),
    ", day) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, false, $11, 1, \
     now + $12 * interval '1 millisecond', \
     CASE WHEN $13 THEN now + $12 * interval '1 millisecond' END, $14, $15, now, now, ",
    today!(),
    " FROM clock, restored WHERE NOT is_restored OR $9 = 'done' \
     ON CONFLICT (id) DO NOTHING RETURNING ",
    columns!(),
    "), line AS (INSERT INTO api_store.history (id, revision, at, state, generation, ended, said_by, \
     why) SELECT id, revision, updated_at, state, generation, NULL, '', $16 FROM inserted) \
     SELECT true AS is_new, is_restored, now, ",
    columns!(),
    " FROM inserted, restored, clock UNION ALL SELECT false, is_restored, now, ",
    columns!(),
    " FROM api_store.journal, restored, clock WHERE id = $1 AND NOT EXISTS (SELECT FROM inserted)",
);

/// Whether the journal was restored.
pub const RESTORED: &str = concat!("SELECT ", is_restored!());

/// Replaces an entry, and adds the line of its history: id, revision, key, digest, its version, state,
/// generation, doubt, whether it needs a person, nonce, whether the lease is kept, its milliseconds or
/// null, whether the time of the look-up is kept, its milliseconds or null, format, details, whether the
/// history is deleted before, whether there is a line, its generation, end, by, why. Returns the times.
pub(crate) const REPLACE: &str = concat!(
    "WITH ",
    clock!(),
    ", replaced AS (UPDATE api_store.journal SET key = $3, digest = $4, digest_version = $5, \
     state = $6, generation = $7, doubt = $8, needs_person = $9, nonce = $10, \
     revision = revision + 1, \
     lease_until = CASE WHEN $11 THEN lease_until ELSE now + $12 * interval '1 millisecond' END, \
     due_at = CASE WHEN $13 THEN due_at ELSE now + $14 * interval '1 millisecond' END, \
     format = $15, details = $16, updated_at = now, day = ",
    today!(),
    " FROM clock WHERE id = $1 AND revision = $2 \
     RETURNING id, revision, lease_until, due_at, updated_at), \
     forgotten AS (DELETE FROM api_store.history WHERE $17 AND id IN (SELECT id FROM replaced)), \
     line AS (INSERT INTO api_store.history (id, revision, at, state, generation, ended, said_by, \
     why) SELECT id, revision, updated_at, $6, $19, $20, $21, $22 FROM replaced WHERE $18) \
     SELECT lease_until, due_at, updated_at FROM replaced",
);

/// Reads the history: id.
pub(crate) const HISTORY: &str = "SELECT revision, at, state, generation, ended, said_by, why \
     FROM api_store.history WHERE id = $1 ORDER BY revision";

macro_rules! settled {
    () => {
        "('not_sent', 'rejected', 'done')"
    };
}

/// Entries whose outcome is unknown, and whose send is over.
macro_rules! open {
    () => {
        concat!(
            "(state NOT IN ",
            settled!(),
            " AND (state <> 'in_flight' OR lease_until IS NULL OR lease_until <= now \
             OR lease_until > now + interval '1 day'))"
        )
    };
}

/// A list: milliseconds of the age, API, environment, venue, the time of insertion and the id of the
/// cursor, limit, id, a text, what details with this text have. What is null is not compared. Returns one row without an entry if there is none.
macro_rules! list {
    ($($condition:expr),+) => {
        concat!(
            "WITH clock AS MATERIALIZED \
             (SELECT date_trunc('milliseconds', clock_timestamp()) AS now), \
             found AS MATERIALIZED (SELECT ",
            columns!(),
            " FROM api_store.journal, clock WHERE ",
            $($condition,)+
            " AND created_at <= now - $1 * interval '1 millisecond' \
             AND ($2::text IS NULL OR api = $2) AND ($3::text IS NULL OR environment = $3) \
             AND ($4::text IS NULL OR venue = $4) AND ($8::text IS NULL OR id = $8) \
             AND ($9::text IS NULL OR key = $9 OR strpos(details, $10) > 0)), \
             page AS (SELECT * FROM found WHERE $5::timestamptz IS NULL OR (created_at, id) > ($5, $6) \
             ORDER BY created_at, id LIMIT $7) \
             SELECT (SELECT count(*) FROM found) AS count, now, page.* FROM clock \
             LEFT JOIN page ON true ORDER BY created_at, id",
        )
    };
}

macro_rules! unsettled {
    () => {
        concat!("(state NOT IN ", settled!(), " OR needs_person)")
    };
}

/// All entries.
pub(crate) const LIST_ALL: &str = list!("true");
/// Open entries.
pub(crate) const LIST_OPEN: &str = list!(unsettled!(), " AND ", open!());
/// Entries for people.
pub(crate) const LIST_FOR_PEOPLE: &str = list!(
    unsettled!(),
    " AND (needs_person OR (due_at IS NULL AND ",
    open!(),
    "))"
);
/// Entries to be looked up.
pub(crate) const LIST_DUE: &str = list!("due_at <= now");
/// Prepared entries.
pub(crate) const LIST_NEVER_SENT: &str = list!("state = 'not_sent' AND generation = 0");

/// Deletes settled entries and their history: the latest day of a change, limit. Returns a row for each
/// entry.
pub(crate) const PRUNE: &str = concat!(
    "WITH old AS (SELECT id FROM api_store.journal WHERE state IN ",
    settled!(),
    " AND day <= $1 AND NOT needs_person AND due_at IS NULL ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED), \
     forgotten AS (DELETE FROM api_store.history WHERE id IN (SELECT id FROM old)) \
     DELETE FROM api_store.journal WHERE id IN (SELECT id FROM old) RETURNING true",
);

/// SQL with the tables in another schema.
pub(crate) fn in_schema(sql: &str, schema: &str) -> String {
    sql.replace("api_store.", &format!("{schema}."))
}

/// The tables.
pub(crate) const JOURNAL_SCHEMA: &str = r#"
CREATE TABLE api_store.journal (
    id             text COLLATE "C" NOT NULL PRIMARY KEY,
    api            text COLLATE "C" NOT NULL,
    environment    text COLLATE "C" NOT NULL,
    venue          text COLLATE "C" NOT NULL,
    operation      text COLLATE "C" NOT NULL,
    key            text COLLATE "C" NOT NULL,
    digest         bytea       NOT NULL,
    digest_version bigint      NOT NULL,
    state          text        NOT NULL,
    generation     bigint      NOT NULL,
    doubt          boolean     NOT NULL,
    needs_person   boolean     NOT NULL,
    nonce          bigint      NOT NULL,
    revision       bigint      NOT NULL,
    lease_until    timestamptz,
    due_at         timestamptz,
    format         bigint      NOT NULL,
    details        text        NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    day            bigint      NOT NULL
);
CREATE INDEX journal_unsettled ON api_store.journal (created_at, id)
    WHERE state NOT IN ('not_sent', 'rejected', 'done') OR needs_person;
CREATE INDEX journal_never_sent ON api_store.journal (created_at, id)
    WHERE state = 'not_sent' AND generation = 0;
CREATE INDEX journal_due ON api_store.journal (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX journal_settled ON api_store.journal (day)
    WHERE state IN ('not_sent', 'rejected', 'done');
CREATE TABLE api_store.history (
    id         text COLLATE "C" NOT NULL,
    revision   bigint      NOT NULL,
    at         timestamptz NOT NULL,
    state      text        NOT NULL,
    generation bigint      NOT NULL,
    ended      text,
    said_by    text        NOT NULL,
    why        text        NOT NULL,
    PRIMARY KEY (id, revision)
);
"#;
