//! An object: a group, a data set or a named datatype, with its attributes.

use super::cursor::Cursor;
use super::fractal_heap::Heap;
use super::header::{self, Message, kind};
use super::links::{self, Link};
use super::storage::Storage;
use super::{Attribute, Datatype, File, Layout, Space, btree2, shared};
use crate::bytes::{Error, Result};

/// An object of a file.
#[derive(Clone, Debug)]
pub struct Object {
    /// Path from the root: `/` for the root, `/model_weights/dense` and the like.
    pub path: String,
    /// Its kind.
    pub kind: Kind,
    /// Its attributes, in file order.
    pub attributes: Vec<Attribute>,
}

/// Kind of an object.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A group, with its links by name.
    Group(Vec<Link>),
    /// A data set.
    Dataset(Box<Dataset>),
    /// A datatype with a name.
    Named,
}

/// A data set: type and position of its elements.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Type of an element.
    pub datatype: Datatype,
    /// Its shape.
    pub space: Space,
    /// Storage and filters of the elements.
    pub(super) storage: Storage,
}

impl Dataset {
    /// Bytes of all elements; `None` when they pass 64 bits.
    pub fn bytes(&self) -> Option<u64> {
        self.space.count()?.checked_mul(u64::from(self.datatype.size))
    }

    /// How it is laid out.
    pub fn layout(&self) -> &Layout {
        &self.storage.layout
    }
}

impl Object {
    /// An attribute by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Records of attributes in a tree: by the hash of their name.
const BY_NAME: u8 = 8;

/// Reads the object at an address. Errors in a part go to `problems`.
pub(super) fn read(file: &File, address: u64, path: String, problems: &mut Vec<Error>) -> Result<Object> {
    let messages = header::messages(file, address)?;
    let attributes = attributes(file, &messages, &path, problems);
    let find = |wanted: u16| messages.iter().find(|message| message.kind == wanted);
    let kind = match (find(kind::LAYOUT), find(kind::DATATYPE), find(kind::DATASPACE)) {
        (Some(layout), Some(datatype), Some(space)) => {
            let dataset = dataset(file, &messages, layout, datatype, space)?;
            Kind::Dataset(Box::new(dataset))
        }
        _ if links::is_group(&messages) => {
            let mut found = Vec::new();
            let links = links::links(file, &messages, &mut found);
            problems.extend(found.into_iter().map(|error| error.in_field(path.as_str())));
            Kind::Group(links)
        }
        (None, Some(_), None) => Kind::Named,
        // An empty group still has one of these messages, so this is an unknown kind.
        _ => return Err(file.damaged(address, 16, "object header")),
    };
    Ok(Object { path, kind, attributes })
}

fn dataset(
    file: &File,
    messages: &[Message],
    layout: &Message,
    datatype: &Message,
    space: &Message,
) -> Result<Dataset> {
    let type_of = file.cursor(&datatype.bytes, datatype.address, "datatype");
    let datatype = shared::datatype(file, type_of, datatype.is_shared())?;
    let of_space = file.cursor(&space.bytes, space.address, "dataspace");
    if space.is_shared() {
        return Err(of_space.unsupported("shared dataspace"));
    }
    let space = Space::read(of_space)?;
    let storage = Storage::read(file, messages, layout)?;
    Ok(Dataset { datatype, space, storage })
}

fn attributes(file: &File, messages: &[Message], path: &str, problems: &mut Vec<Error>) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    for message in messages {
        let c = file.cursor(&message.bytes, message.address, "attribute");
        let read = match message.kind {
            kind::ATTRIBUTE if message.is_shared() => Err(c.unsupported("shared attribute")),
            kind::ATTRIBUTE => Attribute::read(file, c).map(|attribute| attributes.push(attribute)),
            kind::ATTRIBUTE_INFO => dense_attributes(file, c.named("attribute info"), &mut attributes),
            _ => Ok(()),
        };
        problems.extend(read.err().map(|error| error.in_field(path)));
    }
    attributes
}

/// Attributes in a fractal heap; none when they are separate messages.
fn dense_attributes(file: &File, mut c: Cursor<'_>, attributes: &mut Vec<Attribute>) -> Result<()> {
    c.version(0..=0)?;
    let flags = c.u8()?;
    c.skip(if flags & 1 != 0 { 2 } else { 0 })?;
    let (heap, names) = (c.address()?, c.address()?);
    let (Some(heap), Some(names)) = (heap, names) else { return Ok(()) };
    let mut heap = Heap::open(file, heap)?;
    btree2::walk(file, names, &[BY_NAME], &mut |mut record| {
        if attributes.len() as u64 >= file.limits.list_len {
            return Err(c.wrong(Error::over_limit("hdf5-too-many").with("limit", file.limits.list_len)));
        }
        let id = record.take(heap.id_len())?;
        let shared = record.u8()? & 2 != 0;
        if shared {
            return Err(c.unsupported("shared attribute"));
        }
        let (bytes, address) = heap.object(id)?;
        attributes.push(Attribute::read(file, file.cursor(&bytes, address, "attribute"))?);
        Ok(())
    })
}
