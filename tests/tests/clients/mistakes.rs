//! Mistakes that the types rule out.

use std::path::Path;
use std::process::Command;

use test_support::files::files_below;

#[test]
fn mistakes_that_the_types_rule_out_do_not_compile() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mistakes");
    let (program, options) = compiler::command!();
    let mut errors = String::new();
    for file in files_below(&folder, "rs").keys() {
        let mut compiler = Command::new(program);
        let compiler = compiler.args(options).args([file, "--edition=2024"]);
        let compiler = compiler.args(["--emit=metadata", "-o/dev/null", "-Adead_code"]);
        let compiler = compiler.args(["--error-format=short", "--color=never"]);
        let output = compiler.current_dir(&folder).output().unwrap();
        assert!(!output.status.success(), "{file} compiles");
        errors += std::str::from_utf8(&output.stderr).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("errors", errors));
}
