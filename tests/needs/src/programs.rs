//! Where PostgreSQL is installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folder of the programs: that of `initdb` in the path, or of Debian's latest version.
pub(crate) fn postgres() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path).find_map(|folder| {
        // A link to one program may be without the others.
        let initdb = folder.join("initdb").canonicalize().ok()?;
        initdb.parent().map(Path::to_owned)
    });
    let has_all = |folder: &PathBuf| {
        let programs = ["initdb", "postgres", "psql"];
        programs.iter().all(|program| folder.join(program).exists())
    };
    in_path.filter(has_all).or_else(|| {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.flatten().map(|version| version.path().join("bin"));
        folders.filter(has_all).max_by_key(|folder| version(folder))
    })
}

fn version(folder: &Path) -> u32 {
    let version = folder
        .parent()
        .and_then(Path::file_name)
        .and_then(OsStr::to_str);
    version
        .and_then(|version| version.parse().ok())
        .unwrap_or_default()
}
