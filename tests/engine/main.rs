//! The engine on recorded runs of the real runtime.

mod allocation;
mod damage;
mod goldens;
mod kinds;
mod loops;
mod ops_doc;
mod parts;
mod session;
mod support;
mod tables;
mod threads;
