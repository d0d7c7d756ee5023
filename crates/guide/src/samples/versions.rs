//! The same order in versions 1 and 3: how it is found again.

use std::error::Error;

use api_sandbox::Sandbox;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (v1, v3) = (demo::pos_v1(&sandbox)?, demo::pos_v3(&sandbox)?);
    {
        // ANCHOR: v1
        use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
        use pos_v1_client::{CreateIncomingOrder, GetIncomingOrder};

        let item = NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        });
        let order = NewIncomingOrder::new("WEB-1", vec![item]);
        let order = CreateIncomingOrder::new(order);
        v1.once("cart-1").send(order).await?;
        // By its reference, or by its id.
        let found = v1.send(GetIncomingOrder::new("WEB-1")).await?;
        let state = found.incoming_order.aasm_state_or_default()?;
        println!("version 1: WEB-1 is {state}");
        // ANCHOR_END: v1
    }
    {
        // ANCHOR: v3
        use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
        use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder};

        let item = NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        });
        // If the response is lost, only a callback names the id.
        let order = NewIncomingOrder::new("WEB-2", vec![item])
            .status_callback("https://shop.example/callbacks/5f1d7a84db00d2fce00b31a7fc73224f");
        let order = CreateIncomingOrder::new(order);
        let placed = v3.once("cart-2").send(order).await?;
        // By its id alone: store it with the order.
        let id: i64 = placed.record_id().ok_or("missing order id")?.parse()?;
        let found = v3.send(GetIncomingOrder::new(id)).await?;
        let state = found.incoming_order.aasm_state_or_default()?;
        println!("version 3: WEB-2 is {state}");
        // ANCHOR_END: v3
    }
    Ok(())
}
