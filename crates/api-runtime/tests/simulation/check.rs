//! What must hold, whatever happened.

use api_runtime::{Created, Error, Outcome};
use test_support::shop::Order;

use crate::network::World;
use crate::run::{Kind, Run};
use crate::server::{OURS, REFERENCE};

/// How a run ended, or what is wrong with it.
pub(crate) fn check(run: &Run) -> Result<String, String> {
    let world = &*run.world.lock().unwrap();
    let made = world.server.made();
    let most = match run.kind {
        Kind::Unguarded => 1,
        Kind::UniqueKey => 2,
    };
    hold(made <= 1, || format!("{made} orders were made"))?;
    hold(world.bodies <= most, || {
        format!("{} bodies were sent", world.bodies)
    })?;
    hold(world.begun == run.begun, || {
        "requests began when the call was over".to_owned()
    })?;
    hold(run.took <= run.limit, || {
        format!("{:?} of {:?}", run.took, run.limit)
    })?;
    let end = match &run.told {
        None => "given up by the caller",
        Some(Ok(Created::Confirmed(order))) => answered(order, made, world)?,
        Some(Ok(Created::Recovered(order))) => earlier(order, made, world)?,
        Some(Err(error)) => failed(error, made, run.kind, world)?,
    };
    let done = if made == 1 { "done" } else { "not done" };
    Ok(format!("{done}: {end}"))
}

fn answered(order: &Order, made: usize, world: &World) -> Result<&'static str, String> {
    hold(made == 1, || "told as made, and lost".to_owned())?;
    let told = order.quantity.is_none_or(|quantity| quantity == OURS);
    hold(told, || "another order's quantity".to_owned())?;
    Ok(match world.bodies {
        1 => "told so",
        _ => "told so, to the second arrival",
    })
}

fn earlier(order: &Order, made: usize, world: &World) -> Result<&'static str, String> {
    let carries = order.reference_no.as_deref() == Some(REFERENCE);
    hold(carries, || "it has not our reference".to_owned())?;
    hold(world.bodies == 2, || "without a second arrival".to_owned())?;
    if made == 1 {
        let told = order.quantity.is_none_or(|quantity| quantity == OURS);
        hold(told, || "another order's quantity".to_owned())?;
        return Ok("read back");
    }
    // That a reference is never used twice is what the caller promises.
    hold(world.server.is_misused(), || {
        "told as read back, and lost".to_owned()
    })?;
    Ok("somebody else's order with the same reference was read back")
}

fn failed(error: &Error, made: usize, kind: Kind, world: &World) -> Result<&'static str, String> {
    match error.outcome() {
        Outcome::NotSent => {
            hold(made == 0, || "told as not sent, and made".to_owned())?;
            hold(world.bodies == 0, || {
                "told as not sent, and sent".to_owned()
            })?;
            Ok("not sent")
        }
        Outcome::Rejected => {
            hold(made == 0, || "told as rejected, and made".to_owned())?;
            hold(world.bodies == 1, || {
                "told as rejected, not by the first".to_owned()
            })?;
            Ok("rejected")
        }
        Outcome::Done => {
            hold(made == 1, || "told as done, and lost".to_owned())?;
            Ok("the response is not what it should be")
        }
        Outcome::Unknown => unknown(error, kind, world),
        other => Err(format!("an outcome that nobody knows: {other:?}")),
    }
}

/// Whatever is known is told.
fn unknown(error: &Error, kind: Kind, world: &World) -> Result<&'static str, String> {
    hold(world.bodies >= 1, || {
        "told as unknown, and never sent".to_owned()
    })?;
    hold(error.to_string().contains("outcome unknown"), || {
        format!("silently unknown: {error}")
    })?;
    let operation = match kind {
        Kind::Unguarded => "add_order",
        Kind::UniqueKey => "create_order",
    };
    hold(error.operation() == operation, || "of what?".to_owned())?;
    let expected = (kind == Kind::UniqueKey).then_some(REFERENCE);
    hold(error.unique_key() == expected, || {
        "by what to find it?".to_owned()
    })?;
    let refused = error.status().is_some_and(|status| status.as_u16() == 422);
    let body = error
        .response()
        .map_or(&b""[..], |response| response.body());
    hold(
        !refused || body == b"{}" || body.is_empty() || !error.messages().is_empty(),
        || "what the server says is not told".to_owned(),
    )?;
    if world.bodies == 2 {
        let earlier = error.earlier().ok_or("what came before is not told")?;
        hold(earlier.outcome() == Outcome::Unknown, || {
            format!("{:?} was sent again", earlier.outcome())
        })?;
        return Ok("unknown after two arrivals");
    }
    hold(error.lookup_error().is_none(), || {
        "read back after one arrival".to_owned()
    })?;
    Ok("unknown")
}

fn hold(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}
