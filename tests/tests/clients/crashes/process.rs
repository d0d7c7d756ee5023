//! Child processes that are killed.

use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::job::Job;

/// The job of a child process, as JSON.
const JOB_VARIABLE: &str = "CRASH_TEST_JOB";

/// The job of this process, unless it is the one of the tests.
pub(crate) fn job() -> Option<Job> {
    let text = env::var(JOB_VARIABLE).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// A running process. Dropping it kills it, too.
pub(crate) struct Process {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
}

impl Process {
    /// Starts this program with the test that runs jobs.
    pub(crate) fn start(test: &str, job: &Job) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--ignored", "--nocapture"])
            .env(JOB_VARIABLE, serde_json::to_string(job).unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    /// Waits for a line with this start, and returns its rest.
    pub(crate) async fn line(&mut self, start: &str) -> String {
        let waiting = timeout(Duration::from_secs(30), self.line_at_any_time(start));
        waiting.await.unwrap()
    }

    /// Like [`line`](Self::line), without a timeout.
    pub(crate) async fn line_at_any_time(&mut self, start: &str) -> String {
        loop {
            let line = self.next_line().await;
            let line = line.unwrap_or_else(|| panic!("the process ended before `{start}`"));
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim().to_owned();
            }
        }
    }

    /// The next line. `None` after the last one.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Resumes the process after its point.
    pub(crate) fn resume(&mut self) {
        self.child.stdin.take().unwrap().write_all(b"\n").unwrap();
    }

    pub(crate) fn kill(&mut self) {
        // SIGKILL.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
