//! Checkpoint object graphs: the tree of objects, slot variables, matching.
//!
//! Must not know: releases, screens.
