//! Which checks passed and failed.

use std::fmt::Display;
use std::future::Future;

use tokio::time::timeout;

use crate::check::{CHECK_TIMEOUT, Checked};

#[derive(Default)]
pub(crate) struct Report {
    passed: usize,
    failures: Vec<String>,
}

impl Report {
    /// Runs a check, whose name is the promise.
    pub(crate) async fn check(&mut self, name: impl Display, check: impl Future<Output = Checked>) {
        match timeout(CHECK_TIMEOUT, Box::pin(check)).await {
            Ok(Ok(())) => self.passed += 1,
            Ok(Err(reason)) => self
                .failures
                .push(format!("{name}: {}", reason.into_text())),
            Err(_) => {
                let limit = CHECK_TIMEOUT.as_secs();
                self.failures
                    .push(format!("{name}: unfinished after {limit} s"));
            }
        }
    }

    /// Panics if a check failed.
    pub(crate) fn end(self) {
        let (passed, failed) = (self.passed, self.failures.len());
        let failures = self.failures.join("\n* ");
        assert!(
            failed == 0,
            "{passed} checks passed, {failed} failed\n* {failures}"
        );
    }
}
