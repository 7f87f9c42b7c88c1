//! The element type of a binding: one float, or four at a time.

/// Element type of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    /// `f32`
    One,
    /// `vec4f`
    Four,
}

impl Elem {
    /// Four where `channels` is a multiple of it.
    pub fn for_channels(channels: u32) -> Self {
        if channels.is_multiple_of(4) { Self::Four } else { Self::One }
    }

    /// The WGSL type.
    pub fn ty(self) -> &'static str {
        match self {
            Self::One => "f32",
            Self::Four => "vec4f",
        }
    }

    /// Lanes.
    pub fn lanes(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Four => 4,
        }
    }
}
