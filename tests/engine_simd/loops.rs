//! WHILE: values that stay, change places or are new in each round.

use crate::builder::*;
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Program, Session};

/// Values of a loop: the number of rounds, and four vectors.
const VALUES: usize = 5;

/// A loop whose rounds turn `a, b, c, d` into `b, a + b, c, a`; the last one by a RESHAPE, which has the memory of its input. Its result
/// is one of the values.
fn fibonacci(len: usize, rounds: i32, result: usize) -> Program {
    let mut b = Builder::new();
    let value = |b: &mut Builder, i: usize| {
        if i == 0 { b.tensor(I32, &[], None, None) } else { b.tensor(F32, &[len], None, None) }
    };
    let number = |b: &mut Builder, number: i32| b.tensor(I32, &[], None, Some(number.to_le_bytes().to_vec()));
    let zero = number(&mut b, 0);
    let mut inputs = vec![zero];
    for i in 1..VALUES {
        let input = value(&mut b, i);
        b.input(input);
        inputs.push(input);
    }
    let outputs: Vec<i32> = (0..VALUES).map(|i| value(&mut b, i)).collect();
    b.operator_to(119, inputs, outputs.clone(), vec![("cond_subgraph_index", 1), ("body_subgraph_index", 2)]);

    assert_eq!(b.subgraph(), 1);
    let inputs: Vec<i32> = (0..VALUES).map(|i| value(&mut b, i)).collect();
    let (most, go) = (number(&mut b, rounds), b.tensor(Dtype::Bool.code(), &[], None, None));
    b.operator(58, vec![inputs[0], most], go, Vec::new());
    b.ports(inputs, vec![go]);

    assert_eq!(b.subgraph(), 2);
    let inputs: Vec<i32> = (0..VALUES).map(|i| value(&mut b, i)).collect();
    let (one, next, sum, again) = (number(&mut b, 1), value(&mut b, 0), value(&mut b, 1), value(&mut b, 1));
    let shape = b.integers(&[1], &[len]);
    b.operator(0, vec![inputs[0], one], next, Vec::new());
    b.operator(0, vec![inputs[1], inputs[2]], sum, Vec::new());
    b.operator(22, vec![inputs[1], shape], again, Vec::new());
    let results = vec![next, inputs[2], sum, inputs[3], again];
    b.ports(inputs, results);
    b.program(outputs[result])
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn values_of_loops_change_places() {
    // Below and above the length from which on a graph gets only what it reads.
    for len in [3, 3000] {
        for rounds in [0, 1, 2, 7] {
            let given = |which: usize| -> Vec<f32> { (0..len).map(|i| (i % 11 + 100 * which) as f32).collect() };
            let mut wanted = [0, 1, 2, 3].map(given);
            for _ in 0..rounds {
                let [a, b, c, _] = wanted;
                let sum = a.iter().zip(&b).map(|(a, b)| a + b).collect();
                wanted = [b, sum, c, a];
            }
            for (which, wanted) in wanted.iter().enumerate() {
                for backend in [Backend::Reference, Backend::Simd] {
                    let mut session = Session::prepare(fibonacci(len, rounds, which + 1), backend).unwrap();
                    // What the first run leaves behind is nothing to the second one.
                    for _ in 0..2 {
                        for i in 0..VALUES - 1 {
                            session.set_input(i, bytemuck::cast_slice(&given(i))).unwrap();
                        }
                        session.run(&mut ()).unwrap();
                        let result = session.output(0).unwrap();
                        let wanted: &[u8] = bytemuck::cast_slice(wanted);
                        assert!(result == wanted, "value {which}, {len} long, after {rounds} rounds, {backend:?}");
                    }
                }
            }
        }
    }
}
