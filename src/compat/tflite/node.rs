//! Terms of conditions for one operator of a model (`tflite_version_terms.csv` defines them in words).

use crate::compat::condition::{Environment, Value};
use crate::compat::knowledge::tflite::{NO_TENSOR, number_of_name};
use crate::formats::tflite::{Operator, OptionValue, Quantization, Subgraph, Tensor, TensorType};

/// An operator in its subgraph.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// Subgraph of the operator.
    pub subgraph: &'a Subgraph,
    /// The operator.
    pub operator: &'a Operator,
}

/// Number that runtimes give a type of the schema, in [`TensorType`]'s order.
pub const RUNTIME_TYPES: [u8; 23] = [1, 10, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];

impl<'a> Node<'a> {
    fn tensor(&self, list: &[i32], at: usize) -> Option<&'a Tensor> {
        self.subgraph.tensors.get(usize::try_from(*list.get(at)?).ok()?)
    }

    /// The first operand that is quantized in blocks.
    fn blocks(&self) -> Option<&'a crate::formats::tflite::Blocks> {
        let operands = (0..self.operator.inputs.len()).filter_map(|at| self.input(at)?.quantization.as_ref());
        operands.filter(|quantization| quantization.details == Quantization::BLOCKWISE).find_map(|q| q.blocks.as_ref())
    }

    /// Whether an operand is quantized in blocks.
    pub fn has_blocks(&self) -> bool {
        self.blocks().is_some()
    }

    /// Number of values that share a scale in an operand quantized in blocks.
    pub fn block_size(&self) -> i32 {
        self.blocks().map_or(0, |blocks| blocks.block_size)
    }

    fn input(&self, at: usize) -> Option<&'a Tensor> {
        self.tensor(&self.operator.inputs, at)
    }

    fn output(&self, at: usize) -> Option<&'a Tensor> {
        self.tensor(&self.operator.outputs, at)
    }

    /// `in[i].…` and `out[i].…`.
    fn of_tensor(&self, list: &[i32], term: &str) -> Option<f64> {
        let (index, field) = term.split_once("].")?;
        let at: usize = index.parse().ok()?;
        if field == "type" && list.get(at).is_some_and(|&t| t < 0) {
            return Some(NO_TENSOR);
        }
        let tensor = self.tensor(list, at)?;
        let scale = || tensor.quantization.as_ref().and_then(|q| q.scale.first().copied()).unwrap_or(0.0);
        match field {
            "type" => Some(f64::from(tensor.dtype)),
            "rank" => Some(tensor.shape.len() as f64),
            "elements" => Some(tensor.shape.iter().map(|&d| f64::from(d)).product()),
            "sparse" => Some(flag(tensor.is_sparse)),
            // The type of the tensor with the scales.
            "blocks.type" => {
                let scales = tensor.quantization.as_ref()?.blocks.as_ref()?.scales;
                self.subgraph.tensors.get(usize::try_from(scales).ok()?).map(|scales| f64::from(scales.dtype))
            }
            "pot" => Some(flag(power_of_two(scale()))),
            "scale_log2" => Some(f64::from(scale()).log2().round()).filter(|v| v.is_finite()),
            _ => {
                let dimension: usize = field.strip_prefix("shape[")?.strip_suffix(']')?.parse().ok()?;
                tensor.shape.get(dimension).map(|&d| f64::from(d))
            }
        }
    }

    fn option(&self, field: &str) -> f64 {
        if let Some(field) = field.strip_suffix(".len") {
            return match self.operator.options.get(field) {
                Some(OptionValue::Ints(values)) => values.len() as f64,
                Some(OptionValue::Floats(values)) => values.len() as f64,
                _ => 0.0,
            };
        }
        match self.operator.options.get(field) {
            Some(OptionValue::Int(v)) => *v as f64,
            Some(OptionValue::Float(v)) => f64::from(*v),
            Some(OptionValue::Bool(v)) => flag(*v),
            _ => 0.0,
        }
    }

    /// Whether the tensor has one scale per slice along `dimension`, and at least `least` of them.
    fn per_channel(tensor: Option<&Tensor>, dimension: Option<usize>, least: usize) -> bool {
        let Some(tensor) = tensor else { return false };
        let Some(q) = &tensor.quantization else { return false };
        let dimension = dimension.or_else(|| usize::try_from(q.dimension).ok());
        let Some(&slices) = dimension.and_then(|d| tensor.shape.get(d)) else { return false };
        slices > 0 && q.scale.len() >= least && q.scale.len() == slices as usize
    }

    fn named(&self, term: &str) -> Option<f64> {
        let quantized = |t: Option<&Tensor>| t.is_some_and(|t| t.has_quantization_table);
        let truth = match term {
            "conv.grouped" => {
                let (Some(input), Some(filter)) = (self.input(0), self.input(1)) else { return Some(0.0) };
                !input.shape.is_empty() && input.shape.get(3) != filter.shape.get(3)
            }
            "conv.per_channel" => Self::per_channel(self.input(1), Some(0), 1),
            "dwconv.per_channel" => Self::per_channel(self.input(1), Some(3), 1),
            "fc.per_channel" => Self::per_channel(self.input(1), Some(0), 1),
            "emb.per_channel" => Self::per_channel(self.input(1), Some(0), 2),
            "dequantize.per_channel" => Self::per_channel(self.input(0), None, 2),
            "quantize.per_channel" => Self::per_channel(self.output(0), None, 2),
            "fc.sparse" => self.input(1).is_some_and(|t| t.is_sparse),
            "mul.input_quantized" => quantized(self.input(0)) || quantized(self.input(1)),
            "add.input_quantized" | "abs.input_quantized" => quantized(self.input(0)),
            "bin.broadcast" => {
                let (Some(a), Some(b)) = (self.input(0), self.input(1)) else { return Some(0.0) };
                a.shape != b.shape
            }
            "mul.scale1" => return Some(self.mul_scale(0)),
            "mul.scale2" => return Some(self.mul_scale(1)),
            "mul.scale_out" => return Some(self.mul_scale(2)),
            "max_input_rank" => {
                let ranks = (0..self.operator.inputs.len()).filter_map(|i| self.input(i)).map(|t| t.shape.len());
                return Some(ranks.max().unwrap_or(0) as f64);
            }
            // The converter's parser creates an options struct for every op that has one, with zeros when it is absent.
            "opt_present" => true,
            "parsed(quantized_bias_type)" => {
                // Schema numbers become runtime numbers, which are never 0; 0 remains when the table is missing.
                !self.operator.options.table.is_empty()
            }
            _ => return None,
        };
        Some(flag(truth))
    }

    /// The text of a placeholder of a message: index of an operand's tensor, its type as a name or as the runtimes' number.
    pub fn text(&self, placeholder: &str) -> Option<String> {
        let (index, field) = placeholder.strip_prefix("in[")?.split_once("].")?;
        let (at, tensor) = (*self.operator.inputs.get(index.parse::<usize>().ok()?)?, self.input(index.parse().ok()?)?);
        match field {
            "tensor" => Some(at.to_string()),
            "type_name" => Some(TensorType::from_code(tensor.dtype)?.schema_name().to_owned()),
            "runtime_type" => Some(RUNTIME_TYPES.get(usize::try_from(tensor.dtype).ok()?)?.to_string()),
            _ => None,
        }
    }

    /// First scales of both inputs and the output; all are 0 unless each has one.
    fn mul_scale(&self, which: usize) -> f64 {
        let scale = |t: Option<&Tensor>| Some(f64::from(*t?.quantization.as_ref()?.scale.first()?));
        match (scale(self.input(0)), scale(self.input(1)), scale(self.output(0))) {
            (Some(a), Some(b), Some(out)) => [a, b, out][which.min(2)],
            _ => 0.0,
        }
    }
}

fn flag(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// The test of the old int16 kernels: the binary logarithm is within 1/1000 of an integer.
fn power_of_two(scale: f32) -> bool {
    let log = f64::from(scale).log2();
    (log - log.round()).abs() < 1e-3
}

impl Environment for Node<'_> {
    fn term(&self, term: &str) -> Option<f64> {
        if let Some(rest) = term.strip_prefix("in[") {
            self.of_tensor(&self.operator.inputs, rest)
        } else if let Some(rest) = term.strip_prefix("out[") {
            self.of_tensor(&self.operator.outputs, rest)
        } else if let Some(field) = term.strip_prefix("opt.") {
            Some(self.option(field))
        } else {
            match term {
                "n_inputs" => Some(self.operator.inputs.len() as f64),
                "n_outputs" => Some(self.operator.outputs.len() as f64),
                _ => self.named(term),
            }
        }
    }

    fn name(&self, left: &Value, name: &str) -> Option<f64> {
        number_of_name(left, name)
    }
}
