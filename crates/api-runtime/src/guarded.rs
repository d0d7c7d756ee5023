//! Writes whose second arrival the server recognises.

use std::fmt;

use crate::Operation;

/// A write that makes a record, and whose second arrival the server refuses by a field that it holds to be unique.
///
/// A generated client implements it where the description says which field that is. It is what
/// [`Client::send_guarded_with`](crate::Client::send_guarded_with) asks for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field by which the server would refuse a second arrival",
    label = "this must not be sent twice: use `send`"
)]
pub trait Guarded: Operation {
    /// The operation that reads what this one makes.
    type Reading: Operation<Api = Self::Api> + Send + 'static;

    /// The value of the unique field in a record that was read.
    fn unique_value(read: &<Self::Reading as Operation>::Output) -> Option<&str>;
}

/// A guarded write whose record can be read by the value of its unique field.
#[diagnostic::on_unimplemented(
    message = "what `{Self}` makes cannot be read by the value of its unique field",
    label = "see `send_guarded_with`, which is told where it can be read"
)]
pub trait ReadByValue: Guarded {
    /// The operation that reads the record with this value.
    fn reading(unique_value: String) -> Self::Reading;
}

// An operation can be sent by reference, and kept.
impl<O: Guarded> Guarded for &O {
    type Reading = O::Reading;

    fn unique_value(read: &<Self::Reading as Operation>::Output) -> Option<&str> {
        O::unique_value(read)
    }
}

impl<O: ReadByValue> ReadByValue for &O {
    fn reading(unique_value: String) -> Self::Reading {
        O::reading(unique_value)
    }
}

/// How it is known that a guarded write was done; [`send_guarded`](crate::Client::send_guarded) shows it in use.
///
/// Its `Debug` shows neither reply nor record.
#[derive(Clone, PartialEq)]
pub enum Created<T, R> {
    /// The server says so in its reply to the last attempt. An earlier one, if there was any, did nothing, and does nothing
    /// should it still arrive: its value is in use.
    Answered(T),
    /// By the earlier attempt, of which no reply was understood: the record that was read carries the value that was sent.
    ///
    /// That is all that was compared. It is the caller's own record as long as the value is never used for another one, by
    /// whomever: somebody else's with the same value looks the same here.
    Earlier(R),
}

impl<T, R> fmt::Debug for Created<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Answered(_) => "Answered",
            Self::Earlier(_) => "Earlier",
        })
    }
}
