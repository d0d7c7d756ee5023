//! What a browser loads: the API reference, and the pages and the script of the payments API.

pub(crate) mod checkout;
mod page;
mod payment_app;
pub(crate) mod reference;
