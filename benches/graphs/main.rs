//! Speed of the graph views: `cargo bench --bench graphs` lays out, folds, lists and searches graphs of 100,000 nodes.
//!
//! Prints lines `GRAPH STEP MILLISECONDS NUMBER`: CPU time, the minimum of several runs, and how much came out.

use vintage::graph::{
    EdgeKind, Graph, GraphBuilder, NodeSpec, Options, Outline, Role, Style, gather_blocks, layout, search,
};

#[path = "../timing.rs"]
mod timing;
use timing::least;

const NODES: u32 = 100_000;

/// Ops of a residual block, and for each the distance to a second source.
const BLOCK: [(&str, u32); 8] = [
    ("MEAN", 0),
    ("SUB", 1),
    ("RSQRT", 0),
    ("FULLY_CONNECTED", 0),
    ("BATCH_MATMUL", 2),
    ("SOFTMAX", 0),
    ("FULLY_CONNECTED", 0),
    ("ADD", 8),
];

/// A residual network, one block after another; with a mask that every twelfth block reads; in scopes or without.
fn residual(mask: bool, scopes: bool) -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    let input = NodeSpec { name: "mask", role: Role::Input, ..NodeSpec::default() };
    let shared = b.node(input);
    for i in 1..NODES {
        let (block, step) = ((i - 1) / 8, (i - 1) % 8);
        let (op, back) = BLOCK[step as usize];
        let name = format!("model/layers_{block}/{}_{step}", op.to_lowercase());
        let scope = if scopes { format!("model/part_{}/layers_{block}", block / 64) } else { String::new() };
        let node = b.node(NodeSpec { name: &name, op, scope: &scope, version: 1, source: i, ..NodeSpec::default() });
        b.attribute(node, "fused_activation_function", "NONE");
        if i > 1 {
            b.edge(node - 1, node, 0, "1×128×512 float32", EdgeKind::Data);
        }
        if back > 0 && node > back + 1 {
            b.edge(node - back, node, 1, "1×128×512 float32", EdgeKind::Data);
        }
        if i == 1 || mask && step == 4 && block % 12 == 0 {
            b.edge(shared, node, 2, "1×1×128×128 float32", EdgeKind::Data);
        }
    }
    b.finish()
}

/// A chain of `ops`, every twelfth of which reads one mask, with a second line beside every fourth.
fn masked(ops: u32) -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    b.node(NodeSpec { name: "mask", role: Role::Input, ..NodeSpec::default() });
    for i in 1..=ops {
        b.node(NodeSpec { name: "n", op: "ADD", source: i, ..NodeSpec::default() });
        let mut reads = |from, slot, label| b.edge(from, i, slot, label, EdgeKind::Data);
        if i > 1 {
            reads(i - 1, 0, "1×64×256 float32");
        }
        if i > 4 && i % 4 == 0 {
            reads(i - 4, 1, "");
        }
        if i % 12 == 0 {
            reads(0, 2, "1×1×64×64 bool");
        }
    }
    b.finish()
}

/// Layers of 200 nodes, each of which reads two nodes of the layer before, without a pattern.
fn wide() -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    let mut seed = 1u32;
    let mut random = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % most
    };
    for i in 0..NODES {
        b.node(NodeSpec { name: "", op: "ADD", version: 1, source: i, ..NodeSpec::default() });
        for slot in 0..2 {
            if i >= 200 {
                b.edge(i / 200 * 200 - 200 + random(200), i, slot, "1×8 float32", EdgeKind::Data);
            }
        }
    }
    b.finish()
}

fn line(graph: &str, step: &str, mut work: impl FnMut() -> usize) {
    let mut number = 0;
    let took = least(|| number = work());
    println!("{graph:14} {step:10} {:8.1} {number}", took.as_secs_f64() * 1e3);
}

fn main() {
    for (name, ops) in [("mask 20,000", 20_000), ("mask 100,000", 100_000)] {
        let graph = masked(ops);
        line(name, "layout", || layout(&graph, &Options::default(), &|| false).expect("not canceled").nodes.len());
    }
    for (name, graph) in [
        ("residual", residual(false, false)),
        ("shared input", residual(true, false)),
        ("wide", wide()),
        ("scopes", residual(false, true)),
    ] {
        let options = Options { group: name == "scopes", ..Options::default() };
        let draw = |graph: &Graph, options: &Options| layout(graph, options, &|| false).expect("not canceled");
        line(name, "layout", || draw(&graph, &options).nodes.len());
        if name == "scopes" {
            let open = graph.scopes().iter().map(|scope| scope.path.to_string()).collect();
            let options = Options { expanded: Some(open), ..options.clone() };
            line(name, "all open", || draw(&graph, &options).nodes.len());
        }
        let drawing = draw(&graph, &options);
        line(name, "json", || serde_json::to_string(&drawing).expect("JSON").len());
        line(name, "blocks", || gather_blocks(graph.clone()).scopes().len());
        let gathered = gather_blocks(graph.clone());
        let folded = Options { blocks: true, ..options.clone() };
        line(name, "folded", || draw(&gathered, &folded).nodes.len());
        line(name, "outline", || Outline::new(&gathered).rows([], 0, 200).0);
        let outline = Outline::new(&gathered);
        let open: Vec<&str> = gathered.scopes().iter().map(|scope| &*scope.path).collect();
        line(name, "rows", || outline.rows(open.iter().copied(), 90_000, 200).1.len());
        for query in ["rsqrt", "op:ADD dtype:float32 -name:_9", "/layers_\\d*7\\//", "between:#100..#90000"] {
            line(name, query, || search(&graph, query, &[]).expect("a query").len());
        }
    }
}
