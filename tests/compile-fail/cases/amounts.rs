//! Amounts and quantities.

/// Not even literals of an id and an amount can be swapped.
mod amount_and_request_swapped {
    use payments_client::model::Addendum;

    fn case() {
        let _ = Addendum::new(5.into(), "req-1");
    }
}

/// An amount is exact: there is no way to it from a float.
mod amount_as_float {
    use payments_client::model::Addendum;

    fn case() {
        let _ = Addendum {
            request_uid: "a1".into(),
            amount: 12.5,
        };
    }
}

/// Every field of a payment is expected.
mod forgotten_amount {
    use payments_client::jiff::civil::date;
    use payments_client::model::Submission;

    fn case() {
        let _ = Submission {
            request_uid: "a1".into(),
            order_number: "A-1".into(),
            order_description: "Two lamps".into(),
            pay_date: date(2026, 12, 1),
        };
    }
}

/// An item of an order says what and how many.
mod forgotten_quantity {
    use pos_v3_client::model::{NewOrderItem, NewOrderItemRequired};

    fn case() {
        let _ = NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "parent".into(),
            product_id: "product".into(),
        });
    }
}

/// The ids of an item of an order can be mistaken for each other and for its quantity, so they are named.
mod like_fields_beside_optional_ones_by_position {
    use pos_v3_client::model::NewOrderItem;

    fn case() {
        let _ = NewOrderItem::new("7001", 9001, 1);
    }
}

fn main() {}
