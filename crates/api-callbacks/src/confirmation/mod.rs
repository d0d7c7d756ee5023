//! Confirmation of callbacks by a read of the record.

pub(crate) mod coalesce;
pub(crate) mod confirmer;
pub(crate) mod read_lease;
