// Hand-written.

//! The program: starts a sandbox, prints its URLs and credentials, and then a line per request.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use api_sandbox::jiff::Timestamp;
use api_sandbox::{PaymentEnvironment, Sandbox, SandboxBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lexopt::{Arg, Parser, ValueExt as _};

const HELP: &str = "\
api-sandbox: the point-of-sale, vendor and payments APIs on loopback

Usage: api-sandbox [options]

  --port PORT            port of 127.0.0.1 to listen on [default: a free one]
  --data FILE            file that stores changes across restarts [default: in memory]
  --seed NUMBER          seed of the demo data [default: 0]
  --clock TIME           set and stop the clock, as in 2026-02-01T12:00:00Z [default: the system's]
  --deny-unknown-fields  reject fields and parameters that the documents do not name
  --deny-filter-times    reject times in filters, for which the documents have days
  --allow-callback ADDR  allow callbacks to this address, as in 10.1.2.3:8080; can be repeated
  --help                 print this help
";

#[tokio::main]
async fn main() -> ExitCode {
    let builder = match parse_options(Parser::from_env()) {
        Ok(Some(builder)) => builder,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let sandbox = match builder.print_requests().start().await {
        Ok(sandbox) => sandbox,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    print!("{}", greeting(&sandbox));
    match tokio::signal::ctrl_c().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse_options(mut parser: Parser) -> Result<Option<SandboxBuilder>, lexopt::Error> {
    let mut builder = Sandbox::builder();
    while let Some(argument) = parser.next()? {
        builder = match argument {
            Arg::Long("port") => builder.port(parser.value()?.parse()?),
            Arg::Long("data") => builder.data_file(PathBuf::from(parser.value()?)),
            Arg::Long("seed") => builder.seed(parser.value()?.parse()?),
            Arg::Long("clock") => builder.clock(parser.value()?.parse::<Timestamp>()?),
            Arg::Long("deny-unknown-fields") => builder.deny_unknown_fields(),
            Arg::Long("deny-filter-times") => builder.deny_filter_times(),
            Arg::Long("allow-callback") => {
                builder.allow_callbacks_to(parser.value()?.parse::<SocketAddr>()?)
            }
            Arg::Long("help") | Arg::Short('h') => return Ok(None),
            other => return Err(other.unexpected()),
        };
    }
    Ok(Some(builder))
}

/// URLs, credentials, and commands to paste.
fn greeting(sandbox: &Sandbox) -> String {
    let (pos, root) = (sandbox.pos_url(), format!("http://{}", sandbox.address()));
    let credentials = sandbox.credentials();
    let (first, second) = (credentials.venues[0], credentials.venues[1]);
    let basic = |user: &str, password: &str| STANDARD.encode(format!("{user}:{password}"));
    let venue = basic(credentials.integrator_token, first.venue_token);
    let mut text = format!(
        "point of sale, vendor API   {pos}\n\
         \x20 integrator token          {}\n\
         \x20 venue tokens              {} | {}\n\
         \x20 API tokens (v1, v2)       {} | {}\n\
         \x20 menu feed keys            {} | {}\n\
         \x20 vendor token              {}\n",
        credentials.integrator_token,
        first.venue_token,
        second.venue_token,
        first.api_token,
        second.api_token,
        first.menu_feed_key,
        second.menu_feed_key,
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
        "API reference               {root}/reference\n\
         \nCommands:\n\
         \x20 curl -u '{}:' {pos}/v3/info\n\
         \x20 curl -H 'Authorization: Basic {venue}' {pos}/v3/menu_feeds/{}\n\
         \x20 curl -H 'Authorization: Basic {venue}' -H 'Content-Type: application/json' -d '{order}' {pos}/v3/incoming_orders\n\
         \x20 curl -g -H 'Authorization: Bearer {}' '{pos}/v2/venue/customers?per_page=2'\n\
         \x20 curl {root}/_sandbox/requests\n\nRequests:\n",
        credentials.integrator_token, first.menu_feed_key, first.api_token,
    )
}
