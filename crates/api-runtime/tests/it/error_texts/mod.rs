//! A snapshot of error texts: reasons for an invalid field of a request, and whole lines of `Error`'s `Display`, over a scripted transport and in paused time.

mod calls;
mod fields;
pub(crate) mod till;

use std::fmt::Display;

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

#[tokio::test(start_paused = true)]
async fn error_texts() {
    let mut report = Report::default();
    fields::report(&mut report);
    calls::report(&mut report).await;
    insta::assert_snapshot!(report.0);
}
