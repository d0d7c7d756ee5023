//! Planted secrets, and the search for them in all output of the run.

use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use test_support::whole_text;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Of a venue, in version 3.
pub(crate) const VENUE_TOKEN: &str = "pl4nted-venue-token-7f31";
/// Of an integrator, in version 3.
pub(crate) const INTEGRATOR_TOKEN: &str = "pl4nted-integrator-token-2c88";
/// Of payments.
pub(crate) const CLIENT_SECRET: &str = "pl4nted-client-secret-90ab";
/// Of a venue in version 1, where the path contains it.
pub(crate) const PATH_TOKEN: &str = "pl4nted-path-token-51de";
/// Personal data in request and response bodies.
pub(crate) const PERSONAL: &str = "pl4nted.person@mail.example";
/// Data that only the server has: in fields of records, in unknown fields, in headers.
pub(crate) const SERVER_SECRET: &str = "pl4nted-server-secret-c0de";
/// Of a proxy.
pub(crate) const PROXY_PASSWORD: &str = "pl4nted-proxy-word-44aa";

/// The common prefix of all, in each encoding, and the proxy's credentials in Base64.
const PLANTED: [&str; 4] = [
    "pl4nted",
    "%70l4nted",
    "cGw0bnRlZ",
    "dGlsbDpwbDRudGVkLXByb3h5LXdvcmQtNDRhYQ==",
];

static ENCODED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static TEXTS: Mutex<usize> = Mutex::new(0);
static LEAKS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static OTHER_CRATES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static TARGETS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Adds a Base64 form of credentials to the search.
pub(crate) fn plant(encoded: &str) {
    ENCODED.lock().unwrap().insert(encoded.to_owned());
}

pub(crate) fn has_secret(text: &str) -> bool {
    PLANTED.iter().any(|planted| text.contains(planted))
        || ENCODED
            .lock()
            .unwrap()
            .iter()
            .any(|planted| text.contains(planted.as_str()))
}

/// Searches output of our own crates.
pub(crate) fn search(place: &str, text: &str) {
    *TEXTS.lock().unwrap() += 1;
    if has_secret(text) {
        let excerpt: String = text.chars().take(2_000).collect();
        LEAKS.lock().unwrap().insert(format!("{place}: {excerpt}"));
    }
}

/// Searches a span or an event.
fn search_log(target: &str, text: &str) {
    TARGETS
        .lock()
        .unwrap()
        .insert(target.split("::").next().unwrap_or_default().to_owned());
    if target.starts_with("api_") {
        search(target, text);
    } else if has_secret(text) {
        let excerpt: String = text.chars().take(400).collect();
        OTHER_CRATES
            .lock()
            .unwrap()
            .insert(format!("{target}: {excerpt}"));
    }
}

/// Searches all printed forms of an error.
pub(crate) fn search_error(place: &str, error: &api_runtime::Error) {
    search(place, &whole_text(error));
    for (part, error) in [
        ("earlier", error.earlier()),
        ("lookup_error", error.lookup_error()),
    ] {
        if let Some(error) = error {
            search_error(&format!("{place}, {part}"), error);
        }
    }
    // As the text of a panic, which the panic hook searches.
    let _ = catch_unwind(AssertUnwindSafe(|| panic!("on purpose: {error:?}")));
}

/// What the search found.
pub(crate) struct SearchResult {
    pub(crate) texts: usize,
    pub(crate) leaks: BTreeSet<String>,
    /// Secrets that other crates logged.
    pub(crate) other_crates: BTreeSet<String>,
    /// The crates that logged anything.
    pub(crate) crates: BTreeSet<String>,
}

pub(crate) fn search_result() -> SearchResult {
    SearchResult {
        texts: *TEXTS.lock().unwrap(),
        leaks: LEAKS.lock().unwrap().clone(),
        other_crates: OTHER_CRATES.lock().unwrap().clone(),
        crates: TARGETS.lock().unwrap().clone(),
    }
}

/// Captures `tracing`, `log` and panics, at all levels.
pub(crate) fn capture_output() {
    tracing::subscriber::set_global_default(OutputCapture).unwrap();
    log::set_logger(&OutputCapture).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        search("panic", &panic.to_string());
        // Deliberate panics would clutter the output.
        if !panic.to_string().contains("on purpose") {
            default_hook(panic);
        }
    }));
}

struct OutputCapture;

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let _ = write!(self.0, " {}={value}", field.name());
    }
}

impl Subscriber for OutputCapture {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(span.metadata().name().to_owned());
        span.record(&mut fields);
        search_log(span.metadata().target(), &fields.0);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        // The id does not name the span's crate, so that all of them count as ours.
        let mut fields = Fields(String::new());
        values.record(&mut fields);
        search_log("api_runtime", &fields.0);
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        search_log(event.metadata().target(), &fields.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl log::Log for OutputCapture {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        search_log(record.target(), &record.args().to_string());
    }

    fn flush(&self) {}
}
