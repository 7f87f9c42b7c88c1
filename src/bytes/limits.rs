//! Limits of readers. Public and documented (docs/limits.md is generated from here), so that an error can name the
//! limit.

/// Upper bounds for readers. A reader that would exceed one stops with [`super::Failure::OverLimit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes taken into memory at once for one structure (a flatbuffer, a proto message, an index block).
    pub structure_bytes: u64,
    /// Elements of one list (tensors, nodes, entries).
    pub list_len: u64,
    /// Depth of nesting (proto messages, functions, object paths).
    pub depth: u32,
    /// Bytes of one name or string.
    pub text_bytes: u64,
    /// Bytes that all decompressed data of one artifact may take in total.
    pub inflated_bytes: u64,
    /// Ratio of unpacked to packed bytes once 64 MiB were unpacked: for each file, and for all files opened together.
    pub inflated_ratio: u64,
    /// Files in one archive or folder, with those of the archives inside.
    pub files: u64,
    /// Archives inside of archives: a `.tar.gz` in a zip is three.
    pub archive_depth: u32,
    /// Bytes of one tensor's value read on demand.
    pub value_bytes: u64,
    /// Bytes that a run on the CPU may take for tensors, variables and strings, beside the weights; precomputed results
    /// and copied outputs may each take as much again.
    pub working_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            structure_bytes: 1 << 30,
            list_len: 4_000_000,
            depth: 100,
            text_bytes: 16 << 20,
            inflated_bytes: 2 << 30,
            inflated_ratio: 200,
            files: 100_000,
            archive_depth: 6,
            value_bytes: 1 << 30,
            working_bytes: 1 << 30,
        }
    }
}

/// Implements listing and setting of all limits by name, from one list.
macro_rules! by_name {
    ($($name:ident: $type:ty),* $(,)?) => {
        // Some limits already have the type of the result.
        #[allow(clippy::useless_conversion, clippy::unnecessary_fallible_conversions)]
        impl Limits {
            /// Every limit by name.
            pub fn all(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), u64::from(self.$name))),*]
            }

            /// Sets a limit by name; a value that is too large for its type becomes the largest. False when there is no
            /// such limit.
            pub fn set(&mut self, name: &str, value: u64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = <$type>::try_from(value).unwrap_or(<$type>::MAX),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

by_name! {
    structure_bytes: u64,
    list_len: u64,
    depth: u32,
    text_bytes: u64,
    inflated_bytes: u64,
    inflated_ratio: u64,
    files: u64,
    archive_depth: u32,
    value_bytes: u64,
    working_bytes: u64,
}
