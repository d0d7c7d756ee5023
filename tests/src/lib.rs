//! Hand-written: what several tests share.
