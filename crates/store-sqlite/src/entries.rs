//! Calls of the journal's statements.

use std::time::Duration;

use api_journal::{Begun, Claim, Entry, EntryId, Intent, LeaseChange, Scope, Timestamp};
use rusqlite::{Connection, Error, OptionalExtension, Transaction, params};

use crate::clock::{millis, now, time};
use crate::row::entry;
use crate::statements::{BEGIN, CLAIM, EXPIRED, PRUNE, SELECT, UNRESOLVED, UPDATE};

/// Inserts the entry of an intent, or returns the one that exists.
pub(crate) fn begin(
    transaction: &Transaction<'_>,
    intent: &Intent,
    lease: Duration,
) -> Result<Begun, Error> {
    let mut insert = transaction.prepare(BEGIN)?;
    let inserted = insert.query_row(
        params![
            intent.id.as_str(),
            intent.scope.api,
            intent.scope.environment,
            intent.scope.venue,
            intent.operation,
            intent.key,
            intent.digest.as_bytes(),
            intent.state.as_str(),
            intent.details.to_json(),
            intent.sealed_request,
            intent.owner,
            millis(lease),
        ],
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
    let changes = update.execute(params![
        entry.id.as_str(),
        entry.revision,
        entry.digest.as_bytes(),
        entry.state.as_str(),
        entry.details.to_json(),
        entry.sealed_request,
        entry.owner,
        entry.epoch,
        lease == LeaseChange::Keep,
        // Null ends the lease.
        match lease {
            LeaseChange::Renew(lease) => Some(millis(lease)),
            LeaseChange::Keep | LeaseChange::End => None,
        },
    ])?;
    Ok(changes == 1)
}

pub(crate) fn claim(transaction: &Transaction<'_>, claim: &Claim<'_>) -> Result<Vec<Entry>, Error> {
    let limit = usize::try_from(claim.limit).unwrap_or(usize::MAX);
    let scope = claim.scope;
    let mut ids: Vec<String> = Vec::new();
    let mut expired = transaction.prepare(EXPIRED)?;
    let mut rows = expired.query([&scope.api, &scope.environment, &scope.venue])?;
    while ids.len() < limit {
        let Some(row) = rows.next()? else { break };
        if claim.operations.contains(&row.get_ref(1)?.as_str()?) {
            ids.push(row.get(0)?);
        }
    }
    let mut update = transaction.prepare(CLAIM)?;
    let claimed = ids
        .iter()
        .map(|id| update.query_row(params![id, claim.owner, millis(claim.lease)], entry));
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
        params![
            scope.map(|scope| &scope.api),
            scope.map(|scope| &scope.environment),
            scope.map(|scope| &scope.venue),
            limit,
        ],
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
