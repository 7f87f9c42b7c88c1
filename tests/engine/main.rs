//! The engine on recorded runs of the real runtime.

mod damage;
mod goldens;
mod ops_doc;
mod parts;
mod session;
mod support;
