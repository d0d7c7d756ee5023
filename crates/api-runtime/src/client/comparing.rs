//! Compares the records of responses with the body of a create.

use crate::client::compare::{Compared, Unproven, compare};
use crate::client::difference::Difference;
use crate::client::handle::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::request::sent_body::SentBody;
use crate::{Error, ErrorKind, FoundRecord, OperationInfo, RawResponse, Retry};

/// Where the response of the create has the record, if it repeats the unique key where the response
/// of the lookup has it: then both have the record there.
pub(crate) fn place_in_response(
    info: &OperationInfo,
    place: &'static FoundRecord,
) -> Option<&'static FoundRecord> {
    let Retry::UniqueKey(field) = info.retry else {
        return None;
    };
    let keys = place.path().iter().copied().chain([place.name_of(field)]);
    let pointer: String = keys.flat_map(|key| ["/", key]).collect();
    let mut echoes = info.echoes.iter();
    let is_there = echoes
        .any(|echo| echo.request_field == field && echo.response_fields == [pointer.as_str()]);
    is_there.then_some(place)
}

/// Compares records with the body that was sent.
pub(crate) struct Comparing {
    pub(crate) handle: ClientHandle,
    /// Where the response has the record. `None` if it is unknown.
    pub(crate) place: Option<&'static FoundRecord>,
}

impl Comparing {
    pub(crate) fn compare(
        &self,
        sent: &SentBody<'_>,
        response: &RawResponse,
    ) -> Result<Compared, Unproven> {
        let redactor = self.handle.authorization.redactor();
        let place = self.place.ok_or(Unproven::NoRecord)?;
        let text = response.text().unwrap_or_default();
        compare(sent, text, place, redactor)
    }

    /// The differences of the record in the response of the create. An error if it contradicts
    /// itself, which leaves the outcome unknown.
    pub(crate) fn differences(
        &self,
        sent: Option<&SentBody<'_>>,
        response: &RawResponse,
        context: &ErrorContext,
    ) -> Result<Vec<Difference>, Error> {
        let Some(sent) = sent else {
            return Ok(Vec::new());
        };
        match self.compare(sent, response) {
            Ok(compared) => Ok(compared.differences),
            Err(Unproven::NoRecord) => Ok(Vec::new()),
            Err(unproven) => Err(Error::new(ErrorKind::Decode, Observed::Unreadable, context)
                .with_detail(unproven.to_string())
                .with_hidden_response(response.clone())),
        }
    }
}
