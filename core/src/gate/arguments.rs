//! What the arguments of a call do, as far as they can be read.

use super::{classify::INNER_CALLS, evidence::RefFacts};
use crate::{
    arguments::{
        effect::{Effect, Finding, Nested, Row, Sink, Summary},
        mass,
        shell::rules::{Rule, Rules},
        walk,
    },
    contract::{ToolCategory, VerbClass},
    event::{Event, EvidenceRef},
    fault::Path,
    policy::Policy,
    tokens::Name,
};

/// What the readers of arguments found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ArgumentEffects {
    /// What all parts come to.
    pub(crate) summary: Summary,
    /// One is a place of the host's own or of a person.
    pub(crate) private: bool,
    /// Whatever the arguments hold that can be carried out was read.
    is_whole: bool,
    /// There are requests, and the policy lists each as one that reads.
    pub(crate) methods_read: bool,
}

impl Sink for Summary {
    fn row(&mut self, row: Row) {
        self.add(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.findings.insert(finding);
    }

    // The walk hands on what stands within an argument.
    fn nested(&mut self, _nested: Nested<'_>) {}
}

impl ArgumentEffects {
    /// Reads the arguments of an event.
    pub(crate) fn of(
        event: &Event<'_>,
        tool: &Name<'_>,
        refs: &[RefFacts],
        policy: &Policy,
    ) -> Self {
        let mut effects = Self::default();
        let read = walk_over(event, tool, refs, policy, &mut effects.summary);
        effects.private = read.private;
        effects.is_whole = read.is_whole;
        effects.methods_read = read.methods_read;
        effects
    }

    /// The class of a part that changes, sends, runs or destroys something.
    pub(crate) fn writing_class(&self) -> Option<VerbClass> {
        let writes = self.summary.effect == Some(Effect::Writes);
        writes.then(|| self.summary.class.unwrap_or(VerbClass::Exec))
    }

    /// Whether a tool that does what its arguments say was given what only reads.
    pub(crate) fn answer_for_interpreter(&self) -> bool {
        self.is_whole && self.summary.effect == Some(Effect::Reads)
    }

    /// Adds what depends on the category, and takes away what does not count in it.
    pub(crate) fn settle(&mut self, category: ToolCategory, event: &Event<'_>, policy: &Policy) {
        let declared_read = event.tool_category.is_read();
        let is_unknown = self.summary.effect == Some(Effect::CannotTell);
        // Beside a part that is known to write one may stand that is denied.
        let unknown = is_unknown && declared_read
            || (is_unknown || self.summary.has_unknown) && policy.has_deny_rules();
        if unknown {
            self.summary.findings.insert(Finding::EffectUnknown);
        }
        if !declared_read {
            self.summary.findings.remove(Finding::DataInUrl);
        }
        if category == ToolCategory::Write {
            let limits = policy.argument_settings().limits;
            mass::read(&event.proposed_arguments, &limits, &mut self.summary);
        }
    }
}

/// Reads the arguments of a call of this tool into a sink.
pub(crate) fn walk_over(
    event: &Event<'_>,
    tool: &Name<'_>,
    refs: &[RefFacts],
    policy: &Policy,
    sink: &mut dyn Sink,
) -> walk::Reading {
    let (root, arguments) = (Path::Root, &event.proposed_arguments);
    if arguments.members().is_empty() {
        return walk::Reading::default();
    }
    let at = root.key("proposed_arguments");
    let of_refs = rules_of_refs(event, refs).filter(|_| !policy.has_command_rules());
    let mut settings = policy.argument_settings();
    settings.calls = Some(INNER_CALLS);
    settings.rules = settings.rules.or(of_refs.as_ref());
    walk::read(tool, arguments, &at, &settings, sink)
}

/// The commands that credible policy refs allow, as `command:git status` in `supports`. Where the operator's own policy
/// has rules for commands, only those count.
fn rules_of_refs(event: &Event<'_>, refs: &[RefFacts]) -> Option<Rules> {
    let mut rules = Rules::default();
    for (evidence, facts) in event.evidence_refs.iter().zip(refs) {
        if let EvidenceRef::Structured(evidence) = evidence
            && facts.is_credible_policy
        {
            let commands = evidence.supports.iter().filter_map(|it| it.strip_prefix("command:"));
            rules.allow.extend(commands.filter_map(Rule::parse));
        }
    }
    (!rules.allow.is_empty()).then_some(rules)
}
