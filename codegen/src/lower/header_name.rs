//! Names of headers.

type Invalid = (String, &'static str);

/// Checks that a credential can be sent in this header.
pub(crate) fn check_credential(name: &str) -> Result<(), Invalid> {
    check_form(name)?;
    let is_conditional = name.to_ascii_lowercase().starts_with("if-");
    reject(
        name,
        is_conditional || is_set_by_client(name),
        "set by the client or the connection",
    )
}

/// Checks that an operation can set this header.
pub(crate) fn check_request(name: &str) -> Result<(), Invalid> {
    check_form(name)?;
    reject(
        name,
        is_set_by_client(name),
        "set by the client or the connection",
    )
}

/// A header name of HTTP: one or more characters of a token.
fn check_form(name: &str) -> Result<(), Invalid> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    match !name.is_empty() && name.bytes().all(is_token) {
        true => Ok(()),
        false => {
            let name = name.escape_debug();
            Err((format!("invalid header name `{name}`"), "not a header name"))
        }
    }
}

fn reject(name: &str, is_reserved: bool, label: &'static str) -> Result<(), Invalid> {
    match is_reserved {
        true => Err((format!("reserved header `{name}`"), label)),
        false => Ok(()),
    }
}

/// Headers that the client or the connection sets.
const SET_BY_CLIENT: [&str; 16] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "cookie",
    "date",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Families of such headers.
const FAMILIES: [&str; 3] = ["content-", "proxy-", "sec-"];

fn is_set_by_client(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SET_BY_CLIENT.contains(&&*name) || FAMILIES.iter().any(|family| name.starts_with(family))
}
