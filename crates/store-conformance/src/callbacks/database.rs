//! What the cases need of a database.

use std::future::Future;

use api_callbacks::rules::Records;

use super::record::ReadRecord;

/// A database with records, which reports changes to a function of the application.
pub trait CallbackDatabase {
    /// Whether a report can fail: of the state `refused`, after its row was written.
    const REPORTS_CAN_FAIL: bool = true;

    /// Opens another handle of the records of a scope, as another process does.
    fn open(&self, scope: &str) -> impl Future<Output = Records<ReadRecord>>;

    /// The ids and states of the committed reports of the scope, in order.
    fn reports(&self, scope: &str) -> impl Future<Output = Vec<(String, String)>>;
}
