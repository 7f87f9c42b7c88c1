//! The terminal program, run as a user runs it.
#![cfg(feature = "cli")]

mod comparisons;
mod evolution;
mod scenarios;
mod scenarios_tflite;
mod support;
