//! From a menu to an order: a price is chosen, a quote computed, the order placed.

use std::error::Error;

use api_sandbox::Sandbox;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let feed_key = sandbox.credentials().venues[0].menu_feed_key;
    // ANCHOR: menu
    use pos_v3_client::{Decimal, GetMenuFeed};

    let menu = client.send(GetMenuFeed::new(feed_key)).await?;
    let mut items = menu.menu_groups.iter().flat_map(|group| &group.menu_items);
    // The buyer's page has shown the menu, and sends the ids, because names are not unique.
    let item = items
        .find(|item| item.id.as_deref() == Some("7001"))
        .ok_or("not on the menu")?;
    if item.is_medical_only == Some(true) {
        return Err("for medical customers only".into());
    }
    for price in &item.prices {
        let id = price.id.as_ref().ok_or("missing price id")?;
        let cents = price.price_cents.ok_or("missing price")?;
        let size = price.unit.as_deref().unwrap_or("1");
        let unit = price.unit_type.as_ref().map_or("", |unit| unit.as_str());
        // A number as text.
        let stock: Decimal = price.quantity_on_hand.as_deref().unwrap_or("0").parse()?;
        println!("{id}: {cents} cents for {size} {unit}, {stock} left");
    }
    let wanted = Some("10001".to_owned());
    let mut prices = item.prices.iter();
    let chosen = prices
        .find(|price| price.id.as_ref().map(ToString::to_string) == wanted)
        .ok_or("not on the menu")?;
    let price_id = chosen.id.clone().ok_or("missing price id")?;
    let stock: Decimal = chosen.quantity_on_hand.as_deref().unwrap_or("0").parse()?;
    if stock <= Decimal::ZERO {
        return Err("sold out".into());
    }
    // ANCHOR_END: menu

    // ANCHOR: quote
    use pos_v3_client::CreateIncomingQuote;
    use pos_v3_client::model::{NewQuote, QuoteItem};

    let sku_id = price_id.to_string().parse()?;
    let line = QuoteItem::new().sku_id(sku_id).quantity(2);
    let quote = CreateIncomingQuote::new(NewQuote::new(vec![line]));
    let quote = client.send(quote).await?.quote;
    let totals = quote.totals.ok_or("missing totals")?;
    println!("tax {:?}, total {:?}", totals.tax, totals.total);
    let limits = quote.limits.ok_or("missing limits")?;
    if !limits.exceeded_limits.is_empty() {
        return Err("the customer may not buy as much".into());
    }
    // ANCHOR_END: quote

    // ANCHOR: order
    use pos_v3_client::CreateIncomingOrder;
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};

    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: item.id.clone().ok_or("missing item id")?,
        product_id: price_id,
        quantity: 2,
    });
    let order = NewIncomingOrder::new("WEB-1", vec![item]).order_type("pickup");
    let sent = client
        .once("cart-7")
        .send(CreateIncomingOrder::new(order))
        .await?;
    println!("order {}", sent.record_id().unwrap_or("?"));
    // ANCHOR_END: order
    Ok(())
}
