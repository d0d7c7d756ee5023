//! Prints lines in a thread of its own, so that a full pipe stops no request.

use std::io::Write as _;
use std::sync::mpsc::{SyncSender, sync_channel};

/// The lines that wait while the reader of the output is slow; more are left out.
const MAX_WAITING: usize = 1_024;

/// The standard output of a sandbox that prints its requests.
pub(crate) struct Printer(SyncSender<String>);

impl Printer {
    pub(crate) fn start() -> std::io::Result<Self> {
        let mut output = std::io::stdout();
        let (lines, waiting) = sync_channel::<String>(MAX_WAITING);
        let print = move || {
            // Ends with the sandbox. A closed pipe must not stop it.
            for line in waiting {
                let _ = writeln!(output, "{line}");
            }
        };
        std::thread::Builder::new()
            .name("sandbox output".to_owned())
            .spawn(print)?;
        Ok(Self(lines))
    }

    pub(crate) fn print(&self, line: String) {
        let _ = self.0.try_send(line);
    }
}
