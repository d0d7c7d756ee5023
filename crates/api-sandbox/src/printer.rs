//! Prints lines in a thread of its own, so that a full pipe stops no request.

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
        Self::with_output(std::io::stdout())
    }

    fn with_output(mut output: impl std::io::Write + Send + 'static) -> std::io::Result<Self> {
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;
    use crate::state::lock::lock;

    /// An output that accepts nothing until it is opened.
    #[derive(Default)]
    struct Pipe {
        is_open: bool,
        text: Vec<u8>,
    }

    struct PipeEnd(Arc<Mutex<Pipe>>);

    impl std::io::Write for PipeEnd {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            while !lock(&self.0).is_open {
                std::thread::sleep(Duration::from_millis(1));
            }
            lock(&self.0).text.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_pipe_delays_no_request_and_lines_left_out_are_counted() {
        let pipe = Arc::new(Mutex::new(Pipe::default()));
        let printer = Printer::with_output(PipeEnd(Arc::clone(&pipe))).expect("a thread");
        // Nothing is read meanwhile. One line more may be in the hands of the thread.
        for number in 0..MAX_WAITING + 11 {
            printer.print(format!("line {number}"));
        }
        lock(&pipe).is_open = true;
        let text = || String::from_utf8(lock(&pipe).text.clone()).expect("text");
        while !text().contains(&format!("line {}\n", MAX_WAITING - 1)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let text = text();
        assert!(text.starts_with("line 0\n"), "{text}");
        let has_count = |count: usize| text.contains(&format!("   … {count} lines left out\n"));
        assert!(has_count(10) || has_count(11), "{text}");
    }
}
