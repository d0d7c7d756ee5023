//! What the language cannot describe, by the words of other description languages.

/// A limit, and what to write instead.
struct Limit {
    /// The words, in lowercase and without `_` and `-`.
    words: &'static [&'static str],
    limit: &'static str,
}

const LIMITS: &[Limit] = &[
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
        words: &[
            "pattern", "regex", "regexp", "format", "uuid", "guid", "email", "uri", "url",
            "duration",
        ],
        limit: "patterns and formats cannot be described, besides the types `date`, `datetime` and `local_datetime`: \
                declare a `string`, and write them in `notes`",
    },
    Limit {
        words: &["timestamp", "unix", "unixtime", "unixtimestamp", "epoch"],
        limit: "an instant is a text, the type `datetime`; seconds since 1970 are an `integer`, which its `doc` says",
    },
    Limit {
        words: &[
            "bytes",
            "byte",
            "binary",
            "blob",
            "base64",
            "stream",
            "octetstream",
        ],
        limit: "binary data cannot be described: bodies are JSON; a text with Base64 is a `string`",
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
        words: &[
            "json",
            "contenttype",
            "mediatype",
            "payloadtype",
            "multipart",
            "urlencoded",
            "formdata",
            "upload",
            "file",
            "xml",
        ],
        limit: "other media types cannot be described: bodies are JSON, and callbacks are forms",
    },
    Limit {
        words: &["webhook", "webhooks"],
        limit: "callbacks are described in `callbacks`: they are forms, and unsigned",
    },
    Limit {
        words: &[
            "offset",
            "skip",
            "nextlink",
            "nexturl",
            "linkheader",
            "keyset",
            "pagetoken",
            "nextpagetoken",
        ],
        limit: "lists are paginated by `page_number`, or by `cursor` in a query parameter; for another style, declare its \
                parameters in `query`, and the response as a record",
    },
    Limit {
        words: &["headers", "header", "defaultheaders"],
        limit: "headers of all calls cannot be described once: write them in `headers` of each operation, with \
                `from_client(…)` if the client sets them",
    },
    Limit {
        words: &[
            "oauth",
            "oauth2",
            "openid",
            "openidconnect",
            "jwt",
            "digest",
            "mtls",
            "hmacsha256",
        ],
        limit: "how a token is obtained cannot be described: describe how it is sent, as in `bearer: access_token`, and \
                get it in a `CredentialsProvider`",
    },
    Limit {
        words: &["cookie", "query"],
        limit: "a query is that of an operation; credentials are sent in headers and paths only",
    },
    Limit {
        words: &["suffix"],
        limit: "a suffix of a path segment, as in `/orders/{id}:cancel`, cannot be described",
    },
    Limit {
        words: &["head", "options", "trace"],
        limit: "HEAD, OPTIONS and TRACE cannot be described: a response has a body or a status that says something",
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
