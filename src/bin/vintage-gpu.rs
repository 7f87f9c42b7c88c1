//! The browser module `vintage-gpu`: the engine worker with the WebGPU path.

fn main() {
    #[cfg(target_arch = "wasm32")]
    vintage::web::engine::start()
}
