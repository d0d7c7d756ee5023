//! From a menu to an order: a price is chosen, a quote computed, the order placed.

use std::error::Error;

use api_sandbox::Sandbox;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let feed_key = sandbox.credentials().venues[0].menu_feed_key;
    // ANCHOR: menu
    use pos_v3_client::GetMenuFeed;
    use pos_v3_client::api_wire::Decimal;

    let menu = client.send(GetMenuFeed::new(feed_key)).await?;
    for group in &menu.menu_groups {
        // True: products of one brand and strain are one item, with a price for each weight.
        println!(
            "{}: combined {}",
            group.name.as_deref().unwrap_or("?"),
            group.combine_weights == Some(true)
        );
    }
    let items = menu.menu_groups.iter().flat_map(|group| &group.menu_items);
    let item = items
        .clone()
        .find(|item| !item.prices.is_empty())
        .ok_or("no item with a price")?;
    println!("{}", item.name.as_deref().unwrap_or("?"));
    for price in &item.prices {
        // `price_cents` is an integer in cents, the stock a number as text.
        let cents = price.price_cents.ok_or("missing price")?;
        let stock: Decimal = price.quantity_on_hand.as_deref().unwrap_or("0").parse()?;
        println!(
            "  {} cents for {} {}, {stock} left",
            cents,
            price.unit.as_deref().unwrap_or("1"),
            price.unit_type.as_ref().map_or("", |unit| unit.as_str()),
        );
    }
    // ANCHOR_END: menu

    // ANCHOR: quote
    use pos_v3_client::CreateIncomingQuote;
    use pos_v3_client::model::{NewQuote, QuoteItem};

    let chosen = item.prices.first().ok_or("no price")?.clone();
    let price = chosen.id.ok_or("missing price id")?;
    let wanted = QuoteItem::with(|wanted| {
        wanted.sku_id = price.to_string().parse().ok();
        wanted.quantity = Some(2);
    });
    let quote = CreateIncomingQuote::new(NewQuote::new(vec![wanted]));
    let quote = client.send(quote).await?.quote;
    let totals = quote.totals.ok_or("missing totals")?;
    println!("quote: tax {:?}, total {:?}", totals.tax, totals.total);
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
        product_id: price,
        quantity: 2,
    });
    let mut order = NewIncomingOrder::new("WEB-1", vec![item]);
    order.order_type = Some("pickup".into());
    let sent = client
        .once("cart-7")
        .send(CreateIncomingOrder::new(order))
        .await?;
    println!("order {}", sent.record_id().unwrap_or("?"));
    // ANCHOR_END: order
    Ok(())
}
