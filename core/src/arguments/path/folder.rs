//! A folder that an operator names, taken apart once.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::place::Place;
use super::resolve::{Resolved, Root, resolve};
use crate::arguments::steps::step;

/// A folder below which paths may lie.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: Root,
    parts: Vec<String>,
    /// It was written with `..`, or with something that paths are read without.
    pub(crate) is_odd: bool,
}

impl Folder {
    pub(crate) fn new(text: &str) -> Self {
        let path = resolve(text, Place::Argument);
        Self {
            root: path.root,
            parts: path.parts.iter().map(ToString::to_string).collect(),
            is_odd: path.has_dots || path.climbs > 0,
        }
    }

    /// Whether an absolute path is the folder or below it.
    pub(super) fn holds(&self, path: &Resolved<'_>) -> bool {
        step(1);
        if self.root != path.root || path.climbs > 0 || self.parts.len() > path.parts.len() {
            return false;
        }
        let ignores_case = matches!(self.root, Root::Drive(_));
        self.parts.iter().zip(&path.parts).all(|(one, other)| {
            step(one.len());
            if ignores_case { one.eq_ignore_ascii_case(other) } else { one == other }
        })
    }
}
