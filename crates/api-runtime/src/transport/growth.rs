//! The growth of a buffer up to a limit.

/// Appends a chunk to a buffer that will have at most `max_size` bytes. The capacity doubles, but not
/// beyond that limit.
pub(crate) fn append(buffer: &mut Vec<u8>, chunk: &[u8], max_size: u64) {
    let needed = buffer.len() + chunk.len();
    if needed > buffer.capacity() {
        let max_size = usize::try_from(max_size).unwrap_or(usize::MAX);
        let capacity = buffer.capacity().saturating_mul(2).min(max_size);
        buffer.reserve_exact(capacity.max(needed) - buffer.len());
    }
    buffer.extend_from_slice(chunk);
}
