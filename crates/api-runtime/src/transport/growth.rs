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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_doubles_up_to_the_limit() {
        let mut buffer = Vec::new();
        let mut capacities = Vec::new();
        for _ in 0..50 {
            append(&mut buffer, &[7; 20], 1_000);
            capacities.push(buffer.capacity());
        }
        assert_eq!((buffer.len(), buffer.capacity()), (1_000, 1_000));
        capacities.dedup();
        assert_eq!(capacities, [20, 40, 80, 160, 320, 640, 1_000]);
        // A caller may have another limit.
        append(&mut buffer, &[7; 20], 1_000);
        assert_eq!(buffer, [7; 1_020]);
    }
}
