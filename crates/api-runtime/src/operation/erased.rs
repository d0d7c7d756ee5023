//! What an operation sends and reads, without its type, so that a call is compiled once for all operations.

use std::any::Any;

use api_wire::ReadError;

use crate::operation::Operation;
use crate::request::Request;
use crate::response::reader::ResponseReader;

/// The output of an operation.
pub(crate) type Value = Box<dyn Any + Send>;

/// Reads the output of an operation.
pub(crate) type Decode = fn(&ResponseReader) -> Result<Value, ReadError>;

/// What an operation has written, and how its response is read.
pub(crate) struct Written {
    pub(crate) request: Request,
    pub(crate) decode: Decode,
}

impl Written {
    pub(crate) fn new<O: Operation>(operation: &O) -> Self {
        let mut request = Request::new(const { &O::INFO });
        operation.write_request(&mut request);
        Self {
            request,
            decode: decode::<O>,
        }
    }
}

/// Reads the output of this operation. [`output`] returns it with its type.
pub(crate) fn decode<O: Operation>(response: &ResponseReader) -> Result<Value, ReadError> {
    Ok(Box::new(O::read_response(response)?))
}

/// A value with its type, which is that of the operation that decoded it.
pub(crate) fn output<T: 'static>(value: Value) -> T {
    match value.downcast() {
        Ok(value) => *value,
        Err(_) => unreachable!("the call decodes the output of its operation"),
    }
}
