//! A create with a unique key, without its type.

use crate::info::found_record::FoundRecord;
use crate::info::operation_info::OperationInfo;
use crate::operation::Operation;
use crate::operation::erased::{Value, Written};
use crate::operation::unique_key::UniqueKey;

/// The record that the create `O` creates, in the form in which it is looked up.
pub(crate) type Record<O> = <<O as UniqueKey>::Lookup as Operation>::Output;

/// What is known of a create with a unique key.
pub(crate) struct UniqueWrite {
    pub(crate) info: &'static OperationInfo,
    pub(crate) found: &'static FoundRecord,
    pub(crate) lookup_info: &'static OperationInfo,
    /// The unique key of a record that was read.
    pub(crate) unique_key: fn(&Value) -> Option<&str>,
    /// The look-up of the record with this unique key, or this id.
    pub(crate) lookup: fn(String) -> Option<Written>,
}

impl UniqueWrite {
    pub(crate) const fn new<O: UniqueKey>() -> Self {
        Self {
            info: const { &O::INFO },
            found: const { &O::FOUND },
            lookup_info: const { &O::Lookup::INFO },
            unique_key: |value| O::unique_key(value.downcast_ref()?),
            lookup: |text| Some(Written::new(&O::lookup(text)?)),
        }
    }
}
