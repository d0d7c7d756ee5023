//! Rows of the table of entries.

use std::time::SystemTime;

use api_journal::{Details, Entry, Intent, RequestDigest, Scope};
use tokio_postgres::Row;

use crate::clock::time;
use crate::error::StoreError;

/// Reads an entry.
pub(crate) fn entry(row: &Row) -> Result<Entry, StoreError> {
    let text = |column| row.try_get::<_, &str>(column);
    let digest = RequestDigest::from_bytes(row.try_get("digest")?).map_err(StoreError::new)?;
    let scope = Scope::new(text("api")?, text("environment")?, text("venue")?);
    let state = text("state")?.parse().map_err(StoreError::new)?;
    let (operation, key) = (text("operation")?, text("key")?);
    let intent = Intent::new(scope, operation, key, digest, state, text("owner")?);
    let created_at = time(row.try_get("created_at")?)?;
    let mut entry = Entry::from_intent(intent, created_at, created_at);
    entry.id = text("id")?.parse().map_err(StoreError::new)?;
    entry.details = Details::from_json(text("details")?).map_err(StoreError::new)?;
    entry.sealed_request = row.try_get("sealed_request")?;
    entry.epoch = row.try_get("epoch")?;
    entry.revision = row.try_get("revision")?;
    let lease_until: Option<SystemTime> = row.try_get("lease_until")?;
    entry.lease_until = lease_until.map(time).transpose()?;
    entry.updated_at = time(row.try_get("updated_at")?)?;
    Ok(entry)
}
