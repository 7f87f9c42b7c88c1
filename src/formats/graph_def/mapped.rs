//! Memory-mapped graphs (`.pbmm`): constants as regions, the graph as another region, a directory at the end.
//!
//! Source of the layout: tensorflow `core/util/memmapped_file_system.{cc,h,proto}`: the last eight bytes are the offset
//! of the directory, a message of names and offsets; a region ends where the next one, or the directory, begins.

use crate::bytes::{Error, Limits, Result, SharedSource, Source, read_range};
use prost::Message;
use std::ops::Range;

/// Prefix of names; a dot follows it in the graph's own name.
const PREFIX: &str = "memmapped_package://";

/// A region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name, as nodes refer to it (`memory_region_name` of ImmutableConst).
    pub name: String,
    /// Its bytes; up to the next region if the writer did not record the length.
    pub range: Range<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct Directory {
    #[prost(message, repeated, tag = "1")]
    element: Vec<Element>,
}

#[derive(Clone, PartialEq, Message)]
struct Element {
    #[prost(uint64, tag = "1")]
    offset: u64,
    #[prost(string, tag = "2")]
    name: String,
    /// Recorded by newer writers; otherwise 0.
    #[prost(uint64, tag = "3")]
    length: u64,
}

/// Range of the directory, from the last eight bytes.
fn directory(source: &dyn Source) -> Option<Range<u64>> {
    let end = source.len().checked_sub(8)?;
    let mut bytes = [0; 8];
    source.read_at(end, &mut bytes).ok()?;
    let start = u64::from_le_bytes(bytes);
    (start < end).then_some(start..end)
}

/// Whether a directory of regions is at the end.
pub fn is_mapped(source: &dyn Source) -> bool {
    let Some(range) = directory(source) else { return false };
    let mut head = vec![0; (range.end - range.start).min(256) as usize];
    // A message of field 1, with a name in it.
    source.read_at(range.start, &mut head).is_ok()
        && head.first() == Some(&0x0a)
        && head.windows(PREFIX.len()).any(|window| window == PREFIX.as_bytes())
}

/// Lists the regions, in the order of the file.
pub(super) fn regions(source: &SharedSource, limits: &Limits) -> Result<Vec<Region>> {
    let damaged = |range: Range<u64>| Error::malformed("mapped-damaged").at(source.span(range));
    let len = source.len();
    let place = directory(&**source).ok_or_else(|| damaged(len.saturating_sub(8)..len))?;
    let bytes = read_range(&**source, place.clone(), limits)?;
    let list = Directory::decode(bytes.as_slice()).map_err(|_| damaged(place.clone()))?;
    if list.element.len() as u64 > limits.list_len {
        return Err(Error::over_limit("list-too-long").with("limit", limits.list_len).at(source.span(place)));
    }
    let mut end = place.start;
    let mut regions = Vec::with_capacity(list.element.len());
    // Backwards, as the runtime reads it: each must begin before the one after it.
    for element in list.element.into_iter().rev() {
        if element.offset >= end {
            return Err(damaged(place.clone()));
        }
        let own = element.offset.checked_add(element.length).filter(|own| element.length > 0 && *own <= end);
        regions.push(Region { name: element.name, range: element.offset..own.unwrap_or(end) });
        end = element.offset;
    }
    regions.reverse();
    Ok(regions)
}

/// The region with the graph.
pub(super) fn graph(source: &SharedSource, regions: &[Region]) -> Result<Range<u64>> {
    let is_graph = |region: &&Region| region.name.strip_prefix(PREFIX) == Some(".");
    let found = regions.iter().find(is_graph).map(|region| region.range.clone());
    found.ok_or_else(|| Error::malformed("mapped-no-graph").at(source.span(0..source.len())))
}
