//! Checkpoints of syncs: a text for each name.

use serde_json::{Value, json};

use super::query::Query;
use super::row::{At, Kind, Put};
use super::store::{Store, change_row};
use crate::error::JournalError;

fn at(name: &str) -> At {
    At::new(Kind::Checkpoint, "", name)
}

/// The text of the checkpoint with a name.
///
/// # Errors
///
/// If the database fails, or has no text there.
pub async fn load_checkpoint(
    rows: &(impl Store + ?Sized),
    name: &str,
) -> Result<Option<String>, JournalError> {
    let read = rows.read(&Query::One(at(name))).await?;
    let Some(row) = read.into_first() else {
        return Ok(None);
    };
    let body: Value = serde_json::from_str(&row.body).map_err(JournalError::new)?;
    let text = body["checkpoint"].as_str().map(str::to_owned);
    let text = text.ok_or_else(|| JournalError::invalid("checkpoint", &row.body));
    text.map(Some)
}

/// Saves the text of the checkpoint with a name.
///
/// # Errors
///
/// If the database fails. The previous checkpoint is unchanged then.
pub async fn save_checkpoint(
    rows: &(impl Store + ?Sized),
    name: &str,
    text: &str,
) -> Result<(), JournalError> {
    let saved = change_row(rows, at(name), |mut row| {
        row.body = json!({"checkpoint": text}).to_string();
        Ok::<_, JournalError>(Some(Put::new(row)))
    });
    saved.await.map(drop)
}
