//! Which secret may go where.
//!
//! A descriptor is text from outside, its `app.id` and its `base_url` included: anybody can write any id
//! and any name of a variable. So a variable is given to a descriptor only if its name is one of the id's
//! own and the request goes to the id's own domain, or if the operator lists it.

use super::super::{CallRule as Rule, model::is_env_var, url::Url};

/// A variable that an operator lets a descriptor have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedVariable {
    name: String,
    /// The only origin that it may go to.
    origin: Option<String>,
}

impl AllowedVariable {
    /// Reads `NAME`, or `NAME=ORIGIN` with an origin such as `https://api.example.com`. `None` for
    /// anything else.
    ///
    /// ```
    /// use aana_formats::aai::AllowedVariable;
    ///
    /// assert!(AllowedVariable::parse("DESK_KEY=https://api.example.com").is_some());
    /// assert!(AllowedVariable::parse("DESK_*").is_none());
    /// ```
    pub fn parse(entry: &str) -> Option<Self> {
        let (name, origin) = match entry.split_once('=') {
            Some((name, origin)) => (name, Some(origin_of(origin)?)),
            None => (entry, None),
        };
        is_env_var(name).then(|| Self { name: name.to_owned(), origin })
    }
}

/// The origin that a text names, if it names nothing else.
fn origin_of(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let sent = url.scheme == "https" || (url.scheme == "http" && url.loopback);
    let bare = matches!(url.path.as_str(), "" | "/") && url.rest.is_empty();
    (sent && bare).then_some(url.origin)
}

/// Where a secret would go, and on whose word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Destination<'p> {
    pub(super) app_id: &'p str,
    pub(super) origin: &'p str,
}

impl Destination<'_> {
    /// Whether a variable may go there, and why not. Where the operator lists it, the list alone decides, and entries
    /// with an origin leave no say to those without.
    pub(super) fn allows(
        self,
        name: &str,
        allowed: &[AllowedVariable],
    ) -> Result<(), (Rule, String)> {
        let listed = || allowed.iter().filter(|it| it.name == name);
        let (bound, free) = (listed().any(|it| it.origin.is_some()), listed().next().is_some());
        let elsewhere = if bound {
            if listed().any(|it| it.origin.as_deref() == Some(self.origin)) {
                return Ok(());
            }
            "the operator lists it for another origin"
        } else if free {
            return Ok(());
        } else if is_own(self.app_id, name) {
            if self.is_of_domain() {
                return Ok(());
            }
            "the host is neither the domain of `app.id` nor a parent of it, and anybody can claim an id"
        } else {
            let message = format!(
                "the variable is not the application's own, `{}<WORD>`, and the operator does not list it",
                own_prefix(self.app_id)
            );
            return Err((Rule::AuthEnvNotAllowed, message));
        };
        let message = format!(
            "the variable may not go to `{}`: {elsewhere}. An operator can list it with its origin, \
             `NAME=ORIGIN`",
            self.origin
        );
        Err((Rule::AuthOriginNotAllowed, message))
    }

    /// Under which names a token for this place is looked up.
    pub(super) fn token_keys(self) -> impl Iterator<Item = String> {
        let bound = format!("{}={}", self.app_id, self.origin);
        [Some(bound), self.is_of_domain().then(|| self.app_id.to_owned())].into_iter().flatten()
    }

    /// Whether the host is the one that the id names from right to left, or a parent domain of it. What
    /// lies below is not: under many a domain anybody can have a host. Only the port of https counts.
    fn is_of_domain(self) -> bool {
        let host = self.origin.strip_prefix("https://").unwrap_or_default();
        let (mut id, mut labels) = (self.app_id.split('.'), host.rsplit('.'));
        host.contains('.') && labels.all(|label| id.next() == Some(label))
    }
}

/// Whether a variable is called `AAI_`, the id, and one more word.
///
/// One word and no more: `AAI_COM_EXAMPLE_MAIL_PRO_KEY` is a variable of `com.example.mail.pro` and not
/// also of `com.example.mail`.
fn is_own(app_id: &str, name: &str) -> bool {
    let word = name.strip_prefix(&*own_prefix(app_id)).unwrap_or_default();
    !word.is_empty() && !word.contains('_')
}

/// An id in upper snake case between `AAI_` and `_`. A hyphen becomes two underscores, so that no two ids
/// come out alike: labels never begin or end with one.
fn own_prefix(app_id: &str) -> String {
    let id = app_id.to_ascii_uppercase().replace('.', "_").replace('-', "__");
    format!("AAI_{id}_")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{AllowedVariable, Destination, is_own, own_prefix};

    #[test]
    fn a_variable_has_one_owner() {
        let ids = [
            "com.example",
            "com.example.mail",
            "com.example.mail.pro",
            "com.example.mail-pro",
            "com.example-mail.pro",
            "com.example-mail-pro",
            "com.example.mail--pro",
            "com.examplemail.pro",
            "com-example.mail.pro",
            "com.example.mail.pro.key",
        ];
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        for id in ids {
            for word in ["KEY", "PRO", "MAIL", "2"] {
                let name = format!("{}{word}", own_prefix(id));
                assert!(is_own(id, &name), "{name}");
                assert_eq!(owners.insert(name.clone(), id), None, "{name}");
                let all: Vec<_> = ids.iter().filter(|id| is_own(id, &name)).collect();
                assert_eq!(all, [&id], "{name}");
            }
        }
        for name in ["AAI_COM_EXAMPLE", "AAI_COM_EXAMPLE_", "COM_EXAMPLE_KEY", "AAI_COM_EXAMPLE_A_"]
        {
            assert!(!is_own("com.example", name), "{name}");
        }
    }

    #[test]
    fn an_id_goes_with_its_own_host_and_the_parents_of_it() {
        let of = |origin| Destination { app_id: "com.example.mail", origin }.is_of_domain();
        assert!(of("https://mail.example.com") && of("https://example.com"));
        for origin in [
            "https://com",
            "https://api.example.com",
            "https://a.mail.example.com",
            "https://mail.example.com.evil.example",
            "https://evilmail.example.com",
            "https://mail.example.com:8443",
            "https://mail.example.com.",
            "http://mail.example.com",
            "https://com.example.mail",
            "https://127.0.0.1",
            "https://[::ffff:1.2.3.4]",
        ] {
            assert!(!of(origin), "{origin}");
        }
    }

    #[test]
    fn an_entry_is_a_name_or_a_name_and_an_origin() {
        for entry in
            ["A", "AAI_X=https://a.example", "K=https://A.example:443/", "K=http://[::1]:1"]
        {
            assert!(AllowedVariable::parse(entry).is_some(), "{entry}");
        }
        for entry in [
            "",
            "*",
            "AAI_*",
            "a",
            " A",
            "A ",
            "A=",
            "=https://a.example",
            "A=a.example",
            "A=http://a.example",
            "A=https://a.example/x",
            "A=https://a.example?x",
            "A=https://u@a.example",
            "A=https://*.example",
            "A=https://a.example=",
        ] {
            assert!(AllowedVariable::parse(entry).is_none(), "{entry}");
        }
    }
}
