//! The browser module `vintage-app`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    vintage::web::app::start()
}
