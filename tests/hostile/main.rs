//! Hostile files: attacks, damage in every place, finds of the fuzzers. Whatever is dropped gets an answer, within a
//! second of work and within memory that its size explains.

mod arrival;
mod attacks;
mod everything;
mod finds;
mod measure;
mod mutations;
