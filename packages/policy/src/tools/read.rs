//! From text to a list of tools.

use aana_core::codes::FaultCode;
use aana_core::json::{self, Value};
use aana_core::{Fault, Step, names};

use super::item::{self, Item};
use super::{Form, Tool, ToolList};
use crate::limits::{MAX_BYTES, MOST_FAULTS};
use crate::remark::Remark;
use crate::{Document, Faulty, Kind, kind_of};

/// The forms of a list, as an error names them.
const ALLOWED: &str = "an MCP `tools/list` answer, a list of OpenAI or Anthropic tools, an `aai.json` descriptor, \
                       or names, one a line, are allowed";

/// How many tools a list may have.
const MAX_TOOLS: usize = 100_000;

/// How long a name may be before clients see a shortened one.
const LONGEST_EXPOSED_NAME: usize = 64;

/// Reads a list of tools, whatever its form.
///
/// # Errors
///
/// Every fault, if it is not such a list, or not a whole one.
pub fn read_tools(text: &str) -> Result<ToolList, Faulty> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reading = ToolReader::default();
    if text.len() > MAX_BYTES {
        reading.fault(&[], FaultCode::TooLong, format!("the list has more than {MAX_BYTES} bytes"));
    } else {
        match json::parse(text, MAX_BYTES) {
            Ok(value) => reading.document(&value),
            Err(fault) if text.trim_start().starts_with(['{', '[']) => reading.faults.push(fault),
            Err(_) => reading.lines(text),
        }
    }
    if reading.faults.is_empty() && reading.tools.is_empty() {
        let message = format!("the list holds no tool; {ALLOWED}");
        reading.fault(&[], FaultCode::MissingField, message);
    }
    if reading.faults.is_empty() {
        let ToolReader { form, tools, remarks, .. } = reading;
        return Ok(ToolList { form: form.unwrap_or(Form::Tools), tools, remarks });
    }
    reading.faults.truncate(MOST_FAULTS);
    let seems = kind_of(text).filter(|kind| *kind != Kind::Tools);
    Err(Faulty { document: Document::Tools, faults: reading.faults, seems })
}

#[derive(Default)]
struct ToolReader {
    form: Option<Form>,
    tools: Vec<Tool>,
    known: std::collections::HashMap<String, usize>,
    remarks: Vec<Remark>,
    faults: Vec<Fault>,
}

impl ToolReader {
    fn fault(&mut self, at: &[Step<'_>], code: FaultCode, message: String) {
        self.faults.push(Fault::at(at, code, message));
    }

    fn lines(&mut self, text: &str) {
        self.form = Some(Form::Names);
        for (index, line) in text.lines().enumerate() {
            let name = line.trim();
            if name.is_empty() || name.starts_with('#') {
                continue;
            }
            if name.starts_with("- ")
                || name.contains(['"', '\'', '`', '{', '}', '[', ']', '<', '>', ','])
            {
                let message = format!("line {} is not a name; {ALLOWED}", index + 1);
                self.fault(&[], FaultCode::NotAllowedValue, message);
                continue;
            }
            self.take(&[Step::Index(index)], Tool { name: name.to_owned(), ..Tool::default() });
        }
    }

    fn document(&mut self, value: &Value<'_>) {
        match value {
            Value::Array(items) => self.items(&[], items),
            Value::Object(object) => {
                if let Some(Value::Object(result)) = object.get("result") {
                    self.object(&[Step::Key("result")], result);
                } else {
                    self.object(&[], object);
                }
            }
            // A program without a list of tools writes `null`. That does not name a tool.
            other => {
                let message = format!("the document is {}; {ALLOWED}", other.type_name());
                self.fault(&[], FaultCode::WrongType, message);
            }
        }
    }

    fn object(&mut self, at: &[Step<'_>], object: &json::Object<'_>) {
        let path: Vec<Step<'_>> = at.iter().copied().chain([Step::Key("tools")]).collect();
        let items = match object.get("tools") {
            Some(Value::Array(items)) => items,
            Some(other) => {
                let found = other.type_name();
                let message = format!("`tools` is {found}; a list is allowed, since {ALLOWED}");
                self.fault(&path, FaultCode::WrongType, message);
                return;
            }
            None => {
                let what = if object.get("error").is_some() { "an error and not" } else { "not" };
                let message =
                    format!("the document is {what} a list of tools: it has no `tools`; {ALLOWED}");
                self.fault(at, FaultCode::MissingField, message);
                return;
            }
        };
        if object.get("nextCursor").is_some_and(|cursor| *cursor != Value::Null) {
            self.remarks.push(Remark::MorePages);
        }
        match object.get("app").and_then(Value::as_object) {
            Some(app) => self.descriptor(&path, app, items),
            None => self.items(&path, items),
        }
    }

    fn items(&mut self, at: &[Step<'_>], items: &[Value<'_>]) {
        if items.len() > MAX_TOOLS {
            let message =
                format!("the list has {} tools; at most {MAX_TOOLS} are allowed", items.len());
            self.fault(at, FaultCode::TooLong, message);
            return;
        }
        for (index, value) in items.iter().enumerate() {
            let path: Vec<Step<'_>> = at.iter().copied().chain([Step::Index(index)]).collect();
            match item::read(value) {
                Ok(Item { form, tool }) => {
                    self.is_of(form);
                    self.take(&path, tool);
                }
                Err(item::Unread::Server) => {
                    self.remarks.push(Remark::ServerLeftOut(Step::pointer(&path)));
                }
                Err(item::Unread::Wrong(key, code, message)) => {
                    let path: Vec<Step<'_>> =
                        path.into_iter().chain(key.iter().map(|it| Step::Key(it))).collect();
                    self.fault(&path, code, message);
                }
            }
        }
    }

    /// The tools of a descriptor, under the names by which clients call them.
    fn descriptor(&mut self, at: &[Step<'_>], app: &json::Object<'_>, items: &[Value<'_>]) {
        self.form = Some(Form::Aai);
        let Some(id) = app.get("id").and_then(Value::as_str).filter(|id| !id.trim().is_empty())
        else {
            let message = "the descriptor's `app.id` is missing or is not a name".to_owned();
            self.fault(&[Step::Key("app"), Step::Key("id")], FaultCode::MissingField, message);
            return;
        };
        for (index, value) in items.iter().enumerate() {
            let path: Vec<Step<'_>> = at.iter().copied().chain([Step::Index(index)]).collect();
            match item::read(value) {
                Ok(Item { tool, .. }) => {
                    let name = names::of_application(id, &tool.name);
                    if name.len() > LONGEST_EXPOSED_NAME {
                        self.remarks.push(Remark::NameShortened(name.clone()));
                    }
                    self.take(&path, Tool { name, ..tool });
                }
                Err(item::Unread::Server) => {
                    let message = "a tool has no `name`".to_owned();
                    self.fault(&path, FaultCode::MissingField, message);
                }
                Err(item::Unread::Wrong(key, code, message)) => {
                    let path: Vec<Step<'_>> =
                        path.into_iter().chain(key.iter().map(|it| Step::Key(it))).collect();
                    self.fault(&path, code, message);
                }
            }
        }
    }

    /// One form, unless the items are of several. What fits every form says nothing.
    fn is_of(&mut self, form: Option<Form>) {
        self.form = match (self.form, form) {
            (known, None) => known,
            (None, Some(form)) => Some(form),
            (Some(known), Some(form)) => Some(if known == form { known } else { Form::Tools }),
        };
    }

    fn take(&mut self, at: &[Step<'_>], tool: Tool) {
        if tool.name.trim().is_empty() {
            self.fault(at, FaultCode::BlankString, "a tool's name is blank".to_owned());
        } else if tool.name.len() > names::LONGEST {
            let message = format!(
                "a tool's name has {} bytes; at most {} are allowed",
                tool.name.len(),
                names::LONGEST
            );
            self.fault(at, FaultCode::TooLong, message);
        } else if let Some(known) =
            self.known.get(&tool.name).and_then(|known| self.tools.get_mut(*known))
        {
            // Listed twice: what either says counts, as far as it tightens.
            known.parameters.extend(tool.parameters);
            known.annotations.acting_method |= tool.annotations.acts();
            self.remarks.push(Remark::ListedTwice(tool.name));
        } else {
            self.known.insert(tool.name.clone(), self.tools.len());
            self.tools.push(tool);
        }
    }
}
