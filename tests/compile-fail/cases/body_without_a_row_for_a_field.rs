//! A body whose table forgets a field, which would not be sent.

use pos_v3_client::api_wire::body;

#[derive(Clone, Default, PartialEq)]
pub struct CustomerUpdate {
    pub name: Option<String>,
    pub notes: Option<String>,
}

body! {
    CustomerUpdate {
        name: "name" => String,
    }
}

fn main() {}
