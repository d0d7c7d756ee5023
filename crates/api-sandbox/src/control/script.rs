//! Scripts: steps of orders, shops and the clock, with pauses.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::Value;

use super::{Control, ControlError};
use crate::scripts::{ScriptRun, ScriptState};
use crate::shop::ShopAction;
use crate::state::lock::lock;
use crate::state::venue::status::OrderStatus;
use crate::suggest::suggest;

/// The longest pause.
const MAX_PAUSE_MILLIS: u64 = 60_000;

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Changes the status of an order.
    OrderStatus {
        /// The id of the order.
        order: i64,
        /// The status.
        status: OrderStatus,
    },
    /// Performs an action in a shop.
    Shop {
        /// The id of the venue.
        venue: i64,
        /// The action.
        action: ShopAction,
    },
    /// Advances the clock of the sandbox.
    AdvanceClock(SignedDuration),
    /// Waits, by the clock of the system.
    Pause(Duration),
}

impl Step {
    /// Parses a step of the control interface.
    pub(crate) fn from_json(step: &Value) -> Result<Self, String> {
        let Value::Object(members) = step else {
            return Err("expected an object".to_owned());
        };
        let mut members = members.clone();
        if members.contains_key("action") {
            let venue = members.remove("venue");
            let action = ShopAction::from_json(members.into());
            let venue = match venue {
                // An unknown key may be a misspelled `venue`.
                None => return Err(action.err().unwrap_or_else(|| "missing `venue`".to_owned())),
                Some(venue) => venue.as_i64().ok_or("`venue` must be the id of a venue")?,
            };
            return Ok(Self::Shop {
                venue,
                action: action?,
            });
        }
        const KEYS: [&str; 6] = [
            "order",
            "status",
            "venue",
            "action",
            "advance_seconds",
            "pause_milliseconds",
        ];
        if let Some(key) = members.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("unknown key `{key}`{}", suggest(key, KEYS)));
        }
        let mut keys: Vec<&str> = members.keys().map(String::as_str).collect();
        keys.sort_unstable();
        match keys.as_slice() {
            ["order", "status"] => Ok(Self::OrderStatus {
                order: members["order"]
                    .as_i64()
                    .ok_or("`order` must be the id of an order")?,
                status: parse_status(&members["status"])?,
            }),
            ["advance_seconds"] => {
                let seconds = members["advance_seconds"].as_i64();
                let seconds = seconds.ok_or("`advance_seconds` must be an integer")?;
                Ok(Self::AdvanceClock(SignedDuration::from_secs(seconds)))
            }
            ["pause_milliseconds"] => parse_pause(&members["pause_milliseconds"]).map(Self::Pause),
            _ => Err(
                "expected `order` and `status`, `venue` and `action`, `advance_seconds` or \
                 `pause_milliseconds`"
                    .to_owned(),
            ),
        }
    }
}

/// Parses the name of a status.
pub(crate) fn parse_status(value: &Value) -> Result<OrderStatus, String> {
    let names = OrderStatus::ALL.map(OrderStatus::name);
    let Some(name) = value.as_str() else {
        return Err(format!("expected a status, one of {}", names.join(", ")));
    };
    OrderStatus::from_name(name)
        .ok_or_else(|| format!("unknown status `{name}`{}", suggest(name, names)))
}

/// Parses a pause in milliseconds.
pub(crate) fn parse_pause(value: &Value) -> Result<Duration, String> {
    let pause = value.as_u64().filter(|pause| *pause <= MAX_PAUSE_MILLIS);
    let error = || format!("`pause_milliseconds` must be an integer up to {MAX_PAUSE_MILLIS}");
    Ok(Duration::from_millis(pause.ok_or_else(error)?))
}

impl Control {
    /// Runs steps one after the other, each in a transaction of its own. An error ends the script,
    /// and has the index of its step; the steps before it are kept.
    ///
    /// # Errors
    ///
    /// A step fails.
    pub async fn run_script(&self, steps: &[Step]) -> Result<(), ControlError> {
        for (index, step) in steps.iter().enumerate() {
            self.run_step(index, step).await?;
        }
        Ok(())
    }

    /// Runs the steps before the first pause, whose error is returned, and the others in the
    /// background. Returns the number of the script, and the ids of the records that the first
    /// steps have changed. `pause` is between all steps.
    pub(crate) fn start_script(
        &self,
        steps: Vec<Step>,
        pause: Option<Duration>,
    ) -> Result<(u64, Vec<Option<i64>>), ControlError> {
        let script = lock(&self.context.scripts).start();
        let script = script.map_err(ControlError::new)?;
        let mut ids = Vec::new();
        let mut rest = steps.into_iter().enumerate().peekable();
        while let Some((index, step)) = rest.next_if(|(_, step)| !matches!(step, Step::Pause(_))) {
            let id = self.perform_step(index, &step);
            let id = id.inspect_err(|error| self.end_script(script, Some(error)))?;
            self.add_id(script, id);
            ids.push(id);
            if pause.is_some() {
                break;
            }
        }
        if rest.peek().is_none() {
            self.end_script(script, None);
            return Ok((script, ids));
        }
        let control = self.clone();
        let rest: Vec<_> = rest.collect();
        self.context.runtime.spawn(async move {
            let result = control.run_rest(script, rest, pause).await;
            control.end_script(script, result.as_ref().err());
        });
        Ok((script, ids))
    }

    /// Runs the steps after the first pause.
    async fn run_rest(
        &self,
        script: u64,
        rest: Vec<(usize, Step)>,
        pause: Option<Duration>,
    ) -> Result<(), ControlError> {
        for (index, step) in rest {
            if let Some(pause) = pause {
                tokio::time::sleep(pause).await;
            }
            let id = self.run_step(index, &step).await?;
            self.add_id(script, id);
        }
        Ok(())
    }

    fn add_id(&self, script: u64, id: Option<i64>) {
        lock(&self.context.scripts).update(script, |run| run.ids.push(id));
    }

    fn end_script(&self, script: u64, error: Option<&ControlError>) {
        lock(&self.context.scripts).update(script, |run| {
            run.error = error.map(ToString::to_string);
            run.state = match error {
                None => ScriptState::Done,
                Some(_) => ScriptState::Failed,
            };
        });
    }

    /// A script, once it has ended, or at the time limit of the handle.
    pub(crate) async fn script(&self, script: u64) -> Option<ScriptRun> {
        let mut changes = lock(&self.context.scripts).changes();
        let find = || lock(&self.context.scripts).get(script).cloned();
        let is_running = |run: &ScriptRun| run.state == ScriptState::Running;
        let wait = async {
            while find().as_ref().is_some_and(is_running) {
                // It cannot fail: the context owns the sender.
                let _ = changes.changed().await;
            }
        };
        let _ = tokio::time::timeout(self.timeout, wait).await;
        find()
    }

    /// Runs a step, and returns the id of the changed record.
    async fn run_step(&self, index: usize, step: &Step) -> Result<Option<i64>, ControlError> {
        if let Step::Pause(pause) = step {
            tokio::time::sleep(*pause).await;
        }
        self.perform_step(index, step)
    }

    /// Runs a step without its pause.
    fn perform_step(&self, index: usize, step: &Step) -> Result<Option<i64>, ControlError> {
        let result = match step {
            Step::OrderStatus { order, status } => self
                .set_order_status(*order, *status)
                .map(|()| Some(*order)),
            Step::Shop { venue, action } => self.shop(*venue).perform(action).map(Some),
            Step::AdvanceClock(by) => self.advance_clock(*by).map(|()| None),
            Step::Pause(_) => Ok(None),
        };
        result.map_err(|error| error.in_step(index))
    }
}
