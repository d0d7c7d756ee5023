//! A snapshot of the error texts: every kind, every reason for an invalid field that can be provoked
//! without a system error, and whole lines of `Error`'s `Display`.

mod blocking;
mod calls;
mod fields;
mod kinds;
mod sockets;
mod till;

use std::fmt::Display;
use std::future::Future;

use tokio::runtime::Builder;

/// The snapshot: sections of lines, each a situation and its text.
#[derive(Default)]
pub(crate) struct Report(String);

impl Report {
    pub(crate) fn section(&mut self, title: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&format!("# {title}\n"));
    }

    pub(crate) fn line(&mut self, situation: &str, text: impl Display) {
        self.0.push_str(&format!("{situation}\n    {text}\n"));
    }
}

#[test]
fn error_texts() {
    let mut report = Report::default();
    kinds::report(&mut report);
    fields::report(&mut report);
    block_on(true, calls::report(&mut report));
    blocking::report(&mut report);
    block_on(false, sockets::report(&mut report));
    insta::assert_snapshot!(report.0);
}

/// Runs a future. With paused time, backoff and timeouts take no time.
fn block_on(is_paused: bool, future: impl Future<Output = ()>) {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(is_paused).build();
    runtime.unwrap().block_on(future);
}
