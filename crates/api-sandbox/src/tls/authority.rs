//! A certificate authority that lives as long as a sandbox. Its key is never written.

use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, Error, ExtendedKeyUsagePurpose,
    IsCa, KeyPair, KeyUsagePurpose,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Some platforms reject certificates that are valid for longer than 398 days.
const VALIDITY: Duration = Duration::from_secs(390 * 24 * 60 * 60);

/// A certificate authority.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    /// An authority with a new key.
    pub(super) fn new() -> Result<Self, Error> {
        let mut params = CertificateParams::new(Vec::<String>::new())?;
        set_validity(&mut params);
        // Each has a name of its own: a client that trusts two finds the right one.
        let name = format!("api-sandbox {:016x}", fastrand::u64(..));
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let key = KeyPair::generate()?;
        CertifiedIssuer::self_signed(params, key).map(Self)
    }

    /// Its own certificate.
    pub(super) fn pem(&self) -> String {
        self.0.pem()
    }

    /// Issues a certificate for hosts, by name or address.
    pub(super) fn issue(
        &self,
        hosts: Vec<String>,
    ) -> Result<(CertificateDer<'static>, PrivateKeyDer<'static>), Error> {
        let mut params = CertificateParams::new(hosts)?;
        set_validity(&mut params);
        params
            .distinguished_name
            .push(DnType::CommonName, "api-sandbox");
        params.use_authority_key_identifier_extension = true;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.0)?;
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        Ok((certificate.der().clone(), key.into()))
    }
}

/// From yesterday, as clocks differ.
fn set_validity(params: &mut CertificateParams) {
    let now = SystemTime::now();
    params.not_before = (now - DAY).into();
    params.not_after = (now + VALIDITY).into();
}
