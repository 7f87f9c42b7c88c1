//! The GPU path natively, on whatever Vulkan this machine has. Needs the feature `gpu`.
#![allow(clippy::result_large_err, reason = "a failure ends the test")]

mod build;
mod cases;
mod golden;
mod loops;
mod models;
mod ops;
mod oracle;
mod parts;
mod support;
