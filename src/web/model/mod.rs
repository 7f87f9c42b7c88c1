//! The page's logic without a browser: its address, sets of targets, links to plans, gestures on a drawing and its camera, shortcuts,
//! announcements, numbers as text.
//!
//! Compiled for every target and tested natively. Must not know: the document, signals, texts.

pub mod address;
pub mod burst;
pub mod camera;
pub mod choices;
pub mod drawn_pairs;
pub mod format;
pub mod gestures;
pub mod minimap;
pub mod neighbors;
pub mod node_classes;
pub mod node_times;
pub mod outline;
pub mod pictured;
pub mod plan_link;
pub mod shortcuts;
pub mod slices;
pub mod table;
pub mod targets;
pub mod undo;
pub mod visited;
