//! A failure of each outcome, and what a service does about it.

use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder, NextStep};

use super::demo;

// ANCHOR: advice
/// What a service does after a failed call.
fn advice(error: &pos_v3_client::Error) -> String {
    match error.next_step() {
        NextStep::Again { .. } => "make the same call again".to_owned(),
        NextStep::Wait => "make the same call again later".to_owned(),
        NextStep::Access => "mend the token".to_owned(),
        NextStep::Correct => format!("correct it: {error}"),
        NextStep::Person => "show it to a person".to_owned(),
        // `Final`, and steps of later versions: done, declined, or a mistake in the program.
        _ => format!("{:?}, no call helps: {error}", error.outcome()),
    }
}
// ANCHOR_END: advice

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let order = |reference| {
        let items = vec![demo::item(1)];
        CreateIncomingOrder::new(NewIncomingOrder::new(reference, items))
    };
    let inject = |operation, effect| sandbox.control().inject(Fault::new(operation, effect));

    // A read is sent again after a transient failure.
    let placed = client.once("cart-1").send(order("WEB-1")).await?;
    let id: i64 = placed.record_id().ok_or("missing order id")?.parse()?;
    inject("get_incoming_order", Effect::Status(503))?;
    client.send(GetIncomingOrder::new(id)).await?;
    let sent = sandbox.control().requests().len();
    println!("503, a read    retried: {sent} requests in all");

    // A write is not.
    let duplicate = client.once("cart-2").send(order("WEB-1")).await;
    inject("create_incoming_order", Effect::DropAfter)?;
    let lost = client.once("cart-3").send(order("WEB-3")).await;
    inject("create_incoming_order", Effect::Status(401))?;
    let token = client.once("cart-4").send(order("WEB-4")).await;
    inject("create_incoming_order", Effect::Status(429))?;
    let often = client.once("cart-5").send(order("WEB-5")).await;
    let address = sandbox.address();
    drop(sandbox);
    // The port is free again: the connection is refused.
    let refused = tokio::net::TcpStream::connect(address).await.is_err();
    assert!(refused, "something else listens on {address}");
    let soon = client.once("cart-6").timeout(Duration::from_secs(1));
    let offline = soon.send(order("WEB-6")).await;

    for (name, result) in [
        ("duplicate", duplicate),
        ("response lost", lost),
        ("401", token),
        ("429", often),
        ("no connection", offline),
    ] {
        let error = result.err().ok_or("expected an error")?;
        let outcome = format!("{:?}:", error.outcome());
        println!("{name:14} {outcome:9} {}", advice(&error));
    }
    Ok(())
}
