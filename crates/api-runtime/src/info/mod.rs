//! What the description says about an API and its operations, as plain data.

pub(crate) mod client_values;
pub(crate) mod envelope_shape;
pub(crate) mod found_record;
pub(crate) mod method;
pub(crate) mod operation_info;
