//! Links between pages: each leads to a file that is there, and to a heading that is in it. The tables that say where to
//! add what name files and folders that are there.

use std::fs;
use std::path::Path;

/// What is wrong with the links of a page, with their lines.
pub(super) fn faults(page: &Path, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, target) in links(text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, heading) = match target.split_once('#') {
            Some((path, heading)) => (path, Some(heading)),
            None => (target, None),
        };
        let file = match path {
            "" => page.to_path_buf(),
            path => page.parent().unwrap_or(page).join(path),
        };
        if !file.exists() {
            found.push((line, format!("`{target}` leads to no file")));
            continue;
        }
        let Some(heading) = heading else { continue };
        let text = fs::read_to_string(&file).unwrap_or_default();
        if !headings(&text).iter().any(|slug| slug == heading) {
            found.push((line, format!("`{target}` leads to no heading")));
        }
    }
    found
}

/// The places in the tables "where to add what" that are not there, with their lines. A place is a path from the page,
/// from its `src`, or from the root of the workspace.
pub(super) fn missing_places(page: &Path, root: &Path, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_table = false;
    for (line, row) in prose(text) {
        if !row.starts_with('|') {
            in_table = false;
            continue;
        }
        in_table = in_table || row.starts_with("| change | place |");
        let place = row.split('|').nth(2).filter(|_| in_table).unwrap_or_default();
        let paths = place.split('`').skip(1).step_by(2).filter(|code| code.contains('/'));
        let folder = page.parent().unwrap_or(page);
        for path in paths {
            let roots = [folder.to_path_buf(), folder.join("src"), root.to_path_buf()];
            if !roots.iter().any(|from| from.join(path).exists()) {
                found.push((line, format!("`{path}` is not there")));
            }
        }
    }
    found
}

/// The targets of the links outside of blocks and of code, with their lines.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            let is_code = before.matches('`').count() % 2 == 1;
            let Some((target, behind)) = after.split_once(')') else { break };
            if !is_code && !target.is_empty() {
                found.push((number, target));
            }
            rest = behind;
        }
    }
    found
}

/// The anchors that GitHub gives the headings of a page.
fn headings(text: &str) -> Vec<String> {
    let titles = prose(text).filter_map(|(_, line)| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len()).then(|| title.strip_prefix(' ')).flatten()
    });
    titles.map(slug).collect()
}

fn slug(title: &str) -> String {
    let kept = |sign: &char| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_');
    title
        .trim()
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|sign| if sign == ' ' { '-' } else { sign })
        .collect()
}

/// The lines that are in no block, counted from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        match fence {
            Some(open) if start.starts_with(open) => fence = None,
            Some(_) => {}
            None => match ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark)) {
                Some(mark) => fence = Some(mark),
                None => return Some((index + 1, line)),
            },
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{faults, headings, links, missing_places};

    #[test]
    fn links_stand_in_prose_and_not_in_code() {
        let text = "[a](b.md) and [c](d.md#e)\n`[x](y)`\n```\n[z](z)\n```\n[f](#g)\n";
        assert_eq!(links(text), [(1, "b.md"), (1, "d.md#e"), (6, "#g")]);
    }

    #[test]
    fn headings_become_anchors_as_on_github() {
        let text = "# The question, and its `four` answers\n## A-b_c: d\nno # heading\n";
        assert_eq!(headings(text), ["the-question-and-its-four-answers", "a-b_c-d"]);
    }

    #[test]
    fn what_leads_nowhere_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("a.md");
        let text = "# Here\n[1](#here) [2](b.md) [3](b.md#there) [4](https://example.org/x#y)\n\
                    [5](c.md) [6](b.md#nowhere) [7](#gone)\n";
        fs::write(&page, text).unwrap();
        fs::write(folder.path().join("b.md"), "## There\n").unwrap();
        let lines: Vec<usize> = faults(&page, text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [3, 3, 3]);
    }

    #[test]
    fn places_are_looked_for_beside_the_page_and_from_the_root() {
        let root = tempfile::tempdir().unwrap();
        let page = root.path().join("packages/one/README.md");
        fs::create_dir_all(root.path().join("packages/one/src/deep")).unwrap();
        fs::create_dir_all(root.path().join("tests/cases")).unwrap();
        let text = "| change | place | its test |\n| --- | --- | --- |\n\
                    | a | `deep/`, `src/deep`, `tests/cases`, a `word` | `gone/test` |\n\
                    | b | `gone/file.rs` | |\n\n| other | place |\n| a | `gone/too` |\n";
        let missing = missing_places(&page, root.path(), text);
        assert_eq!(missing, [(4, "`gone/file.rs` is not there".to_owned())]);
    }
}
