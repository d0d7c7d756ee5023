//! Order status callbacks: form bodies from anyone.

use std::collections::BTreeSet;

use api_wire::{Mismatch, mismatches, to_string};
use pos_model::OrderStatusEvent;
use url::form_urlencoded;

use crate::{plant, printed};
use test_support::json::{Tree, losses};

/// Reads the bytes as a callback.
pub fn holds(bytes: &[u8]) {
    let event = match OrderStatusEvent::from_form(bytes) {
        Ok(event) => event,
        Err(error) => {
            printed::is_harmless(&error);
            return assert!(!is_plain(bytes), "{error}");
        }
    };
    // The pairs are those of another form parser, after a byte order mark, in a field or in `extra`.
    let form = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let pairs: Vec<(String, String)> = form_urlencoded::parse(form).into_owned().collect();
    let named = |name: &str| {
        let inside = name
            .strip_prefix("incoming_order[")
            .and_then(|key| key.strip_suffix(']'))
            .filter(|key| !key.is_empty() && !key.contains(['[', ']']));
        inside.unwrap_or(name).to_owned()
    };
    let has_root = |(name, _): &&(String, String)| named(name) != *name;
    let is_mixed = ![0, pairs.len()].contains(&pairs.iter().filter(has_root).count());
    let names: BTreeSet<String> = pairs.iter().map(|(name, _)| named(name)).collect();
    // Of a repeated key one value is kept, a field without the root is dropped beside one with it, and
    // what is not UTF-8 is a mismatch. What is over the limit is not read.
    let is_readable = |text: &str| !text.contains('\u{fffd}');
    let is_exact = pairs
        .iter()
        .all(|(name, value)| is_readable(name) && is_readable(value));
    let is_whole =
        bytes.len() <= api_wire::form::MAX_BYTES && pairs.len() <= api_wire::form::MAX_PAIRS;
    if names.len() != pairs.len() || is_mixed || !is_exact || !is_whole {
        return mismatches(&event)
            .iter()
            .for_each(printed::is_harmless::<Mismatch>);
    }
    let members = pairs.iter();
    let received = Tree::Object(
        members
            .map(|(name, value)| (named(name), Tree::Text(value.clone())))
            .collect(),
    );
    let written = Tree::read(&to_string(&event)).expect("written text is JSON");
    let lost = losses(&received, &written);
    assert_eq!(lost, [""; 0], "{pairs:?}");

    let event_mismatches = mismatches(&event);
    event_mismatches
        .iter()
        .for_each(printed::is_harmless::<Mismatch>);
    let is_mismatch = |key: &str| {
        event_mismatches
            .iter()
            .any(|mismatch| mismatch.pointer == format!("/{key}"))
    };
    assert_eq!(
        event.id.is_none(),
        !names.contains("id") || is_mismatch("id"),
        "{pairs:?}"
    );

    // The same pairs, encoded by `url`, are the same event.
    let encoded = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&pairs)
        .finish();
    let again = OrderStatusEvent::from_form(encoded.as_bytes());
    assert!(again.is_ok_and(|again| again == event) || encoded.len() > api_wire::form::MAX_BYTES);

    // Values of unknown keys are not printed.
    let extra: Vec<&str> = event.extra.iter().map(|(key, _)| key).collect();
    let planted = pairs.iter().map(|(name, value)| {
        let is_unknown = extra.contains(&named(name).as_str()) && !is_mismatch(&named(name));
        (name, if is_unknown { plant::MARK } else { value })
    });
    let planted = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(planted)
        .finish();
    if let (false, Ok(again)) = (
        plant::shows(&event),
        OrderStatusEvent::from_form(planted.as_bytes()),
    ) {
        assert!(!plant::shows(&again), "{again:?}");
    }
}

/// Whether the form is certainly valid: few plain pairs, each name once.
fn is_plain(bytes: &[u8]) -> bool {
    let is_plain = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let pairs: Vec<_> = text.split('&').map(|pair| pair.split_once('=')).collect();
    let names: BTreeSet<_> = pairs.iter().flatten().map(|(name, _)| *name).collect();
    bytes.len() < api_wire::form::MAX_BYTES
        && pairs.len() == names.len()
        && pairs.len() < api_wire::form::MAX_PAIRS
        && pairs
            .iter()
            .all(|pair| pair.is_some_and(|(name, value)| is_plain(name) && is_plain(value)))
}
