//! The browser SDK.

use crate::language::{Conflict, Entries, FieldOrType, Keyed, Spanned, maps};

maps! {
    /// The browser SDK.
    pub(crate) struct BrowserSdk {
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// The global object of the script, or `unknown`.
        pub(crate) namespace: String,
        /// URLs of the script, by environment.
        pub(crate) scripts: Entries<Spanned<String>>,
        /// URLs of the tester page, by environment.
        pub(crate) tester_pages: Entries<String>,
        /// The functions of the global object.
        pub(crate) entry_points: Keyed<Entries<EntryPoint>>,
        /// The fields of the configuration.
        pub(crate) configuration: Entries<FieldOrType>,
        /// The event handlers of the configuration, and when each is called.
        pub(crate) event_handlers: Entries<String>,
        /// The event handler that the SDK calls when it fails. The snippet calls it if the SDK cannot be used.
        pub(crate) error_handler: Option<Spanned<String>>,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }

    /// A function of the script.
    pub(crate) struct EntryPoint {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// `configuration`, or the name of an id.
        pub(crate) argument: Spanned<String>,
    }
}
