//! What the readers of one argument share.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::arguments::effect::{Effect, Finding, Nested, Program, Row, Sink};
use crate::arguments::shell::does::Does;
use crate::arguments::shell::rules::{Denied, Rules};
use crate::arguments::shell::word::Word;
use crate::arguments::tables::text::{MAX_DEPTH, MAX_SEGMENTS};

/// Why a text is read no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text does not parse, or holds what is not read.
    Unparsed,
    /// The text is nested too deeply or has too many parts.
    TooComplex,
}

/// A variable that the text sets.
struct Variable {
    name: String,
    /// Its value begins with no `-`, and has letters and no blanks.
    safe: bool,
    /// Some word counted on that.
    used: bool,
    /// How many subshells there were around it.
    scope: usize,
}

/// The reader of one argument.
pub(crate) struct Shell<'s> {
    sink: &'s mut dyn Sink,
    pub(super) rules: Option<&'s Rules>,
    depth: usize,
    /// So many commands are around this one: wrappers, actions.
    pub(super) within: usize,
    scope: usize,
    rows: usize,
    /// How far a reader may still look ahead.
    pub(super) ahead: usize,
    variables: Vec<Variable>,
    /// Arithmetic with names in it was read.
    pub(super) arithmetic: bool,
    /// A substitution was read that is data.
    pub(super) quoted_substitution: bool,
    /// The text is for a shell that knows less than bash does.
    pub(super) knows_less: bool,
    /// The command gets words that are not in the text.
    pub(super) unseen: bool,
    /// There were too many parts, and that was said.
    full: bool,
}

impl<'s> Shell<'s> {
    pub(crate) fn new(sink: &'s mut dyn Sink, rules: Option<&'s Rules>, bytes: usize) -> Self {
        Self {
            sink,
            rules,
            depth: 0,
            within: 0,
            scope: 0,
            rows: 0,
            ahead: bytes.saturating_mul(4),
            variables: Vec::new(),
            arithmetic: false,
            quoted_substitution: false,
            knows_less: false,
            unseen: false,
            full: false,
        }
    }

    /// Reports a part.
    pub(crate) fn row(&mut self, row: Row) {
        self.check_effects(&row);
        self.rows = self.rows.saturating_add(1);
        self.sink.row(row);
    }

    fn check_effects(&mut self, row: &Row) {
        if self.rules.is_some_and(|rules| rules.denies_effect(row)) {
            self.finding(Finding::RuleDenied);
        }
    }

    /// Reports a command, judged by the operator's rules.
    pub(crate) fn command_row(&mut self, name: Option<&str>, args: &[Word<'_>], row: Row) {
        let Some(rules) = self.rules else { return self.row(row) };
        self.check_effects(&row);
        let allowed = name.is_some_and(|name| rules.allows(name, args));
        if rules.only && !allowed {
            self.finding(Finding::NotInAllowList);
        }
        if let Some(name) = name {
            self.deny(name, args, true);
        }
        self.row(if allowed { Row::reads(row.program) } else { row });
    }

    /// Reports what a command of a program does.
    pub(crate) fn does(&mut self, name: &'static str, args: &[Word<'_>], does: Does) {
        self.command_row(Some(name), args, does.row(Program::of(name)));
    }

    /// Holds a command against the rules that forbid.
    pub(crate) fn deny(&mut self, name: &str, args: &[Word<'_>], unclear_counts: bool) {
        match self.rules.map(|rules| rules.denies(name, args)) {
            Some(Denied::Yes) => self.finding(Finding::RuleDenied),
            Some(Denied::Unclear) if unclear_counts => self.finding(Finding::EffectUnknown),
            _ => {}
        }
    }

    /// Says that a small shell would read something else here than what is read.
    pub(crate) fn only_bash(&mut self) {
        if self.knows_less {
            self.uncovered_unknown();
        }
    }

    /// Reports something of which nobody can say what a shell makes of it.
    pub(crate) fn uncovered_unknown(&mut self) {
        self.uncovered(Row::cannot_tell(Program::of("unparsed")));
    }

    /// Reports a part of which nobody can say what it does.
    pub(crate) fn cannot_tell(&mut self, program: Program) {
        self.row(Row::cannot_tell(program));
    }

    /// Reports a part that no rule of the operator covers.
    pub(crate) fn uncovered(&mut self, row: Row) {
        if row.effect != Effect::Reads && self.rules.is_some_and(|rules| rules.only) {
            self.finding(Finding::NotInAllowList);
        }
        self.row(row);
    }

    pub(crate) fn finding(&mut self, finding: Finding) {
        self.sink.finding(finding);
    }

    pub(crate) fn nested(&mut self, nested: Nested<'_>) {
        self.sink.nested(nested);
    }

    /// Tells who follows the commands which one was read.
    pub(crate) fn command_seen(&mut self, words: &[Word<'_>]) {
        self.sink.command(&mut words.iter().map(|word| word.plain()));
    }

    /// Whether there is room for another part.
    pub(crate) fn room(&self) -> Result<(), Stop> {
        if self.rows < MAX_SEGMENTS { Ok(()) } else { Err(Stop::TooComplex) }
    }

    /// Goes into a text within the text.
    pub(crate) fn enter(&mut self) -> Result<(), Stop> {
        if self.depth >= MAX_DEPTH {
            return Err(Stop::TooComplex);
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A text ended before its end.
    pub(crate) fn stopped(&mut self, stop: Stop) {
        if stop == Stop::TooComplex {
            if self.full {
                return;
            }
            self.full = true;
            self.finding(Finding::TooComplex);
        }
        self.uncovered_unknown();
    }

    /// Begins a subshell: what is set in it is not set behind it.
    pub(crate) fn enter_subshell(&mut self) {
        self.scope = self.scope.saturating_add(1);
    }

    pub(crate) fn leave_subshell(&mut self) {
        self.scope = self.scope.saturating_sub(1);
        let scope = self.scope;
        self.variables.retain(|variable| variable.scope <= scope);
    }

    /// Whether a variable is known to begin with no `-` and to hold no blank.
    pub(crate) fn is_safe(&mut self, name: &str) -> bool {
        let found = self.variables.iter_mut().rev().find(|variable| variable.name == name);
        found.is_some_and(|variable| {
            variable.used |= variable.safe;
            variable.safe
        })
    }

    /// Notes that the text sets a variable.
    pub(crate) fn set(&mut self, name: &str, safe: bool) {
        let safe = safe && name != "_" && !name.starts_with("BASH");
        let mut relied = false;
        let mut known = false;
        for variable in self.variables.iter_mut().filter(|variable| variable.name == name) {
            // Whichever of two values it has when it is used: one that is not safe stays in mind.
            known |= !variable.safe || variable.scope <= self.scope;
            if !safe {
                relied |= variable.used;
                variable.safe = false;
            }
        }
        // In a loop the words that counted on it may run again.
        if relied {
            self.cannot_tell(Program::of("assignment"));
        }
        // More names than this are not followed.
        if !known && self.variables.len() < 64 {
            let scope = if safe { self.scope } else { 0 };
            self.variables.push(Variable { name: name.to_string(), safe, used: false, scope });
        }
    }
}
