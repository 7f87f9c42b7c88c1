//! SavedModels: tags, versions, signatures, functions, collections, assets, savers, objects, fingerprints, variables.

use super::{Compared, close, files_below, golden, inspected, list, number, text};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The files of a folder, as a browser passes them.
fn folder(root: &Path) -> Vec<(PathBuf, String)> {
    let name = root.file_name().unwrap().to_string_lossy().into_owned();
    let relative = root.strip_prefix(super::fixtures()).unwrap().to_string_lossy().into_owned();
    let files = files_below(&relative, "").into_iter().filter(|path| !path.to_string_lossy().ends_with("golden.json"));
    let shown = |path: PathBuf| {
        let inside = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        (path, format!("{name}/{inside}"))
    };
    files.map(shown).collect()
}

#[test]
fn every_fact_agrees() {
    let mut paths = files_below("savedmodels", "/golden.json");
    paths.extend(files_below("public/savedmodels", "/golden.json"));
    let mut c = Compared::new();
    let mut refused = 0;
    for path in paths {
        let golden = golden(&path);
        let root = path.parent().unwrap();
        let name = root.file_name().unwrap().to_string_lossy().into_owned();
        let ours = inspected(&folder(root), true);
        if golden.get("describe_error").is_some() {
            refused += 1;
            // Without saved_model.pb, the rest of a folder is not treated as a SavedModel.
            let refused = ours["error"].is_object() || ours["kind"] != "saved_model";
            c.holds(format!("{name} is refused"), refused);
            continue;
        }
        let fact = |key: &str| list(&ours["identity"]["facts"]).iter().find(|f| f[0] == key).map(|f| f[1].clone());
        let version = fact("saved_model_schema_version").unwrap_or_default();
        c.same(format!("{name} schema"), &version, &json!(golden["saved_model_schema_version"].to_string()));
        let metas = list(&golden["meta_graphs"]);
        let ours_metas = list(&ours["details"]["meta_graphs"]);
        c.same(format!("{name} meta graphs"), &json!(ours_metas.len()), &json!(metas.len()));
        for (index, (meta, golden)) in ours_metas.iter().zip(metas).enumerate() {
            meta_graph(meta, golden, &format!("{name} [{index}]"), &mut c);
        }
        if let [golden] = metas {
            signatures(&ours, golden, &name, &mut c);
        }
        fingerprint(&ours, &golden, &name, &mut c);
        variables(&ours, &golden, &name, &mut c);
        if golden["load"]["ok"] == true {
            c.same(format!("{name} loads"), &ours["error"], &Value::Null);
            let mut tags: Vec<&str> = list(&ours["identity"]["tags"]).iter().flat_map(list).map(text).collect();
            let mut loaded: Vec<&str> = list(&golden["load"]["tags"]).iter().map(text).collect();
            tags.sort_unstable();
            tags.dedup();
            loaded.sort_unstable();
            c.holds(format!("{name} tags: {loaded:?}"), loaded.iter().all(|tag| tags.contains(tag)));
        }
    }
    assert!(refused >= 3, "{refused}");
    c.finish(600);
}

fn sorted(values: &[Value], field: &str) -> Value {
    let mut names: Vec<&str> = values.iter().map(|v| text(&v[field])).collect();
    names.sort_unstable();
    json!(names)
}

fn meta_graph(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    for field in [
        "tags",
        "tensorflow_version",
        "tensorflow_git_version",
        "stripped_default_attrs",
        "function_aliases",
        "registered_gradients",
    ] {
        c.same(format!("{name} {field}"), &ours[field], &golden[field]);
    }
    let mut stripped: Vec<&str> = list(&ours["stripped_ops"]).iter().map(text).collect();
    stripped.sort_unstable();
    c.same(format!("{name} stripped ops"), &json!(stripped), &golden["stripped_op_list"]);
    c.same(format!("{name} collections"), &sorted(list(&ours["collections"]), "name"), &golden["collections"]);
    let assets: Vec<&Value> = list(&ours["assets"]).iter().map(|a| &a["filename"]).collect();
    c.same(format!("{name} assets"), &json!(assets), &golden["asset_files"]);
    c.holds(format!("{name} assets are there"), list(&ours["assets"]).iter().all(|a| a["present"] == true));
    // Functions with their node counts, gradients, and the ops of them all.
    let functions = list(&ours["functions"]).iter().map(|f| (text(&f["name"]).to_owned(), f["count"].clone()));
    c.same(format!("{name} functions"), &Value::Object(functions.collect()), &golden["functions"]);
    let gradients = list(&ours["gradients"]).iter().map(|g| (text(&g[0]).to_owned(), g[1].clone()));
    c.same(format!("{name} gradients"), &Value::Object(gradients.collect()), &golden["gradients"]);
    let mut ops = std::collections::BTreeMap::<&str, u64>::new();
    let inner = list(&ours["functions"]).iter().flat_map(|f| list(&f["nodes"]));
    for node in list(&ours["nodes"]).iter().chain(inner) {
        *ops.entry(text(&node["op"])).or_default() += 1;
    }
    c.same(format!("{name} all ops"), &json!(ops), &golden["all_ops"]);
    c.same(format!("{name} nodes"), &json!(list(&ours["nodes"]).len()), &golden["graph_nodes"]);
    let saver = &golden["saver_def"];
    c.holds(format!("{name} saver"), saver.is_object() == ours["saver"].is_object());
    if saver.is_object() {
        for (field, other) in [
            ("filename_tensor", "filename_tensor_name"),
            ("save_tensor", "save_tensor_name"),
            ("restore_op", "restore_op_name"),
            ("version", "version"),
        ] {
            c.same(format!("{name} saver {field}"), &ours["saver"][field], &json!(text(&saver[other])));
        }
        c.same(format!("{name} saver sharded"), &ours["saver"]["sharded"], &json!(saver["sharded"] == true));
        let keep = saver["max_to_keep"].as_i64().unwrap_or(0);
        c.same(format!("{name} saver keeps"), &ours["saver"]["max_to_keep"], &json!(keep));
    }
    objects(ours, &golden["object_graph"], name, c);
}

fn objects(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    if golden.is_null() {
        c.same(format!("{name} objects"), &ours["object_kinds"], &json!({}));
        return;
    }
    c.same(format!("{name} object kinds"), &ours["object_kinds"], &golden["kinds"]);
    c.same(format!("{name} concrete functions"), &ours["concrete_functions"], &golden["concrete_functions"]);
    let functions = golden["functions"].as_object().unwrap();
    c.same(format!("{name} saved functions"), &json!(list(&ours["saved_functions"]).len()), &json!(functions.len()));
    for ours in list(&ours["saved_functions"]) {
        let function = text(&ours["name"]);
        let golden = &functions[function];
        c.same(format!("{name} {function} concrete"), &ours["concrete"], &golden["concrete"]);
        let values = list(&golden["spec"]["fullargspec"]["named_tuple_value"]["values"]);
        let args = values.iter().find(|v| v["key"] == "args").map(|v| &v["value"]["list_value"]["values"]);
        let args: Vec<&Value> = args.map_or(&[][..], list).iter().map(|v| &v["string_value"]).collect();
        c.same(format!("{name} {function} arguments"), &ours["arguments"], &json!(args));
        let specs = list(&golden["spec"]["input_signature"]["tuple_value"]["values"]);
        for spec in specs.iter().map(|s| &s["tensor_spec_value"]).filter(|s| s.is_object()) {
            let dtype = text(&spec["dtype"]).trim_start_matches("DT_").to_lowercase();
            let dtype = if dtype == "float" { "float32" } else { &dtype };
            let said = format!("{}: {dtype}", text(&spec["name"]));
            let declared = text(&ours["input_signature"]);
            c.holds(format!("{name} {function}: {said} in {declared}"), declared.contains(&said));
        }
    }
}

/// Signatures with dtypes, shapes and tensors, as the report itself has them.
fn signatures(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let expected = golden["signatures"].as_object().unwrap();
    let keys: Vec<&Value> = list(&ours["signatures"]).iter().map(|s| &s["key"]).collect();
    c.same(format!("{name} signature keys"), &json!(keys), &json!(expected.keys().collect::<Vec<_>>()));
    for signature in list(&ours["signatures"]) {
        let key = text(&signature["key"]);
        let golden = &expected[key];
        c.same(format!("{name} {key} method"), &signature["method"], &golden["method_name"]);
        for side in ["inputs", "outputs"] {
            let wanted = golden[side].as_object().unwrap();
            c.same(format!("{name} {key} {side}"), &json!(list(&signature[side]).len()), &json!(wanted.len()));
            for port in list(&signature[side]) {
                let golden = &wanted[text(&port["name"])];
                let at = format!("{name} {key} {}", port["name"]);
                c.same(format!("{at} dtype"), &json!(text(&port["dtype"])), &json!(text(&golden["dtype"])));
                if golden.get("encoding").is_none() {
                    c.same(format!("{at} tensor"), &port["tensor"], &golden["name"]);
                    // No shape at all counts as a scalar's with the recorder.
                    let shape = if port["shape"].is_null() && golden["shape"] == json!([]) {
                        json!([])
                    } else {
                        port["shape"].clone()
                    };
                    c.same(format!("{at} shape"), &shape, &golden["shape"]);
                }
            }
        }
    }
}

fn fingerprint(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let (said, golden) = (&ours["details"]["fingerprint"], &golden["fingerprint"]);
    c.holds(format!("{name} fingerprint"), said.is_object() == golden.is_object());
    if golden.is_object() {
        for field in [
            "saved_model_checksum",
            "graph_def_program_hash",
            "signature_def_hash",
            "saved_object_graph_hash",
            "checkpoint_hash",
        ] {
            // Zero is not written.
            let expected = golden[field].as_str().unwrap_or("0");
            c.same(format!("{name} {field}"), &said[field], &json!(expected));
        }
        c.same(format!("{name} uuid"), &json!(text(&said["uuid"])), &json!(text(&golden["uuid"])));
        let version = golden["version"]["producer"].as_i64().unwrap_or(0);
        c.same(format!("{name} fingerprint version"), &said["version"], &json!(version));
    }
}

fn variables(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let Some(expected) = golden["variables"].as_array() else { return };
    // Current readers do not look for the V1 files of the first releases; their content is compared separately.
    if name.starts_with("half_plus_two") && expected.is_empty() {
        return c.holds(format!("{name} variables"), list(&ours["variables"]).len() == 2);
    }
    // The object graph is an entry of the file and no variable.
    let expected: Vec<&Value> = expected.iter().filter(|v| v["name"] != "_CHECKPOINTABLE_OBJECT_GRAPH").collect();
    let variables = list(&ours["variables"]);
    c.same(format!("{name} variables"), &json!(variables.len()), &json!(expected.len()));
    for (ours, golden) in variables.iter().zip(expected) {
        for field in ["name", "dtype", "shape"] {
            c.same(format!("{name} {} {field}", golden["name"]), &ours[field], &golden[field]);
        }
        if golden["sum"].is_number() {
            let agree = ours["sum"].is_number() && close(number(&ours["sum"]), number(&golden["sum"]), 1e-9);
            c.holds(format!("{name} {} sum", golden["name"]), agree);
        }
    }
}
