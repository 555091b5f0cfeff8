//! What a rule is, and how each document lists its own.

/// How much a broken rule weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The document is not taken.
    Error,
    /// The document is taken; a person should look.
    Warning,
}

impl Severity {
    /// The word that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The document's own specification says it.
    Seed,
    /// It follows from what the specification says or shows.
    Inferred,
    /// The specification is silent; the rule is this project's.
    Ours,
}

impl Source {
    /// The word that lists of rules use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Inferred => "inferred",
            Self::Ours => "ours",
        }
    }
}

/// One named rule of a document.
pub trait Rule: Copy + Ord + core::fmt::Debug + 'static {
    /// Every rule of the document, in the order of declaration.
    const ALL: &'static [Self];

    /// The name in reports, such as `fm.duplicate_key`.
    fn id(self) -> &'static str;

    /// Whether breaking it keeps the document from being taken.
    fn severity(self) -> Severity;

    /// What the rule asks for, in one sentence.
    fn sentence(self) -> &'static str;

    /// Where the rule comes from.
    fn source(self) -> Source;
}

/// Declares the rules of one document: `Variant = "id", Severity, Source: "sentence",` for each.
macro_rules! rules {
    (
        $(#[$meta:meta])*
        $name:ident { $( $variant:ident = $id:literal, $severity:ident, $source:ident : $sentence:literal, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(
                #[doc = concat!("`", $id, "`: ", $sentence)]
                $variant,
            )+
        }

        impl $crate::Rule for $name {
            const ALL: &'static [Self] = &[ $(Self::$variant,)+ ];

            fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)+ }
            }

            fn severity(self) -> $crate::Severity {
                match self { $(Self::$variant => $crate::Severity::$severity,)+ }
            }

            fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence,)+ }
            }

            fn source(self) -> $crate::Source {
                match self { $(Self::$variant => $crate::Source::$source,)+ }
            }
        }
    };
}

pub(crate) use rules;
