//! The tools of the server, as its lists tell them.

use aana_core::json::{Object, Value};

use super::call::Call;
use super::known::{Fetching, Gathered, Judged, MOST_GATHERED, MOST_TOOLS};
use super::state::{Guard, Open};
use crate::answer;
use crate::config::OnNew;
use crate::definition::{self, Definition};
use crate::fold;
use crate::id::Id;
use crate::pins::{Pins, Standing};
use crate::record::Record;
use crate::tree::{self, inner, owned, text};

impl Guard {
    /// Asks for the list, unless that was done already.
    pub(super) fn fetch_list(&mut self, call: &Call) {
        if self.listing.fetching.is_none() {
            let meta = call.stateless.then(|| call.meta()).flatten();
            let meta = meta.map(|meta| tree::without(meta, "progressToken"));
            self.fetch_page(None, 0, meta);
        }
    }

    fn fetch_page(&mut self, cursor: Option<String>, pages: usize, meta: Option<Object<'static>>) {
        let id = Id::Text(format!("aana-{}", self.random.hex()));
        let mut params = Vec::new();
        params.extend(cursor.as_deref().map(|cursor| tree::member("cursor", cursor)));
        params.extend(meta.clone().map(|meta| tree::with("_meta", Value::Object(meta))));
        let line = answer::request(&id, "tools/list", tree::object(params));
        self.listing.fetching = Some(Fetching { id, cursor, pages, meta });
        self.tell_server(line);
    }

    /// Takes an answer to the guard's own request; whether it was one.
    pub(super) fn page_fetched(&mut self, id: &Id, tree: &Object<'_>) -> bool {
        let Some(fetching) = self.listing.fetching.take_if(|fetching| fetching.id == *id) else {
            return false;
        };
        let next = inner(tree, "result").map(owned).and_then(|result| {
            self.page(&result, fetching.cursor.as_deref());
            text(&result, "nextCursor").map(str::to_owned)
        });
        let pages = fetching.pages + 1;
        match next {
            Some(next) if pages < self.config.limits.pages => {
                self.fetch_page(Some(next), pages, fetching.meta);
            }
            _ => self.list_fetched(),
        }
        true
    }

    /// The client has read the whole list: what the guard asked for itself is no longer needed.
    pub(super) fn whole_list_seen(&mut self) {
        if self.listing.fetching.take().is_some() {
            self.list_fetched();
        }
    }

    fn list_fetched(&mut self) {
        self.listing.stale = false;
        for (call, yes) in std::mem::take(&mut self.waiting) {
            // One that was cancelled meanwhile is not open any more.
            if matches!(self.open.get(&call.id), Some(Open::Listed)) {
                self.judge(call, yes);
            }
        }
    }

    /// Learns a page, and gives it as the client may see it.
    pub(super) fn page(&mut self, result: &Object<'_>, cursor: Option<&str>) -> Object<'static> {
        let mut gathered = match cursor {
            None => Gathered { from_start: true, ..Gathered::default() },
            Some(cursor) => self.listing.gathered.remove(cursor).unwrap_or_default(),
        };
        let before = self.pins.clone();
        let mut shown = Vec::new();
        for tool in result.get("tools").and_then(Value::as_array).unwrap_or_default() {
            if self.learn(tool, &mut gathered) {
                shown.push(tool.clone().into_owned());
            }
        }
        self.listing.duplicates.extend(gathered.doubled.iter().cloned());
        match text(result, "nextCursor") {
            Some(next) => {
                if self.listing.gathered.len() >= MOST_GATHERED {
                    self.listing.gathered.clear();
                }
                self.listing.gathered.insert(next.to_owned(), gathered);
            }
            None if gathered.from_start => self.list_complete(gathered),
            None => {}
        }
        if self.pins != before {
            self.keep_pins();
        }
        let result = owned(result);
        if result.get("tools").is_some() {
            tree::set(result, tree::with("tools", Value::Array(shown)))
        } else {
            result
        }
    }

    fn list_complete(&mut self, gathered: Gathered) {
        let listing = &mut self.listing;
        listing.removed =
            listing.known.keys().filter(|name| !gathered.names.contains(*name)).cloned().collect();
        listing.duplicates = gathered.doubled;
        listing.stale = false;
        self.pins.set_complete();
    }

    /// Learns a tool; whether the client may see it.
    fn learn(&mut self, tool: &Value<'_>, gathered: &mut Gathered) -> bool {
        let Some(object) = tool.as_object() else { return true };
        if fold::tool_has_variant(object) {
            self.record(Record::new("drop").text("code", "def_key_variant").text("from", "server"));
            return false;
        }
        let Some(definition) = Definition::of(object) else { return true };
        let is_new = !self.listing.known.contains_key(&definition.name);
        if is_new && self.listing.known.len() >= MOST_TOOLS {
            return false;
        }
        if !gathered.names.insert(definition.name.clone()) {
            gathered.doubled.insert(definition.name.clone());
        }
        self.listing.removed.remove(&definition.name);
        let standing = self.pins.standing(&definition);
        let trusts = self.config.pins.first_sight == OnNew::Trust;
        match standing {
            Standing::FirstSight if trusts => self.pins.pin(&definition, false),
            Standing::Accepted | Standing::Seen | Standing::Broken => {}
            _ => {
                if self.pins.wait(&definition) {
                    self.record(
                        Record::new("definition")
                            .text("code", code_of(standing))
                            .text("digest", &*definition.digest),
                    );
                    self.note("the definition of a tool is new or has changed; see `aana guard pins list`");
                }
            }
        }
        let is_held = self.is_held(&definition);
        self.listing.known.insert(definition.name.clone(), definition);
        !is_held || self.config.shadow
    }

    fn is_held(&self, definition: &Definition) -> bool {
        match self.pins.standing(definition) {
            Standing::ContractChanged | Standing::Broken => true,
            Standing::TextChanged => self.config.pins.hold_text,
            Standing::FirstSight | Standing::New => self.config.pins.first_sight == OnNew::Hold,
            Standing::Accepted | Standing::Seen => false,
        }
    }

    /// What is to be thought of a definition. What the policy names need not be shown because it is new.
    pub(super) fn judged(&self, definition: &Definition, named: bool) -> Judged {
        let standing = self.pins.standing(definition);
        let mut judged = Judged { accepted: standing == Standing::Accepted, ..Judged::default() };
        judged.lookalike = !judged.accepted && self.has_lookalike(&definition.name);
        match standing {
            Standing::Accepted | Standing::Seen => {}
            Standing::FirstSight => match self.config.pins.first_sight {
                OnNew::Trust => {}
                OnNew::Ask => judged.question = Some("def_new_tool"),
                OnNew::Hold => judged.stale = Some("def_new_tool"),
            },
            Standing::New if self.config.pins.first_sight == OnNew::Hold => {
                judged.stale = Some("def_new_tool");
            }
            Standing::New => {
                judged.server_changed = self.pins.server_changed();
                judged.question = (!named).then_some("def_new_tool");
            }
            Standing::TextChanged => judged.question = Some("def_changed"),
            Standing::ContractChanged => judged.stale = Some("def_changed"),
            Standing::Broken => judged.stale = Some("def_pin_store"),
        }
        if judged.lookalike && matches!(judged.question, None | Some("def_new_tool")) {
            judged.question = Some("def_lookalike");
        }
        judged
    }

    /// Whether another tool, of this server or of another one, has a name that looks like this one.
    fn has_lookalike(&self, name: &str) -> bool {
        let look = definition::look(name);
        let is_other = |other: &str| other != name && definition::look(other) == look;
        self.listing.known.keys().any(|other| is_other(other))
            || self.config.other_names.iter().any(|(_, other)| is_other(other))
    }

    /// Pins a definition that a person accepted; whether it is still the server's.
    pub(super) fn accept_definition(&mut self, tool: &str, digest: &str) -> bool {
        let Some(definition) = self.definition(tool).filter(|now| now.digest == digest).cloned()
        else {
            return false;
        };
        let was_held = self.is_held(&definition);
        self.pins.pin(&definition, true);
        self.keep_pins();
        self.record(Record::new("definition").text("code", "def_accepted").text("digest", digest));
        if was_held && self.peer.list_changes {
            self.tell_client(answer::notification("notifications/tools/list_changed", None));
        }
        true
    }

    /// Somebody accepted or rejected a definition elsewhere: what is listed may be another list now.
    pub(super) fn pins_changed(&mut self, store: &str) {
        let pins = Pins::read(store);
        if pins == self.pins {
            return;
        }
        self.pins = pins;
        self.record(Record::new("definition").text("code", "def_store_changed"));
        if self.peer.list_changes {
            self.tell_client(answer::notification("notifications/tools/list_changed", None));
        }
    }

    /// The definition as the form names it.
    pub(super) fn definition_line(&self, tool: &str) -> String {
        let Some(definition) = self.definition(tool) else { return "none".to_owned() };
        let standing = match self.pins.standing(definition) {
            Standing::Accepted => "accepted",
            Standing::Seen | Standing::FirstSight => "seen",
            Standing::New => "new",
            Standing::TextChanged | Standing::ContractChanged => "changed",
            Standing::Broken => "not known",
        };
        format!("{standing}, {}", definition.short())
    }
}

const fn code_of(standing: Standing) -> &'static str {
    match standing {
        Standing::TextChanged | Standing::ContractChanged => "def_changed",
        _ => "def_new_tool",
    }
}
