//! What each construct of the language adds to the output. Whole files are read in the committed
//! crates.

use crate::excerpt::excerpt;
use crate::support::{fixture, fixtures, folders, generated, snapshot};

/// All of a file.
const WHOLE: &[&str] = &[""];

/// The files of a construct, and the words whose lines are shown of each.
type Shown = &'static [(&'static str, &'static [&'static str])];

const SHOWN: &[(&str, Shown)] = &[
    ("alias", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "auth",
        &[
            ("crates/shop-client/src/credentials.rs", WHOLE),
            (
                "crates/shop-client/src/order.rs",
                &["AuthorizedBy<", "`GET "],
            ),
            ("crates/api-description/openapi/shop.json", &["ecurity"]),
        ],
    ),
    ("bodies", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "browser_sdk",
        &[
            ("crates/shop-client/src/browser_sdk.rs", WHOLE),
            ("crates/shop-client/typescript/index.d.ts", WHOLE),
        ],
    ),
    ("callback", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "confirms_callback",
        &[
            ("crates/shop-client/Cargo.toml", &["callbacks"]),
            ("crates/shop-client/README.md", &["callback"]),
            ("crates/shop-client/src/order.rs", &["allback", "efetch"]),
        ],
    ),
    (
        "conventions",
        &[
            ("crates/shop-client/src/api.rs", &["TOTALS", "total_keys"]),
            (
                "crates/shop-client/src/order.rs",
                &[
                    "TOTALS",
                    "FIRST_PAGE",
                    "filter[",
                    "\"p\"",
                    "\"size\"",
                    "syncable",
                ],
            ),
            (
                "crates/api-description/openapi/shop.json",
                &[
                    "filter[",
                    "\"p\"",
                    "\"size\"",
                    "\"count\"",
                    "\"pages\"",
                    "x-pagination",
                ],
            ),
        ],
    ),
    (
        "cursor",
        &[
            (
                "crates/shop-client/src/order.rs",
                &["ursor", "PageToken", "after", "has_more"],
            ),
            (
                "crates/api-description/openapi/shop.json",
                &["ursor", "\"after\"", "\"limit\"", "x-pagination"],
            ),
        ],
    ),
    ("defaults", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "deprecated",
        &[
            ("crates/shop-client/README.md", &["eprecated"]),
            ("crates/shop-model/src/lib.rs", &["eprecated"]),
            ("crates/shop-model/src/order.rs", &["eprecated"]),
            ("crates/shop-client/src/order.rs", &["eprecated"]),
            ("crates/shop-client/typescript/index.d.ts", &["eprecated"]),
            ("crates/api-description/openapi/shop.json", &["eprecated"]),
        ],
    ),
    (
        "echoes",
        &[
            ("crates/shop-client/src/api.rs", &["ERROR_KEYS"]),
            (
                "crates/shop-client/src/order.rs",
                &[
                    "echo",
                    "Echo",
                    "essential",
                    "distinct",
                    "WrongRecord",
                    "lacks",
                ],
            ),
            (
                "crates/api-description/openapi/shop.json",
                &["x-echoes", "x-essential"],
            ),
        ],
    ),
    ("enums", &[("crates/shop-model/src/order.rs", WHOLE)]),
    ("evidence", &[("crates/shop-model/src/order.rs", WHOLE)]),
    ("extends", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "from_client",
        &[
            ("crates/shop-client/src/api.rs", WHOLE),
            (
                "crates/shop-client/src/order.rs",
                &["from_client", "struct"],
            ),
            ("crates/shop-model/src/order.rs", WHOLE),
        ],
    ),
    (
        "headers",
        &[
            (
                "crates/shop-client/src/order.rs",
                &["header", "Header", "If-", "if_", "X-", "x_", "ccept"],
            ),
            (
                "crates/api-description/openapi/shop.json",
                &["\"header\"", "If-", "X-", "Accept-Language"],
            ),
        ],
    ),
    (
        "journal",
        &[
            (
                "crates/shop-client/src/order.rs",
                &["journal", "econcile", "Write"],
            ),
            ("crates/shop-client/src/lib.rs", &["journal"]),
        ],
    ),
    (
        "list_operation",
        &[("crates/shop-client/src/order.rs", WHOLE)],
    ),
    ("marks", &[("crates/shop-model/src/order.rs", WHOLE)]),
    ("nested", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "no_types",
        &[
            ("crates/shop-client/src/lib.rs", WHOLE),
            ("crates/shop-client/Cargo.toml", WHOLE),
        ],
    ),
    (
        "open_questions",
        &[("crates/shop-model/src/order.rs", WHOLE)],
    ),
    (
        "path_variants",
        &[("crates/shop-client/src/order.rs", WHOLE)],
    ),
    (
        "payload",
        &[
            ("crates/shop-client/src/api.rs", &["NVELOPE"]),
            ("crates/shop-client/src/order.rs", &["OrderUid", "envelope"]),
        ],
    ),
    (
        "plain_record",
        &[
            ("crates/shop-model/src/order.rs", WHOLE),
            ("crates/shop-model/src/lib.rs", WHOLE),
            ("crates/shop-model/Cargo.toml", WHOLE),
        ],
    ),
    ("prose", &[("crates/shop-model/src/order.rs", WHOLE)]),
    (
        "required_parameters",
        &[
            ("crates/shop-client/src/lib.rs", &["Required"]),
            (
                "crates/shop-client/src/order.rs",
                &["pub fn new", "pub struct", "Debug for", "client.send("],
            ),
        ],
    ),
    (
        "shared_package",
        &[
            ("crates/shop-model/src/lib.rs", WHOLE),
            ("crates/shop-model/src/order.rs", WHOLE),
            ("crates/shop-model/Cargo.toml", WHOLE),
        ],
    ),
    (
        "sync",
        &[
            ("crates/shop-client/src/order.rs", &["syncable", "sync"]),
            ("crates/api-description/openapi/shop.json", &["sync"]),
            ("crates/shop-client/README.md", &["sync"]),
        ],
    ),
    (
        "text_id",
        &[
            ("crates/shop-model/src/order.rs", WHOLE),
            ("crates/shop-client/src/order.rs", &["OrderUid", "path("]),
        ],
    ),
    (
        "unified_types",
        &[("crates/shop-model/src/order.rs", WHOLE)],
    ),
    (
        "unique_key",
        &[(
            "crates/shop-client/src/order.rs",
            &[
                "unique",
                "Unique",
                "finder",
                "Lookup",
                "renamed",
                "not_compared",
                "uplicate",
            ],
        )],
    ),
    (
        "unknown_shapes",
        &[(
            "crates/shop-client/src/order.rs",
            &["Raw", "Json", "undocumented", "request.json"],
        )],
    ),
    (
        "wrapped_body",
        &[(
            "crates/shop-client/src/order.rs",
            &["rapped", "rder: ", "422"],
        )],
    ),
];

#[test]
fn constructs_match_their_snapshots() {
    let mut unsaid = Vec::new();
    for (name, files) in SHOWN {
        let tree = generated(&fixture(&format!("constructs/{name}")));
        let mut shown = String::new();
        for (file, words) in *files {
            let text = tree.0.get(*file);
            let text = text.unwrap_or_else(|| panic!("{name}: there is no {file}"));
            let text = match *words == WHOLE {
                true => text.clone(),
                false => excerpt(text, words),
            };
            let missing = words.iter().filter(|word| !text.contains(**word));
            unsaid.extend(missing.map(|word| format!("{name}, {file}: {word}")));
            shown.push_str(&format!("==== {file}\n{text}\n"));
        }
        snapshot("constructs", name, &shown);
    }
    assert!(unsaid.is_empty(), "{}", unsaid.join("\n"));
}

#[test]
fn every_construct_fixture_has_a_snapshot() {
    let shown: Vec<&str> = SHOWN.iter().map(|(name, _)| *name).collect();
    assert_eq!(folders(&fixtures().join("constructs")), shown);
}
