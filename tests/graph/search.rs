//! Searches by words, fields, regular expressions and reachability, and the errors of wrong queries.

use proptest::collection::vec;
use proptest::prelude::*;
use vintage::graph::{EdgeKind, Graph, GraphBuilder, Marked, NodeSpec, Problem, Role, Style, search};

/// x -> conv -> relu -> add -> y, and conv -> pool -> add; a constant of 2 MB in `conv`.
fn network() -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    let node = |b: &mut GraphBuilder, name: &str, op: &str, version, scope: &str| {
        let role = if op.is_empty() { Role::Input } else { Role::Op };
        let source = if op.is_empty() { 90 } else { u32::from(name.as_bytes()[0]) };
        b.node(NodeSpec { name, op, version, scope, role, source })
    };
    let x = node(&mut b, "x", "", 0, "");
    let conv = node(&mut b, "net/conv_1", "CONV_2D", 5, "net");
    let relu = node(&mut b, "net/act/relu", "RELU", 1, "net/act");
    let pool = node(&mut b, "net/pool", "MAX_POOL_2D", 2, "net");
    let add = node(&mut b, "b:0", "ADD", 1, "");
    b.edge(x, conv, 0, "1×224×224×3 uint8", EdgeKind::Data);
    b.edge(conv, relu, 0, "1×112×112×32 int8", EdgeKind::Data);
    b.edge(conv, pool, 0, "1×112×112×32 int8", EdgeKind::Data);
    b.edge(relu, add, 0, "?×112×32 float32", EdgeKind::Data);
    b.edge(pool, add, 1, "?×112×32 float32", EdgeKind::Data);
    b.attribute(conv, "padding", "SAME");
    b.attribute(conv, "stride_h", "2");
    b.attribute(conv, "constant 1", "32×3×3×3 int8, 0.5 * (q - 3)");
    b.attribute(pool, "padding", "VALID");
    b.stores(conv, 2_000_000);
    b.finish()
}

fn found(text: &str) -> Vec<u32> {
    let marked = [Marked { id: "dynamic-range".into(), nodes: vec![1] }];
    search(&network(), text, &marked).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn fields_words_and_their_combinations() {
    for (query, expected) in [
        ("op:CONV_2D v>2", vec![1]),
        ("op:*_2d", vec![1, 3]),
        ("v>=2 v<5", vec![3]),
        ("dtype:int8", vec![1, 2, 3]),
        ("dtype:uint8", vec![0, 1]),
        ("shape:112x112", vec![1, 2, 3]),
        ("shape=1x224x224x3", vec![0, 1]),
        ("shape=1x224x224", vec![]),
        ("shape:?x112", vec![2, 3, 4]),
        ("shape:3x3x*", vec![1]),
        ("attr:padding=SAME", vec![1]),
        ("attr:padding", vec![1, 3]),
        ("attr:stride_h>=2", vec![1]),
        ("attr:padding~^s", vec![1]),
        ("const>1MB", vec![1]),
        ("const>2MB", vec![]),
        ("const>=1.9MiB", vec![1]),
        ("finding:dynamic-*", vec![1]),
        ("in:act", vec![2]),
        ("in:net", vec![1, 2, 3]),
        ("role:input", vec![0]),
        ("inputs=2 outputs=0", vec![4]),
        ("reads:net/conv_1", vec![2, 3]),
        ("reads:conv_1 -op:relu", vec![3]),
        ("feeds:ADD", vec![2, 3]),
        ("near:relu", vec![1, 2, 4]),
        ("near2:x", vec![0, 1, 2, 3]),
        ("up:relu", vec![0, 1, 2]),
        ("down1:conv_1", vec![1, 2, 3]),
        ("between:x..relu", vec![0, 1, 2]),
        ("between:conv_1..ADD", vec![1, 2, 3, 4]),
        ("between:relu..pool", vec![]),
        ("/_\\d$/", vec![1]),
        ("name~^net.*l$", vec![3]),
        ("(relu | pool) in:net", vec![2, 3]),
        ("-(relu | pool) in:net", vec![1]),
        ("relu | pool", vec![2, 3]),
        ("\"net/act\"", vec![2]),
        ("b:0", vec![4]),
        ("v=1 | v=2", vec![2, 3, 4]),
        ("", vec![]),
        ("  ", vec![]),
    ] {
        assert_eq!(found(query), expected, "{query}");
    }
}

#[test]
fn words_alone_come_best_first_as_ever() {
    assert_eq!(found("RELU"), [2]);
    assert_eq!(found("net"), [1, 2, 3]);
    assert_eq!(found("pool"), [3]);
    assert_eq!(found("#120"), [] as [u32; 0]);
}

#[test]
fn errors_point_at_the_wrong_part() {
    for (query, problem, at, len) in [
        ("relu op:", Problem::Value, 5, 3),
        ("v>two", Problem::Number, 0, 5),
        ("relu opp:CONV_2D", Problem::Field, 5, 3),
        ("name~(", Problem::Pattern, 0, 6),
        ("op>3", Problem::Comparison, 0, 4),
        ("shape:1xa", Problem::Shape, 0, 9),
        ("a \"bc", Problem::Unclosed, 2, 3),
        ("a (b", Problem::Unclosed, 2, 1),
        ("a |", Problem::Incomplete, 2, 1),
        ("| a", Problem::Incomplete, 0, 1),
        ("()", Problem::Incomplete, 0, 1),
        ("between:x", Problem::Incomplete, 0, 9),
        ("relu between:x..nowhere", Problem::Node, 16, 7),
        ("reads:nowhere", Problem::Node, 6, 7),
        ("été reads:nowhere", Problem::Node, 10, 7),
    ] {
        let error = search(&network(), query, &[]).expect_err(query);
        assert_eq!((error.problem, error.at, error.len), (problem, at, len), "{query}: {error:?}");
    }
    let long = "a ".repeat(2_000);
    assert_eq!(search(&network(), &long, &[]).map_err(|error| error.problem), Err(Problem::Long));
    let deep = "(".repeat(200);
    assert_eq!(search(&network(), &deep, &[]).map_err(|error| error.problem), Err(Problem::Long));
}

/// A graph without cycles: each node reads earlier ones.
fn acyclic() -> impl Strategy<Value = (Vec<(u32, u32)>, u32)> {
    (2..40u32).prop_flat_map(|nodes| {
        let edge = (1..nodes).prop_flat_map(|to| (0..to, Just(to)));
        (vec(edge, 0..80), Just(nodes))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn between_is_what_lies_on_some_path((edges, nodes) in acyclic(), a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
        let mut builder = GraphBuilder::new("", Style::Boxes);
        for i in 0..nodes {
            builder.node(NodeSpec { name: "n", op: "Op", source: i, ..NodeSpec::default() });
        }
        edges.iter().for_each(|(from, to)| builder.edge(*from, *to, 0, "", EdgeKind::Data));
        let (a, b) = (a.index(nodes as usize) as u32, b.index(nodes as usize) as u32);
        // All paths, one by one.
        let mut on_path = vec![false; nodes as usize];
        let mut paths = vec![vec![a]];
        let mut count = 0;
        while let Some(path) = paths.pop() {
            count += 1;
            prop_assume!(count < 20_000);
            let last = *path.last().expect("a node");
            if last == b {
                path.iter().for_each(|node| on_path[*node as usize] = true);
                continue;
            }
            paths.extend(edges.iter().filter(|edge| edge.0 == last).map(|edge| [&path[..], &[edge.1]].concat()));
        }
        let expected: Vec<u32> = (0..nodes).filter(|node| on_path[*node as usize]).collect();
        assert_eq!(search(&builder.finish(), &format!("between:#{a}..#{b}"), &[]), Ok(expected));
    }

    #[test]
    fn any_text_is_answered_or_refused_with_a_position_in_it(
        text in prop_oneof![
            any::<String>(),
            vec(prop::sample::select(vec![
                "op:", "v>", "2", "(", ")", "|", "-", "\"", "/", "~", "*", "shape:", "1x", "between:", "..", "near3:",
                "#1", " ", "attr:a", "=", "é", "reads:", "x",
            ]), 0..12).prop_map(|parts| parts.concat()),
        ],
    ) {
        if let Err(error) = search(&network(), &text, &[]) {
            assert!((error.at + error.len) as usize <= text.chars().count(), "{text:?}: {error:?}");
        }
    }
}
