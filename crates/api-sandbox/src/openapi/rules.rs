//! How strictly requests are validated.

/// What is rejected beyond what the documents exclude.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RequestRules {
    /// Fields and parameters that the documents do not name.
    pub(crate) deny_unknown_fields: bool,
    /// Times in filters, for which the documents have days.
    pub(crate) deny_filter_times: bool,
}
