//! Reasons and warnings as a decision lists them: a code, and for some of them what it is about.

use core::fmt;

use alloc::{string::String, vec::Vec};

use crate::{
    code_set::CodeSet,
    codes::{Reason, Warning},
    contract::Route,
    listed::Listed,
};

/// How the route was reached, in order.
#[derive(Debug, Clone, Copy)]
pub struct Reasons {
    codes: CodeSet<Reason>,
    route: Route,
}

/// One step to the route. It is written as the code, a colon and the route where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReasonEntry {
    /// The code.
    pub code: Reason,
    /// The route that a stricter recommendation of the runtime led to.
    pub route: Option<Route>,
}

impl Reasons {
    pub(crate) const fn new(codes: CodeSet<Reason>, route: Route) -> Self {
        Self { codes, route }
    }

    /// The codes alone.
    pub const fn codes(self) -> CodeSet<Reason> {
        self.codes
    }

    /// Every step, in order.
    pub fn iter(self) -> impl Iterator<Item = ReasonEntry> {
        self.codes.iter().map(move |code| ReasonEntry {
            code,
            route: (code == Reason::RuntimeRecommendedStricterRoute).then_some(self.route),
        })
    }
}

impl fmt::Display for ReasonEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.route {
            Some(route) => write!(f, "{}:{route}", self.code),
            None => self.code.fmt(f),
        }
    }
}

/// What is worth fixing although it does not change the route.
#[derive(Debug, Clone, Copy)]
pub struct Warnings<'d> {
    codes: CodeSet<Warning>,
    /// Pointers to the fields that the contract does not define.
    unknown_fields: Option<&'d Listed<String>>,
}

/// One warning. It is written as the code, a colon and the pointer where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarningEntry<'d> {
    /// The code.
    pub code: Warning,
    /// Where in the event the field stands that an `unknown_field` is about.
    pub pointer: Option<&'d str>,
}

impl<'d> Warnings<'d> {
    pub(crate) const fn new(
        codes: CodeSet<Warning>,
        unknown_fields: Option<&'d Listed<String>>,
    ) -> Self {
        Self { codes, unknown_fields }
    }

    /// The codes alone.
    pub const fn codes(self) -> CodeSet<Warning> {
        self.codes
    }

    /// Every warning in the order of the codes, and of unknown fields the first hundred.
    pub fn iter(self) -> impl Iterator<Item = WarningEntry<'d>> {
        let mut entries = Vec::new();
        self.each(&mut |entry| entries.push(entry));
        entries.into_iter()
    }

    /// Tells every warning in the same order.
    pub(crate) fn each(self, tell: &mut dyn FnMut(WarningEntry<'d>)) {
        for code in self.codes.iter() {
            match self.unknown_fields {
                Some(fields) if code == Warning::UnknownField => {
                    let pointers = fields.entries().iter();
                    pointers.for_each(|it| tell(WarningEntry { code, pointer: Some(it) }));
                }
                _ => tell(WarningEntry { code, pointer: None }),
            }
        }
    }

    /// How many warnings there are, if some unknown fields are not listed.
    pub fn total_if_cut(self) -> Option<usize> {
        let fields = self.unknown_fields.filter(|fields| fields.left_out() > 0)?;
        let mut others = self.codes;
        others.remove(Warning::UnknownField);
        Some(fields.total().saturating_add(others.iter().count()))
    }
}

impl fmt::Display for WarningEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer {
            Some(pointer) => write!(f, "{}:{pointer}", self.code),
            None => self.code.fmt(f),
        }
    }
}
