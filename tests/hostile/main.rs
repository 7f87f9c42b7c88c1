//! Hostile files: attacks, damage in every position, fuzzing results. Every file gets an answer, within a second of
//! work and within memory in proportion to its size.

mod arrival;
mod attacks;
mod everything;
mod finds;
mod large;
mod measure;
mod mutations;
