//! Which names there are, and what each stands for.

use std::collections::{BTreeMap, HashMap};

use crate::diagnostics::Mistakes;
use crate::ir::{Named, NamedKind};
use crate::load::{Loaded, SetFiles};
use crate::lower::declarations::{declared, files_of, names_of};
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

    /// Whether a package may declare more in a file that could not be read.
    pub(crate) fn is_incomplete(&self, set: usize) -> bool {
        self.open[set]
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

    pub(crate) fn all<'a>(&'a self, set: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        std::iter::once(set)
            .chain(self.uses[set].iter().copied())
            .flat_map(|set| self.names[set].keys().map(String::as_str))
    }
}
