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
    "approved",
    "authorized",
    "completed",
    "done",
    "isvalid",
    "processed",
    "received",
    "saved",
    "submitted",
    "created",
    "updated",
    "adjusted",
    "refunded",
    "queued",
    "valid",
];

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
pub(crate) const FAILURE_LISTS: [&str; 6] = [
    "failures",
    "problem",
    "problems",
    "violations",
    "faults",
    "exceptions",
];

/// Keys of messages.
pub(crate) const MESSAGES: [&str; 2] = ["message", "msg"];

/// Keys of statuses.
pub(crate) const STATUSES: [&str; 5] = ["status", "statuscode", "code", "httpstatus", "httpcode"];

/// Keys of the result of a request.
pub(crate) const RESULTS: [&str; 3] = ["result", "outcome", "state"];

/// The first words of statuses that are a failure.
pub(crate) const FAILURES: [&str; 25] = [
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

/// Texts of errors that are none.
pub(crate) const NO_ERRORS: [&str; 7] =
    ["false", "no", "none", "null", "na", "noerror", "noerrors"];
