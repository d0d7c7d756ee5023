//! What the description says about an API and its operations, as plain data.

pub(crate) mod method;
pub(crate) mod operation_info;
