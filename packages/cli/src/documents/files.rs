//! The files that a command was given. Folders are looked through, and a file that cannot be read is a finding
//! that does not end the rest.

use std::fs;
use std::path::{Path, PathBuf};

use aana_formats::{FileRule, Finding, Place};

use super::source;
use crate::exit::Failure;

/// How far down folders are looked through, and how many files are taken out of them.
const MOST_LEVELS: usize = 16;
const MOST_FILES: usize = 10_000;

/// One document to be read.
pub(super) struct Source {
    pub(super) name: String,
    content: Result<PathBuf, Finding<FileRule>>,
}

/// The files, each as it was named, and those in the folders: with one of these endings, in the order of their names.
/// What begins with a point is passed over, and no link to a folder is followed.
pub(super) fn sources(given: &[PathBuf], endings: &[&str]) -> Vec<Source> {
    let mut all = Vec::new();
    for path in given {
        // A link that was named is followed: somebody meant it.
        if !path.is_dir() || path.as_os_str() == "-" {
            all.push(Source { name: source::name(path), content: Ok(path.clone()) });
            continue;
        }
        let before = all.len();
        look_through(path, endings, MOST_LEVELS, &mut all);
        if all.len() == before {
            let endings: Vec<String> = endings.iter().map(|it| format!("`.{it}`")).collect();
            let message = format!("the folder has no file that ends in {}", endings.join(" or "));
            all.push(Source::faulty(path, FileRule::NoDocument, message));
        }
    }
    all
}

fn look_through(folder: &Path, endings: &[&str], levels: usize, all: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let message = Failure::reading(Some(folder), &error).to_string();
            all.push(Source::faulty(folder, FileRule::Unreadable, message));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let fits = path.extension().is_some_and(|it| endings.iter().any(|one| it == *one));
        if !is_folder && !fits {
            continue;
        }
        if all.len() >= MOST_FILES || (is_folder && levels == 0) {
            let message = format!(
                "a folder is looked through to {MOST_LEVELS} levels and {MOST_FILES} files; there is more"
            );
            all.push(Source::faulty(&path, FileRule::Unreadable, message));
            return;
        }
        if is_folder {
            look_through(&path, endings, levels - 1, all);
        } else {
            all.push(Source { name: source::name(&path), content: Ok(path) });
        }
    }
}

impl Source {
    fn faulty(path: &Path, rule: FileRule, message: String) -> Self {
        Self { name: source::name(path), content: Err(finding(rule, (1, 1), message)) }
    }

    /// Where it is, if it is a file.
    pub(super) fn path(&self) -> Option<&Path> {
        self.content.as_ref().ok().map(PathBuf::as_path)
    }

    /// What is in it, at most so many bytes.
    pub(super) fn read(self, limit: usize) -> Result<Vec<u8>, Finding<FileRule>> {
        let failed = |failure: Failure| {
            let rule = match failure {
                Failure::NotValid(_) => FileRule::TooLarge,
                _ => FileRule::Unreadable,
            };
            finding(rule, (1, 1), failure.to_string())
        };
        source::read(&self.content?, limit).map_err(failed)
    }

    /// The same for a document that is text.
    pub(super) fn read_text(self, limit: usize) -> Result<String, Finding<FileRule>> {
        String::from_utf8(self.read(limit)?).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(error.as_bytes().get(..valid).unwrap_or_default());
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
            let message = format!("the text is not UTF-8 after byte {valid}");
            finding(FileRule::NotUtf8, (line, column), message)
        })
    }
}

fn finding(rule: FileRule, (line, column): (usize, usize), message: String) -> Finding<FileRule> {
    Finding { rule, place: Place::Line { line, column }, message }
}
