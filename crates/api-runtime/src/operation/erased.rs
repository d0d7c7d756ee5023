//! The output of an operation without its type, so that a call is compiled once for all operations.

use std::any::Any;

use api_wire::ReadError;

use crate::operation::Operation;
use crate::response::reader::ResponseReader;

/// The output of an operation.
pub(crate) type Value = Box<dyn Any + Send>;

/// Reads the output of an operation.
pub(crate) type Decode = fn(&ResponseReader) -> Result<Value, ReadError>;

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
