//! Types of recorded models that kernels are compared with.

use super::forms::{Forms, form};
use crate::support::{Outcome, check, open, read, root};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use vintage::engine::program::{Dtype, Op};
use vintage::engine::{Backend, Entry, Session};

/// Forms by operator, and whether the fast kernel (true) or the plain one (false) was run.
pub type Recorded = BTreeMap<(Op, bool), Forms>;

/// Forms of the nodes of every recorded model that agrees.
pub fn forms() -> &'static Recorded {
    static FORMS: OnceLock<Recorded> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut recorded = Recorded::new();
        for folder in ["ops", "ops_direct", "recorded", "models"] {
            let mut files: Vec<_> =
                std::fs::read_dir(root().join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
            files.sort();
            for golden in files {
                let Some(stem) = golden.to_str().unwrap().strip_suffix(".golden.json") else { continue };
                let model = format!("{stem}.tflite");
                for backend in [Backend::Reference, Backend::Simd] {
                    if matches!(check(&golden, backend), Outcome::Agrees { .. }) {
                        add(
                            &mut recorded,
                            &Session::prepare(open(model.as_ref(), &Entry::Main).unwrap(), backend).unwrap(),
                        );
                        add_densify(&mut recorded, model.as_ref());
                    }
                }
            }
        }
        recorded
    })
}

/// The forms of DENSIFY, which is gone once a program is loaded.
fn add_densify(recorded: &mut Recorded, path: &Path) {
    let (model, _) = read(path).unwrap();
    for graph in &model.subgraphs {
        let dtype = |t: &i32| Dtype::from_code(graph.tensors[*t as usize].dtype).unwrap();
        for node in &graph.operators {
            if Op::from_code(model.operator_codes[node.opcode_index as usize].code) == Some(Op::Densify) {
                let inputs: Vec<_> = node.inputs.iter().map(|t| Some(dtype(t))).collect();
                let outputs: Vec<_> = node.outputs.iter().map(dtype).collect();
                recorded.entry((Op::Densify, false)).or_default().insert(form(Op::Densify, &inputs, &outputs));
            }
        }
    }
}

fn add(recorded: &mut Recorded, session: &Session) {
    let program = session.program();
    let profile = session.profile();
    for graph in program.reachable() {
        for node in &program.graphs[graph].nodes {
            let Some(op) = node.op.builtin() else { continue };
            let tensors = &program.graphs[graph].tensors;
            let inputs: Vec<_> = node.inputs.iter().map(|t| t.map(|t| tensors[t].dtype)).collect();
            let outputs: Vec<_> = node.outputs.iter().map(|&t| tensors[t].dtype).collect();
            let step = profile.iter().find(|n| n.graph == graph && n.node == node.index);
            let fast = step.is_some_and(|n| n.kernel == "simd");
            recorded.entry((op, fast)).or_default().insert(form(op, &inputs, &outputs));
        }
    }
}
