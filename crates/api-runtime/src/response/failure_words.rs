//! The keys and words by which bodies report success or failure, in lower case and without `_`, `-`
//! and spaces.

/// Flags of success: the usual ones of envelopes.
pub(crate) const FLAGS: [&str; 6] = [
    "success",
    "issuccess",
    "successful",
    "issuccessful",
    "succeeded",
    "ok",
];

/// Flags of success that records have too, where false is a failure only of an undocumented write.
pub(crate) const RECORD_FLAGS: [&str; 16] = [
    "accepted",
    "applied",
    "approved",
    "authorized",
    "completed",
    "done",
    "isvalid",
    "processed",
    "received",
    "submitted",
    "created",
    "updated",
    "adjusted",
    "refunded",
    "queued",
    "valid",
];

/// Flags of a record that was saved.
pub(crate) const SAVED_FLAGS: [&str; 7] = [
    "saved",
    "issaved",
    "wassaved",
    "persisted",
    "ispersisted",
    "stored",
    "committed",
];

/// Flags of a record that was not saved.
pub(crate) const UNSAVED_FLAGS: [&str; 5] =
    ["newrecord", "isnewrecord", "unsaved", "dryrun", "isdryrun"];

/// Keys of the result of a write, next to the record that it wrote.
pub(crate) const WRITE_RESULTS: [&str; 4] = ["result", "outcome", "response", "meta"];

/// Keys of errors. Any value with content is an error.
pub(crate) const ERRORS: [&str; 12] = [
    "error",
    "errors",
    "iserror",
    "haserror",
    "haserrors",
    "errormessage",
    "errormessages",
    "errorcode",
    "errordescription",
    "exception",
    "fault",
    "failure",
];

/// Keys of errors in undocumented writes.
pub(crate) const FAILURE_LISTS: [&str; 11] = [
    "failures",
    "problem",
    "problems",
    "violations",
    "faults",
    "faultcode",
    "faultstring",
    "exceptions",
    "exceptiontype",
    "stacktrace",
    "modelstate",
];

/// Keys of messages.
pub(crate) const MESSAGES: [&str; 3] = ["message", "msg", "detail"];

/// Keys of what explains an error next to its code, or to the field that it is about.
pub(crate) const EXPLANATIONS: [&str; 4] = ["description", "explanation", "reason", "text"];

/// Keys of the field that an error is about.
pub(crate) const ERROR_FIELDS: [&str; 7] = [
    "field",
    "property",
    "propertyname",
    "param",
    "parameter",
    "parametername",
    "pointer",
];

/// Keys of other parts of an error.
pub(crate) const ERROR_PARTS: [&str; 6] = [
    "type",
    "severity",
    "level",
    "value",
    "attemptedvalue",
    "target",
];

/// Keys of statuses.
pub(crate) const STATUSES: [&str; 5] = ["status", "statuscode", "code", "httpstatus", "httpcode"];

/// The ends of keys of statuses in undocumented writes.
pub(crate) const STATUS_ENDS: [&str; 4] = ["status", "statuscode", "resultcode", "responsecode"];

/// Keys of the result of a request.
pub(crate) const RESULTS: [&str; 7] = [
    "result", "outcome", "state", "type", "kind", "level", "response",
];

/// Words of statuses that are a failure.
pub(crate) const FAILURES: [&str; 30] = [
    "error",
    "errors",
    "err",
    "fail",
    "fails",
    "failed",
    "failing",
    "failure",
    "fault",
    "exception",
    "invalid",
    "rejected",
    "refused",
    "declined",
    "denied",
    "forbidden",
    "unauthorized",
    "unsuccessful",
    "unable",
    "cannot",
    "not",
    "bad",
    "conflict",
    "insufficient",
    "timeout",
    "expired",
    "blocked",
    "unavailable",
    "ko",
    "nok",
];

/// Words that are a success as the whole body.
pub(crate) const SUCCESSES: [&str; 12] = [
    "ok",
    "okay",
    "success",
    "successful",
    "succeeded",
    "true",
    "accepted",
    "queued",
    "received",
    "processed",
    "completed",
    "done",
];

/// Statuses that are a failure as a whole.
pub(crate) const NEGATIONS: [&str; 2] = ["no", "false"];

/// Texts of errors that are none.
pub(crate) const NO_ERRORS: [&str; 7] =
    ["false", "no", "none", "null", "na", "noerror", "noerrors"];
