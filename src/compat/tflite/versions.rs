//! The version that an operator needs, and the feature that requires it (`tflite_version_rules.csv`).

use super::node::Node;
use crate::compat::knowledge::tflite::{VersionRule, facts};

/// The op version that setting an option asks for, by the rules of the newest converter: the oldest whose condition is about
/// the option itself. `None` if no version depends on it.
pub fn option_since(code: i32, option: &str) -> Option<i32> {
    let rules = facts().rules(code).iter();
    rules.filter(|rule| rule.version > 1 && rule.condition.asks_for(option)).map(|rule| rule.version).min()
}

/// The rule of the newest converter that gives this operator its version; `None` for ops without rules.
pub fn rule(code: i32, node: &Node<'_>) -> Option<&'static VersionRule> {
    facts().rules(code).iter().find(|rule| rule.condition.holds(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_ask_for_versions() {
        assert_eq!(option_since(9, "keep_num_dims"), Some(5), "FULLY_CONNECTED");
        assert_eq!(option_since(9, "asymmetric_quantize_inputs"), Some(9));
        assert_eq!(option_since(4, "dilation_w_factor"), Some(2), "DEPTHWISE_CONV_2D");
        assert_eq!(option_since(9, "fused_activation_function"), None);
    }
}
