//! The terminal program.

fn main() {
    std::process::exit(0)
}
