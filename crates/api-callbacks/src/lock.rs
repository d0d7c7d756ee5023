//! Locks that survive panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, even after a panic of another holder: every change of the values behind is one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
