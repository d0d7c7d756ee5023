//! Prints lines in a thread of its own, so that a full pipe stops no request.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

/// The lines that wait while the reader of the output is slow; more are left out.
const MAX_WAITING: usize = 1_024;

/// The standard output of a sandbox that prints its requests.
pub(crate) struct Printer {
    lines: SyncSender<String>,
    left_out: Arc<AtomicU64>,
}

impl Printer {
    pub(crate) fn start() -> std::io::Result<Self> {
        let mut output = std::io::stdout();
        let (lines, waiting) = sync_channel::<String>(MAX_WAITING);
        let left_out = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&left_out);
        let print = move || {
            // Ends with the sandbox. A closed pipe must not stop it.
            for line in waiting {
                let _ = writeln!(output, "{line}");
                let count = counter.swap(0, Ordering::Relaxed);
                if count > 0 {
                    let _ = writeln!(output, "   … {count} lines left out");
                }
            }
        };
        std::thread::Builder::new()
            .name("sandbox output".to_owned())
            .spawn(print)?;
        Ok(Self { lines, left_out })
    }

    pub(crate) fn print(&self, line: String) {
        if self.lines.try_send(line).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}
