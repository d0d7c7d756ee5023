//! The JSON Schemas of the spec language, for editors.

use crate::file_tree::{FileTree, header_of};

/// The JSON Schemas of the language, for editors.
pub(crate) fn schemas(tree: &mut FileTree) {
    for (name, mut schema) in [
        ("api", crate::language::schema_of_api()),
        ("resource", crate::language::schema_of_resource()),
    ] {
        schema["$comment"] = header_of("codegen/src/language").into();
        // The comment is the first member, whatever the order of the map.
        schema.sort_all_objects();
        tree.add(format!("spec/schema/{name}.json"), format!("{schema:#}\n"));
    }
}
