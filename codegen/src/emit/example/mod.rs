//! Examples of READMEs and of rustdoc, which compile.

mod callback;
mod first_call;
mod operation;
mod result;
mod samples;

pub(crate) use callback::callback_example;
pub(crate) use first_call::example;
pub(crate) use operation::operation_example;
pub(crate) use samples::Samples;
