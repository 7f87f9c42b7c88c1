//! A small, stable hash for cache keys (FNV-1a, 64 bits). Not for input that an attacker controls.

/// FNV-1a over all parts, each closed by a zero byte so that ("ab", "c") and ("a", "bc") differ.
pub fn fnv<B: AsRef<[u8]>>(parts: impl IntoIterator<Item = B>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for part in parts {
        part.as_ref().iter().copied().for_each(&mut eat);
        eat(0);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::fnv;

    #[test]
    fn known_value_and_part_borders() {
        assert_eq!(fnv(Vec::<&str>::new()), 0xcbf2_9ce4_8422_2325);
        assert_ne!(fnv(["ab", "c"]), fnv(["a", "bc"]));
    }
}
