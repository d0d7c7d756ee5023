//! A list: one page, and all its records with one page in memory.

use std::error::Error;

use api_sandbox::Sandbox;
use pos_v2_client::{Date, ListCustomers};

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v2(&sandbox)?;
    // ANCHOR: list
    // One page …
    let list = ListCustomers::new()
        .updated_at_gt(Date::new(2020, 1, 31)?)
        .per_page(100);
    let page = client.send(list).await?;
    println!("{} of {:?} customers", page.items.len(), page.total_records);

    // … or every customer.
    let mut customers = client.items(ListCustomers::new());
    let (mut count, mut points) = (0, 0);
    while let Some(customer) = customers.next().await {
        points += customer?.points_or_default()?;
        count += 1;
    }
    println!("{count} customers have points: {}", points > 0);
    // ANCHOR_END: list
    Ok(())
}
