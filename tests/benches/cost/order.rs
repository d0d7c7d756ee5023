//! A small response: an order with one item, and hand-written structs for it.

use serde::Deserialize;

/// The response, with every value of the documented type.
pub(crate) const TEXT: &str = r#"{"code":1,"incoming_order":{"id":48213,"aasm_state":"pending","reference_no":"WEB-1001","first_name":"Ada","last_name":"Sample","source":"online_store","order_type":"pickup","notes":"ring twice","delivered_at":"2026-02-01T09:12:44.008Z","requested_date":"2026-02-14","requested_window_start_time":"10:00 am","requested_window_end_time":"11:00 am","requested_payment_method":"cash","payment_verified":false,"curbside":true,"created_at":"2026-01-31T18:05:22.123Z","updated_at":"2026-02-01T09:12:44.008Z"},"order_items":[{"item_id":90411,"product_id":7001,"sku_id":9001,"manifest_item_id":6001,"product_name":"Blue Sample 3.5g","product_brand":"Sample Brand","product_strain":"Blue Sample","weight":"3.5","quantity":2,"unit_quantity":"2.0","price":2500,"discount":250,"tax":213,"tier_weight_id":4,"coupons":[{"id":311,"name":"Ten percent off"}],"taxes":[{"tax_id":17,"name":"Sales tax","amount":213}],"created_at":"2026-01-31T18:05:22.123Z","updated_at":"2026-02-01T09:12:44.008Z"}]}"#;

macro_rules! read {
    ($($name:ident { $($field:ident: $type:ty,)* })*) => {$(
        #[derive(Deserialize)]
        #[expect(dead_code, reason = "all of it is read, and little looked at")]
        pub(crate) struct $name {
            $(pub(crate) $field: $type,)*
        }
    )*};
}

read! {
    OrderResponse {
        code: i64,
        incoming_order: Order,
        order_items: Vec<OrderItem>,
    }
    Order {
        id: i64,
        aasm_state: String,
        reference_no: String,
        first_name: String,
        last_name: String,
        source: String,
        order_type: String,
        notes: String,
        delivered_at: String,
        requested_date: String,
        requested_window_start_time: String,
        requested_window_end_time: String,
        requested_payment_method: String,
        payment_verified: bool,
        curbside: bool,
        created_at: String,
        updated_at: String,
    }
    OrderItem {
        item_id: i64,
        product_id: i64,
        sku_id: i64,
        manifest_item_id: i64,
        product_name: String,
        product_brand: String,
        product_strain: String,
        weight: String,
        quantity: i64,
        unit_quantity: String,
        price: i64,
        discount: i64,
        tax: i64,
        tier_weight_id: i64,
        coupons: Vec<Coupon>,
        taxes: Vec<Tax>,
        created_at: String,
        updated_at: String,
    }
    Coupon {
        id: i64,
        name: String,
    }
    Tax {
        tax_id: i64,
        name: String,
        amount: i64,
    }
}
