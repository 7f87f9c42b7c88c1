//! Object graphs of large checkpoints: groups by scope and by repetition.

use std::time::{Duration, Instant};
use vintage::graph::{Graph, ObjectSpec, Options, Role, Style, from_objects, gather_blocks, layout};

/// A model of blocks with layers of two variables, and an optimizer that keeps two slot variables for each.
fn objects(blocks: u32, layers: u32) -> Vec<ObjectSpec> {
    let object = |path: String, role| ObjectSpec { path, role, ..ObjectSpec::default() };
    let mut all = vec![
        object(String::new(), Role::Root),
        object("model".into(), Role::Object),
        object("optimizer".into(), Role::Optimizer),
        object("model/blocks".into(), Role::Object),
    ];
    all[0].children = vec![("model".into(), 1), ("optimizer".into(), 2)];
    all[1].children = vec![("blocks".into(), 3)];
    let add = |all: &mut Vec<ObjectSpec>, parent: u32, name: &str, role| {
        let (path, index) = (format!("{}/{name}", all[parent as usize].path), all.len() as u32);
        all.push(object(path, role));
        all[parent as usize].children.push((name.into(), index));
        index
    };
    for block in 0..blocks {
        let block = add(&mut all, 3, &block.to_string(), Role::Object);
        for layer in 0..layers {
            let layer = add(&mut all, block, &format!("layer_{layer}"), Role::Object);
            for part in ["kernel", "bias"] {
                let variable = add(&mut all, layer, part, Role::Variable);
                for slot in ["m", "v"] {
                    let path = format!("{}/.OPTIMIZER_SLOT/optimizer/{slot}", all[variable as usize].path);
                    all.push(object(path, Role::SlotVariable));
                    let index = all.len() as u32 - 1;
                    all[2].slots.push((slot.into(), variable, index));
                }
            }
        }
    }
    all
}

/// As the page requests it first.
fn first(graph: &Graph) -> Graph {
    gather_blocks(graph.clone())
}

#[test]
fn fifty_thousand_variables_are_a_drawing_of_a_few_groups() {
    let graph = from_objects(&objects(834, 10));
    assert!(graph.len() > 59_000 && graph.style() == Style::Boxes);
    let began = Instant::now();
    let graph = first(&graph);
    let drawing = layout(&graph, &Options::first(false), &|| false).expect("not canceled");
    // Unoptimized builds of busy machines take a while; a flat layout takes minutes.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let shown = drawing.nodes.iter().filter(|node| node.is_content()).count();
    assert!((3..400).contains(&shown), "{shown} nodes");
    let groups: Vec<_> = drawing.nodes.iter().filter_map(|node| Some((&node.name, node.group.as_ref()?))).collect();
    let counted = groups.iter().map(|(_, group)| group.count).max();
    assert!(counted >= Some(58_000), "{groups:?}");

    // The blocks are equal: an open scope has a group for all of them.
    let open = ["model".to_owned(), "model/blocks".to_owned()].into();
    let options = Options { expanded: Some(open), ..Options::first(false) };
    let drawing = layout(&graph, &options, &|| false).expect("not canceled");
    let groups = drawing.nodes.iter().filter_map(|node| Some((&node.name, node.group.as_ref()?)));
    let repeats: Vec<_> = groups.filter(|(_, group)| group.repeats > 0).collect();
    let shown = drawing.nodes.iter().filter(|node| node.is_content()).count();
    assert!(repeats.iter().any(|(_, group)| group.repeats >= 800), "{repeats:?}, {shown} nodes");
    assert!(shown < 2_000, "{shown} nodes, {repeats:?}");
}

#[test]
fn small_object_graphs_keep_the_glyphs_of_the_guide() {
    let graph = from_objects(&objects(2, 3));
    assert_eq!(graph.style(), Style::Glyphs);
    let drawing = layout(&graph, &Options::default(), &|| false).expect("not canceled");
    assert!(drawing.nodes.iter().all(|node| node.group.is_none()));
}
