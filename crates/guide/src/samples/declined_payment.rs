//! A test of a payment that the buyer's bank declines, and of one that the service rejects.

use std::error::Error;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: decline
    use api_sandbox::Sandbox;
    use payments_client::CreateRequest;

    let sandbox = Sandbox::start().await?;
    let client = demo::payments(&sandbox)?;
    let http = demo::http_client();

    // The service under test requests a payment; the payment app declines it, then is paid.
    let request_uid = client.send(CreateRequest::new(demo::payment())).await?;
    let app = format!(
        "http://{}/payments/test/app/{}",
        sandbox.address(),
        request_uid.as_str()
    );
    for button in ["open", "decline", "pay"] {
        let response = http.post(format!("{app}/{button}")).send().await?;
        response.error_for_status()?;
        let payment = sandbox.control().payments().remove(0);
        println!("{button:8} {:?}", payment.app);
    }
    // ANCHOR_END: decline

    // ANCHOR: reject
    use api_sandbox::{Effect, ExactResponse, Fault};

    // The payments API rejects the request itself: status 200, and `Success: false`.
    let body = r#"{"Success": false, "Message": "limit exceeded"}"#;
    let rejected = Effect::Respond(ExactResponse::json(200, body));
    sandbox
        .control()
        .inject(Fault::new("create_request", rejected))?;
    if let Err(error) = client.send(CreateRequest::new(demo::payment())).await {
        println!("rejected {:?}, {:?}", error.kind(), error.outcome());
        println!("message  {}", error.messages().join("; "));
    }
    sandbox.control().verify_faults()?;
    // ANCHOR_END: reject
    Ok(())
}
