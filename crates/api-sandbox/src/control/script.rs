//! Scripts: steps of orders, shops and the clock, with pauses.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::Value;

use super::{Control, ControlError};
use crate::shop::ShopAction;
use crate::state::venue::status::OrderStatus;

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
            let venue = members.remove("venue").and_then(|venue| venue.as_i64());
            let venue = venue.ok_or("`venue` must be the id of a venue")?;
            let action = ShopAction::from_json(members.into())?;
            return Ok(Self::Shop { venue, action });
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
            ["pause"] => parse_pause("pause", &members["pause"]).map(Self::Pause),
            _ => Err(
                "expected `order` and `status`, `venue` and `action`, `advance_seconds` or `pause`"
                    .to_owned(),
            ),
        }
    }
}

/// Parses the name of a status.
pub(crate) fn parse_status(value: &Value) -> Result<OrderStatus, String> {
    let status = value.as_str().and_then(OrderStatus::from_name);
    status.ok_or_else(|| {
        let names = OrderStatus::ALL.map(OrderStatus::name).join(", ");
        format!("expected a status, one of {names}")
    })
}

/// Parses a pause in milliseconds.
pub(crate) fn parse_pause(key: &str, value: &Value) -> Result<Duration, String> {
    let pause = value.as_u64().filter(|pause| *pause <= MAX_PAUSE_MILLIS);
    let pause =
        pause.ok_or_else(|| format!("`{key}` must be an integer up to {MAX_PAUSE_MILLIS}"))?;
    Ok(Duration::from_millis(pause))
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
            match step {
                Step::Pause(pause) => tokio::time::sleep(*pause).await,
                step => drop(self.run_step(index, step)?),
            }
        }
        Ok(())
    }

    /// Runs the steps before the first pause, and returns the ids of the changed records and the
    /// rest of the steps.
    pub(crate) fn start_script<'s>(
        &self,
        steps: &'s [Step],
    ) -> Result<(Vec<Option<i64>>, &'s [Step]), ControlError> {
        let is_pause = |step: &Step| matches!(step, Step::Pause(_));
        let first_pause = steps.iter().position(is_pause).unwrap_or(steps.len());
        let (first, rest) = steps.split_at(first_pause);
        let ids = first
            .iter()
            .enumerate()
            .map(|(index, step)| self.run_step(index, step));
        Ok((ids.collect::<Result<_, _>>()?, rest))
    }

    /// Runs a step, and returns the id of the changed record.
    fn run_step(&self, index: usize, step: &Step) -> Result<Option<i64>, ControlError> {
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
