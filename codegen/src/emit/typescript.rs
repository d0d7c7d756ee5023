//! Being written.
use crate::ir::{BrowserSdk, House};
pub(crate) fn typings(_: &House, _: usize, _: &BrowserSdk) -> String { String::new() }
