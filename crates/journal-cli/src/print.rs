//! What the program prints.

use std::fmt::Display;
use std::io::{ErrorKind, Write as _, stdout};
use std::process::exit;

/// The status that a shell shows of a program that SIGPIPE has ended.
const NO_READER: i32 = 141;

/// Prints a line. If nobody reads on, as in `journal list | head`, the program ends.
pub(crate) fn print(line: impl Display) {
    let Err(error) = writeln!(stdout().lock(), "{line}") else {
        return;
    };
    if error.kind() == ErrorKind::BrokenPipe {
        exit(NO_READER);
    }
    eprintln!("journal: {error}");
    exit(1);
}
