//! The schemas inside a schema, and which of them are applied to the same value or to a part of it.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    super::{
        DescriptorRule as Rule,
        findings::{Findings, push_key},
    },
    budget::Budget,
    keywords,
    reference::{resolve, steps},
};

/// One schema that is an object.
#[derive(Debug)]
pub(super) struct Node<'d> {
    /// The schema it stands in.
    parent: Option<usize>,
    /// The way from there.
    way: String,
    /// The schema that `$ref` leads to; everything beside it is ignored.
    pub(super) reference: Option<usize>,
    /// The schemas applied to the same value.
    in_place: Vec<usize>,
    /// The schemas applied to parts of the value.
    pub(super) parts: Parts<'d>,
}

/// The schemas that a schema applies to the parts of a value.
#[derive(Debug, Default)]
pub(super) struct Parts<'d> {
    pub(super) properties: Vec<(&'d str, Option<usize>)>,
    pub(super) patterns: Vec<usize>,
    pub(super) additional: Option<usize>,
    pub(super) names: Option<usize>,
    pub(super) tuple: Vec<Option<usize>>,
    /// `items` as one schema, or `additionalItems` after a list of them.
    pub(super) rest: Option<usize>,
    pub(super) contains: Option<usize>,
}

impl Node<'_> {
    /// What is applied to the same value.
    pub(super) fn same_value(&self) -> &[usize] {
        match &self.reference {
            Some(target) => core::slice::from_ref(target),
            None => &self.in_place,
        }
    }
}

/// All schemas of a schema.
#[derive(Debug)]
pub(super) struct Graph<'d> {
    at: &'d str,
    pub(super) nodes: Vec<Node<'d>>,
    /// The schemas that there may be.
    most: usize,
    /// Whether there are more, which were left out.
    pub(super) too_many: bool,
    known: HashMap<usize, usize>,
    waiting: Vec<(usize, &'d Map<String, Value>)>,
}

impl<'d> Graph<'d> {
    /// Walks a schema that stands at `at`, and everything that its references lead to.
    pub(super) fn of(
        root: &'d Value,
        at: &'d str,
        budget: &mut Budget,
        findings: &mut Findings<Rule>,
    ) -> Self {
        let mut graph = Self {
            at,
            nodes: Vec::new(),
            most: budget.schemas,
            too_many: false,
            known: HashMap::new(),
            waiting: Vec::new(),
        };
        graph.add(None, String::new, root, findings);
        while let Some((node, schema)) = graph.waiting.pop() {
            if findings.full() || graph.too_many {
                break;
            }
            keywords::check(schema, || graph.pointer(node), &mut budget.patterns, findings);
            if node != 0 && schema.contains_key("$id") {
                let message = "`$id` below the root changes what references mean; leave it out";
                findings.add(Rule::SchemaNestedId, &graph.keyword(node, "$id"), message);
            }
            graph.enter(root, node, schema, findings);
        }
        budget.schemas = budget.schemas.saturating_sub(graph.nodes.len());
        graph
    }

    /// The pointer to a node.
    pub(super) fn pointer(&self, node: usize) -> String {
        let mut ways = Vec::new();
        let mut next = self.nodes.get(node);
        while let Some(node) = next {
            ways.push(node.way.as_str());
            next = node.parent.and_then(|parent| self.nodes.get(parent));
        }
        ways.push(self.at);
        ways.into_iter().rev().collect()
    }

    pub(super) fn keyword(&self, node: usize, keyword: &str) -> String {
        format!("{}/{keyword}", self.pointer(node))
    }

    /// The node of a schema, which is new or known; `None` for `true`, `false` and what is not a schema.
    fn add(
        &mut self,
        parent: Option<usize>,
        way: impl FnOnce() -> String,
        schema: &'d Value,
        findings: &mut Findings<Rule>,
    ) -> Option<usize> {
        let schema_map = match schema {
            Value::Object(map) => map,
            Value::Bool(_) => return None,
            _ => {
                let at = parent.map_or_else(|| self.at.to_owned(), |parent| self.pointer(parent));
                let message = "a schema is an object, `true` or `false`";
                findings.add(Rule::SchemaInvalid, &format!("{at}{}", way()), message);
                return None;
            }
        };
        let address = core::ptr::from_ref(schema).addr();
        if let Some(&node) = self.known.get(&address) {
            return Some(node);
        }
        let node = self.nodes.len();
        if node == self.most {
            self.too_many = true;
            return None;
        }
        self.known.insert(address, node);
        self.nodes.push(Node {
            parent,
            way: way(),
            reference: None,
            in_place: Vec::new(),
            parts: Parts::default(),
        });
        self.waiting.push((node, schema_map));
        Some(node)
    }

    /// Adds everything that a schema leads to.
    fn enter(
        &mut self,
        root: &'d Value,
        node: usize,
        schema: &'d Map<String, Value>,
        findings: &mut Findings<Rule>,
    ) {
        let mut in_place = Vec::new();
        let mut parts = Parts::default();
        for (keyword, value) in schema {
            match (keyword.as_str(), value) {
                ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                    in_place.extend(self.list(node, keyword, schemas, findings).flatten());
                }
                ("not" | "if" | "then" | "else", _) => {
                    in_place.extend(self.child(node, keyword, value, findings));
                }
                ("dependencies", Value::Object(map)) => {
                    for (key, value) in map {
                        if !value.is_array() {
                            in_place.extend(self.named(node, keyword, key, value, findings));
                        }
                    }
                }
                ("properties", Value::Object(map)) => {
                    for (key, value) in map {
                        let child = self.named(node, keyword, key, value, findings);
                        parts.properties.push((key, child));
                    }
                }
                ("patternProperties", Value::Object(map)) => {
                    for (key, value) in map {
                        parts.patterns.extend(self.named(node, keyword, key, value, findings));
                    }
                }
                ("definitions" | "$defs", Value::Object(map)) => {
                    for (key, value) in map {
                        self.named(node, keyword, key, value, findings);
                    }
                }
                ("additionalProperties", _) => {
                    parts.additional = self.child(node, keyword, value, findings);
                }
                ("propertyNames", _) => parts.names = self.child(node, keyword, value, findings),
                ("contains", _) => parts.contains = self.child(node, keyword, value, findings),
                ("items", Value::Array(schemas)) => {
                    parts.tuple = self.list(node, keyword, schemas, findings).collect();
                }
                ("items", _) => parts.rest = self.child(node, keyword, value, findings),
                ("additionalItems", _) => {
                    let rest = self.child(node, keyword, value, findings);
                    // Beside a single schema it says nothing.
                    if schema.get("items").is_some_and(Value::is_array) {
                        parts.rest = rest;
                    }
                }
                _ => {}
            }
        }
        let reference = self.reference(root, node, schema, findings);
        if let Some(entry) = self.nodes.get_mut(node) {
            (entry.reference, entry.in_place) = (reference, in_place);
            if reference.is_none() {
                entry.parts = parts;
            }
        }
    }

    fn child(
        &mut self,
        node: usize,
        keyword: &str,
        value: &'d Value,
        findings: &mut Findings<Rule>,
    ) -> Option<usize> {
        self.add(Some(node), || format!("/{keyword}"), value, findings)
    }

    fn named(
        &mut self,
        node: usize,
        keyword: &str,
        key: &str,
        value: &'d Value,
        findings: &mut Findings<Rule>,
    ) -> Option<usize> {
        let way = || {
            let mut way = format!("/{keyword}");
            push_key(&mut way, key);
            way
        };
        self.add(Some(node), way, value, findings)
    }

    fn list(
        &mut self,
        node: usize,
        keyword: &str,
        schemas: &'d [Value],
        findings: &mut Findings<Rule>,
    ) -> std::vec::IntoIter<Option<usize>> {
        let children: Vec<_> = schemas
            .iter()
            .enumerate()
            .map(|(index, value)| {
                self.add(Some(node), || format!("/{keyword}/{index}"), value, findings)
            })
            .collect();
        children.into_iter()
    }

    /// Follows `$ref`, to inside the schema only.
    fn reference(
        &mut self,
        root: &'d Value,
        node: usize,
        schema: &'d Map<String, Value>,
        findings: &mut Findings<Rule>,
    ) -> Option<usize> {
        let Some(Value::String(reference)) = schema.get("$ref") else { return None };
        let at = || format!("{}/$ref", self.pointer(node));
        let Some(pointer) = reference.strip_prefix('#') else {
            let message =
                "`$ref` leads out of the schema; only `#...` is allowed, and nothing is fetched";
            findings.add(Rule::SchemaRefRemote, &at(), message);
            return None;
        };
        let Some(target) = resolve(root, pointer) else {
            let message = "`$ref` points at nothing; it needs a JSON pointer into this schema";
            findings.add(Rule::SchemaRefUnresolved, &at(), message);
            return None;
        };
        if !target.is_object() && !target.is_boolean() {
            let message = "`$ref` points at something that is not a schema";
            findings.add(Rule::SchemaRefUnresolved, &at(), message);
            return None;
        }
        if schema.keys().any(|keyword| !keywords::harmless_beside_ref(keyword)) {
            let message =
                "the keywords beside `$ref` are ignored; put them into an `allOf` with it";
            findings.add(Rule::SchemaRefSiblings, &at(), message);
        }
        let way = || {
            let mut way = String::new();
            for step in steps(pointer) {
                push_key(&mut way, &step);
            }
            way
        };
        // A target that no keyword leads to is named from the root of the schema.
        let known = self.known.get(&core::ptr::from_ref(target).addr()).copied();
        match known {
            Some(known) => Some(known),
            None => self.add(Some(0), way, target, findings).or_else(|| Some(self.anything())),
        }
    }

    /// A node for `true` and `false` behind a reference, so that the reference counts as one.
    fn anything(&mut self) -> usize {
        let node = self.nodes.len();
        let (way, parts) = (String::new(), Parts::default());
        self.nodes.push(Node { parent: Some(0), way, reference: None, in_place: vec![], parts });
        node
    }
}
