//! Operations that create a record with a unique key.

use crate::info::found_record::FoundRecord;
use crate::operation::Operation;

/// An operation that creates a record with a unique key: a field of the body whose value the server
/// does not accept twice.
///
/// Generated crates implement it if the description names the field.
/// [`Call::unique`](crate::Call::unique) requires it.
#[doc(alias = "idempotency key")]
#[doc(alias = "client token")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no unique key by which the server rejects a duplicate",
    label = "not safe to send twice",
    note = "call `send` without `unique`: it sends the request at most once"
)]
pub trait UniqueKey: Operation {
    /// The operation that reads the created record. A create by `unique` returns the same output: see
    /// [`Created`](crate::Created).
    type Lookup: Operation<Api = Self::Api> + Send + 'static;

    /// Where the response of the look-up has the record, which is compared with the body of the create.
    const FOUND: FoundRecord;

    /// The operation that reads the record with this unique key. If the record is read
    /// [by its id](FoundRecord::is_by_id), the argument is the id; `None` if it cannot be an id.
    fn lookup(key: String) -> Option<Self::Lookup>;

    /// The unique key of a record that was read.
    fn unique_key(output: &<Self::Lookup as Operation>::Output) -> Option<&str>;
}

// An operation can be sent by reference, and reused.
impl<O: UniqueKey> UniqueKey for &O {
    type Lookup = O::Lookup;
    const FOUND: FoundRecord = O::FOUND;

    fn lookup(key: String) -> Option<Self::Lookup> {
        O::lookup(key)
    }

    fn unique_key(output: &<Self::Lookup as Operation>::Output) -> Option<&str> {
        O::unique_key(output)
    }
}
