//! The staff of a venue.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

/// A user of version 2, and an employee of version 1. That they are the same is the sandbox's own
/// choice.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "StaffMember::blank", deny_unknown_fields)]
pub(crate) struct StaffMember {
    pub(crate) id: i64,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) perm_level: i64,
    pub(crate) active: bool,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

impl StaffMember {
    /// The members that are not given.
    fn blank() -> Self {
        Self {
            perm_level: DEFAULT_PERM_LEVEL,
            active: true,
            ..Self::default()
        }
    }

    /// First and last name.
    pub(crate) fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// The permission level of an employee, the documents' default.
pub(crate) const DEFAULT_PERM_LEVEL: i64 = 100;
