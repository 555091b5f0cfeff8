//! The words of `wit/aana.wit` held against those of the core.
//!
//! The guest does not compile if one of them is missing. This is for what a compiler does not see:
//! the order, the spelling, and what the documentation says.

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::contract;
use aana_core::{EvidenceProfile, EvidenceTrust, NameStrictness, SecretArguments};
use wit_parser::{Resolve, TypeDefKind};

use crate::workspace::root;

/// The contract's words in order, each with its sentence if it has one.
type Words = Vec<(&'static str, Option<&'static str>)>;

fn plain(words: &[&'static str]) -> Words {
    words.iter().map(|word| (*word, None)).collect()
}

fn told<T: Copy>(all: &[T], word: fn(T) -> &'static str, sentence: fn(T) -> &'static str) -> Words {
    all.iter().map(|code| (word(*code), Some(sentence(*code)))).collect()
}

/// Every enumeration of the interface `types` that the core has as well.
fn expected() -> Vec<(&'static str, Words)> {
    vec![
        ("route", plain(contract::Route::WORDS)),
        ("tool-category", plain(contract::ToolCategory::WORDS)),
        ("authorization-state", plain(contract::AuthorizationState::WORDS)),
        ("risk-domain", plain(contract::RiskDomain::WORDS)),
        ("evidence-kind", plain(contract::EvidenceKind::WORDS)),
        ("trust-tier", plain(contract::TrustTier::WORDS)),
        ("redaction-status", plain(contract::RedactionStatus::WORDS)),
        ("freshness-status", plain(contract::FreshnessStatus::WORDS)),
        ("subject-type", plain(contract::SubjectType::WORDS)),
        ("gate-decision", plain(contract::GateDecision::WORDS)),
        ("mode", plain(contract::Mode::WORDS)),
        ("risk-level", plain(contract::RiskLevel::WORDS)),
        ("verb-class", plain(contract::VerbClass::WORDS)),
        ("evidence-trust", plain(EvidenceTrust::WORDS)),
        ("name-strictness", plain(NameStrictness::WORDS)),
        ("evidence-profile", plain(EvidenceProfile::WORDS)),
        ("secret-arguments", plain(SecretArguments::WORDS)),
        ("blocker", told(Blocker::ALL, Blocker::as_str, Blocker::sentence)),
        ("reason", told(Reason::ALL, Reason::as_str, Reason::sentence)),
        ("warning", told(Warning::ALL, Warning::as_str, Warning::sentence)),
        ("fault-code", told(FaultCode::ALL, FaultCode::as_str, FaultCode::sentence)),
    ]
}

fn parsed() -> Resolve {
    let mut resolve = Resolve::default();
    resolve.push_dir(root().join("wit")).unwrap();
    resolve
}

#[test]
fn every_word_of_the_core_stands_in_the_wit() {
    let resolve = parsed();
    for (name, words) in expected() {
        let (_, found) = resolve
            .types
            .iter()
            .find(|(_, it)| it.name.as_deref() == Some(name))
            .unwrap_or_else(|| panic!("there is no `{name}`"));
        let TypeDefKind::Enum(found) = &found.kind else {
            panic!("`{name}` is not an enumeration")
        };
        let names: Vec<&str> = found.cases.iter().map(|case| case.name.as_str()).collect();
        let kebab = |word: &str| word.to_lowercase().replace('_', "-");
        assert_eq!(names, words.iter().map(|(word, _)| kebab(word)).collect::<Vec<_>>(), "{name}");
        for (case, (word, sentence)) in found.cases.iter().zip(&words) {
            let docs = case.docs.contents.as_deref().unwrap_or_default();
            let expected = sentence.map_or_else(|| format!("`{word}`"), str::to_owned);
            assert_eq!(docs, expected, "documentation of `{name}`");
        }
    }
}

#[test]
fn everything_is_documented() {
    let resolve = parsed();
    let mut silent = Vec::new();
    let mut look = |what: &str, docs: &wit_parser::Docs| {
        if docs.contents.as_deref().unwrap_or_default().trim().is_empty() {
            silent.push(what.to_owned());
        }
    };
    for (_, package) in &resolve.packages {
        look("the package", &package.docs);
    }
    for (_, world) in &resolve.worlds {
        look(&world.name, &world.docs);
    }
    for (_, interface) in &resolve.interfaces {
        look(interface.name.as_deref().unwrap_or_default(), &interface.docs);
        for function in interface.functions.values() {
            look(&function.name, &function.docs);
        }
    }
    for (_, item) in &resolve.types {
        let name = item.name.as_deref().unwrap_or_default();
        let inner: Vec<(&str, &wit_parser::Docs)> = match &item.kind {
            TypeDefKind::Enum(it) => it.cases.iter().map(|it| (&*it.name, &it.docs)).collect(),
            TypeDefKind::Record(it) => it.fields.iter().map(|it| (&*it.name, &it.docs)).collect(),
            TypeDefKind::Variant(it) => it.cases.iter().map(|it| (&*it.name, &it.docs)).collect(),
            TypeDefKind::Resource => Vec::new(),
            // Names that are used, and lists and options, have their documentation elsewhere.
            _ => continue,
        };
        look(name, &item.docs);
        for (field, docs) in inner {
            look(&format!("{name}.{field}"), docs);
        }
    }
    assert_eq!(silent, [""; 0]);
}
