//! Where the documents of version 1 leave a meaning open, the clients do not guess it.

use api_runtime::testing::{ScriptedTransport, Step};
use pos_v1_client::{Client, ErrorKind, GetIncomingOrder, ListInventories};

use crate::config;

fn client(steps: impl IntoIterator<Item = Step>) -> Client {
    let config = config::pos_v1("https://shop.example/api");
    let transport = ScriptedTransport::new(steps).repeat_last();
    Client::builder(config)
        .transport(transport)
        .build()
        .unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_reference_of_digits_never_reads_the_order_with_this_id() {
    for order in [
        r#"{"id":48213,"reference_no":"WEB-9"}"#,
        r#"{"id":48213,"reference_no":null}"#,
        r#"{"id":48213}"#,
    ] {
        let body = format!(r#"{{"code":1,"incoming_order":{order}}}"#);
        let client = client([Step::response(200, body)]);
        assert!(client.send(GetIncomingOrder::new(48213)).await.is_ok());
        let by_reference = client.send(GetIncomingOrder::new("48213")).await;
        let error = by_reference.expect_err(order);
        assert_eq!(error.kind(), ErrorKind::WrongRecord, "{order}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_never_reads_the_order_with_this_reference() {
    let order = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"48213"}}"#;
    let client = client([Step::response(200, order)]);
    assert!(client.send(GetIncomingOrder::new("48213")).await.is_ok());
    let error = client.send(GetIncomingOrder::new(48213)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongRecord);
}

#[tokio::test(start_paused = true)]
async fn rows_of_one_product_are_all_listed() {
    let page = |page| {
        let totals = format!(r#""total_records":4,"total_pages":2,"current_page":{page}"#);
        let rows = format!(
            r#"{{"productId":9001,"sku":"{page}-a"}},{{"productId":9001,"sku":"{page}-b"}}"#
        );
        Step::response(200, format!(r#"{{{totals},"products":[{rows}]}}"#))
    };
    let client = client([page(1), page(2)]);
    let mut rows = client.items(ListInventories::new().per_page(2));
    let mut skus = Vec::new();
    while let Some(row) = rows.next().await {
        let row = row.unwrap();
        assert_eq!((row.product_id, row.listed_product_id), (None, Some(9001)));
        skus.extend(row.sku);
    }
    assert_eq!(skus, ["1-a", "1-b", "2-a", "2-b"]);
}
