//! Error kinds.

use api_runtime::ErrorKind;

use super::Report;

const KINDS: &[ErrorKind] = &[
    ErrorKind::Config,
    ErrorKind::InvalidRequest,
    ErrorKind::CannotBlock,
    ErrorKind::NoRuntime,
    ErrorKind::Credentials,
    ErrorKind::Finder,
    ErrorKind::KeyReused,
    ErrorKind::InFlight,
    ErrorKind::Unresolved,
    ErrorKind::Journal,
    ErrorKind::Connect,
    ErrorKind::Tls,
    ErrorKind::Timeout,
    ErrorKind::Canceled,
    ErrorKind::Interrupted,
    ErrorKind::TooLarge,
    ErrorKind::Redirect,
    ErrorKind::BadRequest,
    ErrorKind::Unauthorized,
    ErrorKind::Forbidden,
    ErrorKind::NotFound,
    ErrorKind::RateLimited,
    ErrorKind::Other,
    ErrorKind::Server,
    ErrorKind::Unsuccessful,
    ErrorKind::WrongRecord,
    ErrorKind::WrongContentType,
    ErrorKind::Decode,
    ErrorKind::Incomplete,
    ErrorKind::Mismatch,
];

pub(crate) fn report(report: &mut Report) {
    // The enum is non-exhaustive, so the compiler does not notice a missing kind.
    let display_arms = include_str!("../../../src/error/kind.rs").matches(" => \"");
    let doc_arms = 4;
    assert_eq!(display_arms.count() - doc_arms, KINDS.len());
    report.section("Error kinds");
    for kind in KINDS {
        report.line(&format!("{kind:?}"), kind);
    }
}
