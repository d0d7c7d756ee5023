//! What the language cannot describe, or describes otherwise, by the words of other description languages.

/// Words, in lowercase and without `_` and `-`; the limit that each meets, and what to write instead.
const LIMITS: &[(&str, &str)] = &[
    (
        "oneof anyof allof union discriminator variantsof",
        "unions cannot be described: declare the field as `json`, or as a record with the fields of all forms",
    ),
    (
        "min max minimum maximum exclusiveminimum exclusivemaximum range bounds ge le minlength maxlength minitems maxitems multipleof",
        "bounds cannot be described, besides the length of `string(15)`: write them in `notes`",
    ),
    (
        "pattern regex regexp format uuid guid email uri url duration",
        "patterns and formats cannot be described, besides the types `date`, `datetime` and `local_datetime`: \
                declare a `string`, and write them in `notes`",
    ),
    (
        "timestamp unix unixtime unixtimestamp epoch",
        "an instant is a text, the type `datetime`; seconds since 1970 are an `integer`, which its `doc` says",
    ),
    (
        "bytes byte binary blob base64 stream octetstream",
        "binary data cannot be described: bodies are JSON; a text with Base64 is a `string`",
    ),
    (
        "1xx 2xx 3xx 4xx 5xx",
        "ranges of statuses cannot be described: list each status that is documented",
    ),
    (
        "errors errortypes errorresponses responses defaultresponse",
        "a response type per status cannot be described: `response` is that of each success, and `error_bodies` \
                of `api.yaml` are documented without types",
    ),
    (
        "poll polling pollurl accepted async longrunning operationlocation statusurl",
        "polling after a 202 cannot be described: describe the operation that reads the state, and use its `watch`",
    ),
    ("signature signed hmac signingsecret verify", SIGNED),
    (
        "json contenttype mediatype payloadtype multipart urlencoded formdata upload file xml",
        "other media types cannot be described: bodies are JSON, and callbacks are forms",
    ),
    (
        "webhook webhooks",
        "callbacks are described in `callbacks`: they are forms, and unsigned",
    ),
    (
        "cursor offset skip nextlink nexturl linkheader keyset pagetoken nextpagetoken",
        PAGING,
    ),
    (
        "headers header defaultheaders",
        "headers of all calls cannot be described once: write them in `headers` of each operation, with \
                `from_client(…)` if the client sets them",
    ),
    (
        "oauth oauth2 openid openidconnect jwt digest mtls hmacsha256",
        "how a token is obtained cannot be described: describe how it is sent, as in `bearer: access_token`, and \
                get it in a `CredentialsProvider`",
    ),
    (
        "cookie query",
        "cookies cannot be described, and a query is that of an operation: credentials are sent in headers and paths",
    ),
    (
        "suffix",
        "a suffix of a path segment, as in `/orders/{id}:cancel`, cannot be described",
    ),
    (
        "head options trace",
        "HEAD, OPTIONS and TRACE cannot be described: a response has a body or a status that says something",
    ),
];

/// As `LIMITS`, in the maps with this key, where no near key is meant instead. What is described otherwise is here, too.
const LIMITS_OF_MAPS: &[(&str, &str, &str)] = &[
    ("form", "headers header secret signatureheader", SIGNED),
    (
        "meaning",
        "headers header",
        "headers of responses cannot be described: callers read those of `send_for_response`",
    ),
    (
        "http",
        "url uri endpoint route method",
        "method and path are one text: `http: GET /orders/{id}`",
    ),
    (
        "http",
        "params parameters",
        "write them in `path`, `query` or `headers`: `query: { open: boolean }`",
    ),
    ("http", "body request", "write `request_body: Name`"),
    ("base_url", "url uri host server", "write `base_url`"),
    ("type", "default", "a default is a mark, as in `integer =0`"),
    (
        "type",
        "enum $ref ref",
        "declare it in `enums` or `records`, and write its name as the `type`",
    ),
    ("omit", "allof", "write `extends: Name` to inherit fields"),
    ("items_key", PAGING_WORDS, PAGING),
    ("page_parameter", PAGING_WORDS, PAGING),
];

const SIGNED: &str = "signed callbacks cannot be described: a callback is unsigned, and confirmed by an operation with \
                      `confirms_callback`; a service checks a signature in a layer before the router of callbacks";

const PAGING_WORDS: &str = "cursor cursorparameter cursorfield nextcursor nextpage offset offsetparameter limit limitparameter skip \
                            skipparameter style";

const PAGING: &str = "lists are paginated by page number; for another style, declare its parameters in `query`, and the response as \
                      a record";

/// The limit that a word of another description language meets.
pub(crate) fn limit(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let mut limits = LIMITS.iter();
    let (_, limit) = limits.find(|(words, _)| has(words, &word))?;
    Some(limit)
}

/// The limit that a key meets in a map with certain keys.
pub(crate) fn limit_of_map(has_key: impl Fn(&str) -> bool, word: &str) -> Option<&'static str> {
    let word = plain(word);
    let mut limits = LIMITS_OF_MAPS.iter();
    let (.., limit) = limits.find(|(key, words, _)| has_key(key) && has(words, &word))?;
    Some(limit)
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|it| it == word)
}

fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}
