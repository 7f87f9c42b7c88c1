//! The CLI; everything is in `vintage::cli`.

fn main() -> std::process::ExitCode {
    vintage::cli::main()
}
