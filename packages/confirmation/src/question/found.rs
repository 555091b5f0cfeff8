//! The marks of all rows, collected to warnings.

use super::{
    document::Warning,
    mark::{Mark, Marks},
};

/// What was found so far, and where.
#[derive(Default)]
pub(super) struct FoundMarks(Vec<(Mark, Vec<String>)>);

impl FoundMarks {
    pub(super) fn add(&mut self, row: &str, marks: Marks) {
        for mark in marks.iter() {
            match self.0.iter_mut().find(|(found, _)| *found == mark) {
                Some((_, rows)) => rows.push(row.to_owned()),
                None => self.0.push((mark, vec![row.to_owned()])),
            }
        }
    }

    pub(super) fn warnings(mut self) -> Vec<Warning> {
        self.0.sort_by_key(|(mark, _)| *mark);
        let warning =
            |(code, rows): (Mark, _)| Warning { code, rows, message: code.sentence().to_owned() };
        self.0.into_iter().map(warning).collect()
    }
}
