//! The READMEs of clients.

use codegen::FileTree;

use crate::support::generated_of_described;

#[test]
fn each_operation_of_a_readme_leads_to_its_source_and_in_rustdoc_to_its_docs() {
    let FileTree(files) = generated_of_described();
    let readmes = files
        .iter()
        .filter(|(path, _)| path.ends_with("-client/README.md"));
    let mut count = 0;
    for (path, readme) in readmes {
        let folder = path.trim_end_matches("README.md");
        let root = &files[&format!("{folder}src/lib.rs")];
        let (definitions, _) = root.split_once("#![doc").expect("the README");
        let rows = readme.lines().filter_map(|line| line.strip_prefix("| [`"));
        for row in rows {
            let (name, _) = row.split_once("`]").expect("a link");
            let link = format!("[`{name}`]: ");
            let mut lines = readme.lines();
            let file = lines.find_map(|line| line.strip_prefix(&link));
            let file = file.unwrap_or_else(|| panic!("{path}: {name}"));
            let source = &files[&format!("{folder}{file}")];
            assert!(
                source.contains(&format!("pub struct {name} ")),
                "{path}: {name}"
            );
            assert!(
                definitions.contains(&format!("//! {link}{name}\n")),
                "{path}: {name}"
            );
            count += 1;
        }
    }
    assert!(count >= 47, "{count}");
}
