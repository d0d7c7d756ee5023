//! Settings, which are environment variables.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use pos_v1_client::Secret;

/// All settings. `Secret` has no text in logs.
pub(crate) struct Settings {
    /// `ADDRESS`: where this instance listens.
    pub(crate) address: String,
    /// `PUBLIC_URL`: where the venue sends callbacks, such as that of a load balancer.
    pub(crate) public_url: String,
    /// `CALLBACK_SECRET`: the last segment of the callback URL, at least 16 random characters.
    pub(crate) callback_secret: String,
    /// `POS_URL`: the base URL of the point-of-sale API.
    pub(crate) pos_url: String,
    /// `VENUE`: the name of the venue in labels, and in the journal, where it never changes: keys and
    /// recovery belong to it.
    pub(crate) venue: String,
    /// `API_TOKEN`: the venue's token.
    pub(crate) api_token: Secret,
    /// `PAYMENTS_URL`: the base URL of the payments API.
    pub(crate) payments_url: String,
    /// `CLIENT_ID`, `CLIENT_SECRET` and `CLIENT_PUBLIC_KEY` of the payments API.
    pub(crate) client_id: Secret,
    pub(crate) client_secret: Secret,
    pub(crate) client_public_key: String,
    /// `DATABASE`: the file, which all instances on this machine share.
    pub(crate) database: PathBuf,
    /// `ATTEMPT_SECONDS`: how long one attempt of a call may take. Twice as long after a crash, the
    /// writes of a process are looked up.
    pub(crate) attempt_timeout: Duration,
    /// `RECOVERY_SECONDS`: the pause between two rounds of look-ups.
    pub(crate) recovery_interval: Duration,
    /// `SYNC_SECONDS`: the pause between two runs of the sync.
    pub(crate) sync_interval: Duration,
}

impl Settings {
    pub(crate) fn from_env() -> Result<Self, Box<dyn Error>> {
        let read = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
        let seconds = |name: &str| -> Result<Duration, Box<dyn Error>> {
            Ok(Duration::from_secs(read(name)?.parse()?))
        };
        Ok(Self {
            address: read("ADDRESS")?,
            public_url: read("PUBLIC_URL")?,
            callback_secret: read("CALLBACK_SECRET")?,
            pos_url: read("POS_URL")?,
            venue: read("VENUE")?,
            api_token: read("API_TOKEN")?.into(),
            payments_url: read("PAYMENTS_URL")?,
            client_id: read("CLIENT_ID")?.into(),
            client_secret: read("CLIENT_SECRET")?.into(),
            client_public_key: read("CLIENT_PUBLIC_KEY")?,
            database: read("DATABASE")?.into(),
            attempt_timeout: seconds("ATTEMPT_SECONDS")?,
            recovery_interval: seconds("RECOVERY_SECONDS")?,
            sync_interval: seconds("SYNC_SECONDS")?,
        })
    }
}
