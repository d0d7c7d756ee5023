//! Arguments.

/// Positional arguments differ in their types: swapped ones do not compile.
mod arguments_swapped {
    use pos_v2_client::UpdateCustomer;
    use pos_v2_client::model::CustomerUpdate;

    fn case() {
        let _ = UpdateCustomer::new(CustomerUpdate::new(), 7);
    }
}

/// One customer is read by its id.
mod forgotten_path_parameter {
    use pos_v2_client::GetCustomer;

    fn case() {
        let _ = GetCustomer::new();
    }
}

/// The browser SDK needs the client's name.
mod forgotten_client_name {
    use payments_client::PageConfiguration;

    fn case() {
        let _ = PageConfiguration::new();
    }
}

/// The public key goes into every payment request, so there is no client without it.
mod forgotten_public_key {
    use payments_client::ClientValues;

    fn case() {
        let _ = ClientValues::default();
    }
}

/// The service gives a customer its id.
mod read_only_id {
    use pos_v2_client::model::NewCustomer;

    fn case() {
        let _ = NewCustomer::new().id(3);
    }
}

/// The telephone number of a customer cannot be changed.
mod fixed_telephone {
    use pos_v2_client::model::CustomerUpdate;

    fn telephone(change: CustomerUpdate) {
        let CustomerUpdate { telephone, .. } = change;
    }

    fn case() {
        telephone(CustomerUpdate::new());
    }
}

fn main() {}
