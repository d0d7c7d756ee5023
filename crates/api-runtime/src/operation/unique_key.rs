//! Writes whose second arrival the server recognises.

use crate::Operation;

/// A write that makes a record, and whose second arrival the server refuses by a field that it holds to be unique.
///
/// A generated client implements it where the description says which field that is. It is what
/// [`Client::create_once_with`](crate::Client::create_once_with) asks for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field by which the server would refuse a second arrival",
    label = "this must not be sent twice: use `send`"
)]
pub trait UniqueKey: Operation {
    /// The operation that reads what this one makes.
    type Lookup: Operation<Api = Self::Api> + Send + 'static;

    /// The value of the unique field in a record that was read.
    fn unique_key(read: &<Self::Lookup as Operation>::Output) -> Option<&str>;
}

/// A guarded write whose record can be read by the value of its unique field.
#[diagnostic::on_unimplemented(
    message = "what `{Self}` makes cannot be read by the value of its unique field",
    label = "see `create_once_with`, which is told where it can be read"
)]
pub trait FindByUniqueKey: UniqueKey {
    /// The operation that reads the record with this value.
    fn lookup(unique_key: String) -> Self::Lookup;
}

// An operation can be sent by reference, and kept.
impl<O: UniqueKey> UniqueKey for &O {
    type Lookup = O::Lookup;

    fn unique_key(read: &<Self::Lookup as Operation>::Output) -> Option<&str> {
        O::unique_key(read)
    }
}

impl<O: FindByUniqueKey> FindByUniqueKey for &O {
    fn lookup(unique_key: String) -> Self::Lookup {
        O::lookup(unique_key)
    }
}
