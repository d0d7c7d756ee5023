//! The options of the program.

use std::ffi::OsString;
use std::fmt::Display;
use std::str::FromStr;

use api_sandbox::{SandboxBuilder, Timestamp};
use lexopt::{Arg, Parser, ValueExt as _};

/// The help text.
pub(crate) const HELP: &str = "\
api-sandbox: the point-of-sale, vendor and payments APIs for tests, by default on loopback

Usage: api-sandbox [options]

Where it listens:
  --port PORT             port to listen on [default: a free one]
  --bind ADDRESS          IP address to listen on, 0.0.0.0 for all interfaces [default: 127.0.0.1]
  --allow-host NAME       accept requests for this host name, as in sandbox or sandbox:4000, too;
                          can be repeated

Data:
  --data FILE             file that stores changes across restarts [default: in memory]
  --fixtures FILE         venues with their records from a YAML or JSON file [default: demo data]
  --clock TIME            set and stop the clock, as in 2026-02-01T12:00:00Z [default: the system's]

Behavior:
  --deny-unknown-fields   reject fields and parameters that the documents do not name
  --allow-callbacks-to HOST:PORT
                          allow callbacks to this host, as in shop:8080, 10.1.2.3:8080 or shop:*
                          (every port); can be repeated

Other commands:
  --health URL            print the health of a running sandbox, as in http://127.0.0.1:4000, and
                          exit; the exit code is 0 if it is ready
  --version               print the version
  --help                  print this help
";

/// What the program does.
pub(crate) enum Command {
    Serve(Box<SandboxBuilder>),
    Probe { url: String },
    Print(String),
}

/// Parses the options. The error is a sentence without a prefix.
pub(crate) fn parse(mut parser: Parser, mut builder: SandboxBuilder) -> Result<Command, String> {
    let mut probed = None;
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        builder = match argument {
            Arg::Long("port") => {
                builder.port(value(&mut parser, "port", "a number from 0 to 65535")?)
            }
            Arg::Long("bind") => builder.bind(value::<std::net::IpAddr>(
                &mut parser,
                "bind",
                "an IP address",
            )?),
            Arg::Long("allow-host") => builder.allow_host(string(&mut parser, "allow-host")?),
            Arg::Long("data") => builder.data_file(text(&mut parser, "data")?),
            Arg::Long("fixtures") => builder.fixtures(text(&mut parser, "fixtures")?),
            Arg::Long("clock") => builder.clock(value::<Timestamp>(
                &mut parser,
                "clock",
                "a time as in 2026-02-01T12:00:00Z",
            )?),
            Arg::Long("deny-unknown-fields") => builder.deny_unknown_fields(true),
            Arg::Long("allow-callbacks-to") => {
                builder.allow_callbacks_to(string(&mut parser, "allow-callbacks-to")?)
            }
            Arg::Long("health") => {
                probed = Some(string(&mut parser, "health")?);
                builder
            }
            Arg::Long("version") | Arg::Short('V') => {
                let version = env!("CARGO_PKG_VERSION");
                return Ok(Command::Print(format!("api-sandbox {version}\n")));
            }
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Print(HELP.to_owned())),
            Arg::Long(name) => return Err(format!("unknown option `--{name}`")),
            Arg::Short(name) => return Err(format!("unknown option `-{name}`")),
            Arg::Value(value) => {
                let value = value.to_string_lossy();
                return Err(format!("expected an option, found `{value}`"));
            }
        };
    }
    if let Some(url) = probed {
        return Ok(Command::Probe { url });
    }
    Ok(Command::Serve(Box::new(builder)))
}

/// The value of an option.
fn text(parser: &mut Parser, name: &str) -> Result<OsString, String> {
    parser
        .value()
        .ok()
        .filter(|value| !value.is_empty())
        .ok_or_else(|| format!("missing value of `--{name}`"))
}

fn string(parser: &mut Parser, name: &str) -> Result<String, String> {
    Ok(text(parser, name)?.to_string_lossy().into_owned())
}

/// The parsed value of an option.
fn value<T>(parser: &mut Parser, name: &str, expected: &str) -> Result<T, String>
where
    T: FromStr,
    T::Err: Display + Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let value = text(parser, name)?;
    value.parse().map_err(|_| {
        let value = value.to_string_lossy();
        format!("invalid `--{name} {value}`: expected {expected}")
    })
}
