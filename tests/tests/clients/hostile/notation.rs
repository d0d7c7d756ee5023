//! The notations in which a server may return a value.

pub(crate) type Notation = (&'static str, fn(&str) -> String);

fn base64(text: &str, alphabet: &[u8; 64], padding: &str) -> String {
    let mut encoded = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let bytes = [
            chunk[0],
            *chunk.get(1).unwrap_or(&0),
            *chunk.get(2).unwrap_or(&0),
        ];
        let bits = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        for digit in 0..4 {
            match digit <= chunk.len() {
                true => encoded.push(alphabet[(bits >> (18 - 6 * digit)) as usize & 63].into()),
                false => encoded.push_str(padding),
            }
        }
    }
    encoded
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(crate) const NOTATIONS: [Notation; 8] = [
    ("itself", str::to_owned),
    ("upper case", str::to_uppercase),
    ("lower case", str::to_lowercase),
    ("percent", |text| {
        let encode = |byte: u8| match byte.is_ascii_alphanumeric() {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02x}"),
        };
        text.bytes().map(encode).collect()
    }),
    ("percent, all", |text| {
        text.bytes().map(|byte| format!("%{byte:02X}")).collect()
    }),
    ("form", |text| {
        text.replace('%', "%25")
            .replace('+', "%2B")
            .replace(' ', "+")
    }),
    ("Base64", |text| base64(text, STANDARD, "=")),
    ("Base64 for URLs", |text| base64(text, URL_SAFE, "")),
];
