//! The CLI, run as a user runs it.
#![cfg(feature = "cli")]

mod actions;
mod beside;
mod ci;
mod comparisons;
mod evolution;
mod help;
mod languages;
mod matrix;
mod pairs;
mod paths;
mod printing;
mod recorded;
mod reference;
mod results;
mod run;
mod sarif;
mod scenarios;
mod scenarios_tflite;
mod size;
mod strangers;
mod support;
mod targets;
mod window;
