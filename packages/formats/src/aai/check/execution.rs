//! The root `execution`.

use serde_json::Value;

use super::{
    super::{
        findings::member,
        model::{Auth, Execution},
        template,
        url::{self, Url, UrlFault},
    },
    Check, Object, Rule,
};

/// The root `execution` as far as it could be read.
pub(super) enum Root {
    Absent,
    Ipc,
    /// The URL if it is usable.
    Http(Option<Url>, Vec<(String, String)>),
    /// Neither of the two.
    Faulty,
}

impl Root {
    pub(super) fn accepted(self) -> Option<Execution> {
        match self {
            Self::Ipc => Some(Execution::Ipc),
            Self::Http(Some(base), headers) => Some(Execution::Http { base, headers }),
            _ => None,
        }
    }
}

impl Check {
    pub(super) fn execution(&mut self, root: &Object) -> Root {
        const AT: &str = "/execution";
        if !root.contains_key("execution") {
            return Root::Absent;
        }
        let Some(execution) = self.optional_object(root, "", "execution") else {
            return Root::Faulty;
        };
        self.unknown(execution, AT, &["type", "base_url", "default_headers"]);
        match self.required_string(execution, AT, "type") {
            None => Root::Faulty,
            Some("ipc") => {
                for key in ["base_url", "default_headers"] {
                    if execution.contains_key(key) {
                        let message = format!("`{key}` has no meaning under `ipc`; it is ignored");
                        self.error(Rule::ExecutionIgnoredForIpc, &member(AT, key), message);
                    }
                }
                Root::Ipc
            }
            Some("http") => {
                let base = self.base_url(execution, AT);
                // What `auth` sets is known only after `auth` was read, so conflicts come later.
                let headers = self.headers(execution, AT, "default_headers", None);
                Root::Http(base, headers)
            }
            Some(_) => {
                let message = "`type` is neither `ipc` nor `http`";
                self.error(Rule::ExecutionTypeUnsupported, "/execution/type", message);
                Root::Faulty
            }
        }
    }

    /// Default headers that `auth` sets as well.
    pub(super) fn default_header_conflicts(&mut self, root: &Object, auth: Option<&Auth>) {
        let headers = root.get("execution").and_then(|it| it.get("default_headers"));
        let Some(Value::Object(headers)) = headers else { return };
        for name in headers.keys() {
            if super::auth_sets_header(auth, name) && !name.eq_ignore_ascii_case("authorization") {
                let message = "`auth` sets this header; it may not be set here";
                let at = member("/execution/default_headers", name);
                self.error(Rule::HeadersAuthConflict, &at, message);
            }
        }
    }

    fn base_url(&mut self, execution: &Object, at: &str) -> Option<Url> {
        let pointer = member(at, "base_url");
        if !execution.contains_key("base_url") {
            self.error(Rule::BaseUrlMissing, &pointer, "`base_url` is missing; `http` needs it");
            return None;
        }
        let text = self.optional_string(execution, at, "base_url")?;
        let mut refuse = |rule, message: &str| {
            self.error(rule, &pointer, message);
            None
        };
        if template::has_marker(text) {
            let message = "`base_url` has a placeholder; an argument never chooses the origin";
            return refuse(Rule::BaseUrlTemplate, message);
        }
        let url = match Url::parse(text) {
            Ok(url) => url,
            Err(UrlFault::Userinfo) => {
                return refuse(Rule::BaseUrlUserinfo, "`base_url` holds a user name or a password");
            }
            Err(UrlFault::Format) => {
                let message = "`base_url` is not an absolute URL with a plain host: letters, digits, dots \
                               and hyphens, four decimal numbers, or an address in brackets";
                return refuse(Rule::BaseUrlFormat, message);
            }
        };
        if url.scheme != "https" && url.scheme != "http" {
            return refuse(Rule::BaseUrlScheme, "`base_url` is neither https nor loopback http");
        }
        if !url.rest.is_empty() {
            let message = "`base_url` has a query or a fragment; only scheme, host, port and path are \
                           allowed";
            return refuse(Rule::BaseUrlQueryOrFragment, message);
        }
        if url::has_dot_segment(&url.path) || url::has_bad_path_byte(&url.path) {
            let message =
                "the path of `base_url` has a dot segment or a character that no path has";
            return refuse(Rule::BaseUrlFormat, message);
        }
        if url.scheme == "http" {
            if !url.loopback {
                let message =
                    "`base_url` is plain http and its host is not this machine; use https";
                return refuse(Rule::BaseUrlScheme, message);
            }
            let message = "`base_url` is plain http to this machine";
            self.error(Rule::BaseUrlLoopbackHttp, &pointer, message);
        }
        Some(url)
    }
}
