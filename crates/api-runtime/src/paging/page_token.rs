//! What identifies a page in its list.

use crate::paging::cursors::Cursors;
use crate::paging::page_numbers::PageNumberSequence;
use crate::paging::sequence::Sequence;

/// What identifies a page in its list: a number (`u32`), or a cursor (`String`), which each page has
/// for the next one.
#[doc(alias = "cursor")]
#[doc(alias = "page_token")]
#[doc(alias = "continuation_token")]
pub trait PageToken: Sized + Send + Unpin + 'static {
    /// How pages follow each other.
    #[doc(hidden)]
    type Sequence: Sequence<Token = Self>;
}

impl PageToken for u32 {
    type Sequence = PageNumberSequence;
}

impl PageToken for String {
    type Sequence = Cursors;
}
