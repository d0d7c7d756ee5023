//! Intents of operations.

use api_runtime::__generated::{KeptRequest, OperationInfo};
use api_runtime::{Api, AuthorizedBy, Client, Operation, Retry};

use crate::entry::rules::{can_resend, is_recoverable};
use crate::send::owner::new_owner;
use crate::store::journal::checked_lease;
use crate::{Intent, Journal, RequestDigest, Scope, SendError, State};

/// The label of a client that is the venue of its entries.
pub(crate) const VENUE: &str = "venue";

/// The maximum length of a key, in bytes.
const MAX_KEY: usize = 512;

/// `None` without the label: with the credentials of another venue, recovery would send there.
pub(crate) fn scope<A: Api, C>(client: &Client<A, C>) -> Option<Scope> {
    let venue = client.labels().get(VENUE)?;
    Some(Scope::new(A::NAME, client.environment(), venue))
}

/// An intent, and what may be done if its key was used before.
pub(crate) struct PreparedWrite {
    pub(crate) intent: Intent,
    /// Whether the request may be sent again after an unknown outcome.
    pub(crate) can_resend: bool,
}

/// The intent of a valid request.
pub(crate) fn prepare<A, C, O, J>(
    client: &Client<A, C>,
    journal: &J,
    key: &str,
    operation: &O,
    state: State,
) -> Result<PreparedWrite, SendError>
where
    A: Api,
    O: Operation<Api = A> + AuthorizedBy<C>,
    J: Journal,
{
    const {
        let is_read = matches!(O::INFO.retry, Retry::Safe);
        assert!(!is_read, "a read needs no journal");
    }
    let scope = scope(client).ok_or(SendError::MissingVenue)?;
    client
        .call()
        .to_http(operation)
        .map_err(SendError::Invalid)?;
    check_key(key)?;
    checked_lease(journal)?;
    let kept = KeptRequest::from_operation(operation);
    let digest = digest(O::INFO.name, &kept);
    let mut intent = Intent::new(scope, O::INFO.name, key, digest, state, new_owner());
    intent.details.names = names(&O::INFO, &kept);
    if kept.is_replayable() && is_recoverable(O::INFO.retry, true) {
        if let Some(seal) = journal.seal() {
            let sealed = seal.seal(&intent.id, kept.to_json().as_bytes())?;
            intent.sealed_request = Some(sealed);
        }
    }
    let can_resend = can_resend(O::INFO.retry, &kept);
    Ok(PreparedWrite { intent, can_resend })
}

/// Every store keeps such a key, unchanged, in an index.
fn check_key(key: &str) -> Result<(), SendError> {
    let error = match key {
        _ if key.trim().is_empty() => "it is blank",
        _ if key.len() > MAX_KEY => "it is longer than 512 bytes",
        _ if key.contains(char::is_control) => "it has a control character",
        _ => return Ok(()),
    };
    Err(SendError::InvalidKey(error))
}

pub(crate) fn digest(operation: &str, kept: &KeptRequest) -> RequestDigest {
    let parts = kept.parts();
    RequestDigest::from_parts([operation].into_iter().chain(parts).map(str::as_bytes))
}

/// The names under which people find the record, and the unique key.
fn names(info: &OperationInfo, kept: &KeptRequest) -> Vec<(String, String)> {
    let unique_key = match info.retry {
        Retry::UniqueKey(field) => kept.unique_key().map(|value| (field, value.to_owned())),
        _ => None,
    };
    let names = info
        .reconcile_by
        .iter()
        .filter_map(|name| Some((*name, kept.value(name)?)));
    let mut pairs: Vec<(String, String)> = unique_key
        .into_iter()
        .chain(names)
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    pairs.sort();
    pairs.dedup();
    pairs
}
