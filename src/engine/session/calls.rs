//! Operators that run other graphs: what they call, and the tensors on their way there and back.
//!
//! Owns: copies of tensors between two graphs. A loop's values stay in the memory of its body, and only what a graph reads is copied.

use super::{Hooks, PLANS, Session};
use crate::engine::control::is_control;
use crate::engine::data::Aligned;
use crate::engine::error::{EngineError, Result};
use crate::engine::memory::Lease;
use crate::engine::program::{Graph, Params};
use crate::engine::state::State;
use crate::engine::view::Shape;

/// Bytes of a value from which on it is worth asking whether a graph reads it.
const LARGE: usize = 4096;

/// A copy of a tensor.
struct Held {
    shape: Shape,
    value: Aligned,
    lease: Lease,
}

/// A value on its way to a graph.
enum Value {
    Held(Held),
    /// A tensor of the body of a loop, which nothing else runs until its next round.
    InBody(usize),
}

impl Session {
    /// Runs a node that calls other graphs.
    pub(super) fn run_control(
        &mut self,
        state: &mut State,
        graph: &Graph,
        step: usize,
        hooks: &mut dyn Hooks,
    ) -> Result<()> {
        let node = &graph.nodes[state.steps[step].node];
        let value = |t: &Option<usize>| self.held(state, t.unwrap_or_default()).map(Value::Held);
        let mut values: Vec<Value> = node.inputs.iter().map(value).collect::<Result<_>>()?;
        let first = |values: &[Value]| match values.first() {
            Some(Value::Held(held)) => held.value.bytes().to_vec(),
            _ => Vec::new(),
        };
        let results = match node.params {
            Params::Call { body } => self.call(body, &mut values, hooks)?,
            Params::Case { ref branches } => {
                let chosen = first(&values).first_chunk().map(|index| i32::from_le_bytes(*index));
                let chosen = chosen.and_then(|index| branches.get(usize::try_from(index).ok()?));
                let branch = chosen.or(branches.last());
                let branch =
                    branch.ok_or_else(|| EngineError::malformed("engine-bad-option").with("field", "subgraph"))?;
                self.call(*branch, &mut values[1..], hooks)?
            }
            Params::If { then, otherwise } => {
                let branch = if first(&values).first().is_some_and(|&b| b != 0) { then } else { otherwise };
                self.call(branch, &mut values[1..], hooks)?
            }
            Params::While { cond, body } => self.repeat(cond, body, values, hooks)?,
            Params::CallOnce { init } => {
                if !self.called.contains(&init) {
                    self.call(init, &mut [], hooks)?;
                    self.called.push(init);
                }
                Vec::new()
            }
            _ => return Err(EngineError::malformed("engine-bad-option").with("field", "subgraph")),
        };
        if results.len() != node.outputs.len() {
            return Err(EngineError::malformed("engine-output-count").with("wanted", results.len()));
        }
        for (&t, Held { shape, value: bytes, lease }) in node.outputs.iter().zip(results) {
            if state.steps[step].dynamic {
                drop(lease);
                state.put(t, shape, bytes)?;
                continue;
            }
            let place = state.bytes_mut(t);
            if place.len() != bytes.len() {
                return Err(EngineError::malformed("engine-subgraph-results"));
            }
            place.copy_from_slice(bytes.bytes());
        }
        Ok(())
    }

    /// A copy of a tensor.
    fn held(&self, state: &State, tensor: usize) -> Result<Held> {
        let bytes = state.bytes(tensor);
        let lease = self.shared.budget.take(bytes.len())?;
        Ok(Held { shape: state.shapes[tensor].clone(), value: Aligned::copy_of(bytes), lease })
    }

    /// The state of a graph that has run.
    fn after(&self, graph: usize) -> Result<&State> {
        self.states[graph].as_ref().ok_or_else(|| EngineError::run("engine-run-was-broken-off"))
    }

    /// Runs a graph on these inputs.
    fn call(&mut self, index: usize, inputs: &mut [Value], hooks: &mut dyn Hooks) -> Result<Vec<Held>> {
        self.enter(index, inputs, index)?;
        self.run_graph(index, hooks, false)?;
        let state = self.after(index)?;
        self.reduced.graphs[index].outputs.iter().map(|&t| self.held(state, t)).collect()
    }

    /// Runs `body` on the values as long as `cond` says so.
    fn repeat(&mut self, cond: usize, body: usize, mut values: Vec<Value>, hooks: &mut dyn Hooks) -> Result<Vec<Held>> {
        let program = self.reduced.clone();
        let mut nodes = program.graphs[cond].nodes.iter();
        // Otherwise the condition may run the body.
        let stays = cond != body && !nodes.any(|node| node.op.builtin().is_some_and(is_control));
        for rounds in 0.. {
            // Its graphs may have no nodes.
            hooks.round(rounds);
            self.ask(hooks)?;
            self.enter(cond, &mut values, body)?;
            self.run_graph(cond, hooks, false)?;
            let go = program.graphs[cond].outputs.first().map(|&t| self.after(cond).map(|state| state.bytes(t)));
            if go.transpose()?.and_then(<[u8]>::first).is_none_or(|&go| go == 0) {
                break;
            }
            self.enter(body, &mut values, body)?;
            self.run_graph(body, hooks, false)?;
            let (state, Graph { inputs, outputs, .. }) = (self.after(body)?, &program.graphs[body]);
            let next = |(i, &t): (usize, &usize)| {
                // An input would be overwritten before it is read.
                let is_lost = inputs.iter().enumerate().any(|(other, &input)| {
                    let (from, to) = (state.bytes(t).as_ptr_range(), state.bytes(input).as_ptr_range());
                    (other != i || from != to) && from.start < to.end && to.start < from.end
                });
                if stays && !is_lost { Ok(Value::InBody(t)) } else { self.held(state, t).map(Value::Held) }
            };
            values = outputs.iter().enumerate().map(next).collect::<Result<_>>()?;
        }
        self.hold(&mut values, body)?;
        let held = |value| match value {
            Value::Held(held) => Some(held),
            Value::InBody(_) => None,
        };
        Ok(values.into_iter().filter_map(held).collect())
    }

    /// Copies all values that are in the body of a loop.
    fn hold(&self, values: &mut [Value], body: usize) -> Result<()> {
        for value in values {
            if let Value::InBody(t) = *value {
                *value = Value::Held(self.held(self.after(body)?, t)?);
            }
        }
        Ok(())
    }

    /// The shape of a value; empty if the body has not run to its end.
    fn shape<'a>(&'a self, value: &'a Value, body: usize) -> &'a [usize] {
        match value {
            Value::Held(held) => &held.shape,
            Value::InBody(t) => self.states[body].as_ref().map_or(&[], |state| &state.shapes[*t]),
        }
    }

    /// Plans a graph for these inputs, and puts those there that it reads.
    fn enter(&mut self, index: usize, inputs: &mut [Value], body: usize) -> Result<()> {
        let program = self.reduced.clone();
        let graph = &program.graphs[index];
        self.expect_inputs(index, inputs.len())?;
        if !self.is_planned(index, inputs.iter().map(|value| self.shape(value, body))) {
            // A plan of the body takes other memory.
            self.hold(inputs, body)?;
            let shapes: Vec<Shape> = inputs.iter().map(|value| self.shape(value, body).to_vec()).collect();
            self.plan_graph(index, &shapes, &mut PLANS.clone())?;
        }
        let misfit = || EngineError::malformed("engine-subgraph-inputs");
        let Some(mut state) = self.states[index].take() else { return Ok(()) };
        let put = |(&to, value): (&usize, &Value)| {
            let reads =
                || graph.nodes.iter().any(|node| node.inputs.contains(&Some(to))) || graph.outputs.contains(&to);
            match value {
                _ if state.bytes(to).len() >= LARGE && !reads() => Ok(()),
                Value::InBody(from) if index == body => state.copy(*from, to).ok_or_else(misfit),
                Value::InBody(from) => copied(self.after(body)?.bytes(*from), state.bytes_mut(to)).ok_or_else(misfit),
                Value::Held(held) => copied(held.value.bytes(), state.bytes_mut(to)).ok_or_else(misfit),
            }
        };
        let done = graph.inputs.iter().zip(inputs.iter()).try_for_each(put);
        self.states[index] = Some(state);
        done
    }
}

/// Copies bytes; `None` if there are not as many.
fn copied(from: &[u8], to: &mut [u8]) -> Option<()> {
    (from.len() == to.len()).then(|| to.copy_from_slice(from))
}
