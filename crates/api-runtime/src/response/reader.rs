//! Reads the value of an operation from a successful response.

use std::cell::{Cell, RefCell};
use std::fmt;

use crate::body::raw_response::RawResponse;
use crate::info::envelope_shape::EnvelopeShape;
use crate::response::believe::{Believed, Doubt, Expected};
use crate::response::envelope::Envelope;
#[cfg(feature = "testing")]
use api_wire::__private::masked;
use api_wire::{
    FromWire, Json, MemoryBudget, Mismatch, Page, PageShape, ReadError, ReadField, Record,
    WireValue, Wrapped,
};

/// A response with a successful status, as an operation reads it.
///
/// Everything that is read shares a memory of eight times the body, and at least 32 MiB.
pub struct ResponseReader {
    response: RawResponse,
    /// The envelope, if the API has one and the body is one.
    envelope: Option<Envelope>,
    collect_mismatches: bool,
    mismatches: RefCell<Vec<Mismatch>>,
    expected: Expected,
    /// Why a value that was read is not believed.
    doubt: Cell<Option<Doubt>>,
    /// The memory that everything read from the response may take.
    budget: RefCell<MemoryBudget>,
    /// What was read, without values that are not known to be plain, if it is recorded.
    #[cfg(feature = "testing")]
    recorded: Option<Cell<Option<String>>>,
}

impl ResponseReader {
    pub(crate) fn from_response(
        response: RawResponse,
        envelope: Option<Envelope>,
        collect_mismatches: bool,
        expected: Expected,
    ) -> Self {
        Self {
            budget: RefCell::new(MemoryBudget::for_document(response.body().len())),
            response,
            envelope,
            collect_mismatches,
            mismatches: RefCell::default(),
            expected,
            doubt: Cell::default(),
            #[cfg(feature = "testing")]
            recorded: None,
        }
    }

    /// Keeps what is read, without values that are not known to be plain.
    #[cfg(feature = "testing")]
    pub(crate) fn recording(self) -> Self {
        Self {
            recorded: Some(Cell::default()),
            ..self
        }
    }

    /// What was read since [`recording`](Self::recording), if the body is as described.
    #[cfg(feature = "testing")]
    pub(crate) fn take_recorded(&self) -> Option<String> {
        self.recorded.as_ref()?.take()
    }

    #[cfg(feature = "testing")]
    fn record_as(&self, text: impl FnOnce() -> String) {
        if let Some(recorded) = &self.recorded {
            recorded.set(Some(text()));
        }
    }

    /// The body, after decompression.
    pub fn body(&self) -> &[u8] {
        self.response.body()
    }

    fn text(&self) -> Result<&str, ReadError> {
        self.response.text()
    }

    /// Reads a page of a list.
    ///
    /// # Errors
    ///
    /// If the body is not such a page, or a field that must be exact is not.
    pub fn page<T: FromWire, F: Record>(&self, shape: &PageShape) -> Result<Page<T, F>, ReadError> {
        let page: Page<T, F> =
            Page::read_within(self.text()?, shape, &mut self.budget.borrow_mut())?;
        #[cfg(feature = "testing")]
        self.record_as(|| masked::page(&page));
        if let Some(key) = page.duplicate_collection() {
            return Err(ReadError::wrapper(format!("duplicate `{key}`")));
        }
        self.collect(&|budget| page.mismatches_within(budget))?;
        self.believe(self.expected.page(&page.extra))?;
        Ok(page)
    }

    /// Reads the value under a key, and keeps the other members: `{"customer": {…}}`.
    ///
    /// # Errors
    ///
    /// If the key is missing or its value has another type, or a field that must be exact is not.
    pub fn wrapped<R: ReadField + Default>(&self, key: &str) -> Result<Wrapped<R>, ReadError> {
        let text = self.text()?;
        let wrapped: Wrapped<R> = self.unchecked(text, key)?;
        self.check(text, wrapped.value.to_wire())?;
        Ok(wrapped)
    }

    fn unchecked<R: ReadField + Default>(
        &self,
        text: &str,
        key: &str,
    ) -> Result<Wrapped<R>, ReadError> {
        let wrapped: Wrapped<R> = Wrapped::read_within(text, key, &mut self.budget.borrow_mut())?;
        #[cfg(feature = "testing")]
        self.record_as(|| masked::wrapped(&wrapped));
        self.collect(&|budget| wrapped.mismatches_within(budget))?;
        Ok(wrapped)
    }

    /// Reads a record that is the whole body.
    ///
    /// # Errors
    ///
    /// If the body is not a record, or a field that must be exact is not.
    pub fn record<R: Record>(&self) -> Result<R, ReadError> {
        let text = self.text()?;
        let record: R = api_wire::from_str_within(text, &mut self.budget.borrow_mut())?;
        #[cfg(feature = "testing")]
        self.record_as(|| masked::record(&record));
        self.collect(&|budget| api_wire::mismatches_within(&record, budget))?;
        self.check(text, WireValue::Record(&record))?;
        Ok(record)
    }

    /// Reads the payload of an envelope that reports success.
    ///
    /// # Errors
    ///
    /// If the envelope is missing, does not report success, or has no such payload.
    pub fn envelope<T: FromWire>(&self, shape: &EnvelopeShape) -> Result<T, ReadError> {
        let text = self.text()?;
        let wrapped: Wrapped<Option<T>> = self.unchecked(text, shape.payload)?;
        if !self.envelope.as_ref().is_some_and(Envelope::is_success) {
            let reason = "the envelope does not report success";
            return Err(ReadError::wrapper(reason));
        }
        self.check(text, WireValue::Absent)?;
        wrapped
            .value
            .ok_or_else(|| ReadError::wrapper("the envelope has no payload"))
    }

    /// The undecoded response of an operation whose response is not documented.
    ///
    /// # Errors
    ///
    /// If the body is neither empty nor a JSON value, or if it has an error under one of the
    /// [keys](crate::operation::Api::ERROR_KEYS) of the API. The body of a write must be empty, or the
    /// API's [envelope](crate::operation::Api::ENVELOPE) with the flag `true` and no other keys.
    pub fn undocumented(&self) -> Result<RawResponse, ReadError> {
        let text = self.text()?.trim_ascii();
        if !text.is_empty() {
            text.parse::<Json>()?;
            self.believe(self.expected.undocumented(text, self.envelope.as_ref()))?;
        }
        Ok(self.raw())
    }

    /// The undecoded response, whatever it reports; see [`undocumented`](Self::undocumented).
    pub fn raw(&self) -> RawResponse {
        self.response.clone()
    }

    /// Checks the body, which was read as this value.
    fn check(&self, text: &str, value: WireValue<'_>) -> Result<(), ReadError> {
        self.believe(self.expected.record(text, value))
    }

    /// Keeps the doubt, if there is one.
    fn believe(&self, checked: Believed) -> Result<(), ReadError> {
        checked.map_err(|(doubt, error)| {
            self.doubt.set(Some(doubt));
            error
        })
    }

    /// Why the value that was read is not believed, if it was read.
    pub(crate) fn doubt(&self) -> Option<Doubt> {
        self.doubt.get()
    }

    /// Checks a body that could not be read because of a value that must be exact.
    pub(crate) fn check_unread(&self) -> Result<(), ReadError> {
        let text = self.text()?;
        // What follows the value was not read: it may be cut off.
        text.parse::<Json>()?;
        self.believe(self.expected.text(text))
    }

    fn collect(
        &self,
        mismatches: &dyn Fn(&mut MemoryBudget) -> Result<Vec<Mismatch>, ReadError>,
    ) -> Result<(), ReadError> {
        if self.collect_mismatches {
            let mismatches = mismatches(&mut self.budget.borrow_mut())?;
            self.mismatches.borrow_mut().extend(mismatches);
        }
        Ok(())
    }

    pub(crate) fn is_json_by_header(&self) -> Option<bool> {
        self.response.is_json_by_header()
    }

    pub(crate) fn into_parts(self) -> (RawResponse, Vec<Mismatch>) {
        (self.response, self.mismatches.into_inner())
    }
}

impl fmt::Debug for ResponseReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseReader")
            .field("response", &self.response)
            .finish_non_exhaustive()
    }
}
