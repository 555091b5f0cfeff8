//! The definitions that were seen of a server, and those that a person accepted.
//!
//! The store is a text that a host keeps. One that cannot be read makes every tool count as changed, never as new.

use aana_core::json::{self, Limits, Object, Value};

use crate::definition::{Definition, sha256};
use crate::tree::{self, inner, is_true, member, of, text, with};

const VERSION: &str = "aana.pins.v1";

/// How many bytes a store may have.
const LARGEST: usize = 64 << 20;

/// The pinned definitions of one server.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pins {
    /// Whether a whole list was seen before.
    complete: bool,
    /// Whether the text of the store was not taken.
    broken: bool,
    /// Whether another server had this label before.
    server_changed: bool,
    /// The digest of what the server tells a model about itself.
    instructions: Option<String>,
    tools: Vec<Tool>,
}

#[derive(Debug, Clone, PartialEq)]
struct Tool {
    name: String,
    pinned: Option<Pin>,
    /// What waits for a person.
    waiting: Option<Pin>,
}

#[derive(Debug, Clone, PartialEq)]
struct Pin {
    digest: String,
    contract: String,
    text: String,
    accepted: bool,
}

/// How a definition stands to what is pinned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Accepted,
    Seen,
    FirstSight,
    New,
    TextChanged,
    ContractChanged,
    Broken,
}

impl Pins {
    /// A store that is not there yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The store of a label that another server had before: each of its tools is new.
    pub fn of_changed_server() -> Self {
        Self { complete: true, server_changed: true, ..Self::default() }
    }

    /// A store that cannot be read.
    pub fn broken() -> Self {
        Self { broken: true, ..Self::default() }
    }

    /// Reads the text of a store. One that is not whole is broken.
    pub fn read(store: &str) -> Self {
        Self::parse(store).unwrap_or_else(Self::broken)
    }

    fn parse(store: &str) -> Option<Self> {
        let limits = Limits { max_bytes: LARGEST, max_depth: 16 };
        let Ok(Value::Object(root)) = json::parse_within(store, limits) else { return None };
        let root = tree::owned(&root);
        let checksum = text(&root, "checksum")?.to_owned();
        let body = tree::without(root, "checksum");
        if text(&body, "version") != Some(VERSION)
            || sha256(&tree::canonical(&Value::Object(body.clone()))) != checksum
        {
            return None;
        }
        let tools = body.get("tools")?.as_array()?;
        Some(Self {
            complete: is_true(&body, "complete"),
            broken: false,
            server_changed: is_true(&body, "server_changed"),
            instructions: text(&body, "instructions").map(str::to_owned),
            tools: tools
                .iter()
                .map(|tool| Tool::parse(tool.as_object()?))
                .collect::<Option<_>>()?,
        })
    }

    /// The text to keep.
    pub fn write(&self) -> String {
        let mut members = vec![
            member("version", VERSION),
            with("complete", Value::Bool(self.complete)),
            with("server_changed", Value::Bool(self.server_changed)),
            with("tools", Value::Array(self.tools.iter().map(Tool::value).collect())),
        ];
        members.extend(self.instructions.as_ref().map(|digest| member("instructions", &**digest)));
        let body = of(members);
        let checksum = sha256(&tree::canonical(&Value::Object(body.clone())));
        let mut text = tree::object_text(&tree::set(body, member("checksum", checksum)));
        text.push('\n');
        text
    }

    /// Whether the text of the store was not taken.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether another server had this label before.
    pub(crate) fn server_changed(&self) -> bool {
        self.server_changed
    }

    /// A whole list was seen: what comes now is new.
    pub(crate) fn set_complete(&mut self) {
        self.complete = true;
    }

    /// Keeps what the server tells a model about itself; the digest before, if that is another one.
    pub(crate) fn instruct(&mut self, text: &str) -> Option<String> {
        let digest = sha256(text);
        if self.instructions.as_ref() == Some(&digest) {
            return None;
        }
        self.instructions.replace(digest)
    }

    pub(crate) fn standing(&self, now: &Definition) -> Standing {
        if self.broken {
            return Standing::Broken;
        }
        let Some(pin) = self.tool(&now.name).and_then(|tool| tool.pinned.as_ref()) else {
            return if self.complete { Standing::New } else { Standing::FirstSight };
        };
        if pin.digest == now.digest {
            if pin.accepted { Standing::Accepted } else { Standing::Seen }
        } else if pin.contract == now.contract {
            Standing::TextChanged
        } else {
            Standing::ContractChanged
        }
    }

    /// The texts that were pinned, for a person who compares.
    pub(crate) fn old_text(&self, name: &str) -> Option<&str> {
        Some(&self.tool(name)?.pinned.as_ref()?.text)
    }

    /// Pins a definition.
    pub(crate) fn pin(&mut self, definition: &Definition, accepted: bool) {
        if self.broken {
            return;
        }
        let pin = Pin::of(definition, accepted);
        let tool = self.entry(&definition.name);
        tool.pinned = Some(pin);
        tool.waiting = None;
    }

    /// Keeps a definition until somebody accepts it; whether that is new.
    pub(crate) fn wait(&mut self, definition: &Definition) -> bool {
        if self.broken {
            return false;
        }
        let pin = Pin::of(definition, false);
        let tool = self.entry(&definition.name);
        let is_new = tool.waiting.as_ref() != Some(&pin);
        tool.waiting = Some(pin);
        is_new
    }

    /// Accepts what waits for a person, or else what is pinned; whether there is such a tool.
    pub fn accept(&mut self, name: &str) -> bool {
        let Some(tool) = self.tools.iter_mut().find(|tool| tool.name == name) else { return false };
        if let Some(waiting) = tool.waiting.take() {
            tool.pinned = Some(waiting);
        }
        tool.pinned.as_mut().is_some_and(|pin| {
            pin.accepted = true;
            true
        })
    }

    /// Drops what waits for a person, so that it is asked about again; whether there is such a tool.
    pub fn reject(&mut self, name: &str) -> bool {
        let tool = self.tools.iter_mut().find(|tool| tool.name == name);
        tool.is_some_and(|tool| {
            if let Some(pin) = &mut tool.pinned {
                pin.accepted = false;
            }
            tool.waiting.take().is_some() || tool.pinned.is_some()
        })
    }

    /// Name and state of every tool, in order: `accepted`, `seen`, `changed` or `new`.
    pub fn list(&self) -> Vec<(&str, &'static str)> {
        self.tools.iter().map(|tool| (tool.name.as_str(), tool.state())).collect()
    }

    /// The digest and the texts that are pinned of a tool, and those that wait.
    pub fn show(&self, name: &str) -> Option<[Option<(&str, &str)>; 2]> {
        let tool = self.tool(name)?;
        Some([
            tool.pinned.as_ref().map(|pin| (pin.digest.as_str(), pin.text.as_str())),
            tool.waiting.as_ref().map(|pin| (pin.digest.as_str(), pin.text.as_str())),
        ])
    }

    /// The names that are pinned.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().filter(|tool| tool.pinned.is_some()).map(|tool| tool.name.as_str())
    }

    fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    fn entry(&mut self, name: &str) -> &mut Tool {
        let at = self.tools.iter().position(|tool| tool.name == name).unwrap_or_else(|| {
            self.tools.push(Tool { name: name.to_owned(), pinned: None, waiting: None });
            self.tools.len() - 1
        });
        &mut self.tools[at]
    }
}

impl Tool {
    fn state(&self) -> &'static str {
        match (&self.pinned, &self.waiting) {
            (Some(_), Some(_)) => "changed",
            (None, _) => "new",
            (Some(pin), None) if pin.accepted => "accepted",
            (Some(_), None) => "seen",
        }
    }

    fn parse(tool: &Object<'_>) -> Option<Self> {
        let pin = |key| match tool.get(key) {
            None => Some(None),
            Some(_) => Some(Some(Pin::parse(inner(tool, key)?)?)),
        };
        let name = text(tool, "name")?.to_owned();
        Some(Self { name, pinned: pin("pinned")?, waiting: pin("waiting")? })
    }

    fn value(&self) -> Value<'static> {
        let mut members = vec![member("name", &*self.name)];
        for (key, pin) in [("pinned", &self.pinned), ("waiting", &self.waiting)] {
            members.extend(pin.as_ref().map(|pin| with(key, pin.value())));
        }
        tree::object(members)
    }
}

impl Pin {
    fn of(definition: &Definition, accepted: bool) -> Self {
        let Definition { digest, contract, text, .. } = definition.clone();
        Self { digest, contract, text, accepted }
    }

    fn parse(pin: &Object<'_>) -> Option<Self> {
        let own = |key| text(pin, key).map(str::to_owned);
        Some(Self {
            digest: own("digest")?,
            contract: own("contract")?,
            text: own("text")?,
            accepted: is_true(pin, "accepted"),
        })
    }

    fn value(&self) -> Value<'static> {
        tree::object(vec![
            member("digest", &*self.digest),
            member("contract", &*self.contract),
            member("text", &*self.text),
            with("accepted", Value::Bool(self.accepted)),
        ])
    }
}
