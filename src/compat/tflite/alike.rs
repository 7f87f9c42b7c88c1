//! Operators between which no condition of `tflite_prepare.csv` finds a difference: one code, equal options, equal
//! operands. Long models repeat a few of them thousands of times, and a condition is asked of one.
//!
//! Must not know: conditions. Two operators that are alike may have different numbers, when many others are between them;
//! operators with one number are always alike.

use super::taken::At;
use crate::formats::tflite::{Model, Operator, Tensor};

/// How many different ones are remembered: a few more than a block of a network has.
const RECENT: usize = 32;

/// Numbers of an operand that is left out, and of one that does not exist.
const NONE: u32 = u32::MAX;
const MISSING: u32 = u32::MAX - 1;

/// Gives equal items that are near each other one number.
struct Numbers<T> {
    recent: Vec<(T, u32)>,
    next: u32,
}

impl<T: PartialEq> Numbers<T> {
    fn new() -> Self {
        Self { recent: Vec::new(), next: 0 }
    }

    /// The number of an item; one that is like no other is `None`.
    fn of(&mut self, item: Option<T>) -> u32 {
        let known = item.as_ref().and_then(|item| self.recent.iter().find(|(known, _)| known == item));
        if let Some((_, number)) = known {
            return *number;
        }
        let number = self.next;
        self.next += 1;
        if let Some(item) = item {
            if self.recent.len() == RECENT {
                self.recent.remove(0);
            }
            self.recent.push((item, number));
        }
        number
    }
}

/// Properties of most tensors that conditions can ask for: the type in the file and that of the runtime, the shape in
/// three forms, whether there is a table for quantization, and the buffer of a constant.
type Plain<'a> = (i32, Option<i32>, &'a [i32], Option<&'a [i32]>, bool, bool, u32);

/// A tensor without what makes it different from all others: quantization, a state, sparse or outside content.
fn plain<'a>(model: &Model, tensor: &'a Tensor, computed: Option<i32>) -> Option<Plain<'a>> {
    let is_plain = tensor.quantization.is_none()
        && !tensor.is_variable
        && !tensor.is_sparse
        && tensor.variant_tensors.is_empty()
        && tensor.external_buffer == 0;
    let content = model.buffers.get(tensor.buffer as usize).and_then(|buffer| buffer.range.as_ref());
    let constant = content.filter(|range| !range.is_empty()).map_or(0, |_| tensor.buffer);
    let (shape, signature) = (tensor.shape.as_slice(), tensor.shape_signature.as_deref());
    is_plain.then_some((
        tensor.dtype,
        computed,
        shape,
        signature,
        tensor.has_rank,
        tensor.has_quantization_table,
        constant,
    ))
}

/// The numbers of all operators of a model.
pub struct Alike {
    /// By subgraph and operator.
    numbers: Vec<Vec<u32>>,
    /// How many numbers there are.
    pub len: usize,
}

impl Alike {
    /// `computed`: by subgraph and tensor, the type if the runtime computes it.
    #[inline(never)]
    pub fn new<'a>(model: &'a Model, computed: &[Vec<Option<i32>>]) -> Self {
        let (mut tensors, mut operators) = (Numbers::new(), Numbers::new());
        let mut numbers = Vec::new();
        for (subgraph, computed) in model.subgraphs.iter().zip(computed) {
            let each = subgraph.tensors.iter().zip(computed);
            let kinds: Vec<u32> = each.map(|(tensor, computed)| tensors.of(plain(model, tensor, *computed))).collect();
            let kind = |index: &i32| match usize::try_from(*index) {
                Ok(index) => kinds.get(index).copied().unwrap_or(MISSING),
                Err(_) => NONE,
            };
            let number = |operator: &'a Operator| {
                let Operator { opcode_index, inputs, outputs, options, intermediates, .. } = operator;
                let operands: Vec<u32> = inputs.iter().chain(outputs).map(kind).collect();
                let item = (*opcode_index, inputs.len(), operands, options);
                operators.of(intermediates.is_empty().then_some(item))
            };
            numbers.push(subgraph.operators.iter().map(number).collect());
        }
        Self { numbers, len: operators.next as usize }
    }

    /// The number of an operator.
    pub fn of(&self, (subgraph, operator): At) -> usize {
        self.numbers[subgraph][operator] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tflite::{Options, Quantization, Subgraph};

    fn tensor(size: i32) -> Tensor {
        Tensor { shape: vec![1, size], ..Tensor::default() }
    }

    fn operator(input: i32, output: i32) -> Operator {
        Operator { inputs: vec![input], outputs: vec![output], ..Operator::default() }
    }

    fn numbers(tensors: Vec<Tensor>, operators: Vec<Operator>) -> Vec<usize> {
        let computed = vec![vec![None; tensors.len()]];
        let len = operators.len();
        let model =
            Model { subgraphs: vec![Subgraph { tensors, operators, ..Subgraph::default() }], ..Model::default() };
        let alike = Alike::new(&model, &computed);
        (0..len).map(|operator| alike.of((0, operator))).collect()
    }

    #[test]
    fn operators_with_equal_operands_have_one_number() {
        let tensors = vec![tensor(8), tensor(8), tensor(8), tensor(9)];
        let found = numbers(tensors, vec![operator(0, 1), operator(1, 2), operator(2, 3), operator(0, 2)]);
        assert_eq!(found, [0, 0, 1, 0]);
    }

    #[test]
    fn a_difference_in_options_or_missing_operands_counts() {
        let other = Operator { options: Options { table: "AddOptions", ..Options::default() }, ..operator(0, 1) };
        let found = numbers(vec![tensor(8), tensor(8)], vec![operator(0, 1), other, operator(-1, 1), operator(7, 1)]);
        assert_eq!(found, [0, 1, 2, 3]);
    }

    #[test]
    fn a_quantized_tensor_is_like_no_other() {
        let quantized = || Tensor { quantization: Some(Quantization::default()), ..tensor(8) };
        let found =
            numbers(vec![quantized(), quantized(), tensor(8)], vec![operator(0, 2), operator(1, 2), operator(0, 2)]);
        assert_eq!(found, [0, 1, 0]);
    }

    #[test]
    fn more_kinds_than_are_remembered_never_share_a_number() {
        let tensors = (0..2 * RECENT as i32).map(tensor).collect::<Vec<_>>();
        let operators = (0..2 * RECENT as i32).chain([0]).map(|index| operator(index, 0)).collect();
        let found = numbers(tensors, operators);
        assert_eq!(found.last(), Some(&(2 * RECENT)));
    }
}
