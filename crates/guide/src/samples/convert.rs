//! A record of version 1 as one of version 2.

use std::error::Error;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: into_v2
    use pos_versions::api_wire::from_str;
    use pos_versions::{Converted, IntoV2};

    let text = r#"{"customerId": 7, "first_name": "Ada", "phone": "5555550100", "tier": 3}"#;
    let customer: pos_v1_client::model::Customer = from_str(text)?;
    let converted: Converted<pos_v2_client::model::Customer> = customer.into_v2()?;
    println!("id: {:?}", converted.value.id);
    println!("unknown: {:?}", converted.value.extra.get("tier"));
    for lost in &converted.lost {
        println!("lost {}: {}", lost.pointer, lost.reason);
    }
    // ANCHOR_END: into_v2
    Ok(())
}
