//! Mutants of a spec: each has one fact changed, removed or invented. A test that fails for none of
//! them has not noticed the fact.

mod api;
mod edit;
mod notation;
mod random;
mod resource;
mod trial;

pub use trial::Fate;

use std::collections::BTreeMap;

use crate::load::{Place, places};
use crate::source::Sources;
use edit::{Edit, line_start};
use random::Random;

/// A change of one fact of a spec.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The file, below `spec/`.
    pub file: String,
    /// The first changed line, from 1.
    pub line: usize,
    /// Which kind of fact, such as `retry` or `mark secret`.
    pub kind: &'static str,
    /// The changed lines.
    pub before: String,
    /// The same lines after the change.
    pub after: String,
    edit: Edit,
}

impl Mutant {
    /// The spec with the change.
    pub fn apply(&self, sources: &Sources) -> Sources {
        let mut mutated = sources.clone();
        if let Some(text) = mutated.0.get_mut(&self.file) {
            *text = self.edit.apply(text);
        }
        mutated
    }
}

/// The mutants of a spec in an order that depends on the seed alone. Kinds alternate, so that the
/// first hundreds have every kind.
pub fn mutants(sources: &Sources, seed: u64) -> impl Iterator<Item = Mutant> + use<> {
    let mut random = Random::with_seed(seed);
    let mut kinds: BTreeMap<&'static str, Vec<Mutant>> = BTreeMap::new();
    let pool = Pool::new(sources);
    for (file, text) in &sources.0 {
        for (kind, edit) in edits(file, text, &pool) {
            if edit.apply(text) != *text {
                kinds
                    .entry(kind)
                    .or_default()
                    .push(mutant(file, text, kind, edit));
            }
        }
    }
    let mut queues: Vec<Vec<Mutant>> = kinds.into_values().collect();
    for queue in &mut queues {
        random.shuffle(queue);
    }
    random.shuffle(&mut queues);
    let rounds = queues.iter().map(Vec::len).max().unwrap_or_default();
    let mut ordered = Vec::new();
    for _ in 0..rounds {
        ordered.extend(queues.iter_mut().filter_map(Vec::pop));
    }
    ordered.into_iter()
}

fn edits(file: &str, text: &str, pool: &Pool) -> Vec<(&'static str, Edit)> {
    let places = places(file, text);
    let is_api = file.ends_with("/api.yaml");
    let mut edits = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let site = Site {
            place,
            next: &places[index + 1..],
            text,
            pool,
        };
        match is_api {
            true => api::edits(&site, &mut edits),
            false => resource::edits(&site, &mut edits),
        }
    }
    edits
}

fn mutant(file: &str, text: &str, kind: &'static str, edit: Edit) -> Mutant {
    let start = line_start(text, edit.range.start);
    let end = |text: &str, offset: usize| {
        let is_whole = offset > start && text[..offset].ends_with('\n');
        let rest = text[offset..]
            .find('\n')
            .map_or(text.len(), |end| offset + end);
        if is_whole { offset } else { rest }
    };
    let mutated = edit.apply(text);
    let before = &text[start..end(text, edit.range.end)];
    let after = &mutated[start..end(&mutated, edit.range.start + edit.text.len())];
    Mutant {
        file: file.to_owned(),
        line: text[..start].matches('\n').count() + 1,
        kind,
        before: before.trim_end().to_owned(),
        after: after.trim_end().to_owned(),
        edit,
    }
}

/// A place in a file that may be mutated.
struct Site<'a> {
    place: &'a Place,
    /// The places after it.
    next: &'a [Place],
    text: &'a str,
    pool: &'a Pool,
}

type Edits = Vec<(&'static str, Edit)>;

impl Site<'_> {
    fn path(&self) -> Vec<&str> {
        self.place.path.iter().map(String::as_str).collect()
    }

    /// The value as the file has it, quotes included.
    fn value(&self) -> &str {
        &self.text[self.place.value.clone()]
    }

    fn is_scalar(&self) -> bool {
        self.place.is_scalar
    }

    fn replace(&self, value: impl Into<String>) -> Edit {
        Edit::new(self.place.value.clone(), value)
    }

    fn rename(&self, key: &str) -> Edit {
        let range = self.place.key.clone().unwrap_or(self.place.value.clone());
        Edit::new(range, key)
    }

    fn remove(&self) -> Edit {
        Edit::remove(self.place, self.text)
    }

    fn insert_before(&self, sibling: &str) -> Edit {
        Edit::insert_before(self.place, self.text, sibling)
    }

    /// Replaces a name by another one that the spec has at such places, and by one that it has not.
    fn other_values(&self, kind: &'static str, edits: &mut Edits) {
        if !self.is_scalar() || self.value().starts_with('~') {
            return;
        }
        let other = self.pool.other(&self.place.path, self.value());
        edits.extend(other.map(|other| (kind, self.replace(other))));
        let suffixed = match self.value().strip_suffix('"') {
            Some(quoted) => format!("{quoted}x\""),
            None => format!("{}_x", self.value()),
        };
        edits.push((kind, self.replace(suffixed)));
    }

    /// Replaces, removes or renames a plain fact: a key with a name as its value.
    fn plain(&self, kind: &'static str, edits: &mut Edits) {
        self.other_values(kind, edits);
        edits.push((kind, self.remove()));
    }
}

/// The values of the spec, by the last two keys of their path.
struct Pool(BTreeMap<(String, String), Vec<String>>);

impl Pool {
    fn new(sources: &Sources) -> Self {
        let mut values: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for (file, text) in &sources.0 {
            for place in places(file, text).iter().filter(|place| place.is_scalar) {
                let value = text[place.value.clone()].to_owned();
                let known = values.entry(pool_key(&place.path)).or_default();
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
        Self(values)
    }

    /// Another value of such a path: the next one of the spec.
    fn other(&self, path: &[String], value: &str) -> Option<String> {
        let values = self.0.get(&pool_key(path))?;
        let index = values.iter().position(|known| known == value)?;
        let other = values.get((index + 1) % values.len())?;
        (other != value && other != "~" && !other.is_empty()).then(|| other.clone())
    }
}

/// The section of a value and its key; names that the spec declares are left out.
fn pool_key(path: &[String]) -> (String, String) {
    let section = path.get(2).or(path.first()).cloned().unwrap_or_default();
    (section, path.last().cloned().unwrap_or_default())
}
