//! Planted secrets, and everything that is printed during the run of faults: it is searched for them as it comes.

use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Of a venue, in version 3.
pub(crate) const VENUE_TOKEN: &str = "pl4nted-venue-token-7f31";
/// Of an integrator, in version 3.
pub(crate) const INTEGRATOR_TOKEN: &str = "pl4nted-integrator-token-2c88";
/// Of payments.
pub(crate) const CLIENT_SECRET: &str = "pl4nted-client-secret-90ab";
/// Of a venue in version 1, where it travels in the path.
pub(crate) const PATH_TOKEN: &str = "pl4nted-path-token-51de";
/// Personal data in bodies that are sent, and in records that come.
pub(crate) const PERSONAL: &str = "pl4nted.person@mail.example";
/// What only the server knows: in fields of records, in unknown fields, in headers.
pub(crate) const IN_A_REPLY: &str = "pl4nted-reply-secret-c0de";
/// Of a proxy.
pub(crate) const PROXY_PASSWORD: &str = "pl4nted-proxy-word-44aa";

/// What all of them have in common, and the forms in Base64: of a proxy, then of the three headers of credentials.
const PLANTED: [&str; 2] = ["pl4nted", "dGlsbDpwbDRudGVkLXByb3h5LXdvcmQtNDRhYQ=="];

static ENCODED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static TEXTS: Mutex<usize> = Mutex::new(0);
static LEAKS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static OF_OTHERS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static TARGETS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Looks for the Base64 form of credentials too, from now on.
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

/// Searches what our own crates print.
pub(crate) fn keep(place: &str, text: &str) {
    *TEXTS.lock().unwrap() += 1;
    if has_secret(text) {
        let shown: String = text.chars().take(2_000).collect();
        LEAKS.lock().unwrap().insert(format!("{place}: {shown}"));
    }
}

/// Searches what is told to a log.
fn logged(target: &str, text: &str) {
    TARGETS
        .lock()
        .unwrap()
        .insert(target.split("::").next().unwrap_or_default().to_owned());
    if target.starts_with("api_") {
        keep(target, text);
    } else if has_secret(text) {
        let shown: String = text.chars().take(400).collect();
        OF_OTHERS
            .lock()
            .unwrap()
            .insert(format!("{target}: {shown}"));
    }
}

/// An error, in every way in which it can be printed.
pub(crate) fn keep_error(place: &str, error: &api_runtime::Error) {
    let mut text = format!(
        "{error} {error:?} {error:#?} {:?} {:?}",
        error.messages(),
        error.invalid_fields()
    );
    let _ = write!(text, "{:?} {:?}", error.mismatches(), error.response());
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let _ = write!(text, "{error} {error:?} {error:#?}");
        cause = error.source();
    }
    keep(place, &text);
    for (part, error) in [
        ("earlier", error.earlier()),
        ("lookup_error", error.lookup_error()),
    ] {
        if let Some(error) = error {
            keep_error(&format!("{place}, {part}"), error);
        }
    }
    // As the text of a panic, which the panic hook keeps.
    let _ = catch_unwind(AssertUnwindSafe(|| panic!("on purpose: {error:?}")));
}

/// What was found.
pub(crate) struct Found {
    pub(crate) texts: usize,
    pub(crate) leaks: BTreeSet<String>,
    /// What other crates told to a log.
    pub(crate) of_others: BTreeSet<String>,
    /// The crates that told a log anything.
    pub(crate) crates: BTreeSet<String>,
}

pub(crate) fn found() -> Found {
    Found {
        texts: *TEXTS.lock().unwrap(),
        leaks: LEAKS.lock().unwrap().clone(),
        of_others: OF_OTHERS.lock().unwrap().clone(),
        crates: TARGETS.lock().unwrap().clone(),
    }
}

/// Listens to everything, at every level: `tracing`, `log`, and panics.
pub(crate) fn listen() {
    tracing::subscriber::set_global_default(Ear).unwrap();
    log::set_logger(&Ear).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        keep("panic", &panic.to_string());
        // The panics of the hooks that panic on purpose would only be in the way.
        if !panic.to_string().contains("on purpose") {
            usual(panic);
        }
    }));
}

struct Ear;

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let _ = write!(self.0, " {}={value}", field.name());
    }
}

impl Subscriber for Ear {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(span.metadata().name().to_owned());
        span.record(&mut fields);
        logged(span.metadata().target(), &fields.0);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        // Which span it is does not matter here: nobody may record a secret in any, so it counts as ours.
        let mut fields = Fields(String::new());
        values.record(&mut fields);
        logged("api_runtime", &fields.0);
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        logged(event.metadata().target(), &fields.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl log::Log for Ear {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        logged(record.target(), &record.args().to_string());
    }

    fn flush(&self) {}
}
