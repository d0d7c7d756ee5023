//! The output of each construct of the language.

use crate::support::{fixture, fixtures, folders, generated, snapshot};

/// By construct: its output files.
const SHOWN: &[(&str, &[&str])] = &[
    ("alias", &["crates/shop-model/src/order.rs"]),
    (
        "auth",
        &[
            "crates/shop-client/src/credentials.rs",
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    ("bodies", &["crates/shop-model/src/order.rs"]),
    (
        "browser_sdk",
        &[
            "crates/shop-client/src/browser_sdk.rs",
            "crates/shop-client/typescript/index.d.ts",
        ],
    ),
    ("callback", &["crates/shop-model/src/order.rs"]),
    (
        "confirms_callback",
        &[
            "crates/shop-client/Cargo.toml",
            "crates/shop-client/README.md",
            "crates/shop-client/src/order.rs",
        ],
    ),
    (
        "conventions",
        &[
            "crates/shop-client/src/api.rs",
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    (
        "cursor",
        &[
            "crates/shop-client/src/api.rs",
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    ("defaults", &["crates/shop-model/src/order.rs"]),
    (
        "deprecated",
        &[
            "crates/shop-client/README.md",
            "crates/shop-model/src/lib.rs",
            "crates/shop-model/src/order.rs",
            "crates/shop-client/src/order.rs",
            "crates/shop-client/typescript/index.d.ts",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    (
        "echoes",
        &[
            "crates/shop-client/src/api.rs",
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    ("enums", &["crates/shop-model/src/order.rs"]),
    ("evidence", &["crates/shop-model/src/order.rs"]),
    ("extends", &["crates/shop-model/src/order.rs"]),
    (
        "from_client",
        &[
            "crates/shop-client/src/api.rs",
            "crates/shop-client/src/order.rs",
            "crates/shop-model/src/order.rs",
        ],
    ),
    (
        "headers",
        &[
            "crates/shop-client/src/lib.rs",
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
        ],
    ),
    (
        "journal",
        &[
            "crates/shop-client/src/journal.rs",
            "crates/shop-client/src/order.rs",
            "crates/shop-client/Cargo.toml",
        ],
    ),
    ("list_operation", &["crates/shop-client/src/order.rs"]),
    ("marks", &["crates/shop-model/src/order.rs"]),
    ("nested", &["crates/shop-model/src/order.rs"]),
    (
        "no_types",
        &[
            "crates/shop-client/src/lib.rs",
            "crates/shop-client/Cargo.toml",
        ],
    ),
    ("open_questions", &["crates/shop-model/src/order.rs"]),
    ("path_variants", &["crates/shop-client/src/order.rs"]),
    (
        "payload",
        &[
            "crates/shop-client/src/api.rs",
            "crates/shop-client/src/order.rs",
        ],
    ),
    (
        "plain_record",
        &[
            "crates/shop-model/src/order.rs",
            "crates/shop-model/src/lib.rs",
            "crates/shop-model/Cargo.toml",
        ],
    ),
    ("prose", &["crates/shop-model/src/order.rs"]),
    (
        "required_parameters",
        &[
            "crates/shop-client/src/lib.rs",
            "crates/shop-client/src/order.rs",
        ],
    ),
    (
        "shared_package",
        &[
            "crates/shop-model/src/lib.rs",
            "crates/shop-model/src/order.rs",
            "crates/shop-model/Cargo.toml",
        ],
    ),
    (
        "sync",
        &[
            "crates/shop-client/src/order.rs",
            "crates/api-description/openapi/shop.json",
            "crates/shop-client/README.md",
        ],
    ),
    (
        "text_id",
        &[
            "crates/shop-model/src/order.rs",
            "crates/shop-client/src/order.rs",
        ],
    ),
    ("unified_types", &["crates/shop-model/src/order.rs"]),
    ("unique_key", &["crates/shop-client/src/order.rs"]),
    ("unknown_shapes", &["crates/shop-client/src/order.rs"]),
    ("wrapped_body", &["crates/shop-client/src/order.rs"]),
];

#[test]
fn constructs_match_their_snapshots() {
    for (name, files) in SHOWN {
        let tree = generated(&fixture(&format!("constructs/{name}")));
        let mut shown = String::new();
        for file in *files {
            let text = tree
                .0
                .get(*file)
                .unwrap_or_else(|| panic!("{name}: there is no {file}"));
            shown.push_str(&format!("==== {file}\n{text}\n"));
        }
        snapshot("constructs", name, &shown);
    }
}

#[test]
fn every_construct_fixture_has_a_snapshot() {
    let shown: Vec<&str> = SHOWN.iter().map(|(name, _)| *name).collect();
    assert_eq!(folders(&fixtures().join("constructs")), shown);
}
