//! The browser module `vintage-gpu`: the same as `vintage-engine` with the WebGPU path.

fn main() {
    // Nothing starts by itself: what the scripts call is exported by the library, which must be linked for that.
    #[cfg(target_arch = "wasm32")]
    let _ = vintage::web::engine::serve;
}
