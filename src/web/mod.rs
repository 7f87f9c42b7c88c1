//! Browser only: the app, the workers, the embed.
//!
//! Nothing below imports this.
