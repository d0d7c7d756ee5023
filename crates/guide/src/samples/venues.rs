//! All venues of an integrator: one client each, over shared connections.

use std::error::Error;

use api_sandbox::Sandbox;

/// The id of a venue in the service's own database.
fn own_id(name: &str) -> i64 {
    match name {
        "High Street Garden" => 12,
        _ => 13,
    }
}

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let url = sandbox.pos_url();
    let integrator_token = sandbox.credentials().integrator_token;
    // ANCHOR: venues
    use pos_v3_client::{Client, Config, Environment, GetVenueInfo, Integrator};
    use pos_v3_client::{IntegratorAndVenue, ListVenues};

    let config = Config::new(
        Environment::Staging,
        &url,
        Integrator::new(integrator_token),
    )?;
    let client = Client::new(config)?;

    let venues = client.send(ListVenues::new()).await?.venues;
    for venue in venues
        .into_iter()
        .filter(|venue| venue.active == Some(true))
    {
        let name = venue.venue_name.ok_or("missing name")?;
        let token = venue.venue_token.ok_or("missing venue token")?;
        // A label for metrics, and for the journal. It is never sent, and must never change: so it is
        // an id of yours. The list has none, and a name can change.
        let client = client
            .with_credentials(IntegratorAndVenue::new(integrator_token, token))
            .call()
            .label("venue", own_id(&name))
            .into_client();

        let info = client.send(GetVenueInfo::new()).await?;
        println!("{name}: {}", info.status());
    }
    // ANCHOR_END: venues
    Ok(())
}
