//! The policy of a workstation, and the directories of a call in it.

use aana_core::json::{self, Member, Object, Value};

use crate::read::{of, string, with};

/// The policy that holds if the operator names none.
pub const WORKSTATION: &str = include_str!("workstation.json");

/// The policy with `roots` as the directories that paths have to be below, unless it names some itself.
///
/// Roots only tighten. `None` if the text is not a JSON object: the gate then says what is wrong with it.
pub fn with_roots(policy: &str, roots: &[String]) -> Option<String> {
    let limits = json::Limits { max_bytes: 1 << 24, max_depth: json::MAX_DEPTH };
    let Ok(Value::Object(policy)) = json::parse_within(policy, limits) else { return None };
    let roots = roots.iter().map(|root| string(root.as_str())).collect();
    let policy = inside(policy, "arguments", |arguments| {
        inside(arguments, "paths", |paths| {
            if paths.get("roots").is_some() {
                return paths;
            }
            set(paths, with("roots", Value::Array(roots)))
        })
    });
    let mut text = String::new();
    json::canonical(&mut text, &Value::Object(policy));
    Some(text)
}

/// The object with what `change` makes of the object under `key`. A value of another type stays as it is.
fn inside<'v>(
    object: Object<'v>,
    key: &str,
    change: impl FnOnce(Object<'v>) -> Object<'v>,
) -> Object<'v> {
    let inner = match object.get(key) {
        None => Object::default(),
        Some(Value::Object(inner)) => inner.clone(),
        Some(_) => return object,
    };
    set(object, Member { key: key.to_owned().into(), value: Value::Object(change(inner)) })
}

fn set<'v>(object: Object<'v>, new: Member<'v>) -> Object<'v> {
    let mut members: Vec<Member<'v>> =
        object.into_members().into_iter().filter(|member| member.key != new.key).collect();
    members.push(new);
    Object::new(members).unwrap_or_else(|_| of(Vec::new()))
}
