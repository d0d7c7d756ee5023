//! Texts to typed files, grouped by package. Every structural error of every file is reported here.

mod base_api;
mod scalar;
mod validate;
mod yaml;

use std::collections::{BTreeMap, HashSet};

use crate::diagnostics::DiagnosticSink;
use crate::language::{ApiFile, BaseApi, DeclaredNames, ResourceFile, Spanned};
use crate::load::validate::{read_api, read_resource};
use crate::node::Node;
use crate::source::{Sources, Span};

/// The files of one folder.
#[derive(Debug)]
pub(crate) struct PackageFiles {
    pub(crate) dir: String,
    pub(crate) api: Spanned<ApiFile>,
    /// The values of the API, with those that it inherits.
    pub(crate) facts: BaseApi,
    pub(crate) resources: Vec<Spanned<ResourceFile>>,
    /// The names in invalid files: they are known all the same, so that one error causes no others.
    pub(crate) invalid: Vec<DeclaredNames>,
    /// Whether a file of it is no YAML at all: then names that are not known may be declared there.
    pub(crate) open: bool,
}

/// All that is read.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) packages: Vec<PackageFiles>,
    /// Whether an `api.yaml` is invalid: unknown packages may be declared there.
    pub(crate) open: bool,
}

/// Reads all files. Sets whose `api.yaml` cannot be read are left out: there is nothing to check them
/// against.
pub(crate) fn load(sources: &Sources, diagnostics: &mut DiagnosticSink) -> Loaded {
    let mut folders = Folders::default();
    for (path, text) in &sources.0 {
        let is_read = path.contains('/') && !path.ends_with(".yml");
        let node = is_read.then(|| yaml::parse(&path.as_str().into(), text, diagnostics));
        folders.read_file(path, node.flatten(), diagnostics);
    }
    folders.report_missing_api_files(sources, diagnostics);
    folders.into_loaded(diagnostics)
}

/// The files that are read so far, by folder.
#[derive(Default)]
struct Folders<'a> {
    /// The start of each folder's first file.
    starts: BTreeMap<&'a str, Span>,
    /// Valid `api.yaml` files, without what they inherit.
    apis: BTreeMap<&'a str, Spanned<ApiFile>>,
    resources: BTreeMap<&'a str, Vec<Spanned<ResourceFile>>>,
    invalid: BTreeMap<&'a str, Vec<DeclaredNames>>,
    /// Folders with a file that is no YAML.
    open: HashSet<&'a str>,
    /// Whether unknown packages may be declared in a file that is missing, misplaced or invalid.
    is_incomplete: bool,
}

impl<'a> Folders<'a> {
    fn read_file(&mut self, path: &'a str, node: Option<Node>, diagnostics: &mut DiagnosticSink) {
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.strip_suffix(".yaml").unwrap_or(name);
        if dir.is_empty() {
            diagnostics.error(
                &start(path),
                "file outside of a package",
                "not in a folder",
                "each folder below `spec/` is a package; move the file into one",
            );
            self.is_incomplete = true;
            return;
        }
        self.starts.entry(dir).or_insert_with(|| start(path));
        if let Some(stem) = name.strip_suffix(".yml") {
            diagnostics.error(
                &start(path),
                "unexpected extension `.yml`",
                "not read",
                format!("rename the file to `{stem}.yaml`"),
            );
            self.open.insert(dir);
            self.is_incomplete |= stem == "api";
            return;
        }
        match node {
            Some(node) if stem == "api" => self.read_api(dir, node, diagnostics),
            Some(node) => self.read_resource(dir, stem, node, diagnostics),
            None => {
                self.open.insert(dir);
                self.is_incomplete |= stem == "api";
            }
        }
    }

    fn read_api(&mut self, dir: &'a str, mut node: Node, diagnostics: &mut DiagnosticSink) {
        match read_api(&mut node, diagnostics) {
            Some(file) => {
                self.apis.insert(dir, file);
            }
            None => self.is_incomplete = true,
        }
    }

    fn read_resource(
        &mut self,
        dir: &'a str,
        stem: &str,
        mut node: Node,
        diagnostics: &mut DiagnosticSink,
    ) {
        let Some(file) = read_resource(&mut node, diagnostics) else {
            let names = DeclaredNames::of(&node);
            self.invalid.entry(dir).or_default().push(names);
            return;
        };
        let name = &file.resource;
        if **name != stem {
            diagnostics.error(
                &name.span,
                format!("resource `{}` in file `{stem}.yaml`", name.value),
                "does not match the file name",
                format!(
                    "rename the file to `{}.yaml`, or the resource to `{stem}`",
                    name.value
                ),
            );
        }
        self.resources.entry(dir).or_default().push(file);
    }

    fn report_missing_api_files(&mut self, sources: &Sources, diagnostics: &mut DiagnosticSink) {
        for (dir, span) in &self.starts {
            let has_api = |extension| sources.0.contains_key(&format!("{dir}/api.{extension}"));
            if !has_api("yaml") && !has_api("yml") {
                self.is_incomplete = true;
                diagnostics.error(
                    span,
                    format!("missing `api.yaml` in folder `{dir}`"),
                    "first file of the folder",
                    "each folder is a package and has an `api.yaml`",
                );
            }
        }
    }

    fn into_loaded(mut self, diagnostics: &mut DiagnosticSink) -> Loaded {
        let mut merged = base_api::inherit(&self.apis, self.is_incomplete, diagnostics);
        self.is_incomplete |= merged.len() < self.apis.len();
        let mut packages = Vec::new();
        for (dir, api) in self.apis {
            let Some(facts) = merged.remove(dir) else {
                continue;
            };
            packages.push(PackageFiles {
                dir: dir.to_owned(),
                api,
                facts,
                resources: self.resources.remove(dir).unwrap_or_default(),
                invalid: self.invalid.remove(dir).unwrap_or_default(),
                open: self.open.contains(dir),
            });
        }
        Loaded {
            packages,
            open: self.is_incomplete,
        }
    }
}

fn start(path: &str) -> Span {
    Span {
        file: path.into(),
        range: 0..0,
    }
}
