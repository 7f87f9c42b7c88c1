//! Readers of TensorFlow's files against what TensorFlow recorded about the same files.

mod checkpoints;
mod graphs;
mod mutations;
mod saved_models;
mod support;
