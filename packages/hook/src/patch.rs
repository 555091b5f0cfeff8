//! The patches of `apply_patch`: which files they are about.

/// What a patch does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Patch {
    pub(crate) paths: Vec<String>,
    /// A file is deleted, or is not there any more under its name.
    pub(crate) takes_away: bool,
}

/// Reads the lines that name files. The rest is text, which may look like such a line only behind a sign of a diff.
/// `None` for a patch that names none: what it would change is not known.
pub(crate) fn read(text: &str) -> Option<Patch> {
    let mut patch = Patch::default();
    for line in text.lines() {
        // Readers of patches take such a line with blanks around it.
        let Some(header) = line.trim().strip_prefix("*** ") else { continue };
        let Some((what, name)) = header.split_once(':') else { continue };
        let taken = match what.trim() {
            "Add File" | "Update File" => false,
            "Delete File" | "Move to" => true,
            _ => continue,
        };
        patch.takes_away |= taken;
        patch.paths.push(name.trim().to_owned());
    }
    (!patch.paths.is_empty()).then_some(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_patch_is_named() {
        let text = "*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@\n-x\n+*** Delete File: c\n\
                    *** Add File: d/e.rs\n+y\n*** Delete File:  f.rs \n*** End Patch\n";
        let patch = read(text).unwrap();
        assert_eq!(patch.paths, ["a.rs", "b.rs", "d/e.rs", "f.rs"]);
        assert!(patch.takes_away);
        assert!(!read("*** Update File: a\n").unwrap().takes_away);
        for text in ["", "diff --git a/x b/x", "*** Begin Patch\n*** End Patch", "+*** Add File: a"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
