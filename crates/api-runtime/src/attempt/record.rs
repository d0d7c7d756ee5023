//! Records the attempts of a client that has a recording.

use std::sync::Arc;

use api_wire::Timestamp;
use tokio::time::Instant;

use crate::attempt::call::Attempts;
use crate::body::raw_response::RawResponse;
use crate::record::exchange::{RecordedRequest, body};
use crate::response::believe::Expected;
use crate::response::reader::ResponseReader;
use crate::transport::TransportError;

impl Attempts {
    /// Records a response. An attempt without one is not recorded.
    pub(super) fn record(&self, started: Instant, received: &Result<RawResponse, TransportError>) {
        let recorder = self.handle.core.settings.recorder.as_ref();
        let (Some(recorder), Ok(response)) = (recorder, received) else {
            return;
        };
        let duration = started.elapsed();
        let at = Timestamp::now();
        let at = at.checked_sub(duration).unwrap_or(at);
        let redactor = self.handle.authorization.redactor();
        let is_success = response.status().is_success();
        let described = is_success.then(|| self.described(response)).flatten();
        let body = body(described, response, redactor);
        let request = RecordedRequest::new(&self.request, recorder.base_path, redactor);
        recorder.add(&request.entry(self.context.info.name, at, duration, response, &body));
    }

    /// The body of a success, if it is as described.
    fn described(&self, response: &RawResponse) -> Option<String> {
        let expected = Expected {
            request: Arc::clone(&self.request),
            errors: self.handle.core.error_keys,
        };
        let reader = ResponseReader::from_response(response.clone(), None, false, expected);
        let reader = reader.recording();
        let _ = (self.decode)(&reader);
        reader.take_recorded()
    }
}
