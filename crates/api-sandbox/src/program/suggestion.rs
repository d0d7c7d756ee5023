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
