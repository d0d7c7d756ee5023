//! Order status callbacks: the body of a form that anybody may send.

use std::collections::BTreeSet;

use api_wire::{Mismatch, mismatches, to_string};
use pos_model::OrderStatusEvent;
use url::form_urlencoded;

use crate::json::{Tree, losses};
use crate::{plant, printed, spelled};

/// Reads the bytes as a callback.
pub fn holds(bytes: &[u8]) {
    let hint = match OrderStatusEvent::from_form(bytes) {
        Ok(hint) => hint,
        Err(error) => {
            printed::is_harmless(&error);
            return assert!(!is_plain(bytes), "{error}");
        }
    };
    // What another reader of forms finds is there: each pair once, in a field or kept.
    let pairs: Vec<(String, String)> = form_urlencoded::parse(bytes).into_owned().collect();
    let named = |name: &str| {
        let inside = name
            .strip_prefix("incoming_order[")
            .and_then(|key| key.strip_suffix(']'));
        inside.unwrap_or(name).to_owned()
    };
    let names: BTreeSet<String> = pairs.iter().map(|(name, _)| named(name)).collect();
    assert_eq!(names.len(), pairs.len(), "no key comes twice");
    let members = pairs.iter();
    let came = Tree::Object(
        members
            .map(|(name, value)| (named(name), Tree::Text(value.clone())))
            .collect(),
    );
    let written = Tree::read(&to_string(&hint)).expect("what is written is JSON");
    let lost = losses(&spelled::alike(&came), &spelled::alike(&written));
    assert_eq!(lost, [""; 0], "{pairs:?}");

    let misfits = mismatches(&hint);
    misfits.iter().for_each(printed::is_harmless::<Mismatch>);
    let is_misfit = |key: &str| misfits.iter().any(|one| one.pointer == format!("/{key}"));
    assert_eq!(
        hint.id.is_none(),
        !names.contains("id") || is_misfit("id"),
        "{pairs:?}"
    );

    // The same pairs, spelled in the usual way, are the same hint.
    let usual = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&pairs)
        .finish();
    let again = OrderStatusEvent::from_form(usual.as_bytes());
    assert!(again.is_ok_and(|again| again == hint) || usual.len() > api_wire::form::MAX_BYTES);

    // Values of unknown keys are not printed.
    let extra: Vec<&str> = hint.extra.iter().map(|(key, _)| key).collect();
    let planted = pairs.iter().map(|(name, value)| {
        let is_unknown = extra.contains(&named(name).as_str()) && !is_misfit(&named(name));
        (name, if is_unknown { plant::MARK } else { value })
    });
    let planted = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(planted)
        .finish();
    if let (false, Ok(again)) = (
        plant::shows(&hint),
        OrderStatusEvent::from_form(planted.as_bytes()),
    ) {
        assert!(!plant::shows(&again), "{again:?}");
    }
}

/// Whether nothing is wrong with the form: few plain pairs, each name once.
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
