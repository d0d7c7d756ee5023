//! An order from the menu to its delivery, with its callbacks.

use std::error::Error;

use api_sandbox::OrderStatus::{Completed, Delivered, EnRoute, Processing};
use api_sandbox::Sandbox;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::*;

use crate::callbacks::Receiver;

#[tokio::test]
async fn order_is_delivered_with_a_callback_per_step() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (demo, receiver) = (sandbox.credentials(), Receiver::ok().await);
    let token = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::new(config)?;

    let feed = GetMenuFeed::new(demo.venues[0].menu_feed_key);
    let menu = client.send(feed).await?;
    let chosen = &menu.menu_groups[0].menu_items[0];
    let parent = chosen.id.clone().ok_or("no id")?;
    let price = chosen.prices[0].id.clone().ok_or("no id")?;

    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: parent,
        product_id: price,
        quantity: 2,
    })];
    let mut order = NewIncomingOrder::new("WEB-1001", items);
    order.order_type = Some("delivery".into());
    order.status_callback = Some(receiver.address().into());
    let placed = client.send(CreateIncomingOrder::new(order)).await?;
    let id = placed.incoming_order.id.ok_or("no id")?;

    let steps = [Processing, Completed, EnRoute, Delivered];
    let control = sandbox.control();
    for step in steps {
        control.set_order_status(id, step)?;
    }
    control.wait_for_callbacks().await;

    let delivered = client.send(GetIncomingOrder::new(id)).await?.incoming_order;
    assert_eq!(delivered.aasm_state_or_default().as_str(), "delivered");
    assert!(delivered.delivered_at.is_some());
    let statuses = ["Processing", "Completed", "En+Route", "Delivered"];
    assert_eq!(receiver.bodies(), statuses.map(|status| form(id, status)));
    Ok(())
}

fn form(id: i64, status: &str) -> String {
    format!(
        "incoming_order%5Bid%5D={id}&incoming_order%5Breference_no%5D=WEB-1001\
         &incoming_order%5Bstatus%5D={status}&incoming_order%5Border_type%5D=delivery"
    )
}
