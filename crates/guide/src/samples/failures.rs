//! A failure of each outcome, and what a service does about it.

use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder, Outcome};

use super::demo;

// ANCHOR: advice
/// What a service does after a failed write.
fn advice(error: &pos_v3_client::Error) -> String {
    match error.outcome() {
        Outcome::NotSent => "nothing happened: send it again".to_owned(),
        Outcome::Rejected => format!("it had no effect: {}", error.messages().join("; ")),
        Outcome::Done => "it took effect, but the response is invalid".to_owned(),
        // `Unknown`, and outcomes of later versions.
        _ => "it may have taken effect: find out before it is sent again".to_owned(),
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
    let placed = client.send(order("WEB-1")).await?.incoming_order;
    let id = placed.id.ok_or("missing order id")?;
    inject("get_incoming_order", Effect::Status(503))?;
    client.send(GetIncomingOrder::new(id)).await?;
    let sent = sandbox.control().requests().len();
    println!("503, a read        retried: {sent} requests in all");

    // A write is not.
    inject("create_incoming_order", Effect::DropAfter)?;
    let lost = client.send(order("WEB-2")).await;
    let again = client.send(order("WEB-2")).await;
    inject("create_incoming_order", Effect::Status(503))?;
    let unavailable = client.send(order("WEB-3")).await;
    inject(
        "create_incoming_order",
        Effect::Delay(Duration::from_secs(10)),
    )?;
    let call = client.call().timeout(Duration::from_secs(3));
    let late = call.send(order("WEB-4")).await;
    let address = sandbox.address();
    drop(sandbox);
    // The port is free again: the connection is refused.
    let refused = tokio::net::TcpStream::connect(address).await.is_err();
    assert!(refused, "something else listens on {address}");
    let offline = client
        .call()
        .timeout(Duration::from_secs(1))
        .send(order("WEB-5"))
        .await;

    for (name, result) in [
        ("response lost", lost),
        ("duplicate", again),
        ("503, a write", unavailable),
        ("timeout", late),
        ("no connection", offline),
    ] {
        let error = result.err().ok_or("expected an error")?;
        let outcome = format!("{:?}:", error.outcome());
        println!("{name:18} {outcome:9} {}", advice(&error));
    }
    Ok(())
}
