//! Texts to typed files, grouped by package. Every structural error of every file is reported here.

mod base_api;
mod scalar;
mod yaml;

use std::collections::BTreeMap;

use crate::diagnostics::{DiagnosticSink, Diagnostics};
use crate::language::{ApiFile, BaseApi, DeclaredNames, Place, ResourceFile, Spanned, value};
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

/// The files that are read so far.
#[derive(Default)]
struct Folders<'a> {
    folders: BTreeMap<&'a str, Folder>,
    /// Whether unknown packages may be declared in a file that is missing, misplaced or invalid.
    is_incomplete: bool,
}

#[derive(Default)]
struct Folder {
    /// The `api.yaml`, if it is valid, without what it inherits.
    api: Option<Spanned<ApiFile>>,
    resources: Vec<Spanned<ResourceFile>>,
    invalid: Vec<DeclaredNames>,
    /// Whether a file of it is no YAML.
    open: bool,
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
        let folder = self.folders.entry(dir).or_default();
        if let Some(stem) = name.strip_suffix(".yml") {
            diagnostics.error(
                &start(path),
                "unexpected extension `.yml`",
                "not read",
                format!("rename the file to `{stem}.yaml`"),
            );
            folder.open = true;
            self.is_incomplete |= stem == "api";
            return;
        }
        match node {
            Some(node) if stem == "api" => {
                folder.api = value(&node, Place::of_file(&node), diagnostics);
                self.is_incomplete |= folder.api.is_none();
            }
            Some(node) => folder.read_resource(stem, node, diagnostics),
            None => {
                folder.open = true;
                self.is_incomplete |= stem == "api";
            }
        }
    }

    fn report_missing_api_files(&mut self, sources: &Sources, diagnostics: &mut DiagnosticSink) {
        for dir in self.folders.keys() {
            let has_api = |extension| sources.0.contains_key(&format!("{dir}/api.{extension}"));
            if !has_api("yaml") && !has_api("yml") {
                self.is_incomplete = true;
                let is_of_folder =
                    |path: &&String| path.rsplit_once('/').is_some_and(|(of, _)| of == *dir);
                let first = sources.0.keys().find(is_of_folder);
                diagnostics.error(
                    &start(first.map_or("", String::as_str)),
                    format!("missing `api.yaml` in folder `{dir}`"),
                    "first file of the folder",
                    "each folder is a package and has an `api.yaml`",
                );
            }
        }
    }

    fn into_loaded(mut self, diagnostics: &mut DiagnosticSink) -> Loaded {
        let apis = self
            .folders
            .values()
            .filter_map(|folder| folder.api.as_deref());
        let apis: Vec<&ApiFile> = apis.collect();
        let facts = base_api::inherit(&apis, self.is_incomplete, diagnostics);
        self.is_incomplete |= facts.iter().any(Option::is_none);
        let folders = self.folders.into_iter();
        let folders =
            folders.filter_map(|(dir, mut folder)| Some((dir, folder.api.take()?, folder)));
        let packages = folders
            .zip(facts)
            .filter_map(|((dir, api, folder), facts)| {
                Some(PackageFiles {
                    dir: dir.to_owned(),
                    api,
                    facts: facts?,
                    resources: folder.resources,
                    invalid: folder.invalid,
                    open: folder.open,
                })
            });
        Loaded {
            packages: packages.collect(),
            open: self.is_incomplete,
        }
    }
}

impl Folder {
    fn read_resource(&mut self, stem: &str, node: Node, diagnostics: &mut DiagnosticSink) {
        let file = value::<Spanned<ResourceFile>>(&node, Place::of_file(&node), diagnostics);
        let Some(file) = file else {
            self.invalid.push(DeclaredNames::of(&node));
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
        self.resources.push(file);
    }
}

/// Reads a file alone; `None` if it is no plain YAML. Its JSON Schema describes the same errors, but no empty lists and
/// strings, and of notations only the form.
pub fn check_shape(path: &str, text: &str) -> Option<Result<(), Diagnostics>> {
    let mut errors = DiagnosticSink::default();
    let node = yaml::parse(&path.into(), text, &mut errors)?;
    if errors.len() > 0 {
        return None;
    }
    let place = Place::of_file(&node);
    match path.ends_with("api.yaml") {
        true => drop(value::<ApiFile>(&node, place, &mut errors)),
        false => drop(value::<ResourceFile>(&node, place, &mut errors)),
    }
    Some(errors.into_result(&Sources::new([(path, text)]), ()))
}

fn start(path: &str) -> Span {
    Span {
        file: path.into(),
        range: 0..0,
    }
}
