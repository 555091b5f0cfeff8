//! The records of `wit/aana.wit` held against the schemas: the same members, of the same types. They have
//! comments of their own and types that JSON does not have, so they are not generated.

use wit_parser::{Resolve, Type as WitType, TypeDefKind};

use super::gate;
use super::model::{Body, Direction, Member, Type};
use crate::word_types;
use crate::workspace::root;

/// The records, and the shapes of which they are.
const RECORDS: [(&str, &str); 10] = [
    ("event", "ToolPrecheckEvent"),
    ("structured-evidence", "EvidenceRef"),
    ("freshness", "Freshness"),
    ("typed-subject", "AuthorizationSubject"),
    ("policy", "Policy"),
    ("tool-policy", "ToolPolicy"),
    ("fault", "Fault"),
    ("classification", "Classification"),
    ("authorization-report", "AuthorizationReport"),
    ("execution-policy", "ExecutionPolicy"),
];

/// What only a shape has: a record says its version by being one.
const WITHOUT_FIELD: [(&str, &str); 2] =
    [("event", "schema_version"), ("policy", "schema_version")];

/// What only a record has: in JSON, the pattern is the key.
const WITHOUT_MEMBER: [(&str, &str); 1] = [("tool-policy", "pattern")];

/// Lists that say the same when they are empty as when they are absent.
const NEVER_ABSENT: [(&str, &str); 2] = [("policy", "high_risk_domains"), ("policy", "tools")];

/// What the decision as a record has beyond its JSON, which comes along as text.
const OF_THE_RECORD: [&str; 2] = ["executes", "json"];

/// Shapes that go as their JSON text: they are deep, and a host has them as JSON anyway.
const AS_JSON: [&str; 2] = ["ArgumentPolicy", "EntryCondition"];

/// Members that go as their JSON text.
const MEMBERS_AS_JSON: [(&str, &str); 1] = [("tool-policy", "arguments")];

struct Wit(Resolve);

impl Wit {
    fn read() -> Self {
        let mut resolve = Resolve::default();
        resolve.push_dir(root().join("wit")).unwrap();
        Self(resolve)
    }

    /// The members of a record of the gate's package.
    fn fields(&self, name: &str) -> Vec<(String, WitType)> {
        let found = self.0.types.iter().find_map(|(_, it)| match &it.kind {
            TypeDefKind::Record(record) if it.name.as_deref() == Some(name) => Some(record),
            _ => None,
        });
        let record = found.unwrap_or_else(|| panic!("there is no record `{name}`"));
        record.fields.iter().map(|it| (it.name.replace('-', "_"), it.ty)).collect()
    }

    /// The type inside an option, and whether there is one.
    fn option(&self, of: WitType) -> (WitType, bool) {
        match of {
            WitType::Id(id) => match self.0.types[id].kind {
                TypeDefKind::Option(inner) => (inner, true),
                _ => (of, false),
            },
            _ => (of, false),
        }
    }

    /// A type in the words of [`of_shape`].
    fn text(&self, of: WitType) -> String {
        let WitType::Id(id) = of else {
            return match of {
                WitType::Bool => "boolean",
                WitType::String => "text",
                WitType::U32 | WitType::F64 => "number",
                other => panic!("{other:?} is not in a record"),
            }
            .to_owned();
        };
        let found = &self.0.types[id];
        let name = found.name.clone().unwrap_or_default();
        match &found.kind {
            TypeDefKind::List(entry) => format!("list of {}", self.text(*entry)),
            TypeDefKind::Enum(it) if word_types::ALL.iter().all(|of| kebab(of.name) != name) => {
                let cases: Vec<String> =
                    it.cases.iter().map(|it| it.name.replace('-', "_")).collect();
                cases.join(" or ")
            }
            TypeDefKind::Variant(it) => {
                let cases: Vec<String> =
                    it.cases.iter().filter_map(|it| it.ty).map(|it| self.text(it)).collect();
                cases.join(" or ")
            }
            TypeDefKind::Type(inner) => self.text(*inner),
            _ => name,
        }
    }
}

/// `RiskDomain` as WIT spells it.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// A type of a shape, as a record has it. What may be null is told by an option there.
fn of_shape(of: &Type) -> String {
    match of {
        // An object without members of its own goes as its JSON text.
        Type::Text | Type::Object => "text".to_owned(),
        Type::Whole | Type::Number => "number".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Words(name) => kebab(name),
        // The one route that executes.
        Type::Literal(word) if word == "accept" => "route".to_owned(),
        Type::Literal(word) => word.as_str().unwrap_or_default().to_owned(),
        Type::Named(name) if AS_JSON.contains(&name.as_str()) => "text".to_owned(),
        Type::Named(name) => {
            let record = RECORDS.iter().find(|(_, shape)| shape == name);
            record.unwrap_or_else(|| panic!("`{name}` has no record")).0.to_owned()
        }
        Type::List(entry) => format!("list of {}", of_shape(entry)),
        // What has several entries under one key stands in the list more than once.
        Type::Map(entry) => match &**entry {
            Type::Union(types) => of_shape(&Type::List(Box::new(types[0].clone()))),
            entry => format!("list of {}", of_shape(entry)),
        },
        Type::Union(types) => {
            let types = types.iter().filter(|it| **it != Type::Null);
            types.map(of_shape).collect::<Vec<_>>().join(" or ")
        }
        other => panic!("{other:?} is not in a record"),
    }
}

fn members(shape: &str) -> (Vec<Member>, Direction) {
    let declared = gate().declarations.into_iter().find(|it| it.name == shape).unwrap();
    let Body::Object(members) = declared.body else { panic!("`{shape}` is not an object") };
    (members, declared.direction)
}

#[test]
fn records_have_the_members_of_their_shapes() {
    let wit = Wit::read();
    for (record, shape) in RECORDS {
        let (members, direction) = members(shape);
        let fields = wit.fields(record);
        for (name, of) in &fields {
            let Some(member) = members.iter().find(|it| it.name == *name) else {
                assert!(WITHOUT_MEMBER.contains(&(record, name)), "`{shape}` has no `{name}`");
                continue;
            };
            let (inner, optional) = wit.option(*of);
            let as_json = MEMBERS_AS_JSON.contains(&(record, name));
            let shape_of = if as_json { "text".to_owned() } else { of_shape(&member.of) };
            assert_eq!(wit.text(inner), shape_of, "`{name}` of `{record}`");
            if direction == Direction::Input && !NEVER_ABSENT.contains(&(record, name)) {
                assert_eq!(optional, !member.required, "`{name}` of `{record}`");
            }
        }
        for member in &members {
            let there = fields.iter().any(|(name, _)| *name == member.name);
            let left_out = WITHOUT_FIELD.contains(&(record, &member.name));
            assert!(there != left_out, "`{}` of `{shape}`", member.name);
        }
    }
}

#[test]
fn what_a_decision_has_as_a_record_it_has_as_json() {
    let (members, _) = members("Decision");
    for (name, _) in Wit::read().fields("decision") {
        let there = members.iter().any(|it| it.name == name);
        assert!(there != OF_THE_RECORD.contains(&name.as_str()), "`{name}`");
    }
}
