//! Listings as iterators.

use std::fmt;
use std::future::poll_fn;
use std::iter::FusedIterator;
use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;

use super::background::{Background, Unable};
use crate::outcome::Seen;
use crate::{Error, ErrorKind};

/// All pages of a listing, one after the other. The rules are those of [`crate::Pages`].
pub type Pages<O> = Iter<crate::Pages<O>>;

/// All records of a listing, one after the other. The rules are those of [`crate::Items`].
pub type Items<O> = Iter<crate::Items<O>>;

/// The elements of a stream as an iterator that waits for each.
///
/// Something is sent only while it waits. When it is dropped, nothing more is sent.
#[must_use = "nothing is sent until it is asked for an element"]
pub struct Iter<S> {
    stream: S,
    /// `None` after the end.
    background: Option<Arc<Background>>,
    api: &'static str,
    operation: &'static str,
}

impl<S> Iter<S> {
    pub(super) fn new(
        stream: S,
        background: &Arc<Background>,
        api: &'static str,
        operation: &'static str,
    ) -> Self {
        Self {
            stream,
            background: Some(Arc::clone(background)),
            api,
            operation,
        }
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Iterator for Iter<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let stream = &mut self.stream;
        let next = poll_fn(|context| Pin::new(&mut *stream).poll_next(context));
        let came = match self.background.as_ref()?.wait(next) {
            Ok(Some(item)) => return Some(item),
            Ok(None) => None,
            Err(unable) => Some(Err(error(unable, self.api, self.operation))),
        };
        self.background = None;
        came
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> FusedIterator for Iter<S> {}

impl<S: fmt::Debug> fmt::Debug for Iter<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.stream).finish()
    }
}

/// A call that could not be waited for.
pub(super) fn error(unable: Unable, api: &'static str, operation: &'static str) -> Error {
    let seen = match unable {
        Unable::EndedMeanwhile => Seen::NoReply,
        Unable::OwnThread | Unable::Forked | Unable::ThreadEnds | Unable::Ended => Seen::Unsent,
    };
    Error::without_route(ErrorKind::Runtime, seen, api, operation).with_detail(unable.to_string())
}
