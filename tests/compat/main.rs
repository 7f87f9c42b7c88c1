//! Windows, verdicts and delegates, compared with what released packages answered.

mod actions;
mod asked;
mod damage;
mod delegates;
mod drawn;
mod errata;
mod forms;
mod graph;
mod observed;
mod random;
mod recorded_runs;
mod tally;
mod tflite;
