//! Terms of delegates' conditions for one operator, on top of those of op versions.

use crate::compat::condition::{Environment, Value};
use crate::compat::knowledge::delegates::facts;
use crate::compat::relation::Relation;
use crate::compat::tflite::node::Node as Inner;
use crate::formats::tflite::{OptionValue, Tensor, TensorType};

/// An operator with the context that delegates check.
pub struct Node<'a> {
    /// The operator in its subgraph.
    pub inner: Inner<'a>,
    /// Version of its operator code.
    pub version: i32,
    /// By tensor of the subgraph: whether it is a constant for the engine.
    pub constants: &'a [bool],
    /// The bytes of a custom op's options; empty for builtin ones.
    pub raw: &'a [u8],
}

impl<'a> Node<'a> {
    /// A tensor by its index in a list; `None` for an omitted optional one.
    fn tensor(&self, list: &[i32], at: usize) -> Option<&'a Tensor> {
        self.inner.subgraph.tensors.get(usize::try_from(*list.get(at)?).ok()?)
    }

    /// `in[0]` and `out[0]`.
    fn named(&self, name: &str) -> Option<&'a Tensor> {
        let (list, rest) = match name.strip_prefix("in[") {
            Some(rest) => (&self.inner.operator.inputs, rest),
            None => (&self.inner.operator.outputs, name.strip_prefix("out[")?),
        };
        self.tensor(list, rest.strip_suffix(']')?.parse().ok()?)
    }

    fn is_constant(&self, index: i32) -> bool {
        usize::try_from(index).is_ok_and(|i| self.constants.get(i).copied().unwrap_or_default())
    }

    /// Present inputs, as (index, tensor).
    fn inputs(&self) -> impl Iterator<Item = (i32, &'a Tensor)> {
        let tensors = &self.inner.subgraph.tensors;
        let inputs = self.inner.operator.inputs.iter();
        inputs.filter_map(|&index| Some((index, tensors.get(usize::try_from(index).ok()?)?)))
    }

    /// Types of tensors that are not constant.
    pub fn runtime_types(&self, out: bool) -> impl Iterator<Item = i32> + '_ {
        let list = if out { &self.inner.operator.outputs } else { &self.inner.operator.inputs };
        let runtime = list.iter().filter(|&&index| !self.is_constant(index));
        runtime.filter_map(|&index| Some(self.inner.subgraph.tensors.get(usize::try_from(index).ok()?)?.dtype))
    }

    /// `in[0].last` and similar terms; relations of two tensors: `in[0].same.out[0]`.
    fn of_tensor(&self, term: &str) -> Option<f64> {
        let close = term.find(']')? + 1;
        let (name, field) = (&term[..close], term[close..].strip_prefix('.')?);
        let given = self.named(name);
        let truth = match field {
            "exists" => given.is_some(),
            "const" => {
                let index: usize = name.strip_prefix("in[")?.strip_suffix(']')?.parse().ok()?;
                self.inner.operator.inputs.get(index).is_some_and(|&index| self.is_constant(index))
            }
            "last" => return given?.shape.last().map(|&d| f64::from(d)),
            "bytes" => return element_bytes(given?.dtype),
            _ => {
                let (relation, other) = field.split_once('.')?;
                Relation::from_word(relation)?.holds(&given?.shape, &self.named(other)?.shape)?
            }
        };
        Some(f64::from(u8::from(truth)))
    }

    fn count(&self, of: impl Fn(i32, &Tensor) -> bool) -> f64 {
        self.inputs().filter(|(index, tensor)| of(*index, tensor)).count() as f64
    }
}

/// Size of an element of a schema type; `None` without a fixed size or below one byte.
fn element_bytes(dtype: i32) -> Option<f64> {
    use TensorType as T;
    Some(match T::from_code(dtype)? {
        T::F32 | T::I32 | T::U32 => 4.0,
        T::F16 | T::I16 | T::U16 | T::BF16 => 2.0,
        T::U8 | T::Bool | T::I8 => 1.0,
        T::I64 | T::C64 | T::F64 | T::U64 => 8.0,
        T::C128 => 16.0,
        _ => return None,
    })
}

impl Environment for Node<'_> {
    fn term(&self, term: &str) -> Option<f64> {
        match term {
            "version" => Some(f64::from(self.version)),
            "n_runtime_inputs" => Some(self.count(|index, _| !self.is_constant(index))),
            "n_const_inputs" => Some(self.count(|index, _| self.is_constant(index))),
            "n_float_inputs" => {
                Some(self.count(|index, t| !self.is_constant(index) && t.dtype == TensorType::F32.code()))
            }
            "max_rank" => {
                let operator = self.inner.operator;
                let outputs = (0..operator.outputs.len()).filter_map(|at| self.tensor(&operator.outputs, at));
                let ranks = self.inputs().map(|(_, tensor)| tensor).chain(outputs).map(|tensor| tensor.shape.len());
                Some(ranks.max().unwrap_or_default() as f64)
            }
            "composite.attention" => {
                let name = self.inner.operator.options.get("name");
                let attention = OptionValue::Text("odml.scaled_dot_product_attention".to_owned());
                Some(f64::from(u8::from(name == Some(&attention))))
            }
            // The runtime's parser creates options for every op that has some, with zeros when they are absent.
            "opt_present" => Some(1.0),
            _ => {
                // Custom ops pass a C struct of 32-bit numbers.
                if let Some(index) = term.strip_prefix("raw[").and_then(|rest| rest.strip_suffix(']')) {
                    let bytes = self.raw.chunks_exact(4).nth(index.parse().ok()?)?;
                    return Some(f64::from(i32::from_le_bytes(bytes.try_into().ok()?)));
                }
                self.of_tensor(term).or_else(|| self.inner.term(term))
            }
        }
    }

    fn name(&self, left: &Value, name: &str) -> Option<f64> {
        if let Value::Term(term) = left
            && let Some(value) = term.strip_prefix("opt.").and_then(|field| facts().value(field, name))
        {
            return Some(f64::from(value));
        }
        self.inner.name(left, name)
    }
}
