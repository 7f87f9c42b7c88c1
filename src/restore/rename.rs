//! Pairs unused values with missing ones that were probably renamed, which yields the mapping for a renamed layer.

use super::outcome::{Outcome, ValueType};
use std::collections::BTreeMap;

/// A proposal: the program's key, the checkpoint's key, and the similarity of the names (1 is equal).
#[derive(Clone, Debug, PartialEq)]
pub struct Rename {
    /// The missing key of the program.
    pub missing: String,
    /// The unused key of the checkpoint.
    pub found: String,
    /// Share of the name's parts that agree, in percent.
    pub alike: u32,
    /// Whether another unused value matches as well.
    pub ambiguous: bool,
    /// Whether dtype and shape agree too; otherwise those of the program are unknown, and only the names were compared.
    pub typed: bool,
}

/// Maximum number of compared pairs, in the order of both lists.
const MOST: usize = 2_000_000;

/// Minimum similarity in percent when only the name is known: half of its parts.
const ENOUGH: u32 = 50;

/// Proposes an unused value of the same dtype and shape for each missing one, the most similar first; none is used
/// twice. A missing value of unknown dtype and shape gets one with a similar name.
pub fn renames(
    outcome: &Outcome,
    checkpoint: &BTreeMap<String, ValueType>,
    program: &BTreeMap<String, ValueType>,
) -> Vec<Rename> {
    let left = outcome.left.iter().map(|left| &left.key).chain(outcome.waiting.iter().map(|waiting| &waiting.key));
    let left: Vec<(&String, &ValueType)> = left.filter_map(|key| Some((key, checkpoint.get(key)?))).collect();
    let mut pairs = Vec::new();
    for missing in &outcome.missing {
        let wanted = program.get(&missing.key);
        for (index, (key, stored)) in left.iter().enumerate() {
            if wanted.is_some_and(|wanted| wanted != *stored) || pairs.len() >= MOST {
                continue;
            }
            let alike = alike(&missing.key, key);
            if wanted.is_some() || alike >= ENOUGH {
                pairs.push((alike, &missing.key, index));
            }
        }
    }
    crate::order::sort_by(&mut pairs, |a, b| (b.0, a.1, a.2).cmp(&(a.0, b.1, b.2)));
    let mut used = vec![false; left.len()];
    let mut found: BTreeMap<&str, Rename> = BTreeMap::new();
    for (alike, missing, index) in pairs {
        match found.get_mut(missing.as_str()) {
            Some(rename) => rename.ambiguous |= rename.alike == alike,
            None if !used[index] => {
                used[index] = true;
                let typed = program.contains_key(missing);
                let key = left[index].0.clone();
                let rename = Rename { missing: missing.clone(), found: key, alike, ambiguous: false, typed };
                found.insert(missing, rename);
            }
            None => {}
        }
    }
    found.into_values().collect()
}

/// Similarity of two keys in percent: equal parts, counted from both ends, because renaming changes the middle or one
/// end; in parts that differ, their common first and last letters.
pub fn alike(a: &str, b: &str) -> u32 {
    let (a, b): (Vec<&str>, Vec<&str>) = (parts(a).collect(), parts(b).collect());
    let longest = a.len().max(b.len()).max(1);
    let most = a.len().min(b.len());
    let head = (0..most).take_while(|i| a[*i] == b[*i]).count();
    let tail = (0..most - head).take_while(|i| a[a.len() - 1 - i] == b[b.len() - 1 - i]).count();
    let mut points = 100 * (head + tail);
    let (middle_a, middle_b) = (&a[head..a.len() - tail], &b[head..b.len() - tail]);
    for (x, y) in middle_a.iter().zip(middle_b) {
        let (x, y) = (x.as_bytes(), y.as_bytes());
        let most = x.len().min(y.len());
        let begin = (0..most).take_while(|i| x[*i] == y[*i]).count();
        let end = (0..most - begin).take_while(|i| x[x.len() - 1 - i] == y[y.len() - 1 - i]).count();
        points += 100 * (begin + end) / x.len().max(y.len()).max(1);
    }
    (points / longest) as u32
}

/// Parts of a key without the common ending of all keys.
fn parts(key: &str) -> impl Iterator<Item = &str> {
    key.split("/.ATTRIBUTES/").next().unwrap_or(key).split('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_layer_under_another_name_is_the_nearest() {
        assert_eq!(alike("a/b/kernel", "a/b/kernel"), 100);
        assert!(alike("net/dense/kernel", "net/l1/kernel") > alike("net/dense/kernel", "net/l1/bias"));
        assert!(alike("conv1/weights", "conv1/w") > alike("conv1/weights", "conv2/w"));
        assert!(alike("new/scope/w", "old/scope/w") > alike("new/scope/w", "old/other/w"));
    }
}
