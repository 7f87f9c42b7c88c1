//! The project's own build tool: `cargo xtask serve | build | test | bench | oracle | learn | codegen | docs | check | fresh`.
//!
//! It needs cargo, Node with npm, and on Debian apt; it sets up everything else and reports it. It owns building,
//! testing and serving the project, and knows nothing about the project's results. The heavy tooling (wasm-bindgen, the
//! schema compilers) is in separate packages that are built when first needed, so that `cargo xtask` starts quickly.

mod apt;
mod bench;
mod browser;
mod build;
mod cache;
mod check;
mod command;
mod docs;
mod fresh;
mod hash;
mod languages;
mod learn;
mod npm;
mod oracle;
mod project;
mod python;
mod serve;
mod test;
mod toolchain;
mod tools;
mod ui;
mod vulkan;
mod wrapper;

use std::process::ExitCode;

/// A failed step: one sentence for the user, naming the command that helps if there is one.
pub type Result<T = ()> = std::result::Result<T, String>;

const HELP: &str = "\
cargo xtask COMMAND

  serve    build the page and serve it on localhost (--port N, --no-build, --dev)
  build    build the static page into dist/ and check the size budgets
  test     run all tests; `test native`, `test wasm`, `test e2e` run one stage; `test integrations` is never part of all
  bench    time the readers beside TensorFlow's own (`bench parse`), the engine beside others in Chromium (`bench web`,
           with real models `bench zoo`), its GPU kernels natively beside LiteRT's (`bench gpu`)
  oracle   ask released runtimes (by pip) about every op and version, compare with the tables (PACKAGE==RELEASE ...)
           or about N models drawn at random (--random N --seed S)
  learn    ask a new release's wheel everything, add and end rows of knowledge/, record its loads, print what changed
           (PACKAGE==RELEASE; nightlies, --dry-run and --again write nothing)
  codegen  generate Rust from schema/ and proto/ (--check: only say what is stale)
  docs     write the documents that are generated from words, tables and code (--quick: not those of code)
  check    formatting, clippy, generated code, imports between layers, message ids, paths
  wasm -- CARGO-ARGUMENTS
           run cargo for wasm32-unknown-unknown, e.g. `cargo xtask wasm -- check --lib --features app`
  fresh    run a command on a bare machine: a Debian in a folder (`fresh --with chromium test native`; as root)
  setup    only set up what the other commands need
";

fn main() -> ExitCode {
    if let Some(code) = wrapper::called() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // A command that has already reported its error fails with an empty sentence.
            if !sentence.is_empty() {
                eprintln!("\nxtask: {sentence}");
            }
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result {
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    match command {
        "serve" => serve::run(rest),
        "build" => build::run(rest),
        "test" => test::run(rest),
        "check" => check::run(rest),
        "codegen" => codegen(rest),
        "docs" => docs::run(rest),
        "bench" => bench::run(rest),
        "fresh" => fresh::run(rest),
        "oracle" => oracle::run(rest),
        "learn" => learn::run(rest),
        "wasm" => toolchain::cargo_for_wasm(rest),
        "setup" => setup(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no command `{other}`; `cargo xtask help` lists them.")),
    }
}

/// Everything that the other commands would set up when they first need it.
fn setup() -> Result {
    toolchain::wasm()?;
    browser::ensure()?;
    vulkan::ensure()?;
    npm::ensure()
}

/// The generators are in a separate package, which compiles a Protocol Buffers compiler.
fn codegen(arguments: &[String]) -> Result {
    ui::step("Running the generators");
    command::run(command::cargo().args(["run", "--quiet", "--package", "codegen", "--"]).args(arguments))
}
