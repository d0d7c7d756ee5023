//! What belongs to another API, or to another kind of user.

/// A client is made from a config of its own API.
mod config_of_another_api {
    use payments_client::{ClientCredentials, Config};
    use pos_v3_client::Client;

    fn client(config: Config<ClientCredentials>) {
        let _ = Client::new(config);
    }

    fn case() {
        let _ = client;
    }
}

/// A client of the point of sale has no credentials of payments.
mod credentials_of_another_api {
    use payments_client::ClientCredentials;
    use pos_v2_client::{Client, GetVenueInfo};

    fn read(client: &Client<ClientCredentials>) {
        drop(client.send(GetVenueInfo::new()));
    }

    fn case() {
        let _ = read;
    }
}

/// A config for venues is not made with an integrator's token.
mod credentials_of_another_kind {
    use pos_v2_client::{Config, Environment, Error};
    use pos_v3_client::Integrator;

    fn config() -> Result<Config, Error> {
        Config::new(
            Environment::Staging,
            "https://pos.example/api",
            Integrator::new("token"),
        )
    }

    fn case() {
        let _ = config();
    }
}

/// The Test environment is one of payments; the point of sale has none.
mod environment_of_another_api {
    use payments_client::Environment;
    use pos_v2_client::{Config, VenueApiToken};

    fn case() {
        let _ = Config::new(
            Environment::Test,
            "https://pos.example/api",
            VenueApiToken::new("token"),
        );
    }
}

/// A client of version 3 sends what version 3 has, even with the right credentials.
mod operation_of_another_version {
    use pos_v2_client::{GetVenueInfo, VenueApiToken};
    use pos_v3_client::Client;

    fn read(client: &Client<VenueApiToken>) {
        drop(client.send(GetVenueInfo::new()));
    }

    fn case() {
        let _ = read;
    }
}

/// Credentials are a type of the API, not a text.
mod token_as_text {
    use pos_v2_client::{Config, Environment};

    fn case() {
        drop(Config::new(Environment::Staging, "https://pos.example/api", "token"));
    }
}

/// A venue's operation needs the venue's token beside the integrator's.
mod venue_operation_for_integrators {
    use pos_v3_client::{Client, GetVenueInfo, Integrator};

    fn read(client: &Client<Integrator>) {
        drop(client.send(GetVenueInfo::new()));
    }

    fn case() {
        let _ = read;
    }
}

fn main() {}
