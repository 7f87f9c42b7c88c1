//! The small language of conditions that the tables use, such as
//! `in[0].type==INT8 and not opt.pot_scale_int16`: parser and evaluator.
//!
//! Owns: syntax and evaluation. Must not know: the meaning of terms (an [`Environment`] resolves them), releases.
//!
//! Values are numbers or names. When an environment has no value for a term, every comparison with it is false, so a
//! rule about an input that a node lacks does not match.

use crate::decimal::decimal;

/// A parsed condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Always true.
    True,
    /// Negation.
    Not(Box<Condition>),
    /// Conjunction.
    And(Vec<Condition>),
    /// Disjunction.
    Or(Vec<Condition>),
    /// A term by itself: true when its value is not 0.
    Holds(Value),
    /// A comparison.
    Compare(Value, Comparison, Value),
    /// Membership in a set of names or numbers.
    In(Value, Vec<Value>),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
}

/// A number, a term, or an arithmetic expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A literal number.
    Number(f64),
    /// A term or a name; the environment decides.
    Term(String),
    /// Product, quotient, remainder, sum or difference.
    Arithmetic(Box<Value>, char, Box<Value>),
}

/// Values of terms.
pub trait Environment {
    /// The value of a term; `None` without a value (an input that the node lacks).
    fn term(&self, term: &str) -> Option<f64>;
    /// The value of a name on the right side of a comparison with `left` (`INT8` beside `in[0].type`).
    fn name(&self, left: &Value, name: &str) -> Option<f64>;
}

impl Condition {
    /// Whether it holds because an option is set: the option by itself, or with another value than some one. Terms that it
    /// negates do not count.
    pub fn asks_for(&self, option: &str) -> bool {
        let is_it = |value: &Value| matches!(value, Value::Term(term) if term.strip_prefix("opt.") == Some(option));
        match self {
            Self::And(all) | Self::Or(all) => all.iter().any(|one| one.asks_for(option)),
            Self::Holds(value) | Self::Compare(value, Comparison::NotEqual | Comparison::Greater, _) => is_it(value),
            _ => false,
        }
    }

    /// Whether the condition is true.
    pub fn holds(&self, environment: &impl Environment) -> bool {
        match self {
            Self::True => true,
            Self::Not(inner) => !inner.holds(environment),
            Self::And(all) => all.iter().all(|c| c.holds(environment)),
            Self::Or(any) => any.iter().any(|c| c.holds(environment)),
            Self::Holds(value) => value.get(environment).is_some_and(|v| v != 0.0),
            Self::Compare(left, how, right) => {
                let (Some(l), Some(r)) = (left.get(environment), right.beside(left, environment)) else { return false };
                match how {
                    Comparison::Equal => l == r,
                    Comparison::NotEqual => l != r,
                    Comparison::Greater => l > r,
                    Comparison::GreaterEqual => l >= r,
                    Comparison::Less => l < r,
                    Comparison::LessEqual => l <= r,
                }
            }
            Self::In(left, set) => {
                left.get(environment).is_some_and(|l| set.iter().any(|v| v.beside(left, environment) == Some(l)))
            }
        }
    }

    /// Replaces the names beside terms, such as `INT8` beside `in[0].type`, by their numbers, so that evaluating finds
    /// them without a search.
    pub fn resolve(self, names: &impl Fn(&Value, &str) -> Option<f64>) -> Self {
        match self {
            Self::Not(inner) => Self::Not(Box::new(inner.resolve(names))),
            Self::And(all) => Self::And(all.into_iter().map(|c| c.resolve(names)).collect()),
            Self::Or(any) => Self::Or(any.into_iter().map(|c| c.resolve(names)).collect()),
            Self::Compare(left, how, right) => {
                let right = right.resolve(&left, names);
                Self::Compare(left, how, right)
            }
            Self::In(left, set) => {
                let set = set.into_iter().map(|value| value.resolve(&left, names)).collect();
                Self::In(left, set)
            }
            other => other,
        }
    }

    /// Reads a condition. Errors are mistakes in a table of this crate; a test parses every row.
    pub fn parse(text: &str) -> Result<Self, String> {
        let tokens = tokens(text)?;
        let mut at = Parser { tokens: &tokens, next: 0 };
        let condition = at.or()?;
        if at.next < tokens.len() {
            Err(format!("`{}` is left over in `{text}`", tokens[at.next]))
        } else {
            Ok(condition)
        }
    }
}

impl Value {
    /// Reads a number, a term or an arithmetic expression.
    pub fn parse(text: &str) -> Result<Self, String> {
        let tokens = tokens(text)?;
        let mut at = Parser { tokens: &tokens, next: 0 };
        let value = at.value()?;
        if at.next < tokens.len() { Err(format!("`{}` is left over in `{text}`", tokens[at.next])) } else { Ok(value) }
    }

    /// Its number; `None` when a term has no value.
    pub fn number(&self, environment: &impl Environment) -> Option<f64> {
        self.get(environment)
    }

    fn resolve(self, left: &Self, names: &impl Fn(&Value, &str) -> Option<f64>) -> Self {
        match &self {
            Self::Term(name) => names(left, name).map_or(self, Self::Number),
            _ => self,
        }
    }

    fn get(&self, environment: &impl Environment) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Term(term) => environment.term(term),
            Self::Arithmetic(left, sign, right) => {
                let (l, r) = (left.get(environment)?, right.get(environment)?);
                Some(match sign {
                    '*' => l * r,
                    '/' => l / r,
                    '%' => l % r,
                    '+' => l + r,
                    _ => l - r,
                })
            }
        }
    }

    fn beside(&self, left: &Self, environment: &impl Environment) -> Option<f64> {
        match self {
            Self::Term(name) => environment.name(left, name).or_else(|| environment.term(name)),
            _ => self.get(environment),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let two = rest.get(..2).unwrap_or_default();
        let len = if ["==", "!=", ">=", "<="].contains(&two) {
            2
        } else if "(){},*/%+<>-".contains(first) {
            1
        } else if first.is_ascii_alphanumeric() || first == '_' {
            word_len(rest)
        } else {
            return Err(format!("`{first}` in `{text}`"));
        };
        tokens.push(rest[..len].to_owned());
        rest = rest[len..].trim_start();
    }
    Ok(tokens)
}

/// Length of a word, which may contain dots, brackets with an index, and one call form: `parsed(field)`.
fn word_len(rest: &str) -> usize {
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_.[]".contains(c))).unwrap_or(rest.len());
    if &rest[..end] == "parsed" && rest[end..].starts_with('(') {
        rest.find(')').map_or(end, |close| close + 1)
    } else {
        end
    }
}

struct Parser<'a> {
    tokens: &'a [String],
    next: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.next).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<Condition, String> {
        let mut any = vec![self.and()?];
        while self.take("or") {
            any.push(self.and()?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) })
    }

    fn and(&mut self) -> Result<Condition, String> {
        let mut all = vec![self.not()?];
        while self.take("and") {
            all.push(self.not()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::And(all) })
    }

    fn not(&mut self) -> Result<Condition, String> {
        if self.take("not") {
            return Ok(Condition::Not(Box::new(self.not()?)));
        }
        if self.take("true") {
            return Ok(Condition::True);
        }
        // A parenthesis opens a condition or a value: try the condition, and go back if a comparison follows.
        if self.peek() == "(" {
            let start = self.next;
            self.next += 1;
            let inner = self.or();
            let closed = self.take(")");
            if let (Ok(inner), true, false) = (
                inner,
                closed,
                matches!(self.peek(), "==" | "!=" | ">" | ">=" | "<" | "<=" | "*" | "/" | "%" | "+" | "-" | "in"),
            ) {
                return Ok(inner);
            }
            self.next = start;
        }
        let left = self.value()?;
        let how = match self.peek() {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            "in" => {
                self.next += 1;
                return Ok(Condition::In(left, self.set()?));
            }
            _ => return Ok(Condition::Holds(left)),
        };
        self.next += 1;
        Ok(Condition::Compare(left, how, self.value()?))
    }

    fn set(&mut self) -> Result<Vec<Value>, String> {
        if !self.take("{") {
            return Err("a set begins with {".into());
        }
        let mut set = vec![self.value()?];
        while self.take(",") {
            set.push(self.value()?);
        }
        if self.take("}") { Ok(set) } else { Err("a set ends with }".into()) }
    }

    /// A sum of products.
    fn value(&mut self) -> Result<Value, String> {
        self.chain(&['+', '-'], &mut |parser| parser.chain(&['*', '/', '%'], &mut Self::atom))
    }

    /// Operands separated by these signs, from left to right.
    fn chain(
        &mut self,
        signs: &[char],
        operand: &mut dyn FnMut(&mut Self) -> Result<Value, String>,
    ) -> Result<Value, String> {
        let mut left = operand(self)?;
        while let Some(sign) = self.peek().chars().next().filter(|sign| signs.contains(sign)) {
            self.next += 1;
            left = Value::Arithmetic(Box::new(left), sign, Box::new(operand(self)?));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Value, String> {
        if self.take("(") {
            let inner = self.value()?;
            return if self.take(")") { Ok(inner) } else { Err("a parenthesis is left open".into()) };
        }
        if self.take("-") {
            return Ok(Value::Arithmetic(Box::new(Value::Number(0.0)), '-', Box::new(self.atom()?)));
        }
        let word = self.peek().to_owned();
        if !word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!("a value is missing before `{word}`"));
        }
        self.next += 1;
        Ok(decimal(&word).map_or(Value::Term(word), Value::Number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl Environment for Known {
        fn term(&self, term: &str) -> Option<f64> {
            match term {
                "a" => Some(4.0),
                "b" => Some(0.5),
                "in[0].type" => Some(9.0),
                "off" => Some(0.0),
                _ => None,
            }
        }
        fn name(&self, left: &Value, name: &str) -> Option<f64> {
            (*left == Value::Term("in[0].type".into()) && name == "INT8").then_some(9.0)
        }
    }

    #[test]
    fn a_condition_asks_for_the_options_that_it_needs_set() {
        let asks = |text: &str, option: &str| Condition::parse(text).expect("a condition").asks_for(option);
        assert!(asks("opt.keep_num_dims", "keep_num_dims"));
        assert!(asks("opt.dilation_w_factor!=1 or opt.dilation_h_factor!=1", "dilation_h_factor"));
        assert!(asks("in[0].type==INT8 and opt_present and opt.narrow_range", "narrow_range"));
        assert!(!asks("opt_present and not opt.pot_scale_int16", "pot_scale_int16"));
        assert!(!asks("opt.kernel_type==FULL and in[0].type==INT8", "kernel_type"));
    }

    #[test]
    fn precedence_and_missing_terms() {
        let holds = |text: &str| Condition::parse(text).expect(text).holds(&Known);
        assert!(holds("true"));
        assert!(holds("in[0].type==INT8 and not off"));
        assert!(holds("off or a>3"));
        assert!(holds("(a*b/2) >= 1.0"));
        assert!(!holds("a*b!=2"));
        assert!(holds("a!=0 and b!=0 and (a*b)==2"));
        assert!(holds("a % 3 == 1 and a % 2 == 0"));
        assert!(holds("in[0].type in {INT8,7}"));
        assert!(!holds("missing==0"));
        assert!(!holds("missing!=0"));
        assert!(holds("not missing!=0"));
        assert!(holds("(off or a) and b"));
        assert!(holds("2+a*b==4 and a*b+2==4 and 9-a-1==4 and a/b/2==4"));
        assert!(holds("(2+a)*b==3 and (a-2)+b==2.5 and -a*b==0-2"));
        assert!(holds("(a+b) in {4.5}"));
        assert!(Condition::parse("a ==").is_err());
        assert!(Condition::parse("a b").is_err());
    }
}
