//! Certificates and keys from files. Errors name the file.

use std::fs;
use std::io;
use std::path::Path;

use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use tokio_rustls::rustls::{Error, InconsistentKeys};

/// The certificates of a file, that of the server first.
pub(super) fn read_certificates(file: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    let text = read(file, "certificate")?;
    let certificates = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>();
    match certificates {
        Ok(certificates) if certificates.is_empty() => Err(invalid(
            file,
            "certificate",
            "expected a certificate as PEM",
        )),
        Ok(certificates) => Ok(certificates),
        Err(error) => Err(invalid(file, "certificate", error)),
    }
}

/// The private key of a file.
pub(super) fn read_key(file: &Path) -> io::Result<PrivateKeyDer<'static>> {
    let text = read(file, "key")?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|error| match error {
        pem::Error::NoItemsFound => {
            let reason = "expected a private key as PEM, without a passphrase";
            invalid(file, "key", reason)
        }
        error => invalid(file, "key", error),
    })
}

/// The error of files that are not a certificate and its key.
pub(super) fn mismatch(certificate: &Path, key: &Path, error: &Error) -> io::Error {
    match error {
        Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            let reason = format!("expected the key of {}", certificate.display());
            invalid(key, "key", reason)
        }
        Error::InvalidCertificate(_) => invalid(certificate, "certificate", error),
        error => invalid(key, "key", error),
    }
}

fn read(file: &Path, kind: &str) -> io::Result<Vec<u8>> {
    fs::read(file).map_err(|error| {
        let message = format!("cannot read the {kind} file {}: {error}", file.display());
        io::Error::new(error.kind(), message)
    })
}

fn invalid(file: &Path, kind: &str, reason: impl std::fmt::Display) -> io::Error {
    let message = format!("invalid {kind} file {}: {reason}", file.display());
    io::Error::new(io::ErrorKind::InvalidData, message)
}
