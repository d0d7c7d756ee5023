//! Host names and addresses in the texts of other crates, which errors do not show.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const REPLACEMENT: &str = "[host]";

/// What the text of a rejected certificate says before the names, which need not have a dot.
const CERTIFICATE_NAMES: [&str; 2] = ["not valid for name", "only valid for"];

/// The text without the names of hosts and certificates, and without addresses.
pub(crate) fn remove(text: &str) -> String {
    let end = CERTIFICATE_NAMES
        .iter()
        .filter_map(|start| text.find(start).map(|found| found + start.len()))
        .min();
    let (text, names) = text
        .split_at_checked(end.unwrap_or(text.len()))
        .unwrap_or((text, ""));
    let mut removed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_of_name) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|c| !is_of_name(c)).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        removed.push_str(before);
        removed.push_str(if is_host(run) { REPLACEMENT } else { run });
        rest = after;
    }
    removed.push_str(rest);
    if !names.is_empty() {
        removed.push(' ');
        removed.push_str(REPLACEMENT);
    }
    removed
}

/// Characters of names, addresses and ports.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '*' | ':' | '[' | ']')
}

/// Whether a run of such characters is a name with a dot, or an address, perhaps with a port.
fn is_host(run: &str) -> bool {
    // The punctuation of the sentence.
    let run = run.trim_end_matches([':', '.']);
    if run.parse::<SocketAddr>().is_ok() || run.parse::<Ipv6Addr>().is_ok() {
        return true;
    }
    let run = run.trim_matches(['[', ']']);
    if run.parse::<IpAddr>().is_ok() {
        return true;
    }
    let name = match run.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => run,
    };
    let mut labels = name.trim_end_matches('.').rsplit('.');
    let is_top_level = |label: &str| {
        let is_plain = label.chars().all(char::is_alphabetic) && label.chars().nth(1).is_some();
        is_plain || label.starts_with("xn--")
    };
    name.parse::<Ipv4Addr>().is_ok()
        || labels.next().is_some_and(is_top_level)
            && name.contains('.')
            && labels.all(|label| !label.is_empty() && !label.contains([':', '[', ']']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_removed() {
        for (text, removed) in [
            ("no route to shop.example:443", "no route to [host]"),
            ("shop.example.: failed", "[host] failed"),
            ("CN=*.shop.example, DNS:a.b", "CN=[host], DNS:a.b"),
            (
                "\u{201c}shop.example\u{201d} certificate",
                "\u{201c}[host]\u{201d} certificate",
            ),
            ("b\u{fc}cher.example and shop.xn--p1ai", "[host] and [host]"),
            ("tcp 10.0.0.7:443, 10.0.0.7", "tcp [host], [host]"),
            (
                "to [2001:db8::1]:443 or 2001:db8::1.",
                "to [host] or [host]",
            ),
            (
                "invalid peer certificate: certificate not valid for name \"shop\"; certificate is \
                 only valid for DnsName(\"localhost\")",
                "invalid peer certificate: certificate not valid for name [host]",
            ),
            (
                "certificate is only valid for till",
                "certificate is only valid for [host]",
            ),
        ] {
            assert_eq!(remove(text), removed);
        }
    }

    #[test]
    fn other_text_is_not_changed() {
        for text in [
            "",
            "client error (Connect)",
            "Connection refused (os error 111)",
            "http2 error: connection error received: not a result of an error",
            "invalid peer certificate: UnknownIssuer",
            "error:0A000086:SSL routines::certificate verify failed:1890:",
            "TLS 1.2 is required, e.g. by policy; see rustls::Error.",
            "certificate is not valid for any names (according to its extension)",
            "at 2026-11-21T10:00:00.123Z",
        ] {
            assert_eq!(remove(text), text);
        }
    }
}
