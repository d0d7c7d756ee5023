//! The pages and scripts of the browser: the order board, the API reference, the SDK script, the
//! payment app and the tester page.

pub(crate) mod board;
pub(crate) mod checkout;
mod page;
mod payment_app;
pub(crate) mod reference;
