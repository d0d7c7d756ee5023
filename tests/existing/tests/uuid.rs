//! Ids of the crate uuid, as keys and references.

use api_sandbox::Sandbox;
use pos_v3_client::journal::{Filter, MemoryStore, Operator};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, IntegratorAndVenue, Known,
};
use uuid::Uuid;

#[tokio::test]
async fn an_id_of_the_service_is_the_key_and_the_reference_of_its_order()
-> Result<(), Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let tokens = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), tokens)?;
    let store = MemoryStore::new();
    let client = Client::builder(config).account(12).journal(store.clone());
    let client = client.build()?;

    let cart = Uuid::from_u128(0x5f1d_7a84_db00_d2fc_e00b_31a7_fc73_224f);
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let order = NewIncomingOrder::new(cart.to_string(), vec![item]);
    let order = CreateIncomingOrder::new(order);
    let placed = client.once(cart.to_string()).send(order.clone()).await?;
    let again = client.once(cart.to_string()).send(order).await?;
    assert_eq!(again.known, Known::Earlier);

    let id: i64 = placed.record_id().ok_or("no id")?.parse()?;
    let read = client.send(GetIncomingOrder::new(id)).await?.incoming_order;
    let reference: Uuid = read.reference_no.ok_or("no reference")?.parse()?;
    let operator = Operator::new(store, "employee-7")?;
    let found = Filter::all().text(cart.to_string());
    let (entries, _) = operator.list_all(&found).await?;
    let [Ok(entry)] = &entries[..] else {
        return Err("expected one entry".into());
    };
    assert_eq!((reference, entry.key.parse::<Uuid>()?), (cart, cart));
    Ok(())
}
