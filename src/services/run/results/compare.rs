//! The comparison: one run of the reference kernels.

use super::super::cpu;
use super::super::differ::measured;
use super::super::failed::failed;
use super::super::files::unreadable;
use super::super::io::{Input, Output, Watch};
use super::super::schema::{Failed, FailedKind, OutputDifference, ResultDifference, ResultsReport, SkippedResult};
use super::super::values::converted;
use super::arrays::{Matched, Results};
use super::span::{Span, spans};
use crate::engine::program::{Graph, Program, Tensor};
use crate::engine::{Backend, Crew, Hooks, Registry, Session};
use crate::message::Message;
use std::collections::HashMap;
use std::rc::Rc;

impl Results {
    /// Compares the arrays with a run of `program` on these inputs. `tolerance` is the smallest allowed difference of an operator
    /// that rounds, as a share of its result's greatest magnitude: more for a runtime that computes with fewer bits.
    /// The run may take `memory` bytes.
    ///
    /// Errors: no array is a result of the run; those of a run.
    pub fn compare(
        &self,
        program: Rc<Program>,
        inputs: &[Input],
        tolerance: f64,
        memory: usize,
        watch: &mut dyn Watch,
    ) -> Result<ResultsReport, Failed> {
        let Matched { by_tensor, skipped } = self.matched(&program)?;
        let prepared =
            Session::prepare_with(program.clone(), Registry::standard(), Backend::Reference, memory, Crew::default());
        let mut session = prepared.map_err(|error| failed(&error))?;
        cpu::fill(&mut session, inputs)?;
        let graph = program.graph();
        let mut comparing = Comparing {
            steps: cpu::Steps { watch, before: 0, invocations: 1 },
            results: self,
            entry: program.entry,
            graph,
            nodes: graph.nodes.iter().enumerate().map(|(position, node)| (node.index, position)).collect(),
            spans: spans(graph, &by_tensor, tolerance),
            matched: Matched { by_tensor, skipped },
            report: ResultsReport::default(),
        };
        session.run(&mut comparing).map_err(|error| failed(&error))?;
        let Comparing { mut report, matched: Matched { by_tensor, mut skipped }, .. } = comparing;
        let is_input = |tensor| program.inputs.iter().any(|port| port.tensor == tensor);
        for (tensor, position) in by_tensor.into_iter().filter(|&(tensor, _)| !is_input(tensor)) {
            let reason = Message::new(self.not_computed(position, &graph.tensors[tensor]));
            skipped.push(SkippedResult { name: self.name(position).to_owned(), reason });
        }
        if report.tensors.is_empty() {
            let reason = skipped.into_iter().next().map(|skipped| skipped.reason);
            return Err(Failed {
                kind: FailedKind::Usage,
                message: reason.unwrap_or_else(|| Message::new("run-results-nothing")),
                ..Failed::default()
            });
        }
        report.skipped = skipped;
        report.differing = report.tensors.iter().filter(|tensor| tensor.differs).count();
        report.has_made_up_inputs = program
            .inputs
            .iter()
            .enumerate()
            .any(|(index, _)| matches!(inputs.get(index), None | Some(Input::Zeros | Input::Random(_))));
        Ok(report)
    }

    /// Id of the reason that a tensor was not compared.
    fn not_computed(&self, position: usize, tensor: &Tensor) -> &'static str {
        let Some(data) = &tensor.data else { return "run-results-not-computed" };
        let differs = |theirs: &[u8]| data.read().is_ok_and(|data| theirs != data.bytes());
        match self.array(position) {
            Ok(theirs) if theirs.dtype == tensor.dtype && differs(&theirs.bytes) => "run-results-other-constant",
            _ => "run-results-constant",
        }
    }
}

/// Hooks of the run: each result that has an array is compared with it, then replaced by it.
struct Comparing<'a> {
    steps: cpu::Steps<'a>,
    results: &'a Results,
    entry: usize,
    graph: &'a Graph,
    /// Positions in the graph by index of the operator.
    nodes: HashMap<usize, usize>,
    spans: Vec<Span>,
    /// Arrays that were not compared yet.
    matched: Matched,
    report: ResultsReport,
}

impl Hooks for Comparing<'_> {
    fn step(&mut self, done: usize, total: usize) -> bool {
        self.steps.step(done, total)
    }

    fn round(&mut self, rounds: u64) {
        self.steps.round(rounds);
    }

    fn wants_results(&self) -> bool {
        true
    }

    fn result(&mut self, graph: usize, node: usize, output: usize, shape: &[usize], bytes: &[u8]) -> Option<Vec<u8>> {
        let position = *self.nodes.get(&node).filter(|_| graph == self.entry)?;
        let tensor = self.graph.nodes[position].outputs[output];
        let given = self.matched.by_tensor.remove(&tensor)?;
        let own = Output { dtype: self.graph.tensors[tensor].dtype, shape: shape.to_vec(), bytes: bytes.to_vec() };
        match self.results.array(given) {
            Ok(theirs) => self.compare(position, tensor, &own, theirs),
            Err(error) => {
                let name = self.results.name(given).to_owned();
                self.matched.skipped.push(SkippedResult { name, reason: unreadable(&error).message });
                None
            }
        }
    }
}

impl Comparing<'_> {
    /// Reports the difference of a tensor; returns the other runtime's values.
    fn compare(&mut self, node: usize, tensor: usize, own: &Output, theirs: Output) -> Option<Vec<u8>> {
        let (info, span, node) = (&self.graph.tensors[tensor], &self.spans[tensor], &self.graph.nodes[node]);
        let report = ResultDifference {
            graph: self.entry,
            node: node.index,
            op: node.op.name(),
            since: span.first.map_or(node.index, |first| self.graph.nodes[first].index),
            differs: true,
            ..ResultDifference::default()
        };
        // Runtimes add and drop dimensions of one element.
        let dims = |shape: &[usize]| shape.iter().copied().filter(|&dim| dim != 1).collect::<Vec<_>>();
        if dims(&theirs.shape) != dims(&own.shape) {
            let reason = Message::new("run-results-shape")
                .with("given", format!("{:?}", theirs.shape))
                .with("wanted", format!("{:?}", own.shape));
            let difference = OutputDifference { name: info.name.clone(), ..OutputDifference::default() };
            self.report.tensors.push(ResultDifference { reason: Some(reason), difference, ..report });
            return None;
        }
        let theirs = Output { shape: own.shape.clone(), ..theirs };
        let Some((difference, greatest)) = measured(&info.name, own, &theirs) else {
            let reason =
                Message::new("run-results-type").with("given", theirs.dtype.name()).with("wanted", own.dtype.name());
            self.matched.skipped.push(SkippedResult { name: info.name.clone(), reason });
            return None;
        };
        let allowed = span.allowed(info, greatest);
        // Results below the normal floats may be zero in another runtime.
        let differs = difference.absolute > allowed.max(f32::MIN_POSITIVE.into());
        self.report.tensors.push(ResultDifference { differs, allowed, difference, ..report });
        converted(theirs.dtype, &theirs.bytes, own.dtype)
    }
}
