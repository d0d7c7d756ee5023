//! The header of the database, as its format documents it.

use redb::StorageBackend as _;

use super::backend::Backend;
use super::content::Reason;

/// The first bytes of a database.
const MAGIC_NUMBER: &[u8] = b"redb";

/// The length of the header with both of its commit slots.
const HEADER_LEN: usize = 320;

const PAGE_SIZE: u64 = 4_096;

/// The places of numbers in the header.
const PAGE_SIZE_AT: usize = 12;
const REGION_HEADER_PAGES_AT: usize = 16;
const REGION_PAGES_AT: usize = 20;
const FULL_REGIONS_AT: usize = 24;
const LAST_REGION_PAGES_AT: usize = 28;

/// Checks that a file is a database, not one of the user's own, and has all of its regions. The
/// database asserts the latter, and a failed assertion prints more than the error.
pub(super) fn check_header(backend: &Backend) -> Result<(), Reason> {
    let len = backend.len().map_err(|error| error.to_string())?;
    let header_len = usize::try_from(len).unwrap_or(HEADER_LEN).min(HEADER_LEN);
    let header = backend.read(0, header_len);
    let header = header.map_err(|error| error.to_string())?;
    if header.starts_with(MAGIC_NUMBER) {
        let is_complete = expected_len(&header).is_some_and(|expected| len >= expected);
        return is_complete
            .then_some(())
            .ok_or_else(|| "damaged".to_owned());
    }
    Err(if header.starts_with(b"{") {
        "expected a database, found JSON, as of earlier versions of the sandbox: delete the file, \
         or choose another one"
    } else {
        "not a data file of a sandbox"
    }
    .to_owned())
}

/// The least length of the file; `None` if the header has no such number.
fn expected_len(header: &[u8]) -> Option<u64> {
    let number = |start: usize| {
        let bytes = header.get(start..start + 4)?;
        Some(u64::from(u32::from_le_bytes(bytes.try_into().ok()?)))
    };
    let header_pages = number(REGION_HEADER_PAGES_AT)?;
    let region_pages = number(REGION_PAGES_AT)?;
    let full_regions = number(FULL_REGIONS_AT)?;
    let last_pages = number(LAST_REGION_PAGES_AT)?;
    if header.len() < HEADER_LEN
        || number(PAGE_SIZE_AT)? != PAGE_SIZE
        || region_pages == 0
        || (full_regions, last_pages) == (0, 0)
    {
        return None;
    }
    let last_region = if last_pages > 0 {
        header_pages + last_pages
    } else {
        0
    };
    let pages = full_regions.checked_mul(header_pages + region_pages)?;
    let pages = pages.checked_add(1 + last_region)?;
    pages.checked_mul(PAGE_SIZE)
}
