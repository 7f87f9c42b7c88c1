//! The browser module `vintage-explorer`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    vintage::web::explorer::start()
}
