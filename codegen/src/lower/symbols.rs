//! Which names there are, and what each stands for.

use std::collections::{BTreeMap, HashMap};

use crate::diagnostics::Mistakes;
use crate::ir::{Named, NamedKind};
use crate::language::type_words;
use crate::load::tree::Entry;
use crate::load::{Loaded, SetFiles};
use crate::lower::context::Context;
use crate::names;
use crate::source::Place;
use crate::suggest::did_you_mean;

/// The names of all sets.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    /// By set: what each name stands for.
    names: Vec<HashMap<String, NamedKind>>,
    /// By set: the resource file that declares a record or body. Looking through all files for each would be slow.
    files: Vec<HashMap<String, usize>>,
    /// By set: the sets that it uses.
    uses: Vec<Vec<usize>>,
    /// The sets, by name.
    sets: BTreeMap<String, usize>,
    /// By set: whether names that are not known may be declared in a file or set that could not be read.
    open: Vec<bool>,
    /// Whether there may be more sets, described in files that could not be read.
    open_sets: bool,
}

impl Symbols {
    pub(crate) fn collect(loaded: &Loaded, mistakes: &mut Mistakes) -> Self {
        let files = &loaded.sets;
        let mut symbols = Self {
            open_sets: loaded.open,
            ..Self::default()
        };
        for (index, set) in files.iter().enumerate() {
            let name = set.api.read.api.as_ref().or(set.api.read.shared.as_ref());
            let Some(name) = name else { continue };
            if symbols.sets.insert(name.clone(), index).is_some() {
                mistakes.add(
                    set.api.node.place_of(if set.api.read.api.is_some() {
                        "api"
                    } else {
                        "shared"
                    }),
                    format!("two sets are called `{name}`"),
                    "again here",
                    "their crates would have the same names".to_owned(),
                );
            }
        }
        for (at, set) in files.iter().enumerate() {
            let mut uses = Vec::new();
            let mut open = set.open;
            let places = set
                .api
                .node
                .get("imports")
                .map_or(&[][..], |node| node.items());
            for (used, node) in set.api.read.imports.iter().zip(places) {
                match symbols.sets.get(used) {
                    Some(index) if *index == at || uses.contains(index) => mistakes.add(
                        &node.place,
                        match *index == at {
                            true => format!("`{used}` is this set itself"),
                            false => format!("`{used}` is named twice"),
                        },
                        "nothing to use",
                        "remove it".to_owned(),
                    ),
                    Some(index) if files[*index].api.read.shared.is_some() => uses.push(*index),
                    Some(_) => mistakes.add(
                        &node.place,
                        format!("`{used}` is an API, not a set of shared shapes"),
                        "cannot be used",
                        "move what is shared into a set with `shared:`".to_owned(),
                    ),
                    None => {
                        open = true;
                        if !symbols.open_sets {
                            mistakes.add(
                                &node.place,
                                format!("there is no set `{used}`"),
                                "unknown set",
                                did_you_mean(used, symbols.sets.keys().map(String::as_str)),
                            );
                        }
                    }
                }
            }
            symbols.open.push(open);
            symbols.uses.push(uses);
            symbols.names.push(names_of(set, mistakes));
            symbols.files.push(files_of(set));
        }
        for at in 0..files.len() {
            // What uses something that is open may name what is declared there.
            symbols.open[at] |= symbols.uses[at].iter().any(|used| files[*used].open);
        }
        symbols.circles(files, mistakes);
        for (index, set) in files.iter().enumerate() {
            for used in &symbols.uses[index] {
                let shared = &symbols.names[*used];
                let mut clashes: Vec<_> = symbols.names[index]
                    .keys()
                    .filter(|name| shared.contains_key(*name))
                    .collect();
                clashes.sort();
                for name in clashes {
                    let place = declared(set, name).unwrap_or_else(|| set.api.node.place.clone());
                    mistakes.add(
                        &place,
                        format!(
                            "`{name}` is a name of `{}` too",
                            files[*used].api.read.shared.as_deref().unwrap_or("")
                        ),
                        "declared again here",
                        "use the shared one, or give this one a name of its own".to_owned(),
                    );
                }
            }
        }
        symbols
    }

    /// Crates cannot depend on each other in a circle.
    fn circles(&mut self, files: &[SetFiles], mistakes: &mut Mistakes) {
        for at in 0..self.uses.len() {
            let mut open = self.uses[at].clone();
            let mut seen = vec![false; self.uses.len()];
            while let Some(used) = open.pop() {
                if !std::mem::replace(&mut seen[used], true) {
                    open.extend(&self.uses[used]);
                }
            }
            if seen[at] {
                let node = &files[at].api.node;
                mistakes.add(
                    node.place_of("imports"),
                    "sets use each other in a circle",
                    "leads back to this set",
                    "move what both need into a set that uses neither".to_owned(),
                );
            }
        }
    }

    /// The resource file that declares a record or body of a set.
    pub(crate) fn file_of(&self, set: usize, name: &str) -> Option<usize> {
        self.files[set].get(name).copied()
    }

    /// The names of all sets.
    pub(crate) fn set_names(&self) -> impl Iterator<Item = &str> {
        self.sets.keys().map(String::as_str)
    }

    /// Whether a set that is not known may be described in a file that could not be read.
    pub(crate) fn open_sets(&self) -> bool {
        self.open_sets
    }

    /// Whether a set, or one that it uses, may declare more in a file that could not be read.
    pub(crate) fn is_open(&self, set: usize) -> bool {
        self.open[set] || self.uses[set].iter().any(|used| self.open[*used])
    }

    pub(crate) fn uses(&self, set: usize) -> &[usize] {
        &self.uses[set]
    }

    /// The set of a name, by its own name.
    pub(crate) fn set(&self, name: &str) -> Option<usize> {
        self.sets.get(name).copied()
    }

    pub(crate) fn find(&self, set: usize, name: &str) -> Option<Named> {
        std::iter::once(set)
            .chain(self.uses[set].iter().copied())
            .find_map(|set| {
                let kind = *self.names[set].get(name)?;
                Some(Named {
                    set,
                    name: name.to_owned(),
                    kind,
                })
            })
    }

    fn all<'a>(&'a self, set: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        std::iter::once(set)
            .chain(self.uses[set].iter().copied())
            .flat_map(|set| self.names[set].keys().map(String::as_str))
    }
}

impl Context<'_> {
    /// What a name stands for; a mistake with the nearest name when it stands for nothing.
    pub(crate) fn named(&mut self, set: usize, name: &str, place: &Place) -> Option<Named> {
        let found = self.symbols.find(set, name);
        if found.is_none() && !self.symbols.open[set] {
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            let words = type_words().filter(|_| !capital).map(str::to_owned);
            let known: Vec<String> = self
                .symbols
                .all(set)
                .map(str::to_owned)
                .chain(words)
                .collect();
            let help = did_you_mean(name, known.iter().map(String::as_str));
            self.mistakes.add(
                place,
                format!("there is no type `{name}`"),
                "unknown type",
                help,
            );
        }
        found
    }

    /// A name that must be of one of these kinds.
    pub(crate) fn named_as(
        &mut self,
        set: usize,
        name: &str,
        place: &Place,
        what: &str,
        fits: impl Fn(NamedKind) -> bool,
    ) -> Option<Named> {
        let named = match self.symbols.find(set, name) {
            Some(named) => named,
            None if self.symbols.open[set] => return None,
            None => {
                let known = self.symbols.all(set);
                let known: Vec<&str> = known
                    .filter(|name| {
                        let named = self.symbols.find(set, name);
                        named.is_some_and(|named| fits(named.kind))
                    })
                    .collect();
                let help = did_you_mean(name, known);
                self.mistakes.add(
                    place,
                    format!("there is no type `{name}`, and {what} is due here"),
                    "unknown type",
                    help,
                );
                return None;
            }
        };
        if fits(named.kind) {
            return Some(named);
        }
        let (kind, text) = (kind_name(named.kind), what.to_owned());
        self.mistakes.add(
            place,
            format!("`{name}` is {kind}, and {text} is due here"),
            format!("not {text}"),
            None,
        );
        None
    }
}

fn kind_name(kind: NamedKind) -> &'static str {
    match kind {
        NamedKind::Record => "a record",
        NamedKind::Body => "a body",
        NamedKind::Enum { .. } => "an enum",
        NamedKind::Id => "an id",
    }
}

/// The declarations of a set: the section, and the entry with the name.
fn declarations(set: &SetFiles) -> impl Iterator<Item = (&'static str, &Entry)> {
    set.resources
        .iter()
        .map(|file| &file.node)
        .chain(&set.unread)
        .flat_map(|node| {
            ["enums", "ids", "records", "bodies"]
                .into_iter()
                .flat_map(|section| {
                    node.entries_of(section)
                        .iter()
                        .map(move |entry| (section, entry))
                })
        })
}

fn declared(set: &SetFiles, name: &str) -> Option<Place> {
    declarations(set)
        .find(|(_, entry)| entry.key == name)
        .map(|(_, entry)| entry.place.clone())
}

fn names_of(set: &SetFiles, mistakes: &mut Mistakes) -> HashMap<String, NamedKind> {
    let any_case: HashMap<&str, bool> = set
        .resources
        .iter()
        .flat_map(|file| {
            file.read
                .enums
                .iter()
                .map(|(name, one)| (name, one.case_insensitive))
        })
        .collect();
    let mut found = HashMap::new();
    for (section, entry) in declarations(set) {
        if let Err(wrong) = names::check_type(&entry.key) {
            mistakes.add(
                &entry.place,
                wrong,
                "cannot be the name of a type",
                "choose a name like `CustomerLevel`; wire names stay as they are in the fields"
                    .to_owned(),
            );
        }
        let kind = match section {
            "enums" => NamedKind::Enum {
                any_case: any_case.get(entry.key.as_str()).copied().unwrap_or(false),
            },
            "ids" => NamedKind::Id,
            "records" => NamedKind::Record,
            _ => NamedKind::Body,
        };
        if found.insert(entry.key.clone(), kind).is_some() {
            mistakes.add(
                &entry.place,
                format!("`{}` is declared twice in this set", entry.key),
                "again here",
                "give one of the two another name".to_owned(),
            );
        }
    }
    found
}

/// The first file that declares a record or body; files with mistakes are not among them.
fn files_of(set: &SetFiles) -> HashMap<String, usize> {
    let mut files = HashMap::new();
    for (at, file) in set.resources.iter().enumerate() {
        let records = file.read.records.iter().map(|(name, _)| name);
        let bodies = file.read.bodies.iter().map(|(name, _)| name);
        for name in records.chain(bodies) {
            files.entry(name.to_owned()).or_insert(at);
        }
    }
    files
}
