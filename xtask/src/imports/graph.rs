//! The graph of files, and its circles.

use std::collections::{BTreeMap, BTreeSet};

use super::module::Crate;
use super::paths::paths;

/// Edges from file to file, with the last names of the paths that make them.
#[derive(Default)]
pub(crate) struct Graph {
    edges: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

impl Graph {
    pub(crate) fn of(parsed: &Crate) -> Self {
        let mut graph = Self::default();
        for (module_path, module) in &parsed.modules {
            let has_glob = module.uses.iter().any(|used| used.binding.is_none());
            let in_code = paths(module.code.clone());
            let used = module.uses.iter().map(|used| &used.path);
            // A single name is an edge of its own only where a `use path::*` may have brought it in.
            let named = in_code.iter().filter(|path| path.len() > 1 || has_glob);
            for path in used.chain(named) {
                if let Some(file) = parsed.file_of(module_path, path) {
                    graph.add(&module.file, file, path);
                }
            }
        }
        graph
    }

    fn add(&mut self, from: &str, to: &str, path: &[String]) {
        if from == to || contains(from, to) || contains(to, from) {
            return;
        }
        self.edges
            .entry(from.to_owned())
            .or_default()
            .entry(to.to_owned())
            .or_default()
            .extend(path.last().cloned());
    }

    /// The strongly connected components of more than one file.
    pub(crate) fn circles(&self) -> Vec<BTreeSet<&str>> {
        let mut circles: Vec<BTreeSet<&str>> = Vec::new();
        for file in self.edges.keys() {
            if circles.iter().any(|circle| circle.contains(file.as_str())) {
                continue;
            }
            let circle: BTreeSet<&str> = self
                .reachable(file)
                .into_iter()
                .filter(|other| self.reachable(other).contains(file.as_str()))
                .collect();
            if circle.len() > 1 {
                circles.push(circle);
            }
        }
        circles
    }

    /// The files by layer: those of a layer import only files of the layers after it. Only without circles.
    pub(crate) fn layers<'f>(&self, files: impl Iterator<Item = &'f str>) -> Vec<Vec<&'f str>> {
        let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
        let files: Vec<&str> = files.collect();
        let mut rest = files.clone();
        while !rest.is_empty() {
            let (ready, waiting): (Vec<&str>, Vec<&str>) = rest.iter().partition(|file| {
                let mut targets = self.targets(file);
                targets.all(|target| heights.contains_key(target))
            });
            if ready.is_empty() {
                break;
            }
            for file in ready {
                let below = self.targets(file).filter_map(|target| heights.get(target));
                let height = below.max().map_or(0, |height| height + 1);
                heights.insert(file, height);
            }
            rest = waiting;
        }
        let mut layers = vec![Vec::new(); heights.values().max().map_or(0, |max| max + 1)];
        for (file, height) in heights {
            layers[height].push(file);
        }
        layers.reverse();
        layers
    }

    fn targets(&self, file: &str) -> impl Iterator<Item = &str> {
        self.edges
            .get(file)
            .into_iter()
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
    }

    /// The edges among some files, with the names that make them.
    pub(crate) fn edges_within(&self, files: &BTreeSet<&str>) -> Vec<(&str, &str, String)> {
        let mut found = Vec::new();
        for (from, targets) in &self.edges {
            for (to, names) in targets {
                if files.contains(from.as_str()) && files.contains(to.as_str()) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    found.push((from.as_str(), to.as_str(), names.join(", ")));
                }
            }
        }
        found
    }

    /// The files that lie behind the edges of a file; the file itself only if an edge leads back.
    fn reachable(&self, file: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            for target in self.edges.get(file).into_iter().flat_map(BTreeMap::keys) {
                if found.insert(target.as_str()) {
                    open.push(target);
                }
            }
        }
        found
    }
}

/// Whether the module of `inner` lies inside that of `outer`.
fn contains(outer: &str, inner: &str) -> bool {
    match outer.strip_suffix(".rs") {
        Some("lib" | "main") => true,
        Some(stem) => {
            let stem = stem.strip_suffix("/mod").unwrap_or(stem);
            inner
                .strip_prefix(stem)
                .is_some_and(|rest| rest.starts_with('/'))
        }
        None => false,
    }
}
