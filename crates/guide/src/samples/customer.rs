//! A customer: created, changed, cleared.

use std::error::Error;

use api_sandbox::Sandbox;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v2(&sandbox)?;
    // ANCHOR: customer
    use pos_v2_client::model::{Change, CustomerUpdate, NewCustomer};
    use pos_v2_client::{CreateCustomer, GetCustomer, UpdateCustomer};

    let customer = NewCustomer::new()
        .first_name("Ada")
        .email("ada@shop.example");
    let sent = client
        .once("customer-4711")
        .send(CreateCustomer::new(customer))
        .await?;
    let id: i64 = sent.record_id().ok_or("missing id")?.parse()?;

    // 40 points more. What is not set is not sent; `Clear` sends a null.
    let update = CustomerUpdate::new()
        .points_adjustment("40")
        .email(Change::Clear);
    client
        .once("receipt-1 of customer-4711")
        .send(UpdateCustomer::new(id, update))
        .await?;
    let customer = client.send(GetCustomer::new(id)).await?;
    println!("{} points", customer.points_or_default()?);
    println!("email {:?}", customer.email);
    // ANCHOR_END: customer
    Ok(())
}
