//! The report of the arguments: they are read once more, and this time everything is kept that is told.

use alloc::vec::Vec;

use crate::{
    arguments::effect::{Effect, Finding, Kind, Nested, Row, Sink, Summary},
    code_set::CodeSet,
    fault::Path,
    gate::{Evaluation, walk_over},
    listed::{Listed, MOST},
    report::{ArgumentCode, ArgumentReport, MOST_SEGMENTS, ReadArgument},
    tokens::Name,
};

/// What the arguments do, for a call that was understood.
pub(super) fn argument_report(evaluation: &Evaluation<'_>) -> ArgumentReport {
    let mut collector = Collector::new(evaluation);
    if let Some(policy) = &evaluation.read_again_by {
        let event = &evaluation.event;
        walk_over(event, &Name::of(&event.tool_name), &evaluation.refs, policy, &mut collector);
    }
    let root = Path::Root;
    let arguments = root.key("proposed_arguments");
    // What no argument holds by itself is found in all of them together.
    for finding in evaluation.facts.argument_findings.iter() {
        if !collector.told.contains(finding) {
            let pointer = || arguments.pointer().into_string();
            collector.codes.add(|| ArgumentCode { code: finding, path: pointer() });
        }
    }
    collector.into_report()
}

struct Collector<'e> {
    evaluation: &'e Evaluation<'e>,
    whole: Summary,
    /// What was told since the argument before.
    now: Summary,
    arguments: Vec<ReadArgument>,
    arguments_total: usize,
    /// Parts with the number of their argument: at most so many of each verdict.
    segments: Vec<(usize, Row)>,
    /// How many of each verdict there are.
    counts: [usize; 3],
    told: CodeSet<Finding>,
    codes: Listed<ArgumentCode>,
}

impl<'e> Collector<'e> {
    fn new(evaluation: &'e Evaluation<'e>) -> Self {
        Self {
            evaluation,
            whole: Summary::default(),
            now: Summary::default(),
            arguments: Vec::new(),
            arguments_total: 0,
            segments: Vec::new(),
            counts: [0; 3],
            told: CodeSet::default(),
            codes: Listed::default(),
        }
    }

    fn into_report(mut self) -> ArgumentReport {
        // The strictest of all, each kept with its argument.
        let of = |effect| self.segments.iter().filter(move |(_, row)| row.effect == effect);
        let strictest =
            [Effect::Writes, Effect::CannotTell, Effect::Reads].into_iter().flat_map(of);
        for (index, row) in strictest.take(MOST_SEGMENTS) {
            if let Some(argument) = self.arguments.get_mut(*index) {
                argument.segments.push(*row);
            }
        }
        // First those that do more than read.
        let mut place = 0_usize;
        for index in 0..self.arguments.len() {
            let does_more = |argument: &ReadArgument| argument.verdict != Effect::Reads;
            if self.arguments.get(index).is_some_and(does_more) {
                let argument = self.arguments.remove(index);
                self.arguments.insert(place, argument);
                place = place.saturating_add(1);
            }
        }
        ArgumentReport {
            verdict: Some(self.whole.effect.unwrap_or(Effect::Reads)),
            class: self.whole.class,
            arguments: Listed::of(self.arguments, self.arguments_total),
            segments_total: self.whole.rows,
            findings: self.evaluation.facts.argument_findings,
            codes: self.codes,
        }
    }

    /// Whether there is room for an argument with this verdict: a harmless one takes none from the others.
    fn keeps(&self, verdict: Effect) -> bool {
        let harmless = verdict == Effect::Reads;
        let alike = |it: &&ReadArgument| (it.verdict == Effect::Reads) == harmless;
        self.arguments.iter().filter(alike).count() < MOST
    }
}

impl Sink for Collector<'_> {
    fn row(&mut self, row: Row) {
        self.whole.add(row);
        self.now.add(row);
        let count = match row.effect {
            Effect::Reads => &mut self.counts[0],
            Effect::CannotTell => &mut self.counts[1],
            Effect::Writes => &mut self.counts[2],
        };
        if *count < MOST_SEGMENTS {
            self.segments.push((self.arguments.len(), row));
        }
        *count = count.saturating_add(1);
    }

    fn finding(&mut self, finding: Finding) {
        self.now.findings.insert(finding);
    }

    fn nested(&mut self, _nested: Nested<'_>) {}

    fn argument(&mut self, path: &Path<'_>, kind: Kind) {
        let mut now = core::mem::take(&mut self.now);
        if now.has_unknown {
            now.findings.insert(Finding::EffectUnknown);
        }
        for finding in now.findings.iter() {
            if self.evaluation.facts.argument_findings.contains(finding) {
                self.told.insert(finding);
                let pointer = || path.pointer().into_string();
                self.codes.add(|| ArgumentCode { code: finding, path: pointer() });
            }
        }
        if kind == Kind::Text && now.rows == 0 {
            return;
        }
        self.arguments_total = self.arguments_total.saturating_add(1);
        let verdict = now.effect.unwrap_or(Effect::Reads);
        if self.keeps(verdict) {
            let path = path.pointer().into_string();
            let segments = Vec::new();
            self.arguments.push(ReadArgument { path, kind, verdict, class: now.class, segments });
        } else {
            let left_out = self.arguments.len();
            self.segments.retain(|(index, _)| *index != left_out);
        }
    }
}
