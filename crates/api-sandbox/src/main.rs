// Hand-written.

//! The program: starts a sandbox, prints its URLs and credentials, and then a line per request.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use api_sandbox::{Sandbox, SandboxBuilder};
use lexopt::Parser;

mod program;

use program::greeting::greeting;
use program::options::{self, Command};
use program::probe::probe;

/// The time limit of running requests after a signal. Container runtimes kill after 10 seconds.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> ExitCode {
    let builder = Sandbox::builder().print_requests();
    let result = match options::parse(Parser::from_env(), builder) {
        Ok(Command::Print(text)) => {
            // The reader of a pipe may have ended.
            let _ = io::stdout().write_all(text.as_bytes());
            Ok(())
        }
        Ok(Command::Probe { url }) => probe(&url).await.map(|health| {
            let _ = writeln!(io::stdout(), "{health}");
        }),
        Ok(Command::Serve(builder)) => serve(*builder).await.map_err(|error| error.to_string()),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}\n`--help` lists the options");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(builder: SandboxBuilder) -> io::Result<()> {
    let stop = stop_signal()?;
    let sandbox = builder.start().await?;
    // A closed pipe must not stop the sandbox.
    let _ = io::stdout().write_all(greeting(&sandbox).as_bytes());
    stop.await?;
    sandbox.shutdown(SHUTDOWN_TIMEOUT).await;
    Ok(())
}

/// Waits for SIGINT or SIGTERM. The first process of a container has no default action for them.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = io::Result<()>>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => Ok(()),
            _ = terminate.recv() => Ok(()),
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = io::Result<()>>> {
    Ok(tokio::signal::ctrl_c())
}
