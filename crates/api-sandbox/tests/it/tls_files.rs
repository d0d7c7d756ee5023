//! TLS with certificates and keys from files.

use std::path::Path;
use std::process::Command;

use api_sandbox::Sandbox;
use reqwest::Certificate;

/// Certificate and key files of OpenSSL, in a directory; for a host.
fn openssl_files(directory: &Path, name: &str) -> (String, String) {
    let file = |extension: &str| directory.join(format!("{name}.{extension}"));
    let (certificate, key) = (file("pem"), file("key"));
    let output = Command::new("openssl")
        .args([
            "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "2",
        ])
        .args([
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        .arg("-out")
        .arg(&certificate)
        .arg("-keyout")
        .arg(&key)
        .output()
        .expect("openssl");
    assert!(output.status.success(), "{output:?}");
    let text = |path: std::path::PathBuf| path.to_str().expect("UTF-8").to_owned();
    (text(certificate), text(key))
}

#[tokio::test]
async fn serves_the_certificate_of_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let (certificate, key) = openssl_files(directory.path(), "server");
    let sandbox = Sandbox::builder().tls_files(&certificate, &key);
    let sandbox = sandbox.start().await.expect("a sandbox");
    assert_eq!(sandbox.ca_certificate(), None);
    let pem = std::fs::read(&certificate).expect("a file");
    let root = Certificate::from_pem(&pem).expect("a certificate");
    // A self-signed certificate of OpenSSL is one of an authority: only its bytes are compared.
    let builder = test_support::tls::http_client().tls_danger_accept_invalid_certs(true);
    let client = builder.tls_info(true).build().expect("a client");
    let response = client
        .get(sandbox.root_url())
        .send()
        .await
        .expect("a response");
    let info = response.extensions().get::<reqwest::tls::TlsInfo>();
    let served = info.and_then(|info| info.peer_certificate());
    let served = Certificate::from_der(served.expect("a certificate")).expect("a certificate");
    assert_eq!(format!("{served:?}"), format!("{root:?}"));
    let ca = client.get(format!("{}/_sandbox/ca.pem", sandbox.root_url()));
    assert_eq!(ca.send().await.expect("a response").status().as_u16(), 404);
}

#[tokio::test]
async fn errors_of_certificate_files_name_file_and_reason() {
    let directory = tempfile::tempdir().expect("a directory");
    let (certificate, key) = openssl_files(directory.path(), "server");
    let (_, other_key) = openssl_files(directory.path(), "other");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let missing = directory.path().join("missing.pem");
    let missing = missing.to_str().expect("UTF-8");
    let empty = file("empty.pem", "");
    let garbage = file(
        "garbage.pem",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    );
    let encrypted = file(
        "encrypted.key",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
    );
    for (certificate, key, expected) in [
        (
            missing,
            key.as_str(),
            format!("cannot read the certificate file {missing}: No such file"),
        ),
        (
            certificate.as_str(),
            missing,
            format!("cannot read the key file {missing}: No such file"),
        ),
        (
            &empty,
            &key,
            format!("invalid certificate file {empty}: expected a certificate as PEM"),
        ),
        (
            &garbage,
            &key,
            format!("invalid certificate file {garbage}: "),
        ),
        (
            &certificate,
            &certificate,
            format!("invalid key file {certificate}: expected a private key as PEM"),
        ),
        (
            &certificate,
            &encrypted,
            format!("invalid key file {encrypted}: expected a private key as PEM, without"),
        ),
        (
            &certificate,
            &other_key,
            format!("invalid key file {other_key}: expected the key of {certificate}"),
        ),
    ] {
        let sandbox = Sandbox::builder().tls_files(certificate, key).start().await;
        let error = sandbox.expect_err("an error").to_string();
        assert!(error.starts_with(&expected), "{error}");
    }
}
