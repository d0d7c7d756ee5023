//! Hostile texts, and the keys of prose.

/// Texts that would do harm if they were not escaped.
pub(crate) const HARMFUL: &[&str] = &[
    // Out of a literal of Rust, TOML or JSON.
    "a \" b",
    "a \\ b \\",
    "a \"# b \"##",
    "'); alert(1); ('",
    // Format strings.
    "a {} {{ {0} }} {",
    // Out of a block comment.
    "a */ b /* c",
    // Out of a line.
    "a\nb",
    "a\n\nb",
    "a\npub fn injected() {}\nb",
    // Attributes.
    "#[derive(Debug)] #![allow(warnings)]",
    // A fence, so a doctest.
    "a\n\n```rust\npanic!()\n```\n\nb",
    "```\npanic!()\n```",
    "~~~\npanic!()\n~~~",
    "a ``` b ``` c",
    "an `unclosed backtick",
    "`` double `` and ``` triple",
    // Code by indentation.
    "    panic!()",
    "a\n\n    panic!()\n",
    "a\n\n\tpanic!()\n",
    // HTML.
    "<script>alert(1)</script>",
    "a <b c='d'>e</b> <!-- f",
    "--> a",
    "a &lt; &amp; b",
    // Links.
    "a [Vec] b",
    "a [b](https://example.com) ![c](d.png)",
    "a] [b] [c",
    "[a]: https://example.com",
    "<https://example.com>",
    "[^1] and [^1]: a note",
    "a `[b]` c",
    // Other Markdown.
    "# heading",
    "a\n# b",
    "a\n===\nb",
    "a\n\n---\n\nb",
    "- a",
    "+ a",
    "* a",
    "1. a",
    "1) a",
    "> a",
    "a\n> b",
    "a\n- b\n- c",
    "| a | b |\n|---|---|\n| c | d |",
    "*a* **b** _c_ ~~d~~",
    "- [ ] a",
    // Out of a value of TOML.
    "a\"\n[dependencies]\nevil = \"1\"",
    "a\"\"\" b ''' c",
    // JavaScript.
    "a ${b} `c",
    "// a",
    // Text of any language.
    "é 漢字 🦀 ﷽",
];

/// Invisible characters, and line ends that are not `\n`.
pub(crate) const UNSEEN: &[char] = &[
    '\0', '\u{7}', '\u{1b}', '\u{7f}', '\u{85}', '\r', '\u{200b}', '\u{200e}', '\u{2028}',
    '\u{2029}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{61c}',
];

/// Keys of prose: any text is accepted, and shown.
pub(crate) const PROSE: &[&str] = &[
    "but",
    "doc",
    "document",
    "idempotent",
    "meaning",
    "never",
    "none",
    "notes",
    "says",
    "so",
    "source",
    "title",
    "unknowns",
    "why",
];
