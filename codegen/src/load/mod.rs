//! Texts to typed files, grouped by package. Every structural error of every file is reported here.

mod scalar;
pub(crate) mod tree;
mod validate;
mod yaml;

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use crate::diagnostics::DiagnosticSink;
use crate::language::{ApiFile, ResourceFile};
use crate::load::tree::Node;
use crate::load::validate::Shapes;
use crate::source::{Sources, Span};

/// A file with its tree, so that what it says can be placed.
#[derive(Debug)]
pub(crate) struct File<T> {
    pub(crate) node: Node,
    pub(crate) read: T,
}

/// The files of one folder.
#[derive(Debug)]
pub(crate) struct PackageFiles {
    pub(crate) dir: String,
    pub(crate) api: File<ApiFile>,
    pub(crate) resources: Vec<File<ResourceFile>>,
    /// Invalid files: their declarations are known all the same, so that one error causes no others.
    pub(crate) unread: Vec<Node>,
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

/// Reads all files. Sets whose `api.yaml` cannot be read are left out: there is nothing to check them against.
pub(crate) fn load(sources: &Sources, diagnostics: &mut DiagnosticSink) -> Loaded {
    let shapes = Shapes::shared();
    let mut apis = BTreeMap::new();
    let mut resources: BTreeMap<&str, Vec<File<ResourceFile>>> = BTreeMap::new();
    let mut unread: BTreeMap<&str, Vec<Node>> = BTreeMap::new();
    let mut folders: BTreeMap<&str, Span> = BTreeMap::new();
    let mut open = HashSet::new();
    let mut open_sets = false;
    for (path, text) in &sources.0 {
        let file: Rc<str> = path.as_str().into();
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.strip_suffix(".yaml").unwrap_or(name).to_owned();
        let start = Span {
            file: file.clone(),
            range: 0..0,
        };
        if dir.is_empty() {
            diagnostics.error(
                &start,
                "file outside of a package",
                "not in a folder",
                "each folder below `spec/` is a package; move the file into one".to_owned(),
            );
            open_sets = true;
            continue;
        }
        folders.entry(dir).or_insert(start);
        let Some(mut node) = yaml::parse(&file, text, diagnostics) else {
            open.insert(dir);
            open_sets |= stem == "api";
            continue;
        };
        if stem == "api" {
            match shapes.read_api(&mut node, diagnostics) {
                Some(read) => {
                    apis.insert(dir, File { node, read });
                }
                None => open_sets = true,
            }
        } else if let Some(read) = shapes.read_resource(&mut node, diagnostics) {
            if read.resource != stem {
                diagnostics.error(
                    node.span_of("resource"),
                    format!("resource `{}` in file `{stem}.yaml`", read.resource),
                    "does not match the file name",
                    format!(
                        "rename the file to `{}.yaml`, or the resource to `{stem}`",
                        read.resource
                    ),
                );
            }
            resources.entry(dir).or_default().push(File { node, read });
        } else {
            unread.entry(dir).or_default().push(node);
        }
    }
    for (dir, span) in folders {
        if !sources.0.contains_key(&format!("{dir}/api.yaml")) {
            open_sets = true;
            diagnostics.error(
                &span,
                format!("missing `api.yaml` in folder `{dir}`"),
                "first file of the folder",
                "each folder is a package and has an `api.yaml`".to_owned(),
            );
        }
    }
    let packages = apis
        .into_iter()
        .map(|(dir, api)| PackageFiles {
            dir: dir.to_owned(),
            api,
            resources: resources.remove(dir).unwrap_or_default(),
            unread: unread.remove(dir).unwrap_or_default(),
            open: open.contains(dir),
        })
        .collect();
    Loaded {
        packages,
        open: open_sets,
    }
}
