//! TFLite subgraphs to a program, a plan, and kernels (reference, SIMD, GPU).
//!
//! Must not know: releases, screens, browser types.
