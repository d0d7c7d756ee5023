//! Specs in folders.

use std::path::Path;

use codegen::Sources;

use test_support::files::files_below;

/// The spec of this project.
pub fn described() -> Sources {
    in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec"))
}

/// The spec of a folder.
pub fn in_folder(folder: &Path) -> Sources {
    Sources(files_below(folder, "yaml"))
}
