//! Where a path leads.

/// What the host knows of its files.
pub trait Files {
    /// The path with every symbolic link followed, as far as it exists: what does not exist yet is below what does.
    fn resolved(&self, path: &str) -> String;
    /// The home directory of the person.
    fn home(&self) -> Option<String>;
}

/// A path as it is written, absolute: below `directory` if it is relative, and with the home directory in place of
/// `~`. Without `.`; a `..` takes off what stands before it.
pub(crate) fn absolute(path: &str, directory: &str, home: Option<&str>) -> String {
    let path = match path.strip_prefix("file:") {
        None if has_scheme(path) => return path.to_owned(),
        None => path,
        Some(rest) => match rest.strip_prefix("//") {
            Some(rest) if rest.starts_with('/') => rest,
            // The file of another host.
            Some(_) => return path.to_owned(),
            None => rest,
        },
    };
    let whole = match (path.strip_prefix('~'), home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
            format!("{home}{rest}")
        }
        _ if is_absolute(path) => path.to_owned(),
        _ => format!("{directory}/{path}"),
    };
    let windows = whole.contains('\\') || !whole.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split(|sign| sign == '/' || (windows && sign == '\\')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let lead = if windows { "" } else { "/" };
    format!("{lead}{}", parts.join("/"))
}

/// `vscode-userdata:/a`: no path, and where it leads only the client knows.
fn has_scheme(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() >= 2
            && scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || "+-.".contains(sign))
    })
}

/// `/a` and `C:\a`.
pub(crate) fn is_absolute(path: &str) -> bool {
    let drive =
        matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    path.starts_with('/') || path.starts_with("\\\\") || drive
}

/// Whether an absolute path is `root` or below it.
pub(crate) fn is_below(path: &str, root: &str) -> bool {
    let root = root.trim_end_matches(['/', '\\']);
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_absolute() {
        let of = |path| absolute(path, "/proj/shop", Some("/home/ada"));
        assert_eq!(of("src/./a.rs"), "/proj/shop/src/a.rs");
        assert_eq!(of("../../etc/passwd"), "/etc/passwd");
        assert_eq!(of("/proj/shop/../x"), "/proj/x");
        assert_eq!(of("../../../../x"), "/x");
        assert_eq!(of("~/.zshrc"), "/home/ada/.zshrc");
        assert_eq!(of("~ada/x"), "/proj/shop/~ada/x");
        assert_eq!(of("file:///etc/hosts"), "/etc/hosts");
        assert_eq!(of("C:\\a\\..\\b"), "C:/b");
        assert_eq!(of(""), "/proj/shop");
    }

    #[test]
    fn below_is_by_whole_components() {
        assert!(is_below("/proj/shop/a", "/proj/shop/"));
        assert!(is_below("/proj/shop", "/proj/shop"));
        assert!(!is_below("/proj/shop-old/a", "/proj/shop"));
        assert!(is_below("/a", "/"));
    }
}
