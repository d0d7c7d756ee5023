//! What the program prints at its start.

use api_sandbox::{PaymentEnvironment, Sandbox, VenueAccess};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// URLs, credentials, and commands to paste.
pub(crate) fn greeting(sandbox: &Sandbox) -> String {
    let (pos, root) = (sandbox.pos_url(), sandbox.root_url());
    let credentials = sandbox.credentials();
    let venues = sandbox.venues();
    let Some(first) = venues.first() else {
        return String::new();
    };
    let all = |token: fn(&VenueAccess) -> &str| {
        let tokens: Vec<&str> = venues.iter().map(token).collect();
        tokens.join(" | ")
    };
    let basic = |user: &str, password: &str| STANDARD.encode(format!("{user}:{password}"));
    let venue = basic(credentials.integrator_token, &first.venue_token);
    let mut text = format!(
        "point of sale, vendor API   {pos}\n\
         \x20 integrator token          {}\n\
         \x20 venue tokens              {}\n\
         \x20 API tokens (v1, v2)       {}\n\
         \x20 menu feed keys            {}\n\
         \x20 vendor token              {}\n",
        credentials.integrator_token,
        all(|venue| &venue.venue_token),
        all(|venue| &venue.api_token),
        all(|venue| &venue.menu_feed_key),
        credentials.vendor_token,
    );
    for environment in PaymentEnvironment::ALL {
        let credentials = environment.credentials();
        text += &format!(
            "payments, {:<17} {}\n  client id and secret      {}:{}\n  public key                {}\n",
            environment.name(),
            sandbox.payments_url(environment),
            credentials.client_id,
            credentials.client_secret,
            credentials.public_key,
        );
        if environment == PaymentEnvironment::Test {
            text += &format!(
                "  tester page               {}\n",
                sandbox.tester_page_url()
            );
        }
    }
    let order = "{\"incoming_order\":{\"reference_no\":\"WEB-1001\",\"order_items_attributes\":\
                 [{\"product_parent_id\":\"7001\",\"product_id\":9001,\"quantity\":1}]}}";
    text + &format!(
        "order board                 {root}/_sandbox/board\n\
         API reference               {root}/reference\n\
         \nCommands:\n\
         \x20 curl -u '{}:' {pos}/v3/info\n\
         \x20 curl -H 'Authorization: Basic {venue}' {pos}/v3/menu_feeds/{}\n\
         \x20 curl -H 'Authorization: Basic {venue}' -H 'Content-Type: application/json' -d '{order}' {pos}/v3/incoming_orders\n\
         \x20 curl -g -H 'Authorization: Bearer {}' '{pos}/v2/venue/customers?per_page=2'\n\
         \x20 curl {root}/_sandbox/requests\n\nRequests:\n",
        credentials.integrator_token, first.menu_feed_key, first.api_token,
    )
}
