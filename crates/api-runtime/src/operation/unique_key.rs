//! Operations that create a record with a unique key.

use crate::info::found_record::FoundRecord;
use crate::operation::Operation;

/// An operation that creates a record with a unique key: a field of the body whose value the server
/// does not accept twice.
///
/// Generated crates implement it if the description names the field, so that [`once`](crate::Client::once)
/// can look the record up.
#[doc(alias = "idempotency key")]
#[doc(alias = "client token")]
pub trait UniqueKey: Operation {
    /// The operation that reads the created record. [`once`](crate::Client::once) returns its output.
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
