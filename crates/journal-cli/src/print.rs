//! What the program prints.

use std::fmt::Display;
use std::io::{ErrorKind, Write as _, stdout};
use std::process::exit;

/// Prints a line. If nobody reads on, as in `journal reconcile … | head`, the line is lost, and the command goes on.
pub(crate) fn print(line: impl Display) {
    match writeln!(stdout().lock(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("journal: {error}");
            exit(1);
        }
        _ => {}
    }
}
