//! What is read of calls, and what of it counts.

use super::{inner::InnerReading, place::Place};
use crate::{
    contract::VerbClass,
    gate::{arguments::ArgumentEffects, classify::name::stricter},
    policy::ToolRules,
};

/// What the arguments say that the call does.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallReading {
    /// The strictest acting class of the words of action.
    pub(crate) word: Option<VerbClass>,
    /// The same of words in a list, which may be the words of one command.
    pub(crate) listed: Option<VerbClass>,
    /// The strictest acting class of the tools that are called inside.
    pub(crate) call: Option<VerbClass>,
    /// The strictest acting class of HTTP methods.
    pub(crate) method: Option<VerbClass>,
    /// The same where something else than an argument `method` says it, which no reader of requests looks at.
    pub(crate) stated_method: Option<VerbClass>,
    /// Something is said to be done or called, whether it acts or not.
    pub(crate) says_something: bool,
    /// The tool calls others, and nothing says which.
    pub(crate) calls_unnamed: bool,
    /// A word acts, but the name says that it is only looked for or calculated with.
    pub(crate) covered_word: bool,
    /// A tool that is called inside removes something.
    pub(crate) removes: bool,
    /// What the policy and the rules of names say of the tools that are called inside.
    pub(crate) inner: Option<InnerReading>,
}

impl CallReading {
    /// The strictest acting class of all that counts under these rules. `hints: false` switches off the
    /// words of action in the arguments, too, but not the names of the tools that the call calls.
    ///
    /// What the readers of the arguments have read whole needs no guess: a request that the policy lists, and
    /// the words of a command.
    pub(crate) fn acting_class(
        self,
        rules: &ToolRules,
        effects: &ArgumentEffects,
    ) -> Option<VerbClass> {
        let word = self.word.filter(|_| rules.hints && !effects.answer_for_interpreter());
        let listed = self.listed.filter(|_| rules.hints && !effects.answer_for_interpreter());
        let method = self.method.filter(|_| !effects.methods_read);
        // Whoever names the tool and says what it is knows it.
        let unnamed = self.calls_unnamed
            && !rules.classifies_unknown
            && rules.hints
            && !effects.answer_for_interpreter();
        let unnamed = unnamed.then_some(VerbClass::Exec);
        [self.call, method, self.stated_method, word, listed, unnamed]
            .into_iter()
            .flatten()
            .reduce(stricter)
    }

    /// Where calls of other tools may stand, what is not read may be any of them.
    pub(crate) fn take_unread(&mut self, place: Place<'_>) {
        if place.in_dispatcher {
            self.add_call(VerbClass::Exec);
        }
    }

    pub(super) fn add_call(&mut self, class: VerbClass) {
        add(&mut self.call, class);
    }
}

/// The strictest of the classes that act.
pub(super) fn add(to: &mut Option<VerbClass>, class: VerbClass) {
    if class.acts() {
        *to = Some(to.map_or(class, |known| stricter(known, class)));
    }
}
