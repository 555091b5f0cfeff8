//! What the readers of one argument share.

use alloc::vec::Vec;

use crate::arguments::effect::{Effect, Finding, Nested, Program, Row, Sink};
use crate::arguments::shell::does::Does;
use crate::arguments::shell::environment::Steers;
use crate::arguments::shell::rules::{Denied, Rules};
use crate::arguments::shell::variable::Variable;
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

/// How many commands were read, and how many of them give out nothing but a name or a number.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GivenOut {
    pub(super) commands: usize,
    pub(super) names: usize,
}

impl GivenOut {
    /// Whether there was one command since then, and it gives out a name.
    pub(super) const fn is_one_name_since(self, before: Self) -> bool {
        self.commands == before.commands.wrapping_add(1)
            && self.names == before.names.wrapping_add(1)
    }
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
    pub(super) variables: Vec<Variable>,
    /// Where those begin that the shell knows whose text is read.
    pub(super) first_known: usize,
    /// Arithmetic with names in it was read.
    pub(super) arithmetic: bool,
    /// A substitution was read that is data.
    pub(super) quoted_substitution: bool,
    /// The text is for a shell that knows less than bash does.
    pub(super) knows_less: bool,
    /// The command gets words that are not in the text.
    pub(super) unseen: bool,
    /// What the variables before the command may make of its program.
    pub(super) steers: Steers,
    /// The same for all commands from some place on, with how many subshells there were around it.
    pub(super) exported: Vec<(usize, Steers)>,
    /// Every variable that is set is one of the programs as well.
    pub(super) exports_all: bool,
    /// A command was read whose program works as its environment says.
    pub(super) relied_on_environment: bool,
    /// How many commands so far hand on what they read, if it is anything.
    pub(super) open_inputs: usize,
    /// What the commands so far give out.
    pub(super) given_out: GivenOut,
    /// The command has something to read, from a pipe or a file.
    pub(super) is_fed: bool,
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
            first_known: 0,
            arithmetic: false,
            quoted_substitution: false,
            knows_less: false,
            unseen: false,
            steers: Steers::Nothing,
            exported: Vec::new(),
            exports_all: false,
            relied_on_environment: false,
            open_inputs: 0,
            given_out: GivenOut::default(),
            is_fed: false,
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

    /// Reports a command, judged by the operator's rules. Says whether one of them allows it.
    pub(crate) fn command_row(&mut self, name: Option<&str>, args: &[Word<'_>], row: Row) -> bool {
        let Some(rules) = self.rules else {
            self.row(row);
            return false;
        };
        self.check_effects(&row);
        // What was allowed is the program as it is, and not as a variable makes it.
        let as_it_is = self.steered() < Steers::WhatItIs;
        let allowed = as_it_is && name.is_some_and(|name| rules.allows(name, args));
        if rules.only && !allowed {
            self.finding(Finding::NotInAllowList);
        }
        if let Some(name) = name {
            self.deny(name, args, true);
        }
        self.row(if allowed { Row::reads(row.program) } else { row });
        allowed
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
        self.exported.retain(|(exported, _)| *exported <= scope);
    }

    pub(crate) const fn scope(&self) -> usize {
        self.scope
    }

    /// Reads what a shell of its own does: it knows no variable of the text around it.
    pub(crate) fn in_own_shell(&mut self, text: &str) {
        let before = core::mem::replace(&mut self.first_known, self.variables.len());
        self.enter_subshell();
        self.text(text);
        self.leave_subshell();
        self.first_known = before;
    }
}
