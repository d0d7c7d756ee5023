//! Tables that forget a field.

/// A body whose table forgets a field, which would not be sent.
mod body_without_a_row_for_a_field {
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
}

/// A record whose table forgets a field, which would be neither read nor written.
mod record_without_a_row_for_a_field {
    use pos_v3_client::api_wire::{Extra, record};

    #[derive(Clone, Default, PartialEq)]
    pub struct Customer {
        pub name: Option<String>,
        pub points: Option<i64>,
        pub extra: Extra,
    }

    record! {
        Customer {
            name: "name",
        }
    }
}

fn main() {}
