//! Root certificates besides those of the platform.

const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const END: &str = "-----END CERTIFICATE-----";

/// The certificates of a PEM text, each as a PEM text of its own. Other blocks are skipped.
pub(crate) fn split(pem: &[u8]) -> Result<Vec<&str>, &'static str> {
    const INVALID: &str =
        "invalid root certificate: expected PEM with `-----BEGIN CERTIFICATE-----`";
    let mut rest = std::str::from_utf8(pem).map_err(|_| INVALID)?;
    let mut certificates = Vec::new();
    while let Some(start) = rest.find(BEGIN) {
        let block = &rest[start..];
        let length = block.find(END).map(|end| end + END.len());
        let length = length
            .ok_or("invalid root certificate: expected PEM with `-----END CERTIFICATE-----`")?;
        certificates.push(&block[..length]);
        rest = &block[length..];
    }
    match certificates.is_empty() {
        true => Err(INVALID),
        false => Ok(certificates),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pem_is_split_into_its_certificates() {
        let block = |body| format!("{BEGIN}\n{body}\n{END}");
        let (first, second) = (block("AAAA"), block("BBBB"));
        let key = "-----BEGIN PRIVATE KEY-----\nCCCC\n-----END PRIVATE KEY-----";
        let pem = format!("# authorities\n{first}\r\n{key}\n{second}\n");
        assert_eq!(split(pem.as_bytes()), Ok(vec![&*first, &*second]));
    }

    #[test]
    fn pem_without_a_whole_certificate_is_invalid() {
        for (pem, expected) in [
            ("", "BEGIN"),
            (
                "-----BEGIN PRIVATE KEY-----\nCCCC\n-----END PRIVATE KEY-----",
                "BEGIN",
            ),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n", "END"),
        ] {
            let error = split(pem.as_bytes()).unwrap_err();
            assert!(error.contains(expected), "{pem}: {error}");
        }
        assert!(split(&[0x30, 0x82, 0xff]).unwrap_err().contains("BEGIN"));
    }
}
