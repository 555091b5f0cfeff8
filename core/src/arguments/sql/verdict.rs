//! What one statement comes to.

use super::words as w;
use crate::arguments::effect::{Effect, EffectCode, Finding, Program, Row, Sink, stronger};
use crate::code_set::CodeSet;
use crate::contract::VerbClass;
use crate::tokens::Word;

/// The parts of a statement, taken together.
pub(super) struct Verdict {
    /// The verb as the report shows it.
    name: Option<&'static str>,
    /// The word that the statement begins with.
    main: Word,
    class: Option<VerbClass>,
    effects: CodeSet<EffectCode>,
    /// Whether it changes more than anybody may have meant.
    mass: bool,
    /// Whether a part is not known.
    pub(super) unsure: bool,
    pub(super) too_complex: bool,
}

impl Verdict {
    pub(super) fn new(main: Word, name: Option<&'static str>) -> Self {
        Self {
            name,
            main,
            class: None,
            effects: CodeSet::default(),
            mass: false,
            unsure: false,
            too_complex: false,
        }
    }

    /// Whether the statement begins with this word.
    pub(super) fn is(&self, word: Word) -> bool {
        self.main == word
    }

    pub(super) fn writes(&mut self, class: VerbClass, effect: EffectCode) {
        self.class = stronger(self.class, Some(class));
        self.effects.insert(effect);
    }

    pub(super) fn mass(&mut self) {
        self.mass = true;
    }

    /// A function of this class is called.
    pub(super) fn calls(&mut self, class: VerbClass) {
        self.writes(class, EffectCode::SqlSideEffect);
        match class {
            VerbClass::Exec => self.effects.insert(EffectCode::CodeRun),
            VerbClass::Send => self.effects.insert(EffectCode::NetSend),
            _ => {}
        }
    }

    /// A verb that writes rows, with or without a condition.
    pub(super) fn verb(&mut self, verb: Word, has_where: bool) {
        match verb {
            w::DELETE | w::UPDATE => {
                let deletes = verb == w::DELETE;
                let effect = if deletes { EffectCode::SqlDelete } else { EffectCode::SqlUpdate };
                let destroys = deletes || !has_where;
                let class = if destroys { VerbClass::Destroy } else { VerbClass::Edit };
                self.writes(class, effect);
                if !has_where {
                    self.effects.insert(EffectCode::SqlNoWhere);
                    self.mass = true;
                }
            }
            w::MERGE => self.writes(VerbClass::Edit, EffectCode::SqlUpdate),
            _ => self.writes(VerbClass::Edit, EffectCode::SqlInsert),
        }
    }

    /// Tells what was found.
    pub(super) fn tell(self, sink: &mut dyn Sink) {
        let program = Program { name: Some("sql"), verb: self.name };
        if self.class.is_some() {
            sink.row(Row {
                program,
                effect: Effect::Writes,
                class: self.class,
                effects: self.effects,
            });
        }
        // A part that is not known counts beside one that is: rules that forbid ask for it.
        if self.unsure || self.too_complex {
            sink.row(Row::cannot_tell(program));
        } else if self.class.is_none() {
            sink.row(Row::reads(program));
        }
        if self.mass {
            sink.finding(Finding::MassEffect);
        }
        if self.too_complex {
            sink.finding(Finding::TooComplex);
        }
    }
}
