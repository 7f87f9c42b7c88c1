//! Inputs of the form: where their values come from, and the values for the engine.

use super::failure::misused;
use super::image;
use crate::services::run::schema::{Failed, InputHint, Port};
use crate::web::run_protocol::Fill;
use web_sys::{Blob, File};

/// How an input is filled.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Choice {
    /// Zeros.
    #[default]
    Zeros,
    /// Random values.
    Random,
    /// A file: an array, a table, lists, or an image.
    File,
    /// Typed text.
    Text,
}

/// A file that was picked, dropped or pasted, or a picture of the camera.
#[derive(Clone)]
pub struct Picked {
    /// Its name, or its origin.
    pub name: String,
    /// Its bytes.
    pub blob: Blob,
}

impl From<File> for Picked {
    fn from(file: File) -> Self {
        Self { name: file.name(), blob: file.into() }
    }
}

/// One input of the form.
#[derive(Clone, Default)]
pub struct Entry {
    /// Source of the values.
    pub choice: Choice,
    /// Seed of the random values.
    pub seed: u64,
    /// The file, when one was chosen.
    pub file: Option<Picked>,
    /// Typed text.
    pub text: String,
    /// Subtracted from the channels of an image: one for all, or one per channel.
    pub mean: Vec<f32>,
    /// Divisor of the difference.
    pub std: Vec<f32>,
    /// Whether an image of other proportions is cut, not stretched.
    pub crop: bool,
}

/// Width and height of an input that can be an image: `[batch, height, width, 1 | 3 | 4]` with a batch of one.
pub fn image_size(port: &Port) -> Option<(u32, u32)> {
    match port.shape[..] {
        [1, height, width, 1 | 3 | 4] if height > 1 && width > 1 => Some((width as u32, height as u32)),
        _ => None,
    }
}

/// How an input is filled at first.
pub fn first_entry(port: &Port) -> Entry {
    let image = image_size(port).is_some();
    let choice = match (image, port.dtype.as_str()) {
        (true, _) => Choice::Random,
        (_, "string") => Choice::Text,
        _ => Choice::Zeros,
    };
    Entry { choice, ..Entry::default() }
}

/// Images are normalized with the model's metadata; without it, floats from images are commonly scaled to -1 … 1.
pub fn normalization(port: &Port, hint: Option<&InputHint>) -> (Vec<f32>, Vec<f32>) {
    match hint {
        Some(hint) if !hint.mean.is_empty() => (hint.mean.clone(), hint.std.clone()),
        _ if port.dtype == "uint8" && port.scale.is_none() => (vec![0.0], vec![1.0]),
        _ => (vec![127.5], vec![127.5]),
    }
}

/// Source of inputs that are not the user's data.
pub fn made_up(fills: &[Fill]) -> Option<&'static str> {
    let any = |kind: fn(&Fill) -> bool| fills.iter().any(kind);
    if any(|fill| matches!(fill, Fill::Random { .. })) {
        return Some("random");
    }
    let given = any(|fill| !matches!(fill, Fill::Zeros));
    (!fills.is_empty() && !given).then_some("zeros")
}

/// Values of an input, with the bytes that they come from.
pub async fn fill(port: &Port, entry: &Entry) -> Result<(Fill, Option<Blob>), Box<Failed>> {
    let place = |id: &'static str| Box::new(misused(id, &port.name));
    match (&entry.choice, &entry.file) {
        (Choice::Zeros, _) => Ok((Fill::Zeros, None)),
        (Choice::Random, _) => Ok((Fill::Random { seed: entry.seed }, None)),
        (Choice::Text, _) => Ok((Fill::Text { text: entry.text.clone() }, None)),
        (Choice::File, None) => Err(place("run-input-missing")),
        (Choice::File, Some(file)) if !file.blob.type_().starts_with("image/") => {
            Ok((Fill::File { name: file.name.clone() }, Some(file.blob.clone())))
        }
        (Choice::File, Some(file)) => {
            let (width, height) = image_size(port).ok_or_else(|| place("run-input-not-an-image"))?;
            let pixels = image::pixels(&file.blob, width, height, entry.crop).await;
            let pixels = pixels.ok_or_else(|| place("run-image-unreadable"))?;
            Ok((Fill::Pixels { mean: bits(&entry.mean), std: bits(&entry.std) }, Some(pixels)))
        }
    }
}

/// Numbers as the worker takes them.
fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}
