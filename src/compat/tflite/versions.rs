//! The version that an operator needs, and the feature that requires it (`tflite_version_rules.csv`).

use super::node::Node;
use crate::compat::knowledge::tflite::{VersionRule, facts};

/// The rule of the newest converter that gives this operator its version; `None` for ops without rules.
pub fn rule(code: i32, node: &Node<'_>) -> Option<&'static VersionRule> {
    facts().rules(code).iter().find(|rule| rule.condition.holds(node))
}
