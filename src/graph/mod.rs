//! Documents to one neutral graph, columnar; scopes, layout, search.
//!
//! Must not know: releases, kernels, screens.
