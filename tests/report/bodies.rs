//! Subgraphs and functions in place: the drawing of a call opens into what the file says that it calls.

use crate::fixtures::{each_opened, opened};
use std::collections::BTreeSet;
use vintage::artifact::Dropped;
use vintage::bytes::{Limits, MemorySource};
use vintage::graph::{Drawing, Options, Role};
use vintage::report::Opened;
use vintage::report::graphs::Listing;

fn options(open: &[&str]) -> Options {
    let expanded = Some(open.iter().map(|path| (*path).to_owned()).collect());
    Options { expanded, blocks: true, ..Options::default() }
}

fn groups(drawing: &Drawing) -> Vec<&str> {
    drawing.nodes.iter().filter(|node| node.group.is_some()).map(|node| node.name.as_str()).collect()
}

/// Operators that are drawn, of a graph of the file.
fn ops(drawing: &Drawing, graph: Option<u32>) -> usize {
    drawing.nodes.iter().filter(|node| node.node.is_some() && !node.op.is_empty() && node.graph == graph).count()
}

#[test]
fn a_loop_opens_into_its_condition_and_its_body() {
    let opened = opened("tflite/ops/while.tflite");
    let sizes: Vec<usize> = (0..3)
        .map(|which| {
            let graph = opened.graph(0, Some(which)).expect("a subgraph");
            (0..graph.len() as u32).filter(|node| !graph.op(*node).is_empty()).count()
        })
        .collect();
    let draw = |open: &[&str]| opened.drawing(0, Some(0), &options(open), None).expect("a drawing");
    let closed = draw(&[]);
    let [call] = groups(&closed)[..] else { panic!("{:?}", groups(&closed)) };
    assert!(call.starts_with("WHILE "), "{call}");
    let (cond, body) = (format!("{call}/cond"), format!("{call}/body"));
    let open = draw(&[call, &cond, &body]);
    assert_eq!(groups(&open).into_iter().collect::<BTreeSet<_>>(), [call, &cond, &body].into());
    assert_eq!(ops(&open, None), sizes[0], "the graph itself has no further operator");
    assert_eq!(ops(&open, Some(1)) + ops(&open, Some(2)), sizes[1] + sizes[2]);
    assert_eq!(open.listed, closed.listed, "the operators of the graph itself are counted");
    assert!(open.edges.iter().all(|edge| !edge.reversed));
    // Without groups there are no bodies either: one graph at a time.
    let none = opened.drawing(0, Some(0), &Options::default(), None).expect("a drawing");
    assert!(groups(&none).is_empty() && none.nodes.iter().all(|node| node.graph.is_none()));
}

#[test]
fn a_composite_opens_into_its_decomposition_and_the_outline_lists_it() {
    let opened = opened("tflite/recorded/stablehlo_composite.tflite");
    let drawing = opened.drawing(0, Some(0), &options(&[]), None).expect("a drawing");
    let call = groups(&drawing).first().map(|path| (*path).to_owned()).expect("the composite");
    let decomposition = format!("{call}/decomposition");
    let open: BTreeSet<String> = [call, decomposition.clone()].into();
    let listing = Listing { blocks: true, open, count: 100, ..Listing::default() };
    let outline = opened.outline(0, Some(0), &listing).expect("an outline");
    assert!(outline.rows.iter().any(|row| row.path == decomposition && row.name == "decomposition"), "{outline:?}");
}

#[test]
fn a_function_call_opens_into_the_function() {
    let opened = opened("savedmodels/functions");
    let drawing = opened.drawing(0, Some(0), &Options { expanded: Some(BTreeSet::new()), ..Options::grouped() }, None);
    let drawing = drawing.expect("a drawing");
    let call = groups(&drawing).into_iter().find(|path| path.contains("PartitionedCall ")).expect("a call").to_owned();
    let names: BTreeSet<String> = opened.report.artifacts[0].graphs.iter().map(|g| g.name.replace('/', "_")).collect();
    let listing = Listing { group: true, open: [call.clone()].into(), count: 1_000, ..Listing::default() };
    let rows = opened.outline(0, Some(0), &listing).expect("an outline").rows;
    let inside = rows.iter().filter_map(|row| row.path.strip_prefix(&format!("{call}/")));
    assert!(inside.into_iter().any(|name| names.contains(name)), "{call}: {rows:?}");
}

#[test]
fn a_call_of_a_missing_function_names_it() {
    let text = r#"node { name: "x" op: "Placeholder" }
        node { name: "known" op: "PartitionedCall" input: "x" attr { key: "f" value { func { name: "here" } } } }
        node { name: "gone" op: "PartitionedCall" input: "known" attr { key: "f" value { func { name: "away" } } } }
        library { function { signature { name: "here" } } }"#;
    let source = MemorySource::shared("model.pbtxt", text.as_bytes().to_vec());
    let dropped = vec![Dropped { path: "model.pbtxt".to_owned(), source }];
    let opened = vintage::report::open(dropped, &Limits::default(), &mut |_| {});
    let drawing = opened.drawing(0, Some(0), &options(&["PartitionedCall 1"]), None).expect("a drawing");
    let missing = |name: &str| drawing.nodes.iter().find(|node| node.name == name).map(|node| node.missing.clone());
    assert_eq!(missing("gone"), Some(vec!["away".to_owned()]));
    assert_eq!(missing("known"), Some(Vec::new()));
}

/// Every call of every fixture opens, and no node of the graph itself changes its index.
#[test]
fn every_graph_keeps_its_nodes_beside_the_bodies() {
    each_opened(&mut |opened: &Opened| {
        for (artifact, report) in opened.report.artifacts.iter().enumerate() {
            for which in 0..report.graphs.len().min(3) {
                let Some(plain) = opened.graph(artifact, Some(which)) else { continue };
                let calls = (0..plain.len() as u32).filter(|node| plain.role(*node) == Role::Call).count();
                let bodies = opened.bodies(artifact, Some(which));
                assert!(calls > 0 || bodies.is_empty(), "{}", report.name);
                let Some(drawing) = opened.drawing(artifact, Some(which), &options(&[]), None) else { continue };
                let all: usize = bodies.iter().map(|(.., body)| body.len()).sum();
                assert_eq!(drawing.shown_by.len(), plain.len() + all, "{}", report.name);
                let mut next = plain.len();
                for (first, _, body) in &bodies {
                    assert_eq!(*first as usize, next);
                    next += body.len();
                }
            }
        }
    });
}
