//! The statements of the journal.

use std::time::Duration;

use api_journal::{Begun, Claim, Entry, EntryId, Intent, LeaseChange, Scope, Timestamp};
use rusqlite::{Connection, Error, OptionalExtension, Transaction, named_params};

use crate::clock::{millis, now, time};
use crate::row::{columns, entry};

const INSERT: &str = concat!(
    "INSERT INTO api_store_journal (",
    columns!(),
    ") SELECT :id, :api, :environment, :venue, :operation, :key, :digest, :state, :details, \
     :sealed_request, :owner, 1, 1, now + :lease, now, now FROM (SELECT ",
    now!(),
    " AS now) WHERE true ON CONFLICT (id) DO NOTHING RETURNING ",
    columns!(),
);

const SELECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store_journal WHERE id = ?1"
);

const UPDATE: &str = concat!(
    "UPDATE api_store_journal SET digest = :digest, state = :state, details = :details, \
     sealed_request = :sealed_request, owner = :owner, epoch = :epoch, revision = revision + 1, \
     updated_at = ",
    now!(),
    ", lease_until = CASE WHEN :keep THEN lease_until ELSE ",
    now!(),
    " + :lease END WHERE id = :id AND revision = :revision",
);

const EXPIRED: &str = concat!(
    "SELECT id, operation FROM api_store_journal WHERE lease_until <= ",
    now!(),
    " AND api = ?1 AND environment = ?2 AND venue = ?3 ORDER BY lease_until",
);

const CLAIM: &str = concat!(
    "UPDATE api_store_journal SET owner = :owner, epoch = epoch + 1, revision = revision + 1, \
     updated_at = ",
    now!(),
    ", lease_until = ",
    now!(),
    " + :lease WHERE id = :id RETURNING ",
    columns!(),
);

const UNRESOLVED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store_journal WHERE state IN ('prepared', 'in_flight', 'unknown') \
     AND (state = 'unknown' OR lease_until <= ",
    now!(),
    ") AND (:api IS NULL OR (api = :api AND environment = :environment AND venue = :venue)) \
     ORDER BY created_at LIMIT :limit",
);

const PRUNE: &str = concat!(
    "DELETE FROM api_store_journal WHERE state IN ('not_sent', 'rejected', 'done', 'resolved') \
     AND updated_at <= ",
    now!(),
    " - ?1",
);

/// Inserts the entry of an intent, or returns the one that exists.
pub(crate) fn begin(
    transaction: &Transaction<'_>,
    intent: &Intent,
    lease: Duration,
) -> Result<Begun, Error> {
    let mut insert = transaction.prepare(INSERT)?;
    let inserted = insert.query_row(
        named_params! {
            ":id": intent.id.as_str(),
            ":api": intent.scope.api,
            ":environment": intent.scope.environment,
            ":venue": intent.scope.venue,
            ":operation": intent.operation,
            ":key": intent.key,
            ":digest": intent.digest.as_bytes(),
            ":state": intent.state.as_str(),
            ":details": intent.details.to_json(),
            ":sealed_request": intent.sealed_request,
            ":owner": intent.owner,
            ":lease": millis(lease),
        },
        entry,
    );
    match inserted.optional()? {
        Some(entry) => Ok(Begun::New(entry)),
        None => {
            let mut select = transaction.prepare(SELECT)?;
            let existing = select.query_row([intent.id.as_str()], entry)?;
            Ok(Begun::Existing(existing))
        }
    }
}

pub(crate) fn update(
    connection: &Connection,
    entry: &Entry,
    lease: LeaseChange,
) -> Result<bool, Error> {
    let mut update = connection.prepare(UPDATE)?;
    let changes = update.execute(named_params! {
        ":id": entry.id.as_str(),
        ":revision": entry.revision,
        ":digest": entry.digest.as_bytes(),
        ":state": entry.state.as_str(),
        ":details": entry.details.to_json(),
        ":sealed_request": entry.sealed_request,
        ":owner": entry.owner,
        ":epoch": entry.epoch,
        ":keep": lease == LeaseChange::Keep,
        // Null ends the lease.
        ":lease": match lease {
            LeaseChange::Renew(lease) => Some(millis(lease)),
            LeaseChange::Keep | LeaseChange::End => None,
        },
    })?;
    Ok(changes == 1)
}

pub(crate) fn claim(transaction: &Transaction<'_>, claim: &Claim<'_>) -> Result<Vec<Entry>, Error> {
    let limit = usize::try_from(claim.limit).unwrap_or(usize::MAX);
    let scope = claim.scope;
    let mut ids: Vec<String> = Vec::new();
    let mut expired = transaction.prepare(EXPIRED)?;
    let mut rows = expired.query([&scope.api, &scope.environment, &scope.venue])?;
    while ids.len() < limit
        && let Some(row) = rows.next()?
    {
        if claim.operations.contains(&row.get_ref(1)?.as_str()?) {
            ids.push(row.get(0)?);
        }
    }
    let mut update = transaction.prepare(CLAIM)?;
    let claimed = ids.iter().map(|id| {
        update.query_row(
            named_params! {
                ":id": id,
                ":owner": claim.owner,
                ":lease": millis(claim.lease),
            },
            entry,
        )
    });
    claimed.collect()
}

pub(crate) fn select(connection: &Connection, id: &EntryId) -> Result<Option<Entry>, Error> {
    let mut select = connection.prepare(SELECT)?;
    select.query_row([id.as_str()], entry).optional()
}

pub(crate) fn unresolved(
    connection: &Connection,
    scope: Option<&Scope>,
    limit: u32,
) -> Result<Vec<Entry>, Error> {
    let mut select = connection.prepare(UNRESOLVED)?;
    let rows = select.query_map(
        named_params! {
            ":api": scope.map(|scope| &scope.api),
            ":environment": scope.map(|scope| &scope.environment),
            ":venue": scope.map(|scope| &scope.venue),
            ":limit": limit,
        },
        entry,
    )?;
    rows.collect()
}

pub(crate) fn prune(connection: &Connection, older_than: Duration) -> Result<u64, Error> {
    let deleted = connection.execute(PRUNE, [millis(older_than)])?;
    Ok(deleted as u64)
}

pub(crate) fn now(connection: &Connection) -> Result<Timestamp, Error> {
    let mut select = connection.prepare(concat!("SELECT ", now!()))?;
    let millis = select.query_row((), |row| row.get(0))?;
    time(0, millis)
}
