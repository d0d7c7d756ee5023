//! Values of records.

/// A field of a response may be absent, whatever the documents call required.
mod read_field_used_as_present {
    use pos_v2_client::model::Customer;

    fn give(_points: i64) {}

    fn case() {
        give(Customer::default().points);
    }
}

/// Records, bodies and operations get new fields in minor versions, so no literal makes them.
mod literals {
    use pos_v2_client::ListCustomers;
    use pos_v2_client::model::{Customer, CustomerUpdate};

    fn case() {
        let _ = Customer {
            id: Some(7),
            ..Customer::default()
        };
        let _ = CustomerUpdate {
            ..CustomerUpdate::new()
        };
        let _ = ListCustomers {
            page: Some(2),
            ..ListCustomers::new()
        };
    }
}

/// The status of a callback and the state of an order are two things.
mod statuses_mixed_up {
    use pos_v3_client::model::{IncomingOrder, OrderStatus};

    fn is_pending(order: &IncomingOrder) -> bool {
        order.aasm_state == Some(OrderStatus::Pending.into())
    }

    fn case() {
        let _ = is_pending;
    }
}

/// An unknown value is made from its text, so that it means the same once it is known.
mod unknown_value_constructed {
    use pos_v3_client::model::OrderType;

    fn case() {
        let _ = OrderType::Unknown("drone".to_owned());
    }
}

/// An unknown value is not matched: the match would fail once it is known.
mod unknown_value_matched {
    use pos_v3_client::model::OrderType;

    fn is_by_drone(order_type: &OrderType) -> bool {
        matches!(order_type, OrderType::Unknown("drone"))
    }

    fn case() {
        let _ = is_by_drone;
    }
}

fn main() {}
