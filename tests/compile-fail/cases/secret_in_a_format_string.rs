//! A secret has no `Display`, which would put `[hidden]` into a header.

use pos_v2_client::model::Secret;

fn main() {
    let token = Secret::from("token");
    let _ = format!("Bearer {token}");
}
