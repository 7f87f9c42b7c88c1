//! docs/report.schema.json is generated from the types and must not be stale.

#[test]
fn the_json_schema_in_docs_is_the_one_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.schema.json");
    let schema = vintage::cli::json_schema();
    if std::env::var_os("VINTAGE_WRITE_DOCS").is_some() {
        std::fs::write(path, format!("{}\n", schema.trim())).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept.trim() == schema.trim(), "docs/report.schema.json is stale; VINTAGE_WRITE_DOCS=1 writes it again");
}
