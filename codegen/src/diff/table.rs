//! The one table of what a change means: kind of fact × direction × change.
//!
//! The match has no catch-all arm for aspects, so a new kind of fact needs a row.

use super::fact::{Aspect, Direction, SubjectKind};
use super::level::Level::{Major, Minor, None as No, Patch};
use super::level::{Level, Verdict};
use crate::ir::Mark;

/// How a fact differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    Added,
    Removed,
    Changed,
    /// A number is higher.
    Raised,
    /// A number is lower.
    Lowered,
}

/// Levels of no artifact.
const NOTHING: Verdict = Verdict {
    rust: No,
    sent: No,
    read: No,
    behavior: No,
    openapi: No,
    typescript: No,
};

/// Docs of crates and documents.
const DOCS: Verdict = NOTHING.rust(Patch).openapi(Patch);

/// What the change of one fact means.
pub(super) fn verdict(
    subject: SubjectKind,
    aspect: &Aspect,
    direction: Direction,
    difference: Difference,
) -> Verdict {
    use Difference::{Added, Removed};

    let new = difference == Added;
    let gone = difference == Removed;
    let changed = !new && !gone;
    // Additions are compatible, the rest is not.
    let by_addition = if new { Minor } else { Major };
    let if_sent = |level: Level| if direction.is_sent() { level } else { No };
    let if_read = |level: Level| if direction.is_read() { level } else { No };
    match aspect {
        Aspect::Exists => exists(subject, direction, new),
        Aspect::Docs => match subject {
            SubjectKind::BrowserSdk | SubjectKind::Configuration => DOCS.typescript(Patch),
            _ => DOCS,
        },
        // A use of what is deprecated is a warning, which is no break.
        Aspect::Deprecated => DOCS.rust(Minor).openapi(Minor),

        // Base URLs are configured by the application; the documented one is in the docs.
        Aspect::BasePath | Aspect::BaseUrl => DOCS.openapi(Major),
        Aspect::Envelope => DOCS.read(Major).openapi(Major),
        Aspect::ErrorBody(_) => DOCS.read(Major).behavior(Major).openapi(by_addition),
        Aspect::SdkName => {
            // The function `sdk_name`, of all environments or of none.
            let rust = if changed { Patch } else { by_addition };
            DOCS.rust(rust).sent(Major).typescript(Major)
        }
        // The constructor of the values is a row of its own.
        Aspect::ClientDefault => DOCS.sent(Major),
        Aspect::AuthScheme => DOCS.sent(Major).behavior(Major).openapi(Major),
        Aspect::Credentials => NOTHING.rust(Major),
        Aspect::AuthPathParameter => DOCS.sent(Major).behavior(Major).openapi(Patch),

        // The converters of the records.
        Aspect::LaterVersion(_) => DOCS.rust(by_addition),
        // The pages that compare the versions.
        Aspect::Successor(_) => DOCS,
        Aspect::LaterField(..) => DOCS.behavior(by_addition),

        // Fields of it have the type `CaseInsensitive<E>`, whose own rows say so.
        Aspect::CaseInsensitive => DOCS.read(if_read(Major)).openapi(Patch),
        Aspect::Variant => DOCS.rust(Major),

        Aspect::RustName => DOCS.rust(Major),
        Aspect::RustType => NOTHING.rust(Major),
        Aspect::WireType => DOCS
            .sent(if_sent(Major))
            .read(if_read(Major))
            .openapi(Major)
            .typescript(if_configured(subject, Major)),
        // An annotation of the OpenAPI documents.
        Aspect::DocumentedType => DOCS.openapi(Patch),
        Aspect::Alias(_) => DOCS.read(if_read(by_addition)),
        Aspect::Array => DOCS.sent(Major).openapi(Major),
        Aspect::MaxLength | Aspect::MaxItems => {
            // A value that was sent is rejected before sending if the maximum is lower or new.
            let (sent, read) = match difference {
                Added | Difference::Lowered => (Major, Minor),
                _ => (Minor, Major),
            };
            // Who generates code from the documents may reject longer values than they state.
            let documented = if_sent(sent).max(if_read(read)).max(Minor);
            DOCS.sent(if_sent(sent)).openapi(documented)
        }
        Aspect::Default => {
            // The method `…_or_default` of records; requests omit the field either way.
            let rust = match (subject, difference) {
                (SubjectKind::Field, Added) if direction.is_read() => Minor,
                (SubjectKind::Field, Removed) if direction.is_read() => Major,
                _ => Patch,
            };
            let read = if difference == Added { Minor } else { Major };
            DOCS.rust(rust).read(if_read(read))
        }
        Aspect::Unit => DOCS.read(if_read(Major)).sent(if_sent(Major)),
        Aspect::Marked(mark) => marked(subject, *mark, direction, new),
        Aspect::Presence => DOCS
            .rust(Major)
            .sent(Major)
            .openapi(Major)
            .typescript(if_configured(subject, Major)),
        // Literals of client values stay valid.
        Aspect::Required if subject == SubjectKind::Package && new => NOTHING.rust(Minor),
        // The form of the constructor, or the names or order of its arguments.
        Aspect::Required => NOTHING.rust(Major),

        Aspect::Method => NOTHING.sent(Major).behavior(Major).openapi(Major),
        Aspect::Route(_) => DOCS
            .rust(if changed { Patch } else { Major })
            .sent(Major)
            .openapi(by_addition),
        Aspect::DefaultRoute => DOCS.sent(Major),
        Aspect::Auth(_) => DOCS.rust(by_addition).openapi(by_addition),
        // That of an API is the default of `Client<C>`; that of an operation is in the docs.
        Aspect::DefaultAuth if subject == SubjectKind::Package => DOCS.rust(Major),
        Aspect::DefaultAuth => DOCS,
        Aspect::FromClient(_) => DOCS.sent(Major).openapi(Major),
        Aspect::Constructor(_) => DOCS.rust(by_addition),
        Aspect::RequestBody => NOTHING.rust(Major).sent(Major).openapi(Major),
        Aspect::Response => DOCS.read(Major).openapi(Major),
        Aspect::Output => NOTHING.rust(Major),
        Aspect::ItemsKey | Aspect::ItemWrapper => DOCS.read(Major).openapi(Major),
        Aspect::PageStyle => DOCS.rust(Major).sent(Major).read(Major).openapi(Major),
        Aspect::PageParameters => DOCS.sent(Major).openapi(Major),
        Aspect::PageKeys => DOCS.read(Major).openapi(Major),
        Aspect::PerPage => DOCS.sent(Major).behavior(Major),
        Aspect::MaxPerPage => {
            let level = match difference {
                Added | Difference::Lowered => Major,
                _ => Minor,
            };
            DOCS.sent(level).openapi(level)
        }
        Aspect::Metadata => NOTHING.rust(Major).read(Major).openapi(Major),
        Aspect::Sync => DOCS.rust(if new { Minor } else { Major }).behavior(Major),
        Aspect::SyncFilter => DOCS.behavior(Major),
        Aspect::Status(_) => DOCS.openapi(if new { Minor } else { Major }),
        Aspect::NotFound(_) => DOCS.read(Major).behavior(Major),
        Aspect::Retry | Aspect::Lookup | Aspect::ConfirmedFields => DOCS.behavior(Major),
        Aspect::FindBy | Aspect::FindByKey => DOCS.rust(by_addition).behavior(Major),
        Aspect::Echo(_) | Aspect::Distinct(_) | Aspect::Essential(_) => {
            DOCS.read(if gone { Minor } else { Major }).behavior(Major)
        }
        Aspect::ReconcileBy(_) => DOCS.behavior(if new { Minor } else { Major }),
        Aspect::ConfirmsCallback => DOCS.rust(by_addition).behavior(Major),

        Aspect::CallbackRoot => DOCS.read(Major).openapi(Major),
        Aspect::CallbackRecord => DOCS.rust(Major).read(Major).openapi(Major),

        Aspect::Namespace => DOCS.typescript(Major),
        Aspect::Script(_) | Aspect::TesterPage(_) => DOCS.rust(Patch).sent(Major),
        Aspect::EntryPoint(_) => DOCS.typescript(by_addition),
        // A literal of the configuration has all handlers.
        Aspect::EventHandler(_) => DOCS.rust(Major).typescript(by_addition),
    }
}

fn if_configured(subject: SubjectKind, level: Level) -> Level {
    match subject {
        SubjectKind::Configuration | SubjectKind::Id => level,
        _ => No,
    }
}

fn exists(subject: SubjectKind, direction: Direction, new: bool) -> Verdict {
    let by_addition = if new { Minor } else { Major };
    let item = NOTHING.rust(by_addition).openapi(by_addition);
    match subject {
        SubjectKind::Field if new => {
            // Bodies are structs that a literal can make; records are not.
            let rust = if direction.is_sent() { Major } else { Minor };
            let read = if direction.is_read() { Minor } else { No };
            NOTHING.rust(rust).read(read).openapi(Minor)
        }
        SubjectKind::Field => {
            let sent = if direction.is_sent() { Major } else { No };
            let read = if direction.is_read() { Major } else { No };
            NOTHING.rust(Major).sent(sent).read(read).openapi(Major)
        }
        // Operations are structs that a literal can make.
        SubjectKind::Parameter | SubjectKind::RequestHeader => {
            let sent = if new { No } else { Major };
            NOTHING.rust(Major).sent(sent).openapi(by_addition)
        }
        // The struct of the headers is not exhaustive, as records are.
        SubjectKind::ResponseHeader => item.read(by_addition),
        SubjectKind::Configuration => NOTHING
            .rust(Major)
            .sent(by_addition)
            .typescript(by_addition),
        SubjectKind::Value => {
            let sent = if direction.is_sent() && !new {
                Major
            } else {
                No
            };
            let read = if direction.is_read() { by_addition } else { No };
            item.sent(sent).read(read)
        }
        SubjectKind::BrowserSdk => item.typescript(by_addition),
        SubjectKind::Id => item.typescript(by_addition),
        SubjectKind::Resource => DOCS,
        // An enum that a match has to cover in full.
        SubjectKind::Environment => NOTHING.rust(Major).openapi(by_addition),
        SubjectKind::ClientValue => NOTHING.rust(Major).sent(Major),
        SubjectKind::Package
        | SubjectKind::AuthScheme
        | SubjectKind::Record
        | SubjectKind::Body
        | SubjectKind::Enum
        | SubjectKind::Operation
        | SubjectKind::Callback => item,
    }
}

/// What else the new field means if it has this presence, or this mark: the same requests and
/// responses lack it.
pub(super) fn required_part(
    subject: SubjectKind,
    aspect: &Aspect,
    value: &str,
    direction: Direction,
) -> Verdict {
    let is_optional = matches!(value, "optional" | "nullable");
    match (subject, aspect) {
        (
            SubjectKind::Field | SubjectKind::Parameter | SubjectKind::RequestHeader,
            Aspect::Presence,
        ) if direction.is_sent() && !is_optional => NOTHING.sent(Major).openapi(Major),
        // Objects without the property are no configuration in TypeScript.
        (SubjectKind::Configuration, Aspect::Presence) if !is_optional => {
            NOTHING.sent(Major).typescript(Major)
        }
        (SubjectKind::ResponseHeader, Aspect::Marked(Mark::DocumentedRequired)) => {
            NOTHING.read(Major)
        }
        _ => NOTHING,
    }
}

fn marked(subject: SubjectKind, mark: Mark, direction: Direction, new: bool) -> Verdict {
    let read = |level: Level| if direction.is_read() { level } else { No };
    let by_addition = if new { Minor } else { Major };
    match mark {
        // A missing header is a mismatch.
        Mark::DocumentedRequired if subject == SubjectKind::ResponseHeader => {
            let level = if new { Major } else { Minor };
            DOCS.read(level).openapi(level)
        }
        Mark::DocumentedRequired => DOCS.openapi(if direction.is_sent() && new {
            Major
        } else {
            Minor
        }),
        Mark::Readonly => DOCS.openapi(Minor),
        // The type is a row of its own. What was redacted must stay so.
        Mark::Secret | Mark::Pii => DOCS.behavior(by_addition),
        Mark::Inferred | Mark::Documented | Mark::Accepts1 => DOCS,
        Mark::StringOrNumber | Mark::AlsoUsDate => DOCS.read(read(by_addition)),
        Mark::Strict => DOCS.read(read(if new { Major } else { Minor })),
        Mark::Envelope => DOCS.read(read(Major)),
        // Other facts of the field say what these do.
        Mark::Default
        | Mark::Deprecated
        | Mark::Unit
        | Mark::Alias
        | Mark::Rename
        | Mark::Required
        | Mark::Nullable
        | Mark::FromClient
        | Mark::Constant
        | Mark::Array
        | Mark::MaxItems
        | Mark::Observed => NOTHING,
    }
}
