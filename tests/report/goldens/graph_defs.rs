//! GraphDefs: versions, nodes with ops and inputs, functions; which are refused.

use super::{Compared, files_below, golden, list, one, text};
use serde_json::{Value, json};
use std::path::PathBuf;

#[test]
fn every_fact_agrees() {
    let mut paths = files_below("graphdefs", ".golden.json");
    paths.extend(files_below("public/graphdefs", ".golden.json"));
    let mut c = Compared::new();
    let mut refused = 0;
    for path in paths {
        let golden = golden(&path);
        let file = PathBuf::from(path.to_string_lossy().strip_suffix(".golden.json").unwrap());
        let ours = one(&file);
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let parses = golden["parse"] == "ok";
        // TensorFlow imports no bytes as a graph without nodes. So do we, and say that the file is empty.
        if name == "empty.pb" {
            c.same(format!("{name}: error"), &ours["error"]["detail"]["id"], &json!("file-empty"));
            c.holds(format!("{name}: windows"), !list(&ours["windows"]).is_empty());
        } else {
            c.holds(
                format!("{name}: {} against {}", golden["parse"], ours["error"]),
                parses == ours["error"].is_null(),
            );
        }
        if !parses {
            refused += 1;
            c.holds(format!("{name}: where"), ours["error"]["at"]["range"].is_array());
            continue;
        }
        let facts = &golden["facts"];
        if facts.is_null() {
            continue;
        }
        c.same(format!("{name} versions"), &ours["versions"], &facts["versions"]);
        let main = &ours["graphs"][0];
        c.same(format!("{name} nodes"), &main["nodes"], &facts["nodes"]);
        c.same(format!("{name} ops"), &main["ops"], &facts["ops"]);
        let graph = &ours["details"]["meta_graphs"][0];
        c.same(format!("{name} functions"), &json!(list(&graph["functions"]).len()), &facts["functions"]);
        let edges: usize = list(&graph["nodes"]).iter().map(|n| list(&n["inputs"]).len()).sum();
        c.same(format!("{name} edges"), &json!(edges), &facts["edges"]);
        let nodes: Vec<Value> =
            list(&graph["nodes"]).iter().map(|n| json!([n["name"], n["op"], n["inputs"]])).collect();
        // The golden lists the first nodes of a large graph.
        let listed = list(&facts["node_list"]);
        c.same(format!("{name} node list"), &json!(nodes[..listed.len().min(nodes.len())]), &json!(listed));
        import(&ours, &golden, &name, &mut c);
    }
    assert_eq!(refused, 4);
    c.finish(400);
}

/// The result of `import_graph_def` in the golden's own release is the verdict on that release.
fn import(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let reader = text(&golden["reader"]).trim_start_matches("tensorflow ").to_owned();
    let window = list(&ours["windows"]).iter().find(|w| w["channel"] == "tensorflow");
    let verdict = window.and_then(|w| list(&w["verdicts"]).iter().find(|v| v["release"] == *reader));
    let Some(verdict) = verdict else { return };
    let outcome = text(&verdict["outcome"]);
    // Unknown is correct when there are no facts; a wrong answer would be worse.
    if outcome != "unknown" {
        let loads = matches!(outcome, "loads" | "warns");
        let message = text(&golden["import_graph_def"]["message"]);
        c.holds(
            format!("{name} on {reader}: {outcome} against {message:?}"),
            golden["import_graph_def"]["ok"] == loads,
        );
    }
}
