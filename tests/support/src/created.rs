//! Writes that the journal of a test has.

use api_runtime::journal::{End, Evidence, Intent, Outcome, RequestDigest, Scope, State};

/// The intent of a create whose record has this reference: on its way, or done with this id of the record.
pub fn created(scope: &Scope, operation: &str, reference: &str, id: Option<&str>) -> Intent {
    let digest = RequestDigest::new(operation, [], None, &[]);
    let key = format!("{reference} {}", id.unwrap_or_default());
    let mut intent = Intent::new(scope.clone(), operation, key, digest, 1);
    intent.names = vec![("reference".to_owned(), reference.to_owned())];
    intent.unique_key = Some(reference.to_owned());
    if let Some(id) = id {
        let mut end = End::new(Outcome::Done, Evidence::Sent);
        end.ids = vec![("/id".to_owned(), id.to_owned())];
        (intent.state, intent.end) = (State::Done, Some(end));
    }
    intent
}
