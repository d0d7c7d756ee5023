//! Amounts and quantities.

/// An id and an amount cannot be swapped.
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
        let _ = Addendum::new("a1", 12.5);
    }
}

/// Every field of a payment is expected.
mod forgotten_amount {
    use payments_client::Date;
    use payments_client::model::{Submission, SubmissionRequired};

    fn case() {
        let _ = Submission::new(SubmissionRequired {
            request_uid: "a1".into(),
            order_number: "A-1".into(),
            order_description: "Two lamps".into(),
            pay_date: Date::new(2026, 12, 1).unwrap(),
        });
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

/// Three required values and more are named.
mod three_values_by_position {
    use pos_v3_client::model::NewOrderItem;

    fn case() {
        let _ = NewOrderItem::new("7001", 9001, 1);
    }
}

fn main() {}
