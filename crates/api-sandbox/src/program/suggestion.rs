//! The option that an unknown one may be a misspelling of.

use strsim::osa_distance;

/// The name that is most similar, if any is.
pub(crate) fn suggestion<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distances = names.map(|known| {
        // A part of a longer name, as in `--callback`.
        let is_part = name.len() > 2 && (known.contains(name) || name.contains(known));
        (
            if is_part {
                1
            } else {
                osa_distance(name, known)
            },
            known,
        )
    });
    let (distance, known) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + name.len() / 4).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_similar_names_only() {
        let names = [
            "port",
            "bind",
            "allow-host",
            "allow-callback",
            "deny-unknown-fields",
        ];
        let suggestion = |name| suggestion(name, names.into_iter());
        assert_eq!(suggestion("prot"), Some("port"));
        assert_eq!(suggestion("pport"), Some("port"));
        assert_eq!(suggestion("alow-host"), Some("allow-host"));
        assert_eq!(suggestion("callback"), Some("allow-callback"));
        assert_eq!(
            suggestion("deny_unknown_fields"),
            Some("deny-unknown-fields")
        );
        assert_eq!(suggestion("public"), None);
        assert_eq!(suggestion("x"), None);
    }
}
