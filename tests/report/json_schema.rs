//! docs/report.schema.json is generated from the types and must not be stale.

#[test]
fn the_json_schema_in_docs_is_the_one_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.schema.json");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept.trim(), vintage::cli::json_schema().trim(), "run: cargo run -- schema > docs/report.schema.json");
}
