//! The browser module `vintage-engine`: a worker of the page (`serve`) and a module for everyone (`Model`).

fn main() {
    // Nothing starts by itself: what the scripts call is exported by the library, which must be linked for that.
    #[cfg(target_arch = "wasm32")]
    let _ = vintage::web::engine::serve;
}
