//! The project's own build tool: `cargo xtask serve | build | test | bench | codegen | check`.
fn main() {}
