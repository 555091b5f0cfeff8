//! What a command does, as one number.

use crate::arguments::effect::{Effect, EffectCode, Program, Row, rank};
use crate::code_set::CodeSet;
use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Money, Send};

/// A verdict, a class and effects. In one number many of them fit into tables, and the stricter of two is found without
/// a branch: two bits for the verdict, three for how the class ranks, then one for each effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Does(u64);

const VERDICT: u64 = 0b11;
const CLASS: u64 = 0b111 << 2;
const EFFECTS: u32 = 5;

/// The classes in the order of their ranks.
const CLASSES: [VerbClass; 5] = [Edit, Exec, Send, Money, Destroy];

impl Does {
    /// It changes nothing.
    pub(crate) const READS: Self = Self(Effect::Reads as u64);
    /// Nobody can say what it does.
    pub(crate) const UNKNOWN: Self = Self(Effect::CannotTell as u64);
    /// It writes files.
    pub(crate) const EDITS: Self = Self::writes(Edit, EffectCode::FsWrite);
    /// It runs what is not in its words.
    pub(crate) const RUNS: Self = Self::writes(Exec, EffectCode::CodeRun);
    /// It sends something.
    pub(crate) const SENDS: Self = Self::writes(Send, EffectCode::NetSend);
    /// It changes how the machine is set.
    pub(crate) const SETS: Self = Self::writes(Edit, EffectCode::SystemAdmin);
    /// It destroys something of the machine.
    pub(crate) const DESTROYS: Self = Self::writes(Destroy, EffectCode::SystemAdmin);

    /// It changes something.
    pub(crate) const fn writes(class: VerbClass, effect: EffectCode) -> Self {
        Self(Effect::Writes as u64 | (rank(class) as u64) << 2).with(effect)
    }

    /// The same with one more effect.
    pub(crate) const fn with(self, effect: EffectCode) -> Self {
        Self(self.0 | 1_u64.wrapping_shl(effect as u32).wrapping_shl(EFFECTS))
    }

    /// The stricter of two in everything.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn and(self, other: Self) -> Self {
        let most = |field: u64| (self.0 & field).max(other.0 & field);
        Self(most(VERDICT) | most(CLASS) | (self.0 | other.0) & !(VERDICT | CLASS))
    }

    /// This, or nobody can say.
    pub(crate) fn or_unknown(self, known: bool) -> Self {
        if known { self } else { Self::UNKNOWN }
    }

    /// Whether it changes something.
    pub(crate) const fn is_write(self) -> bool {
        self.0 & CLASS != 0
    }

    /// The class, if it changes something.
    pub(crate) fn class(self) -> Option<VerbClass> {
        let rank = usize::try_from((self.0 & CLASS) >> 2).ok()?;
        CLASSES.get(rank.checked_sub(1)?).copied()
    }

    /// What the class alone says, where a program says no more.
    pub(crate) fn by_class(self) -> Self {
        match self.class() {
            None => self,
            Some(Destroy) => Self::DESTROYS,
            Some(Exec) => Self::RUNS,
            Some(Send) => Self::SENDS,
            Some(_) => Self::EDITS,
        }
    }

    /// The row of a program that does this.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn row(self, program: Program) -> Row {
        let effect = match self.0 & VERDICT {
            0 => Effect::Reads,
            1 => Effect::CannotTell,
            _ => Effect::Writes,
        };
        let effects = CodeSet::of_bits(self.0 >> EFFECTS);
        Row { program, effect, class: self.class(), effects }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, Does};
    use crate::arguments::effect::{Effect, EffectCode, Program, rank};
    use crate::contract::VerbClass::{Destroy, Edit, Send};

    #[test]
    fn a_class_stands_at_its_rank() {
        for (place, class) in CLASSES.into_iter().enumerate() {
            assert_eq!(usize::from(rank(class)), place + 1);
            let does = Does::writes(class, EffectCode::SqlSideEffect);
            assert_eq!(does.class(), Some(class));
            assert!(does.is_write());
        }
    }

    #[test]
    fn of_two_everything_that_is_stricter_counts() {
        let sends = Does::SENDS.with(EffectCode::NetUpload);
        let row = Does::EDITS.and(sends).and(Does::UNKNOWN).row(Program::UNKNOWN);
        assert_eq!((row.effect, row.class), (Effect::Writes, Some(Send)));
        let effects = [EffectCode::FsWrite, EffectCode::NetSend, EffectCode::NetUpload];
        assert!(row.effects.iter().eq(effects));

        let unknown = Does::READS.and(Does::UNKNOWN.with(EffectCode::CodeRun));
        let row = unknown.row(Program::UNKNOWN);
        assert_eq!((row.effect, row.class), (Effect::CannotTell, None));
        assert!(row.effects.iter().eq([EffectCode::CodeRun]));
    }

    #[test]
    fn the_class_alone_has_one_effect() {
        let does = Does::EDITS.and(Does::writes(Destroy, EffectCode::GitDiscard));
        assert_eq!(does.by_class(), Does::DESTROYS);
        assert_eq!(Does::writes(Edit, EffectCode::CodeRun).by_class(), Does::EDITS);
        assert_eq!(Does::UNKNOWN.by_class(), Does::UNKNOWN);
    }
}
