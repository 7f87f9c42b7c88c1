//! Terms of `tflite_prepare.csv`: what the preparation of a kernel can ask of its operands, their constants and the
//! subgraphs of the model, on top of the terms of op versions.
//!
//! A term without a value makes every comparison false. Shapes that a runtime computes itself have no value where the
//! file leaves them open, so no rule refuses a node for a shape that only a run knows.

use super::node::{Node, RUNTIME_TYPES};
use crate::compat::condition::{Environment, Value};
use crate::compat::knowledge::tflite::NO_TENSOR;
use crate::compat::relation::Relation;
use crate::formats::tflite::{Buffer, Model, Tensor, TensorType};
use std::fmt::Write;

/// A node as a kernel prepares it.
pub struct Operands<'a> {
    pub model: &'a Model,
    pub node: Node<'a>,
    /// By tensor of the subgraph: its type if the runtime computes it, which may differ from the file's.
    pub computed: &'a [Option<i32>],
}

/// A tensor of an operand.
#[derive(Clone, Copy)]
struct Operand<'a> {
    tensor: &'a Tensor,
    dtype: i32,
    is_computed: bool,
}

impl<'a> Operand<'a> {
    /// A dimension; `None` where the file leaves it open.
    fn dimension(&self, at: usize) -> Option<f64> {
        let size = *self.tensor.shape.get(at)?;
        let open = self.tensor.shape_signature.as_ref().and_then(|s| s.get(at)).is_some_and(|&d| d < 0);
        (!self.is_computed || !open).then_some(f64::from(size))
    }

    /// Number of dimensions; `None` for a computed tensor that may be of unknown rank.
    fn rank(&self) -> Option<f64> {
        let unknown = self.is_computed && self.tensor.shape.is_empty() && !self.tensor.has_rank;
        (!unknown).then_some(self.tensor.shape.len() as f64)
    }

    /// The shape, if all of it is known.
    fn shape(&self) -> Option<&'a [i32]> {
        self.rank()?;
        (0..self.tensor.shape.len()).all(|at| self.dimension(at).is_some()).then_some(self.tensor.shape.as_slice())
    }

    fn elements(&self) -> Option<f64> {
        Some(self.shape()?.iter().map(|&d| f64::from(d)).product())
    }

    fn scales(&self) -> &'a [f32] {
        self.tensor.quantization.as_ref().map_or(&[], |q| q.scale.as_slice())
    }

    fn zero_points(&self) -> &'a [i64] {
        self.tensor.quantization.as_ref().map_or(&[], |q| q.zero_point.as_slice())
    }

    /// Parameters that count for the complete tensor: of several, the runtime keeps none.
    fn only<T: Copy>(values: &[T]) -> Option<T> {
        if let [value] = values { Some(*value) } else { None }
    }
}

/// Sizes of values in bytes and how they are read; values of other types are not needed.
fn value(dtype: i32, bytes: &[u8], at: usize) -> Option<f64> {
    use TensorType as T;
    fn read<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
        bytes.get(at * N..)?.get(..N)?.try_into().ok()
    }
    Some(match T::from_code(dtype)? {
        T::F32 => f64::from(f32::from_le_bytes(read(bytes, at)?)),
        T::I32 => f64::from(i32::from_le_bytes(read(bytes, at)?)),
        T::I64 => i64::from_le_bytes(read(bytes, at)?) as f64,
        T::I16 => f64::from(i16::from_le_bytes(read(bytes, at)?)),
        T::I8 => f64::from(i8::from_le_bytes(read(bytes, at)?)),
        T::U8 | T::Bool => f64::from(read::<1>(bytes, at)?[0]),
        _ => return None,
    })
}

/// `in[1].rank` as its list, index and field.
fn split(term: &str) -> Option<(bool, usize, &str)> {
    let (is_input, rest) = match term.strip_prefix("in[") {
        Some(rest) => (true, rest),
        None => (false, term.strip_prefix("out[")?),
    };
    let (index, field) = rest.split_once(']')?;
    Some((is_input, index.parse().ok()?, field.strip_prefix('.').unwrap_or_default()))
}

impl<'a> Operands<'a> {
    fn at(&self, index: i32) -> Option<Operand<'a>> {
        let index = usize::try_from(index).ok()?;
        let tensor = self.node.subgraph.tensors.get(index)?;
        let computed = self.computed.get(index).copied().flatten();
        Some(Operand { tensor, dtype: computed.unwrap_or(tensor.dtype), is_computed: computed.is_some() })
    }

    fn list(&self, is_input: bool) -> &'a [i32] {
        if is_input { &self.node.operator.inputs } else { &self.node.operator.outputs }
    }

    fn operand(&self, name: &str) -> Option<Operand<'a>> {
        let (is_input, index, _) = split(name)?;
        self.at(*self.list(is_input).get(index)?)
    }

    fn buffer(&self, tensor: &Tensor) -> Option<&'a Buffer> {
        let buffer = self.model.buffers.get(tensor.buffer as usize).filter(|_| tensor.buffer != 0)?;
        buffer.range.as_ref().filter(|range| !range.is_empty() && !tensor.is_variable).map(|_| buffer)
    }

    /// Whether the tensor is a constant for the runtime.
    fn is_constant(&self, tensor: &Tensor) -> bool {
        tensor.external_buffer != 0 || self.buffer(tensor).is_some()
    }

    /// A value of a constant.
    fn value(&self, tensor: &Tensor, at: usize) -> Option<f64> {
        value(tensor.dtype, &self.buffer(tensor)?.small, at)
    }

    /// All values of a constant; empty if they are not kept.
    fn values(&self, tensor: &Tensor) -> impl Iterator<Item = f64> {
        (0..).map_while(|at| self.value(tensor, at))
    }

    /// A property of an operand.
    fn of(&self, operand: Operand<'a>, field: &str) -> Option<f64> {
        let tensor = operand.tensor;
        Some(match field {
            "exists" => 1.0,
            "type" => f64::from(operand.dtype),
            "declared.type" => f64::from(tensor.dtype),
            "runtime_type" => f64::from(*RUNTIME_TYPES.get(usize::try_from(operand.dtype).ok()?)?),
            "rank" => operand.rank()?,
            "elements" => operand.elements()?,
            "last" => operand.dimension(tensor.shape.len().checked_sub(1)?)?,
            "const" => flag(self.is_constant(tensor)),
            "sparse" => flag(tensor.is_sparse),
            "variable" => flag(tensor.is_variable),
            "computed" => flag(operand.is_computed),
            "affine" => flag(!operand.scales().is_empty()),
            "scales" => operand.scales().len() as f64,
            "zero_points" => operand.zero_points().len() as f64,
            "scale" => f64::from(Operand::only(operand.scales()).unwrap_or_default()),
            "zero_point" => Operand::only(operand.zero_points()).unwrap_or_default() as f64,
            "dimension" => f64::from(tensor.quantization.as_ref().map_or(0, |q| q.dimension)),
            "least" => self.values(tensor).reduce(f64::min)?,
            "greatest" => self.values(tensor).reduce(f64::max)?,
            "sum" => self.values(tensor).reduce(|a, b| a + b)?,
            "product" => self.values(tensor).reduce(|a, b| a * b)?,
            _ => return self.indexed(operand, field),
        })
    }

    /// `shape[2]`, `back[2]`, `value[0]`, and relations of two operands, such as `same.in[1]`.
    fn indexed(&self, operand: Operand<'a>, field: &str) -> Option<f64> {
        if let Some(index) = field.strip_prefix("shape[") {
            return operand.dimension(index.strip_suffix(']')?.parse().ok()?);
        }
        if let Some(index) = field.strip_prefix("back[") {
            let index: usize = index.strip_suffix(']')?.parse().ok()?;
            operand.rank()?;
            return operand.dimension(operand.tensor.shape.len().checked_sub(index + 1)?);
        }
        if let Some(index) = field.strip_prefix("value[") {
            return self.value(operand.tensor, index.strip_suffix(']')?.parse().ok()?);
        }
        let (relation, other) = field.split_once('.')?;
        let (a, b) = (operand.shape()?, self.operand(other)?.shape()?);
        Some(flag(Relation::from_word(relation)?.holds(a, b)?))
    }

    /// Number of different values of a property among all inputs or outputs; `None` if one of them is unknown.
    fn distinct(&self, is_input: bool, field: &str) -> Option<f64> {
        let mut seen: Vec<f64> = Vec::new();
        let mut shapes: Vec<&[i32]> = Vec::new();
        for &index in self.list(is_input) {
            let operand = self.at(index)?;
            if field == "shape" {
                let shape = operand.shape()?;
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
                continue;
            }
            let value = self.of(operand, field)?;
            if !seen.contains(&value) {
                seen.push(value);
            }
        }
        Some((seen.len() + shapes.len()) as f64)
    }

    /// `graph[then_subgraph_index].inputs`: lists of the subgraph that an option names.
    fn of_graph(&self, term: &str) -> Option<f64> {
        let (option, field) = term.split_once("].")?;
        let index = usize::try_from(self.node.operator.options.int(option)).ok()?;
        let graph = self.model.subgraphs.get(index)?;
        Some(match field {
            "inputs" => graph.inputs.len() as f64,
            "outputs" => graph.outputs.len() as f64,
            "nodes" => graph.operators.len() as f64,
            _ => return None,
        })
    }

    /// `new_shape.product` and `.least` of an option with several values; `None` for another term.
    fn of_values(&self, option: &str) -> Option<Option<f64>> {
        let (option, field) = option.split_once('.')?;
        let values = self.node.operator.options.ints(option).iter().map(|&value| value as f64);
        match field {
            "product" => Some(values.reduce(|a, b| a * b)),
            "least" => Some(values.reduce(f64::min)),
            _ => None,
        }
    }

    /// The text of a placeholder of a message: a type's name, a shape, or the value of a term. Old releases print types
    /// by number, and spaces in shapes.
    pub fn text(&self, placeholder: &str, is_old: bool) -> Option<String> {
        if let Some(operand) = placeholder.strip_suffix(".type_name") {
            let constant = TensorType::from_schema_name(operand);
            let named = constant.or_else(|| TensorType::from_code(self.operand(operand)?.dtype))?;
            let number = || RUNTIME_TYPES.get(named.code() as usize).map(u8::to_string);
            return if is_old { number() } else { Some(named.schema_name().to_owned()) };
        }
        if let Some(operand) = placeholder.strip_suffix(".dims") {
            let (mut text, separator) = (String::from("["), if is_old { ", " } else { "," });
            for (at, size) in self.operand(operand)?.shape()?.iter().enumerate() {
                write!(text, "{}{size}", if at == 0 { "" } else { separator }).ok()?;
            }
            return Some(text + "]");
        }
        let number = Value::parse(placeholder).ok()?.number(self)?;
        (number == number.trunc()).then(|| number.to_string())
    }
}

fn flag(value: bool) -> f64 {
    f64::from(u8::from(value))
}

impl Environment for Operands<'_> {
    fn term(&self, term: &str) -> Option<f64> {
        if let Some((is_input, index, field)) = split(term) {
            let list = self.list(is_input);
            let Some(operand) = list.get(index).and_then(|&tensor| self.at(tensor)) else {
                return match field {
                    "exists" => Some(0.0),
                    "type" if list.get(index).is_some_and(|&tensor| tensor < 0) => Some(NO_TENSOR),
                    _ => None,
                };
            };
            return match field {
                "pot" | "scale_log2" | "blocks.type" => self.node.term(term),
                _ => self.of(operand, field),
            };
        }
        if let Some((list @ ("inputs" | "outputs"), field)) = term.split_once('.') {
            return self.distinct(list == "inputs", field);
        }
        if let Some(values) = term.strip_prefix("opt.").and_then(|option| self.of_values(option)) {
            return values;
        }
        if let Some(rest) = term.strip_prefix("graph[") {
            return self.of_graph(rest);
        }
        match term {
            "graphs" => Some(self.model.subgraphs.len() as f64),
            _ => self.node.term(term),
        }
    }

    fn name(&self, left: &Value, name: &str) -> Option<f64> {
        self.node.name(left, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::knowledge::tflite::table;
    use crate::formats::tflite::{BuiltinOp, builtin_options, builtin_options_2};

    fn has_option(name: &str) -> bool {
        let tables = (1..=u8::MAX).filter_map(builtin_options).chain((1..=u8::MAX).filter_map(builtin_options_2));
        tables.flat_map(|table| table.fields).any(|field| field.name == name)
    }

    /// Whether some node can have a value for a term.
    fn is_term(term: &str) -> bool {
        let Some((_, _, field)) = split(term) else {
            let graph = term.strip_prefix("graph[").and_then(|rest| rest.split_once("]."));
            let list = term.strip_prefix("inputs.").or_else(|| term.strip_prefix("outputs."));
            return match (term.strip_prefix("opt."), list, graph) {
                (Some(option), _, _) => has_option(option.split('.').next().unwrap_or_default()),
                (_, Some(field), _) => field == "shape" || is_term(&format!("in[0].{field}")),
                (_, _, Some((option, list))) => has_option(option) && ["inputs", "outputs", "nodes"].contains(&list),
                _ => ["n_inputs", "n_outputs", "graphs", "op", "node"].contains(&term),
            };
        };
        const FIELDS: [&str; 24] = [
            "exists",
            "type",
            "declared.type",
            "runtime_type",
            "rank",
            "elements",
            "last",
            "const",
            "sparse",
            "variable",
            "computed",
            "affine",
            "scales",
            "zero_points",
            "scale",
            "zero_point",
            "dimension",
            "least",
            "greatest",
            "sum",
            "product",
            "pot",
            "scale_log2",
            "blocks.type",
        ];
        let relation = |(name, other)| ["same", "broadcasts", "leads"].contains(&name) && split(other).is_some();
        FIELDS.contains(&field)
            || field.starts_with("shape[")
            || field.starts_with("back[")
            || field.starts_with("value[")
            || field.split_once('.').is_some_and(relation)
    }

    fn words(condition: &str) -> impl Iterator<Item = &str> {
        let words = condition.split(|c: char| !(c.is_ascii_alphanumeric() || "_.[]".contains(c)));
        words.filter(|word| {
            word.starts_with(|c: char| c.is_ascii_lowercase()) && !["and", "or", "not", "in", "true"].contains(word)
        })
    }

    #[test]
    fn rows_name_ops_and_terms_that_exist() {
        let t = table("tflite_prepare");
        for row in 0..t.rows {
            let (ops, condition) = (t.column("ops").at(row), t.column("condition").at(row));
            for op in ops.split(' ') {
                assert!(BuiltinOp::from_name(op).is_some(), "row {}: no op {op}", row + 2);
            }
            for word in words(condition) {
                assert!(is_term(word), "row {}: no term {word} in {condition}", row + 2);
            }
            let names = t.column("message").at(row).split('{').skip(1).filter_map(|rest| rest.split('}').next());
            for name in names.flat_map(words) {
                let plain = name.strip_suffix(".type_name").or_else(|| name.strip_suffix(".dims")).unwrap_or(name);
                assert!(split(plain).is_some() || is_term(plain), "row {}: no placeholder {name}", row + 2);
            }
        }
    }

    #[test]
    fn numbers_of_types_are_those_of_runtimes() {
        let number = |name: &str| TensorType::from_schema_name(name).map(|t| RUNTIME_TYPES[t.code() as usize]);
        let known = [("FLOAT32", 1), ("INT32", 2), ("UINT8", 3), ("INT8", 9), ("FLOAT16", 10), ("INT4", 18)];
        for (name, expected) in known {
            assert_eq!(number(name), Some(expected), "{name}");
        }
    }
}
