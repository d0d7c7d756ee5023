//! All venues of an integrator: one client each, with a shared pool of connections.

use std::error::Error;

use api_sandbox::Sandbox;

/// Your own id of a venue, by its present name, from a table of yours. A new name needs a person.
fn own_id(name: &str) -> Option<i64> {
    match name {
        "High Street Garden" => Some(12),
        "Corner Bakery and Goods" => Some(13),
        _ => None,
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
    // With a `journal`, each client that is derived has it, too, for its own account.
    let client = Client::builder(config).account("integrator").build()?;

    let venues = client.send(ListVenues::new()).await?.venues;
    for venue in venues
        .into_iter()
        .filter(|venue| venue.active == Some(true))
    {
        let name = venue.venue_name.ok_or("missing name")?;
        let token = venue.venue_token.ok_or("missing venue token")?;
        // The keys of a journal belong to the account, so it must never change. The list has no ids, and
        // names can change: so use an id of your own.
        let Some(venue) = own_id(&name) else {
            eprintln!("unknown venue {name}");
            continue;
        };
        let credentials = IntegratorAndVenue::new(integrator_token, token);
        let client = client.with_account(venue, credentials);

        let info = client.send(GetVenueInfo::new()).await?;
        println!("{name}: {}", info.status());
    }
    // ANCHOR_END: venues
    Ok(())
}
