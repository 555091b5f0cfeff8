//! A pattern of the operator's and a text of the arguments: as a path, an address, a mail address, or letter by letter.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::glob::{Border, Glob};
use crate::{
    arguments::{
        mail, path,
        url::{self, Address},
    },
    policy::fold::plain,
};

/// Whether a text fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    /// It can be read in two ways.
    Unclear,
}

impl From<bool> for Fit {
    fn from(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
    }
}

/// A pattern for texts.
#[derive(Debug, Clone)]
pub(super) struct TextPattern {
    /// As it is written; of a pattern that forbids in lower case, and also with plain letters for those that look like
    /// them.
    forms: Vec<Form>,
    /// The pattern forbids what it fits: then it fits in every spelling.
    forbids: bool,
    /// The pattern itself holds what separates the texts of a list.
    is_list: bool,
}

#[derive(Debug, Clone)]
enum Form {
    Url {
        scheme: Glob,
        host: Glob,
        port: String,
        path: Glob,
    },
    Mail {
        name: Glob,
        domain: Glob,
    },
    Path(Glob),
    /// A host, or a name of a file.
    Host {
        host: Glob,
        text: Glob,
    },
    Text(Glob),
}

const SEPARATORS: [char; 3] = [',', ';', '\n'];

impl TextPattern {
    pub(super) fn new(pattern: &str, forbids: bool) -> Self {
        let is_list = pattern.contains(SEPARATORS);
        let forms = spellings(pattern, forbids).map(|pattern| Form::of(&pattern, forbids));
        Self { forms: forms.collect(), forbids, is_list }
    }

    /// Whether the pattern is about a whole list in one text.
    pub(super) const fn is_list(&self) -> bool {
        self.is_list
    }

    /// Whether one text fits.
    pub(super) fn fits(&self, text: &str) -> Fit {
        let mut fit = Fit::No;
        for text in spellings(text.trim(), self.forbids) {
            for form in &self.forms {
                match self.fits_form(form, &text) {
                    Fit::Yes => return Fit::Yes,
                    Fit::Unclear => fit = Fit::Unclear,
                    Fit::No => {}
                }
            }
        }
        fit
    }

    fn fits_form(&self, form: &Form, text: &str) -> Fit {
        match form {
            Form::Text(glob) => glob.fits(text).into(),
            // A path of another machine is no path.
            Form::Path(_) if !self.forbids && url::is_address(text) => Fit::No,
            Form::Path(glob) => self.path(glob, text),
            Form::Mail { name, domain } => mail_fits(name, domain, text),
            Form::Host { text: glob, .. } if glob.fits(text) && !url::is_address(text) => Fit::Yes,
            Form::Host { host, .. } => self.host(host, text),
            Form::Url { scheme, host, port, path } => match url::take_apart(text) {
                Some(address) if address.is_plain => {
                    let is_service = || scheme.fits(&address.scheme) && port == port_of(&address);
                    let fits = host.fits(&address.host) && (self.forbids || is_service());
                    if fits { path_of(path, &address) } else { Fit::No }
                }
                // Without its scheme, or in a form that can be read in two ways, it may still be what is forbidden.
                Some(address) if self.forbids && host.fits(&address.host) => Fit::Yes,
                Some(_) if url::is_address(text) => Fit::Unclear,
                _ => Fit::No,
            },
        }
    }

    fn path(&self, glob: &Glob, text: &str) -> Fit {
        let Some(normal) = path::normal(text) else { return Fit::Unclear };
        // Who forbids what is in a folder forbids the folder.
        let is_folder = || self.forbids && glob.fits(&format!("{normal}/"));
        (glob.fits(&normal) || is_folder()).into()
    }

    fn host(&self, host: &Glob, text: &str) -> Fit {
        match url::take_apart(text) {
            Some(address) if self.forbids => match () {
                () if host.fits(&address.host) => Fit::Yes,
                () if url::is_address(text) && !address.is_plain => Fit::Unclear,
                () => Fit::No,
            },
            Some(address) if url::is_address(text) => {
                if address.is_plain {
                    host.fits(&address.host).into()
                } else {
                    Fit::Unclear
                }
            }
            _ => Fit::No,
        }
    }
}

impl Form {
    fn of(pattern: &str, forbids: bool) -> Self {
        let border =
            if forbids && !pattern.contains(['/', '\\']) { Border::Nothing } else { Border::Slash };
        if let Some((scheme, rest)) = pattern.split_once("://") {
            return of_url(scheme, rest);
        }
        if let Some((name, domain)) = pattern.split_once('@')
            && !pattern.contains(['/', '\\', ':', ' '])
            && !domain.contains('@')
        {
            let domain = Glob::new(&url::host_pattern(domain), Border::Nothing);
            return Self::Mail { name: Glob::new(name, border), domain };
        }
        if pattern.contains(['/', '\\']) {
            return Self::Path(of_path(pattern));
        }
        let of_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '*' | '?');
        if pattern.contains('.') && pattern.chars().all(of_host) {
            let text = if forbids { Border::Nothing } else { Border::Host };
            return Self::Host {
                host: Glob::new(&url::host_pattern(pattern), Border::Nothing),
                text: Glob::new(pattern, text),
            };
        }
        Self::Text(Glob::new(pattern, border))
    }
}

fn of_url(scheme: &str, rest: &str) -> Form {
    let at = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(at).unwrap_or((rest, ""));
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if is_port(port) => (host, port),
        _ => (authority, ""),
    };
    let scheme = scheme.to_ascii_lowercase();
    Form::Url {
        port: without_default(&scheme, port).to_string(),
        scheme: Glob::new(&scheme, Border::Nothing),
        host: Glob::new(&url::host_pattern(host), Border::Nothing),
        path: of_path(if path.is_empty() { "/" } else { path }),
    }
}

/// A pattern for paths in the form in which paths are compared.
fn of_path(pattern: &str) -> Glob {
    let pattern = pattern.replace('\\', "/");
    let pattern = pattern.strip_prefix("./").unwrap_or(&pattern);
    let pattern = match pattern.strip_suffix('/') {
        Some(before) if !before.is_empty() => before,
        _ => pattern,
    };
    let is_drive = pattern.as_bytes().get(1) == Some(&b':');
    let mut letters = pattern.chars();
    let drive =
        if is_drive { letters.next().map(|letter| letter.to_ascii_lowercase()) } else { None };
    let pattern: String = drive.into_iter().chain(letters).collect();
    Glob::new(&pattern, Border::Slash)
}

fn path_of(glob: &Glob, address: &Address) -> Fit {
    let path = if address.path.is_empty() { "/" } else { &address.path };
    path::normal(path).map_or(Fit::Unclear, |path| glob.fits(&path).into())
}

/// The port, unless it is the one that the scheme has anyway.
fn port_of(address: &Address) -> &str {
    without_default(&address.scheme, &address.port)
}

fn without_default<'p>(scheme: &str, port: &'p str) -> &'p str {
    let is_default = matches!((scheme, port), ("http" | "ws", "80") | ("https" | "wss", "443"));
    if is_default { "" } else { port }
}

fn mail_fits(name: &Glob, domain: &Glob, text: &str) -> Fit {
    match parts_of(text) {
        Ok(Some((given, at))) => {
            let fits = |at: &str| name.fits(given) && domain.fits(at);
            url::domain(at).map_or(Fit::Unclear, |at| fits(&at).into())
        }
        Ok(None) => Fit::No,
        Err(Odd) => Fit::Unclear,
    }
}

/// A mail address that can be read in two ways.
struct Odd;

/// The name and the domain of a mail address, also of `Jo <jo@x.example>`.
fn parts_of(text: &str) -> Result<Option<(&str, &str)>, Odd> {
    // What stands before the brackets is shown to people, and some programs send to it.
    if text.split_once('<').is_some_and(|(shown, _)| shown.contains('@')) {
        return Err(Odd);
    }
    let inner = match (text.rfind('<'), text.strip_suffix('>')) {
        (None, None) => text,
        (Some(at), Some(_)) => {
            text.get(at.saturating_add(1)..text.len().saturating_sub(1)).unwrap_or_default()
        }
        _ => return Err(Odd),
    };
    let Some((name, domain)) = inner.split_once('@') else {
        return if inner.len() < text.len() { Err(Odd) } else { Ok(None) };
    };
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || "<>()[]\\\",;:@".contains(c);
    // Some servers pass a mail on to an address within the name.
    if name.contains(is_odd) || name.contains(['%', '!']) || domain.contains(is_odd) {
        return Err(Odd);
    }
    Ok(Some((name, domain)))
}

/// A text as it is; or, as an operator means what they forbid, in lower case, and in plain letters for those that look
/// like them.
fn spellings(text: &str, forbids: bool) -> impl Iterator<Item = Cow<'_, str>> {
    if !forbids {
        return [Some(Cow::Borrowed(text)), None].into_iter().flatten();
    }
    let lower = lower(Cow::Borrowed(text));
    let plain = if text.is_ascii() { None } else { Some(self::lower(plain(text))) };
    let plain = plain.filter(|plain| *plain != lower);
    [Some(lower), plain].into_iter().flatten()
}

fn lower(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.chars().any(char::is_uppercase) { Cow::Owned(text.to_lowercase()) } else { text }
}

/// The texts of a list in one text. What follows a comma in an address belongs to it, unless it is one itself.
pub(super) fn each_element(text: &str, visit: &mut dyn FnMut(&str)) {
    let mut parts = mail::addresses(text);
    let first_is_address = parts.next().is_some_and(|part| part.contains("://"));
    let is_one = first_is_address && !parts.any(|part| part.contains("://"));
    if is_one || text.trim().is_empty() {
        visit(text);
    } else {
        mail::addresses(text).for_each(visit);
    }
}
