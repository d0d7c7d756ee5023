//! Examples of READMEs and of rustdoc, which compile.

mod callback;
mod first_call;
mod operation;
mod result;
mod samples;
mod value;

pub(crate) use callback::callback_example;
pub(crate) use first_call::example;
pub(crate) use operation::operation_example;
pub(crate) use samples::{Samples, is_settable, is_shown_in_record};
pub(crate) use value::{DATE, ExampleValue, example_value};
