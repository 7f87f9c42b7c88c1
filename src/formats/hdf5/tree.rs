//! All objects of a file, each once, with the errors.

use super::links::Target;
use super::object::{self, Kind, Object};
use super::{File, links::Link};
use crate::bytes::{Cause, Error, Result};
use std::collections::HashSet;

/// Every object of a file.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Objects in the order of their paths, the root first. An object with several names has the first.
    pub objects: Vec<Object>,
    /// Errors, each with the path as its field.
    pub problems: Vec<Error>,
}

impl Tree {
    /// An object by path.
    pub fn find(&self, path: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.path == path)
    }

    /// The data sets with their paths.
    pub fn datasets(&self) -> impl Iterator<Item = (&Object, &object::Dataset)> {
        self.objects.iter().filter_map(|object| match &object.kind {
            Kind::Dataset(dataset) => Some((object, &**dataset)),
            _ => None,
        })
    }
}

impl File {
    /// Traverses the complete file. Only an unreadable root is an error.
    pub fn tree(&self) -> Result<Tree> {
        self.renew();
        let mut tree = Tree::default();
        let mut seen = HashSet::from([self.root]);
        let root = object::read(self, self.root, "/".to_owned(), &mut tree.problems)?;
        // Paths to visit, the next one last, with their depth.
        let mut next = Vec::new();
        push(&root, 0, &mut next);
        tree.objects.push(root);
        while let Some((path, address, depth)) = next.pop() {
            // A cycle, or a second name of the same object.
            if !seen.insert(address) {
                continue;
            }
            let over = |id, limit: u64| Error::over_limit(id).with("limit", limit).in_field(path.as_str());
            if depth > self.limits.depth {
                tree.problems.push(over("hdf5-too-deep", u64::from(self.limits.depth)));
                continue;
            }
            if tree.objects.len() as u64 >= self.limits.list_len {
                tree.problems.push(over("hdf5-too-many", self.limits.list_len));
                break;
            }
            match object::read(self, address, path.clone(), &mut tree.problems) {
                Ok(object) => {
                    push(&object, depth, &mut next);
                    tree.objects.push(object);
                }
                Err(error) => {
                    let spent = error.cause == Cause::BudgetSpent;
                    tree.problems.push(error.in_field(path));
                    if spent {
                        break;
                    }
                }
            }
        }
        Ok(tree)
    }
}

/// Adds the members of a group to the list, so that the first one is next.
fn push(object: &Object, depth: u32, next: &mut Vec<(String, u64, u32)>) {
    let Kind::Group(links) = &object.kind else { return };
    let mut links: Vec<(&Link, u64)> = links
        .iter()
        .filter_map(|link| match link.target {
            Target::Hard(address) => Some((link, address)),
            Target::Soft(_) | Target::External => None,
        })
        .collect();
    crate::order::sort_by_key(&mut links, |(link, _)| std::cmp::Reverse(link.name.clone()));
    let folder = object.path.trim_end_matches('/');
    next.extend(links.into_iter().map(|(link, address)| (format!("{folder}/{}", link.name), address, depth + 1)));
}
