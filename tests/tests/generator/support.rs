//! Fixtures: small descriptions, and the real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use codegen::{FileTree, Sources};
use test_support::files::files_below;

/// The spec of this project.
pub(crate) fn described() -> Sources {
    Sources(files_below(&root().join("spec"), "yaml"))
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// The folder of the generator's fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/generator")
}

/// The `api.yaml` of fixtures without one.
pub(crate) fn plain_api() -> String {
    fs::read_to_string(fixtures().join("api.yaml")).unwrap()
}

/// The plain `api.yaml`, with keys of the top level in place of its own, or at its end.
fn changed_api(changes: &str) -> String {
    let keys = |text: &str| -> Vec<(String, String)> {
        let mut keys: Vec<(String, String)> = Vec::new();
        for line in text.split_inclusive('\n') {
            match keys.last_mut() {
                Some((_, lines)) if line.starts_with([' ', '#']) => *lines += line,
                _ => {
                    let key = line.split(':').next().unwrap_or_default();
                    keys.push((key.to_owned(), line.to_owned()));
                }
            }
        }
        keys
    };
    let mut changes = keys(changes);
    let mut text = String::new();
    for (key, lines) in keys(&plain_api()) {
        let changed = changes.iter().position(|(changed, _)| *changed == key);
        text += &changed.map_or(lines, |index| changes.remove(index).1);
    }
    text + &changes
        .into_iter()
        .map(|(_, lines)| lines)
        .collect::<String>()
}

/// A fixture. Files without a folder belong to a package `shop`, with the plain `api.yaml`, unless
/// the fixture has one or `api_changes.yaml`.
pub(crate) fn fixture(name: &str) -> Sources {
    let folder = fixtures().join(name);
    let mut files = files_below(&folder, "yaml");
    if let Some(changes) = files.remove("api_changes.yaml") {
        files.insert("api.yaml".to_owned(), changed_api(&changes));
    }
    let loose: Vec<String> = files
        .keys()
        .filter(|path| !path.contains('/') && !path.starts_with("OUTSIDE"))
        .cloned()
        .collect();
    for path in &loose {
        let text = files.remove(path).unwrap();
        files.insert(format!("shop/{path}"), text);
    }
    if !loose.is_empty() {
        files
            .entry("shop/api.yaml".to_owned())
            .or_insert_with(plain_api);
    }
    Sources(files)
}

/// One resource file beside the plain `api.yaml`.
pub(crate) fn shop(order: &str) -> Sources {
    Sources::new([
        ("shop/api.yaml".to_owned(), plain_api()),
        (
            "shop/order.yaml".to_owned(),
            format!("resource: order\nsource: Orders\ndoc: The orders of a shop.\n{order}"),
        ),
    ])
}

pub(crate) fn generated(sources: &Sources) -> FileTree {
    match codegen::generate(sources) {
        Ok(tree) => tree,
        Err(diagnostics) => panic!("the spec has errors:\n{diagnostics}"),
    }
}

/// What the spec of this project generates, once for all tests.
pub(crate) fn generated_of_described() -> &'static FileTree {
    static TREE: LazyLock<FileTree> = LazyLock::new(|| generated(&described()));
    &TREE
}

/// The report of an invalid spec.
pub(crate) fn report(sources: &Sources) -> String {
    match codegen::generate(sources) {
        Ok(_) => panic!("the spec has no errors"),
        Err(diagnostics) => diagnostics.render(false),
    }
}

/// The names of the folders below a folder, sorted.
pub(crate) fn folders(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The part of a text between two others, the first one included.
pub(crate) fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let from = text.find(start).unwrap_or_else(|| panic!("no `{start}`"));
    let rest = &text[from..];
    &rest[..rest.find(end).unwrap_or(rest.len())]
}

/// Compares with the block of a page below this comment: `<!-- NAME -->`. With `UPDATE_REFERENCE`, writes it.
pub(crate) fn shown(page: &str, name: &str, block: &str) {
    /// Blocks of a page are written one after the other.
    static PAGES: Mutex<()> = Mutex::new(());
    let guard = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
    let path = root().join(page);
    let text = fs::read_to_string(&path).unwrap();
    let (start, end) = (format!("<!-- {name} -->\n"), "<!-- end -->\n");
    let (before, rest) = text
        .split_once(&start)
        .unwrap_or_else(|| panic!("no {start}"));
    let (found, after) = rest.split_once(end).unwrap();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(&path, format!("{before}{start}{block}{end}{after}")).unwrap();
    } else {
        drop(guard);
        assert!(
            found == block,
            "{page} does not show this below `{name}`: run this test with UPDATE_REFERENCE=1, and review the diff\n{block}"
        );
    }
}

/// Compares with the file of this name in a folder of the fixtures.
pub(crate) fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(fixtures().join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
