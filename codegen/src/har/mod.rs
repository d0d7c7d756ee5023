//! HAR files (HTTP archives), as browsers and proxies record them: the shapes of their responses.

mod archive;
mod base64;
mod describe;
mod matcher;

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use api_observations::{Collector, Observations, fingerprint};

use crate::har::archive::{Archive, Exchange};
use crate::har::describe::describe_response;
use crate::har::matcher::Matcher;
use crate::ir::Spec;

/// The memory of the counts, far more than a spec has fields.
const MAX_BYTES: usize = 64 << 20;

/// The key of the hashes of venues, so that all archives have the same. They are hashes of
/// credentials.
const VENUE_KEY: [u8; 16] = *b"venues of an HAR";

/// The shapes of an archive, and how much of it was read.
#[derive(Debug)]
pub struct HarObservations {
    /// The shapes. The archive is one run: it counts once.
    pub observations: Observations,
    /// The number of responses that were counted.
    pub counted: usize,
    /// The number of requests that are those of no operation.
    pub unmatched: usize,
    /// The number of requests that may be those of several operations.
    pub ambiguous: usize,
    /// The number of responses of operations without a body of JSON.
    pub without_json: usize,
    /// The number of requests that an archive has that was read before.
    pub repeated: usize,
}

/// `12 responses; not counted: 3 requests of no operation`.
impl fmt::Display for HarObservations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        write!(f, "{} response{}", self.counted, plural(self.counted))?;
        let mut separator = "; not counted: ";
        for (count, what) in [
            (self.unmatched, "of no operation"),
            (self.ambiguous, "of several operations"),
            (self.without_json, "without a response of JSON"),
            (self.repeated, "of an earlier file"),
        ] {
            if count > 0 {
                write!(f, "{separator}{count} request{} {what}", plural(count))?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

/// Reads HAR files. Each exchange counts once: browsers save what they have recorded since the start, so
/// two files may have it.
#[derive(Debug)]
pub struct HarReader {
    spec: Spec,
    base_url: Option<String>,
    /// How often the files so far have each exchange, by its id.
    known: HashMap<String, usize>,
}

impl HarReader {
    pub(crate) fn new(spec: Spec, base_url: Option<&str>) -> Self {
        Self {
            spec,
            base_url: base_url.map(str::to_owned),
            known: HashMap::new(),
        }
    }

    /// The shapes of the responses of an archive. `file` is its name, for errors.
    pub fn read(&mut self, file: &str, text: &str) -> Result<HarObservations, String> {
        let Self {
            spec,
            base_url,
            known,
        } = self;
        read(spec, base_url.as_deref(), known, file, text)
    }
}

/// The shapes of the responses of an archive. `known` is how often earlier ones have each exchange.
fn read(
    spec: &Spec,
    base_url: Option<&str>,
    known: &mut HashMap<String, usize>,
    file: &str,
    text: &str,
) -> Result<HarObservations, String> {
    let archive: Archive = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| format!("{file}:{}: not an HAR file: {error}", error.line()))?;
    let matcher = Matcher::new(spec, base_url);
    let mut collector = Collector::new(MAX_BYTES).with_venue_key(VENUE_KEY);
    let mut result = HarObservations {
        observations: Observations::new(),
        counted: 0,
        unmatched: 0,
        ambiguous: 0,
        without_json: 0,
        repeated: 0,
    };
    let mut days = BTreeSet::new();
    // How often this archive has each exchange.
    let mut counts: HashMap<String, usize> = HashMap::new();
    for exchange in &archive.log.entries {
        let operations = matcher.operations(&exchange.request.method, exchange.request.path());
        let (package, operation) = match *operations {
            [] => {
                result.unmatched += 1;
                continue;
            }
            [only] => only,
            _ => {
                result.ambiguous += 1;
                continue;
            }
        };
        if let Some(id) = exchange.id() {
            let earlier = known.get(&id).copied().unwrap_or_default();
            let count = counts.entry(id).or_default();
            *count += 1;
            if *count <= earlier {
                result.repeated += 1;
                continue;
            }
        }
        let body = collector.body(&package.name, &operation.name, exchange.response.status);
        let (Some(body), Some(text)) = (body, exchange.response.text()) else {
            result.without_json += 1;
            continue;
        };
        if let Ok(value) = serde_json::from_str(&text) {
            if exchange.response.is_success() {
                describe_response(&mut collector, body, spec, package, operation, &value);
            }
            if collector
                .count(body, Some(&venue(file, exchange)), &text)
                .is_ok()
            {
                result.counted += 1;
                days.extend(exchange.day().map(str::to_owned));
                continue;
            }
        }
        result.without_json += 1;
    }
    for (id, count) in counts {
        let most = known.entry(id).or_default();
        *most = count.max(*most);
    }
    let mut run = collector.run();
    run.id = fingerprint(text);
    run.since = days.first().cloned().unwrap_or_default();
    run.until = days.last().cloned().unwrap_or_default();
    result.observations.add(run);
    Ok(result)
}

/// The venue of a request: that of its credentials, or of the file if they were removed.
fn venue(file: &str, exchange: &Exchange) -> String {
    let credentials = exchange.request.credentials();
    match credentials.is_empty() {
        true => format!("file {file}"),
        false => credentials,
    }
}
