//! What is known about a place before its values are counted.

/// The marks of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u8);

impl Marks {
    pub(crate) const NONE: Marks = Marks(0);
    /// Secrets: their texts and numbers are not classified.
    pub(crate) const SECRET: Marks = Marks(1);
    /// Personal data: no name of a value is shown.
    pub(crate) const PERSONAL: Marks = Marks(2);
    /// A field of the description. Values of other fields are treated as personal data.
    pub(crate) const KNOWN: Marks = Marks(4);
    /// A map: its keys are data.
    pub(crate) const MAP: Marks = Marks(8);
    /// An object of the description: keys without a field are names of unknown fields.
    pub(crate) const RECORD: Marks = Marks(16);
    /// A field with too many different texts for a closed set.
    pub(crate) const OPEN: Marks = Marks(32);

    pub(crate) fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, mark: Marks) -> Marks {
        Marks(self.0 | mark.0)
    }

    /// The marks that elements of an array or map have, too.
    pub(crate) fn of_elements(self) -> Marks {
        Marks(self.0 & (Self::SECRET.0 | Self::PERSONAL.0 | Self::KNOWN.0))
    }

    /// The marks that unknown fields of an object have, too.
    pub(crate) fn of_members(self) -> Marks {
        Marks(self.0 & (Self::SECRET.0 | Self::PERSONAL.0))
    }

    /// Whether texts may be the values of a closed set that may be shown.
    pub(crate) fn may_name_values(self) -> bool {
        self.has(Self::KNOWN) && !self.has(Marks(Self::SECRET.0 | Self::PERSONAL.0 | Self::OPEN.0))
    }
}
