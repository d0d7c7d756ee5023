//! Operations that change something.

use crate::operation::Operation;
use crate::operation::erased::{Decode, decode};
use crate::operation::unique_key::UniqueKey;
use crate::operation::unique_write::{Record, UniqueWrite};

/// An operation that changes something, so that it is sent [once](crate::Client::once) under a key.
///
/// Generated crates implement it for each operation that is not a read.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a read: `once` is for writes",
    label = "changes nothing",
    note = "call `send` without `once`"
)]
pub trait Write: Operation {
    /// The record: of a create with a unique key in the form in which it is looked up, otherwise the
    /// output of the operation.
    type Record: Send + 'static;

    /// How the write is sent.
    #[doc(hidden)]
    const WRITE: WriteInfo;
}

/// How a write is sent, without its type.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct WriteInfo {
    pub(crate) decode: Decode,
    pub(crate) unique: Option<&'static UniqueWrite>,
}

impl WriteInfo {
    /// A write whose record cannot be looked up.
    pub const fn new<O: Write<Record = <O as Operation>::Output>>() -> Self {
        Self {
            decode: decode::<O>,
            unique: None,
        }
    }

    /// A create with a unique key.
    pub const fn unique<O: UniqueKey + Write<Record = Record<O>>>() -> Self {
        Self {
            decode: decode::<O::Lookup>,
            unique: Some(const { &UniqueWrite::new::<O>() }),
        }
    }
}

impl<O: Write> Write for &O {
    type Record = O::Record;
    const WRITE: WriteInfo = O::WRITE;
}
