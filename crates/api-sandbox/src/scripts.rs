//! The scripts of the control interface that run in the background.

use std::collections::BTreeMap;

use serde::Serialize;
use tokio::sync::watch;

/// The most scripts that are kept. The oldest ones that have ended make room for others.
const MAX_SCRIPTS: usize = 100;

/// A script with its progress.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScriptRun {
    /// Its number, from 1.
    pub(crate) script: u64,
    pub(crate) state: ScriptState,
    /// The id of the changed record of each step so far; `None` if it changes none.
    pub(crate) ids: Vec<Option<i64>>,
    /// The error of the step that ended it.
    pub(crate) error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScriptState {
    Running,
    Done,
    Failed,
}

/// The scripts by their number.
pub(crate) struct Scripts {
    runs: BTreeMap<u64, ScriptRun>,
    last: u64,
    /// The number of changes.
    changes: watch::Sender<u64>,
}

impl Default for Scripts {
    fn default() -> Self {
        Self {
            runs: BTreeMap::new(),
            last: 0,
            changes: watch::Sender::new(0),
        }
    }
}

impl Scripts {
    /// Adds a running script, and returns its number.
    pub(crate) fn start(&mut self) -> Result<u64, String> {
        if self.runs.len() >= MAX_SCRIPTS {
            let mut runs = self.runs.values();
            let ended = runs.find(|run| run.state != ScriptState::Running);
            let ended = ended.map(|run| run.script);
            let error = || format!("too many running scripts, at most {MAX_SCRIPTS}");
            self.runs.remove(&ended.ok_or_else(error)?);
        }
        self.last += 1;
        let run = ScriptRun {
            script: self.last,
            state: ScriptState::Running,
            ids: Vec::new(),
            error: None,
        };
        self.runs.insert(self.last, run);
        Ok(self.last)
    }

    /// Changes the progress of a script.
    pub(crate) fn update(&mut self, script: u64, change: impl FnOnce(&mut ScriptRun)) {
        if let Some(run) = self.runs.get_mut(&script) {
            change(run);
            self.changes.send_modify(|count| *count += 1);
        }
    }

    pub(crate) fn get(&self, script: u64) -> Option<&ScriptRun> {
        self.runs.get(&script)
    }

    /// The number of changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_have_ended_make_room() {
        let mut scripts = Scripts::default();
        for number in 1..=MAX_SCRIPTS as u64 {
            assert_eq!(scripts.start(), Ok(number));
        }
        let error = scripts.start().expect_err("all are running");
        assert!(error.starts_with("too many running scripts"), "{error}");
        scripts.update(7, |run| run.state = ScriptState::Failed);
        assert_eq!(scripts.start(), Ok(MAX_SCRIPTS as u64 + 1));
        assert!(scripts.get(7).is_none());
        assert!(scripts.get(1).is_some());
    }
}
