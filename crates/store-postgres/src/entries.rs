//! Calls of the journal's statements: one round trip each.

use std::time::{Duration, SystemTime};

use api_journal::{Begun, Claim, Entry, EntryId, Intent, LeaseChange, Scope, Timestamp};
use tokio_postgres::GenericClient;
use tokio_postgres::types::Type;

use crate::clock::{millis, time};
use crate::error::StoreError;
use crate::row::entry;
use crate::statements::Statements;

/// How often an insert is attempted while other transactions insert and delete the same entry.
const MAX_BEGINS: usize = 16;

pub(crate) async fn begin(
    client: &impl GenericClient,
    statements: &Statements,
    intent: &Intent,
    lease: Duration,
) -> Result<Begun, StoreError> {
    let (id, state) = (intent.id.as_str(), intent.state.as_str());
    let details = intent.details.to_json();
    let digest = intent.digest.as_bytes().as_slice();
    let lease = millis(lease);
    for _ in 0..MAX_BEGINS {
        let rows = client
            .query_typed(
                &statements.begin,
                &[
                    (&id, Type::TEXT),
                    (&intent.scope.api, Type::TEXT),
                    (&intent.scope.environment, Type::TEXT),
                    (&intent.scope.venue, Type::TEXT),
                    (&intent.operation, Type::TEXT),
                    (&intent.key, Type::TEXT),
                    (&digest, Type::BYTEA),
                    (&state, Type::TEXT),
                    (&details, Type::TEXT),
                    (&intent.sealed_request, Type::BYTEA),
                    (&intent.owner, Type::TEXT),
                    (&lease, Type::INT8),
                ],
            )
            .await?;
        if let Some(row) = rows.first() {
            return Ok(match row.try_get("is_new")? {
                true => Begun::New(entry(row)?),
                false => Begun::Existing(entry(row)?),
            });
        }
    }
    Err(StoreError::new(
        "the entry is inserted and deleted all the time",
    ))
}

pub(crate) async fn update(
    client: &impl GenericClient,
    statements: &Statements,
    entry: &Entry,
    lease: LeaseChange,
) -> Result<bool, StoreError> {
    let (id, state) = (entry.id.as_str(), entry.state.as_str());
    let details = entry.details.to_json();
    let digest = entry.digest.as_bytes().as_slice();
    let keep = lease == LeaseChange::Keep;
    // Null ends the lease.
    let lease = match lease {
        LeaseChange::Renew(lease) => Some(millis(lease)),
        LeaseChange::Keep | LeaseChange::End => None,
    };
    let updated = client
        .execute_typed(
            &statements.update,
            &[
                (&id, Type::TEXT),
                (&entry.revision, Type::INT8),
                (&digest, Type::BYTEA),
                (&state, Type::TEXT),
                (&details, Type::TEXT),
                (&entry.sealed_request, Type::BYTEA),
                (&entry.owner, Type::TEXT),
                (&entry.epoch, Type::INT8),
                (&keep, Type::BOOL),
                (&lease, Type::INT8),
            ],
        )
        .await?;
    Ok(updated == 1)
}

pub(crate) async fn claim(
    client: &impl GenericClient,
    statements: &Statements,
    claim: &Claim<'_>,
) -> Result<Vec<Entry>, StoreError> {
    let lease = millis(claim.lease);
    let limit = i64::from(claim.limit);
    let rows = client
        .query_typed(
            &statements.claim,
            &[
                (&claim.scope.api, Type::TEXT),
                (&claim.scope.environment, Type::TEXT),
                (&claim.scope.venue, Type::TEXT),
                (&claim.operations, Type::TEXT_ARRAY),
                (&claim.owner, Type::TEXT),
                (&lease, Type::INT8),
                (&limit, Type::INT8),
            ],
        )
        .await?;
    rows.iter().map(entry).collect()
}

pub(crate) async fn select(
    client: &impl GenericClient,
    statements: &Statements,
    id: &EntryId,
) -> Result<Option<Entry>, StoreError> {
    let id = id.as_str();
    let rows = client
        .query_typed(&statements.select, &[(&id, Type::TEXT)])
        .await?;
    rows.first().map(entry).transpose()
}

pub(crate) async fn unresolved(
    client: &impl GenericClient,
    statements: &Statements,
    scope: Option<&Scope>,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let has_scope = scope.is_some();
    let scope = scope.cloned().unwrap_or_default();
    let limit = i64::from(limit);
    let rows = client
        .query_typed(
            &statements.unresolved,
            &[
                (&has_scope, Type::BOOL),
                (&scope.api, Type::TEXT),
                (&scope.environment, Type::TEXT),
                (&scope.venue, Type::TEXT),
                (&limit, Type::INT8),
            ],
        )
        .await?;
    rows.iter().map(entry).collect()
}

pub(crate) async fn prune(
    client: &impl GenericClient,
    statements: &Statements,
    older_than: Duration,
) -> Result<u64, StoreError> {
    let older_than = millis(older_than);
    let deleted = client
        .execute_typed(&statements.prune, &[(&older_than, Type::INT8)])
        .await?;
    Ok(deleted)
}

pub(crate) async fn now(client: &impl GenericClient) -> Result<Timestamp, StoreError> {
    let rows = client.query_typed("SELECT clock_timestamp()", &[]).await?;
    let row = rows
        .first()
        .ok_or_else(|| StoreError::new("expected a row, found none"))?;
    time(row.try_get::<_, SystemTime>(0)?)
}
