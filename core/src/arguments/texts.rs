//! Hands the texts of a call, and texts within them, to their readers.

use super::effect::{Dialect, Effect, EffectCode, Finding, Kind, Nested, Program, Row, Sink};
use super::path::Place;
use super::settings::Settings;
use super::weak::{Plain, Probe};
use super::{graphql, hidden, mail, path, shell, sql, url};
use crate::contract::VerbClass;
use crate::fault::Path;

/// Hands texts within texts to their readers.
pub(super) struct Texts<'a, 's> {
    pub(super) settings: &'a Settings<'a>,
    pub(super) sink: &'s mut dyn Sink,
    pub(super) private: bool,
}

impl Sink for Texts<'_, '_> {
    fn row(&mut self, row: Row) {
        if row.effects.meets(self.settings.sql_deny) {
            self.sink.finding(Finding::RuleDenied);
        }
        let is_sql = row.program.name == sql::SQL.name;
        if self.settings.sql_only_reads && is_sql && row.effect != Effect::Reads {
            self.sink.finding(Finding::NotInAllowList);
        }
        self.sink.row(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.sink.finding(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        match nested {
            Nested::Path(text) => {
                self.private |= path::read(text, Place::Command, self.settings.roots, self.sink);
            }
            Nested::Url(text) => self.url(text, Place::Command),
            Nested::Sql(text, dialect) => self.sql(text, dialect),
        }
    }

    fn argument(&mut self, path: &Path<'_>, kind: Kind) {
        self.sink.argument(path, kind);
    }

    fn command(&mut self, words: &mut dyn Iterator<Item = Option<&str>>) {
        self.sink.command(words);
    }
}

impl Texts<'_, '_> {
    fn url(&mut self, text: &str, place: Place) {
        let Settings { hosts, roots, .. } = *self.settings;
        self.private |= url::read(text, place, hosts, roots, self.sink);
    }

    fn sql(&mut self, text: &str, dialect: Dialect) {
        let options = sql::Options { dialect, read_functions: self.settings.read_functions };
        sql::read(text, options, self);
    }

    /// A text of a kind that is sure.
    pub(super) fn text(&mut self, kind: Kind, text: &str) {
        let unseen = match kind {
            Kind::Text => hidden::in_prose(text),
            _ => hidden::in_code(text),
        };
        if unseen {
            self.finding(Finding::HiddenText);
        }
        let settings = self.settings;
        match kind {
            Kind::Shell | Kind::Argv => shell::read(text, settings.rules, self),
            Kind::Sql => self.sql(text, settings.dialect),
            Kind::Graphql => graphql::read(text, self),
            Kind::Path | Kind::Dest => {
                self.private |= path::read(text, Place::Argument, settings.roots, self.sink);
                if kind == Kind::Dest {
                    let row = Row::writes(Program::of("file"), VerbClass::Edit);
                    self.row(row.with(EffectCode::FsWrite));
                }
            }
            Kind::Url => self.url(text, Place::Argument),
            Kind::Mail => mail::read(text, self),
            Kind::Method | Kind::Text => {}
        }
        if matches!(kind, Kind::Shell | Kind::Argv) && has_blob(text) {
            self.finding(Finding::OpaqueText);
        }
    }

    /// A path under a key of addresses: most such values are routes of a service, so only what holds secrets counts.
    pub(super) fn secret_path(&mut self, text: &str) {
        let mut only = Only { findings: SECRETS, sink: self.sink };
        self.private |= path::read(text, Place::Argument, &[], &mut only);
    }

    /// Looks at a text that is an address and nothing else, whatever its key: it may be one at which a machine hands out
    /// its credentials.
    pub(super) fn address_in(&mut self, text: &str) {
        const LONGEST: usize = 4096;
        let text = text.trim();
        let is_address = text.len() <= LONGEST
            && text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http"))
            && text.contains("://")
            && !text.contains(char::is_whitespace);
        if is_address {
            let hosts = self.settings.hosts;
            let mut only = Only { findings: METADATA, sink: self.sink };
            url::read(text, Place::Argument, url::Hosts { only: false, ..hosts }, &[], &mut only);
        }
    }

    /// A mutation in the query of an address: `/graphql?query=mutation{..}`.
    pub(super) fn mutation_in(&mut self, text: &str) {
        for value in url::values_of(text, "query") {
            if graphql::is_plain_mutation(&value) {
                graphql::read(&value, self);
            }
        }
    }

    /// A text that may be something else: it counts if it plainly writes.
    pub(super) fn weak(&mut self, kind: Kind, text: &str) {
        let rules = self.settings.rules;
        let writes = match kind {
            Kind::Shell => {
                let mut probe = Probe::default();
                shell::read(text, rules, &mut probe);
                probe.writes
            }
            Kind::Sql => sql::is_plain_write(text),
            _ => false,
        };
        if !writes {
            if hidden::in_prose(text) {
                self.finding(Finding::HiddenText);
            }
            return;
        }
        self.finding(Finding::KindGuessed);
        if hidden::in_code(text) {
            self.finding(Finding::HiddenText);
        }
        match kind {
            Kind::Shell => shell::read(text, rules, &mut Plain(self)),
            _ => self.sql(text, self.settings.dialect),
        }
    }

    /// Words that are one command.
    pub(super) fn words(&mut self, words: &[&str], is_sure: bool) {
        let rules = self.settings.rules;
        if !is_sure {
            let mut probe = Probe::default();
            shell::read_words(words, rules, &mut probe);
            if !probe.writes {
                return;
            }
            self.finding(Finding::KindGuessed);
        }
        if words.iter().any(|word| hidden::in_code(word)) {
            self.finding(Finding::HiddenText);
        }
        if is_sure {
            shell::read_words(words, rules, self);
        } else {
            shell::read_words(words, rules, &mut Plain(self));
        }
    }
}

const SECRETS: &[Finding] = &[Finding::SecretFile, Finding::PathTraversal];
const METADATA: &[Finding] = &[Finding::MetadataAddress];

/// Passes on some findings alone.
struct Only<'s> {
    findings: &'static [Finding],
    sink: &'s mut dyn Sink,
}

impl Sink for Only<'_> {
    fn row(&mut self, _row: Row) {}

    fn finding(&mut self, finding: Finding) {
        if self.findings.contains(&finding) {
            self.sink.finding(finding);
        }
    }

    fn nested(&mut self, _nested: Nested<'_>) {}
}

/// Whether a text holds much that is encoded.
fn has_blob(text: &str) -> bool {
    const MUCH: usize = 512;
    let mut length = 0_usize;
    text.len() >= MUCH
        && text.bytes().any(|byte| {
            let encoded =
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_');
            length = if encoded { length.saturating_add(1) } else { 0 };
            length >= MUCH
        })
}
