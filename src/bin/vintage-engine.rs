//! The browser module `vintage-engine`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    vintage::web::engine::start()
}
