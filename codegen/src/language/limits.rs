//! What the language cannot describe, by the words of other description languages.

/// A limit, and what to write instead.
struct Limit {
    /// The words, in lowercase and without `_` and `-`.
    words: &'static [&'static str],
    limit: &'static str,
}

const LIMITS: [Limit; 7] = [
    Limit {
        words: &[
            "oneof",
            "anyof",
            "allof",
            "union",
            "discriminator",
            "variantsof",
        ],
        limit: "unions cannot be described: declare the field as `json`, or as a record with the fields of all forms",
    },
    Limit {
        words: &[
            "min",
            "max",
            "minimum",
            "maximum",
            "exclusiveminimum",
            "exclusivemaximum",
            "range",
            "bounds",
            "ge",
            "le",
            "minlength",
            "maxlength",
            "minitems",
            "maxitems",
            "multipleof",
        ],
        limit: "bounds cannot be described, besides the length of `string(15)`: write them in `notes`",
    },
    Limit {
        words: &["pattern", "regex", "regexp", "format"],
        limit: "patterns and formats cannot be described, besides the types `date`, `datetime` and `local_datetime`: \
                write them in `notes`",
    },
    Limit {
        words: &[
            "errors",
            "errortypes",
            "errorresponses",
            "responses",
            "defaultresponse",
        ],
        limit: "a response type per status cannot be described: `response` is that of each success, and `error_bodies` \
                of `api.yaml` are documented without types",
    },
    Limit {
        words: &[
            "poll",
            "polling",
            "pollurl",
            "accepted",
            "async",
            "longrunning",
            "operationlocation",
            "statusurl",
        ],
        limit: "polling after a 202 cannot be described: describe the operation that reads the state, and use its `watch`",
    },
    Limit {
        words: &["signature", "signed", "hmac", "signingsecret", "verify"],
        limit: "signed callbacks cannot be described: a callback is unsigned, and confirmed by an operation with \
                `confirms_callback`",
    },
    Limit {
        words: &["json", "contenttype", "mediatype", "payloadtype"],
        limit: "other media types cannot be described: bodies are JSON, and callbacks are forms",
    },
];

/// The limit that a word of another description language meets.
pub(crate) fn limit(word: &str) -> Option<&'static str> {
    let word: String = word
        .chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    let mut limits = LIMITS.iter();
    let found = limits.find(|limit| limit.words.contains(&word.as_str()))?;
    Some(found.limit)
}
