//! Operations that create a record with a unique key.

use crate::Operation;

/// An operation that creates a record with a unique key: a field of the body whose value the server
/// does not accept twice.
///
/// Generated crates implement it if the description names the field.
/// [`Client::create_once_with`](crate::Client::create_once_with) requires it.
#[doc(alias = "idempotency key")]
#[doc(alias = "client token")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no unique key by which the server rejects a duplicate",
    label = "not safe to send twice: use `send`"
)]
pub trait UniqueKey: Operation {
    /// The operation that reads the created record.
    type Lookup: Operation<Api = Self::Api> + Send + 'static;

    /// The unique key of a record that was read.
    fn unique_key(output: &<Self::Lookup as Operation>::Output) -> Option<&str>;
}

/// An operation whose created record can be looked up by its unique key.
#[diagnostic::on_unimplemented(
    message = "the record that `{Self}` creates cannot be looked up by its unique key",
    label = "use `create_once_with`, and pass the operation that reads the record"
)]
pub trait FindByUniqueKey: UniqueKey {
    /// The operation that reads the record with this key.
    fn lookup(unique_key: String) -> Self::Lookup;
}

// An operation can be sent by reference, and reused.
impl<O: UniqueKey> UniqueKey for &O {
    type Lookup = O::Lookup;

    fn unique_key(output: &<Self::Lookup as Operation>::Output) -> Option<&str> {
        O::unique_key(output)
    }
}

impl<O: FindByUniqueKey> FindByUniqueKey for &O {
    fn lookup(unique_key: String) -> Self::Lookup {
        O::lookup(unique_key)
    }
}
