//! The pages of the guide, and the other Markdown files of the workspace: every example runs and
//! prints the text under it, every link leads somewhere.

mod alerts;
mod built;
mod code;
mod commands;
mod dependencies;
mod existing;
mod fates;
mod fence;
mod links;
mod markdown;
mod output;
mod promises;
