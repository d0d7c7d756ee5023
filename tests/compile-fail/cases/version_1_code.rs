//! Code of version 1 that names version 3: what the guide's page on versions says that the compiler finds.

/// The information of a venue has no documented body.
mod information_of_a_venue {
    use pos_v3_client::{Client, GetVenueInfo, IntegratorAndVenue};

    async fn name(client: &Client<IntegratorAndVenue>) {
        let info = client.send(GetVenueInfo::new()).await.unwrap();
        drop(info.name);
    }

    fn case() {
        let _ = name;
    }
}

/// An order is read by its id alone.
mod order_by_reference {
    use pos_v3_client::GetIncomingOrder;

    fn case() {
        let _ = GetIncomingOrder::new("WEB-1");
    }
}

/// A quote needs an integrator's token.
mod quote_with_the_venue_api_token {
    use pos_v3_client::{Client, GetIncomingQuote, VenueApiToken};

    fn read(client: &Client<VenueApiToken>) {
        drop(client.send(GetIncomingQuote::new("Q-1")));
    }

    fn case() {
        let _ = read;
    }
}

/// An order has no documented total.
mod total_of_an_order {
    use pos_v3_client::model::IncomingOrder;

    fn total(order: &IncomingOrder) {
        let _ = order.total;
    }

    fn case() {
        let _ = total;
    }
}

fn main() {}
