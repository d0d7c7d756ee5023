//! The properties that hold for every run.

use api_runtime::{Difference, Error, ErrorKind, Known, NextStep, Outcome};
use test_support::shop::Order;

use super::network::World;
use super::run::{Kind, Run, Success};
use super::server::{OURS, REFERENCE};

/// The end of a run, or the property that it violates.
pub(crate) fn check(run: &Run) -> Result<String, String> {
    let world = &*run.world.lock().unwrap();
    let created_orders = world.server.created();
    let resends = match run.kind {
        Kind::Plain => 0,
        Kind::UniqueKey => 1,
    };
    hold(created_orders <= 1, || {
        format!("{created_orders} orders were created")
    })?;
    hold(world.resent <= resends, || {
        format!("{} bodies were sent again", world.resent)
    })?;
    hold(world.started == run.started, || {
        "requests started after the end of the call".to_owned()
    })?;
    hold(run.elapsed <= run.limit, || {
        format!("{:?} of {:?}", run.elapsed, run.limit)
    })?;
    let end = match &run.result {
        None => "canceled by the caller",
        Some(Ok(created)) => {
            let Success {
                order: record,
                known,
                differences,
            } = created;
            hold(differences.is_empty(), || {
                format!("the order differs: {differences:?}")
            })?;
            match known {
                Known::Confirmed => confirmed(record, created_orders, world)?,
                _ => recovered(record, created_orders, world)?,
            }
        }
        Some(Err(error)) if !error.differences().is_empty() => {
            differs(error, created_orders, world)?
        }
        Some(Err(error)) => failed(error, created_orders, run.kind, world)?,
    };
    let done = if created_orders == 1 {
        "done"
    } else {
        "not done"
    };
    Ok(format!("{done}: {end}"))
}

fn confirmed(order: &Order, created: usize, world: &World) -> Result<&'static str, String> {
    hold(created == 1, || "reported as created, but lost".to_owned())?;
    let is_ours = order.quantity.is_none_or(|quantity| quantity == OURS);
    hold(is_ours, || "another order's quantity".to_owned())?;
    Ok(match world.bodies {
        1 => "confirmed",
        _ => "confirmed by the retry",
    })
}

fn recovered(order: &Order, created: usize, world: &World) -> Result<&'static str, String> {
    let has_reference = order.reference_no.as_deref() == Some(REFERENCE);
    hold(has_reference, || {
        "it does not have our reference".to_owned()
    })?;
    looked_up(world)?;
    let is_ours = order.quantity.is_none_or(|quantity| quantity == OURS);
    hold(is_ours, || "another order's quantity".to_owned())?;
    hold(created == 1, || {
        "reported as recovered, but lost".to_owned()
    })?;
    Ok(match world.server.has_earlier_order {
        true => "recovered from an earlier call",
        false => "recovered",
    })
}

fn differs(error: &Error, created: usize, world: &World) -> Result<&'static str, String> {
    looked_up(world)?;
    let (kind, outcome, step) = (error.kind(), error.outcome(), error.next_step());
    let is_duplicate = (kind, outcome) == (ErrorKind::Duplicate, Outcome::Unknown);
    hold(is_duplicate && step == NextStep::Person, || {
        format!("another quantity is {kind:?}, {outcome}, {step:?}")
    })?;
    let differences = error.differences();
    let texts: Vec<_> = differences.iter().map(Difference::to_string).collect();
    let ours = format!("/order/quantity: sent {OURS}, found ");
    let theirs = texts[0].strip_prefix(&ours);
    hold(texts.len() == 1 && theirs.is_some(), || {
        format!("{texts:?} differ")
    })?;
    hold(theirs != Some(&OURS.to_string()), || {
        "our quantity is reported as another one".to_owned()
    })?;
    hold(created == 1 || world.server.has_reused_reference(), || {
        "no order has our reference".to_owned()
    })?;
    Ok("another quantity")
}

/// An order that was looked up has no key twice.
fn looked_up(world: &World) -> Result<(), String> {
    hold(!world.has_read_duplicate_key, || {
        "a duplicate key proves nothing".to_owned()
    })?;
    hold((1..=2).contains(&world.bodies), || {
        "without a create".to_owned()
    })
}

fn failed(
    error: &Error,
    created: usize,
    kind: Kind,
    world: &World,
) -> Result<&'static str, String> {
    match error.outcome() {
        Outcome::NotSent => {
            hold(created == 0 || world.server.has_earlier_order, || {
                "reported as not sent, but created".to_owned()
            })?;
            hold(world.bodies == 0, || {
                "reported as not sent, but sent".to_owned()
            })?;
            Ok(match world.server.has_earlier_order {
                true => "not sent, after an earlier call",
                false => "not sent",
            })
        }
        Outcome::Rejected => {
            // Without a look-up, it is about this call alone.
            let is_about_this_call =
                world.server.has_earlier_order && error.lookup_error().is_none();
            hold(created == 0 || is_about_this_call, || {
                "reported as rejected, but created".to_owned()
            })?;
            hold(world.bodies == 1, || {
                "reported as rejected after a retry".to_owned()
            })?;
            Ok(match error.lookup_error() {
                Some(_) => "rejected, and looked up",
                None => "rejected",
            })
        }
        Outcome::Done => {
            hold(created == 1, || "reported as done, but lost".to_owned())?;
            Ok("invalid response")
        }
        Outcome::Unknown => unknown(error, kind, world),
        other => Err(format!("unexpected outcome: {other:?}")),
    }
}

/// The error of an unknown outcome reports all that is known.
fn unknown(error: &Error, kind: Kind, world: &World) -> Result<&'static str, String> {
    hold(world.bodies >= 1, || {
        "reported as unknown, but never sent".to_owned()
    })?;
    hold(error.to_string().contains("outcome unknown"), || {
        format!("the text does not say that the outcome is unknown: {error}")
    })?;
    let operation = match kind {
        Kind::Plain => "add_order",
        Kind::UniqueKey => "create_order",
    };
    hold(error.operation() == operation, || {
        "another operation".to_owned()
    })?;
    let expected = (kind == Kind::UniqueKey).then_some(REFERENCE);
    hold(error.unique_key() == expected, || {
        "another unique key".to_owned()
    })?;
    let is_unprocessable = error.status().is_some_and(|status| status.as_u16() == 422);
    let body = error
        .response()
        .map_or(&b""[..], |response| response.body());
    hold(
        !is_unprocessable || body == b"{}" || body.is_empty() || !error.messages().is_empty(),
        || "the messages of the server are missing".to_owned(),
    )?;
    if world.bodies == 2 {
        let earlier = error.earlier().ok_or("the earlier error is missing")?;
        hold(earlier.outcome() == Outcome::Unknown, || {
            format!(
                "a request was retried whose outcome was {:?}",
                earlier.outcome()
            )
        })?;
        return Ok("unknown after two creates");
    }
    if error.is_retry_budget_exhausted() {
        return Ok("unknown, and the retry budget is exhausted");
    }
    Ok("unknown")
}

fn hold(holds: bool, violation: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(violation()) }
}
