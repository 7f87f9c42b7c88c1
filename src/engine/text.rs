//! Strings: a tensor of strings holds handles (u32) into a pool, so that kernels move them like numbers.

use std::collections::HashMap;
use std::sync::Arc;

/// Interned strings: equal strings have equal handles. Handle 0 is the empty string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    list: Vec<Arc<[u8]>>,
    handles: HashMap<Arc<[u8]>, u32>,
}

impl Default for Texts {
    fn default() -> Self {
        let empty: Arc<[u8]> = Arc::from([]);
        Self { list: vec![empty.clone()], handles: HashMap::from([(empty, 0)]) }
    }
}

impl Texts {
    /// The handle of a string.
    pub fn put(&mut self, text: &[u8]) -> u32 {
        if let Some(&handle) = self.handles.get(text) {
            return handle;
        }
        let (text, handle): (Arc<[u8]>, u32) = (Arc::from(text), self.list.len() as u32);
        self.list.push(text.clone());
        self.handles.insert(text, handle);
        handle
    }

    /// The string of a handle; empty for unknown handles.
    pub fn get(&self, handle: u32) -> &[u8] {
        self.list.get(handle as usize).map_or(&[], |text| text)
    }

    /// Handles, one for each of `elements` strings of a packed list; `None` when the list is invalid or has another
    /// length. A list without handles means empty strings.
    pub fn unpack(&mut self, packed: &[u8], elements: usize) -> Option<Vec<u32>> {
        let number = |i: usize| Some(u32::from_le_bytes(packed.get(4 * i..)?.get(..4)?.try_into().ok()?) as usize);
        match number(0)? {
            0 => Some(vec![0; elements]),
            count if count == elements => {
                (1..=count).map(|i| Some(self.put(packed.get(number(i)?..number(i + 1)?)?))).collect()
            }
            _ => None,
        }
    }

    /// The packed list of a tensor, as files store it: the number of strings, the start of each and the end of the last
    /// (all uint32), then the bytes.
    ///
    /// Handles may refer to long strings: check [`Texts::packed_len`] first.
    pub fn pack(&self, handles: &[u32]) -> Vec<u8> {
        let texts = || handles.iter().map(|&handle| self.get(handle));
        let mut packed = Vec::with_capacity(self.packed_len(handles));
        packed.extend((handles.len() as u32).to_le_bytes());
        let mut at = 4 * (handles.len() + 2);
        for text in texts() {
            packed.extend((at as u32).to_le_bytes());
            at += text.len();
        }
        packed.extend((at as u32).to_le_bytes());
        texts().for_each(|text| packed.extend(text));
        packed
    }

    /// Bytes of that list.
    pub fn packed_len(&self, handles: &[u32]) -> usize {
        let lengths = handles.iter().map(|&handle| self.get(handle).len());
        lengths.fold(4 * (handles.len() + 2), usize::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_lists_survive_and_broken_ones_are_refused() {
        let mut texts = Texts::default();
        let handles = [texts.put(b"one"), 0, texts.put(b"three"), texts.put(b"one")];
        assert_eq!(handles[0], handles[3]);
        let packed = texts.pack(&handles);
        assert_eq!(packed.len(), texts.packed_len(&handles));
        assert_eq!(Texts::default().unpack(&packed, 4).map(|h| h.len()), Some(4));
        assert_eq!(texts.unpack(&packed, 4).unwrap(), handles);
        assert_eq!(texts.unpack(&packed, 3), None);
        assert_eq!(texts.unpack(&packed[..9], 4), None);
        assert_eq!(texts.unpack(&[1, 0, 0, 0, 90, 0, 0, 0, 12, 0, 0, 0], 1), None);
        assert_eq!(texts.unpack(&[0; 8], 2).unwrap(), [0, 0]);
    }
}
