//! The samples of the guide: each starts a sandbox, and prints the text under it in its page.

mod blocking;
mod contradictions;
mod customer;
mod declined_payment;
mod demo;
mod detached;
mod failures;
mod first_contact;
mod list;
mod lost_order;
mod lost_payment;
mod menu;
mod options;
mod order_callbacks;
pub mod outbox;
mod payment_flow;
mod queue;
mod rotate_credentials;
mod service_test;
mod signed_callbacks;
mod sync;
mod unit_test;
mod venues;

use std::error::Error;

/// The names of all samples, and the function that runs one.
macro_rules! samples {
    ($($name:ident)*) => {
        /// The names of all samples.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Runs the sample of this name.
        ///
        /// # Errors
        ///
        /// An unknown name, or a failed sample.
        pub async fn run(name: &str) -> Result<(), Box<dyn Error>> {
            match name {
                $(stringify!($name) => $name::run().await,)*
                _ => Err(format!("unknown sample `{name}`").into()),
            }
        }
    };
}

samples! {
    blocking
    contradictions
    customer
    declined_payment
    detached
    failures
    first_contact
    list
    lost_order
    lost_payment
    menu
    options
    order_callbacks
    outbox
    payment_flow
    queue
    rotate_credentials
    service_test
    signed_callbacks
    sync
    unit_test
    venues
}
