//! The modules of one crate as its source declares them: their names, and the paths that they mention.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path as its segments: `crate::json::read` is `["crate", "json", "read"]`.
pub(super) type Segments = Vec<String>;

/// What a name in a module stands for.
pub(super) enum Name {
    /// A module below it, by its index.
    Module(usize),
    /// Something that the module defines itself.
    Item,
    /// Something that it imports or hands on.
    Import(Segments),
}

/// One module. A file holds one, and more where it has inline modules.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) parent: Option<usize>,
    pub(super) names: BTreeMap<String, Vec<Name>>,
    /// What is imported or handed on with `*`.
    pub(super) globs: Vec<Segments>,
    /// Every path in its code. A `pub use` alone only hands a name on, and is left out.
    pub(super) mentions: Vec<Segments>,
}

/// The modules of a crate, the root first. What is built for tests only is left out: a test may use whatever it
/// tests.
pub(super) fn of_crate(root: &Path) -> Result<Vec<Module>> {
    let mut modules = Vec::new();
    read_file(&mut modules, None, root)?;
    Ok(modules)
}

fn read_file(modules: &mut Vec<Module>, parent: Option<usize>, file: &Path) -> Result<usize> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let parsed =
        syn::parse_file(&text).with_context(|| format!("cannot parse {}", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
    let own = matches!(
        file.file_name().and_then(|name| name.to_str()),
        Some("mod.rs" | "lib.rs" | "main.rs")
    );
    let children = if own { folder } else { file.with_extension("") };
    read_items(modules, parent, file, &children, &parsed.items)
}

/// Reads the items of a module whose children lie in the folder `children`.
fn read_items(
    modules: &mut Vec<Module>,
    parent: Option<usize>,
    file: &Path,
    children: &Path,
    items: &[Item],
) -> Result<usize> {
    let this = modules.len();
    modules.push(Module { file: file.to_path_buf(), parent, ..Module::default() });
    for item in items {
        if attributes(item).iter().any(is_for_tests) {
            continue;
        }
        if let Item::Mod(declared) = item {
            let name = declared.ident.to_string();
            let child = if let Some((_, items)) = &declared.content {
                read_items(modules, Some(this), file, &children.join(&name), items)?
            } else {
                let flat = children.join(format!("{name}.rs"));
                let nested = children.join(&name).join("mod.rs");
                let file = if flat.exists() { flat } else { nested };
                read_file(modules, Some(this), &file)?
            };
            modules[this].names.entry(name).or_default().push(Name::Module(child));
            continue;
        }
        let module = &mut modules[this];
        if let Some(name) = defined(item) {
            module.names.entry(name).or_default().push(Name::Item);
        }
        Mentions(module).visit_item(item);
    }
    Ok(this)
}

/// The name that an item gives to what it defines.
fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// `#[cfg(test)]`, also among other conditions.
fn is_for_tests(attribute: &Attribute) -> bool {
    let Ok(list) = attribute.meta.require_list() else { return false };
    let mut words = Vec::new();
    paths(list.tokens.clone(), &mut words);
    let has = |word: &str| words.iter().any(|path| path.len() == 1 && path[0] == word);
    list.path.is_ident("cfg") && (has("test") || has("doctest")) && !has("not")
}

/// Collects the paths of an item, and the names that its `use` declarations bring.
struct Mentions<'m>(&'m mut Module);

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let private = matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], private);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        self.0.mentions.push(segments.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        paths(called.tokens.clone(), &mut self.0.mentions);
        visit::visit_macro(self, called);
    }
}

impl Mentions<'_> {
    fn import(&mut self, tree: &UseTree, before: &[String], private: bool) {
        let with = |ident: &syn::Ident| {
            let mut path = before.to_vec();
            if ident != "self" || path.is_empty() {
                path.push(ident.to_string());
            }
            path
        };
        match tree {
            UseTree::Path(tree) => self.import(&tree.tree, &with(&tree.ident), private),
            UseTree::Name(tree) => {
                let path = with(&tree.ident);
                let name = path.last().cloned().unwrap_or_default();
                self.bring(name, path, private);
            }
            UseTree::Rename(tree) => {
                self.bring(tree.rename.to_string(), with(&tree.ident), private);
            }
            UseTree::Glob(_) => {
                self.0.globs.push(before.to_vec());
                if private {
                    let all = [before, &["*".to_owned()]].concat();
                    self.0.mentions.push(all);
                }
            }
            UseTree::Group(tree) => {
                for tree in &tree.items {
                    self.import(tree, before, private);
                }
            }
        }
    }

    fn bring(&mut self, name: String, path: Segments, private: bool) {
        if private {
            self.0.mentions.push(path.clone());
        }
        self.0.names.entry(name).or_default().push(Name::Import(path));
    }
}

/// The paths in the tokens of a macro. What follows a dot is a field or a method.
fn paths(tokens: TokenStream, into: &mut Vec<Segments>) {
    let mut path: Segments = Vec::new();
    let mut colons = 0;
    let mut after_dot = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                if colons != 2 {
                    into.extend((!path.is_empty()).then(|| std::mem::take(&mut path)));
                }
                if !after_dot {
                    path.push(ident.to_string());
                }
                (colons, after_dot) = (0, false);
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            other => {
                into.extend((!path.is_empty()).then(|| std::mem::take(&mut path)));
                colons = 0;
                after_dot = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.');
                if let TokenTree::Group(group) = other {
                    paths(group.stream(), into);
                }
            }
        }
    }
    into.extend((!path.is_empty()).then_some(path));
}
