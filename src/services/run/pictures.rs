//! Outputs as pictures: images scaled to their range, and masks, where each pixel has the color of its class.
//!
//! Owns: the kinds of an output, their pixels, the colors of classes. Must not know: display.

use super::values::value;
use crate::engine::program::Dtype;

/// Minimum side of a picture.
const LEAST: usize = 4;
/// Maximum side of a drawn picture.
const MOST: usize = 8192;
/// Maximum number of classes of a mask.
const CLASSES: usize = 1024;

/// Kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Gray, RGB or RGBA.
    Image,
    /// The class of the greatest value at each pixel, or the classes themselves.
    Mask,
}

/// Pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Four bytes per pixel.
    pub rgba: Vec<u8>,
    /// Of an image: the values that are black and white.
    pub range: (f64, f64),
    /// Of a mask: classes and how many pixels they have, most first.
    pub classes: Vec<(usize, usize)>,
}

/// Kinds of pictures for an output of this type and shape, best first.
pub fn kinds(dtype: &str, shape: &[usize]) -> &'static [Kind] {
    let side = |length: usize| (LEAST..=MOST).contains(&length);
    let whole = matches!(dtype, "uint8" | "int8" | "int32" | "int64");
    let holds = whole || matches!(dtype, "float32" | "float64" | "int16" | "uint16");
    match *shape {
        _ if !holds => &[],
        [1, height, width] if side(height) && side(width) && whole => &[Kind::Mask, Kind::Image],
        [1, height, width] if side(height) && side(width) => &[Kind::Image],
        [1, height, width, channels] if side(height) && side(width) => match channels {
            1 if matches!(dtype, "int32" | "int64") => &[Kind::Mask, Kind::Image],
            1 => &[Kind::Image],
            3 => &[Kind::Image, Kind::Mask],
            // Classes more often than a picture with transparency.
            4 => &[Kind::Mask, Kind::Image],
            2..=CLASSES => &[Kind::Mask],
            _ => &[],
        },
        _ => &[],
    }
}

/// Height, width and channels.
fn sides(shape: &[usize]) -> Option<(usize, usize, usize)> {
    match *shape {
        [1, height, width] => Some((height, width, 1)),
        [1, height, width, channels] => Some((height, width, channels)),
        _ => None,
    }
}

/// An output as an image: bytes unchanged, other values from the least (black) to the greatest (white). NaN and
/// infinite values are transparent. `None` when the shape is not that of an image or the data is too short.
pub fn image(dtype: &str, shape: &[usize], bytes: &[u8]) -> Option<Picture> {
    let dtype = Dtype::from_name(dtype)?;
    let (height, width, channels) = sides(shape).filter(|(.., channels)| matches!(channels, 1 | 3 | 4))?;
    let count = height * width * channels;
    let values: Vec<f64> = (0..count).map(|index| value(dtype, bytes, index)).collect::<Option<_>>()?;
    let range = if dtype == Dtype::U8 {
        (0.0, 255.0)
    } else {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        finite.fold(None, |range: Option<(f64, f64)>, value| {
            Some(range.map_or((value, value), |(least, most)| (least.min(value), most.max(value))))
        })?
    };
    let scale = if range.1 > range.0 { 255.0 / (range.1 - range.0) } else { 0.0 };
    let mut rgba = Vec::with_capacity(height * width * 4);
    for pixel in values.chunks_exact(channels) {
        let byte = |index: usize| ((pixel[index] - range.0) * scale).round() as u8;
        if !pixel.iter().all(|value| value.is_finite()) {
            rgba.extend([0; 4]);
            continue;
        }
        match channels {
            1 => rgba.extend([byte(0), byte(0), byte(0), 255]),
            3 => rgba.extend([byte(0), byte(1), byte(2), 255]),
            _ => rgba.extend([byte(0), byte(1), byte(2), byte(3)]),
        }
    }
    Some(Picture { width, height, rgba, range, classes: Vec::new() })
}

/// An output as a mask: the channel with the greatest value (the first of equals), or the value of a single channel.
/// `None` when the shape is not that of a mask, the data is too short, or a value is not a class.
pub fn mask(dtype: &str, shape: &[usize], bytes: &[u8]) -> Option<Picture> {
    let dtype = Dtype::from_name(dtype)?;
    let (height, width, channels) = sides(shape).filter(|(.., channels)| (1..=CLASSES).contains(channels))?;
    let mut counts = vec![0usize; CLASSES];
    let mut rgba = Vec::with_capacity(height * width * 4);
    for pixel in 0..height * width {
        let class = if channels == 1 {
            let class = value(dtype, bytes, pixel)?;
            (class >= 0.0 && class.fract() == 0.0 && class < CLASSES as f64).then_some(class as usize)?
        } else {
            let mut best = (0, f64::NEG_INFINITY);
            for channel in 0..channels {
                let value = value(dtype, bytes, pixel * channels + channel)?;
                if value > best.1 {
                    best = (channel, value);
                }
            }
            best.0
        };
        counts[class] += 1;
        rgba.extend(colour(class));
        rgba.push(255);
    }
    let mut classes: Vec<(usize, usize)> = counts.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
    crate::order::sort_by(&mut classes, |a, b| b.1.cmp(&a.1));
    Some(Picture { width, height, rgba, range: (0.0, 0.0), classes })
}

/// The color of a class. Class 0, usually the background, is gray; the others have hues far from those of their
/// neighbors, in a lightness with contrast to white and black.
pub fn colour(class: usize) -> [u8; 3] {
    if class == 0 {
        return [128, 128, 128];
    }
    // The golden angle: for any number of classes, new hues fall between earlier ones.
    let hue = (class as f64 * 137.508) % 360.0 / 60.0;
    let lightness = [0.52, 0.42, 0.62][class / 3 % 3];
    let chroma = 0.7 * (1.0 - (2.0 * lightness - 1.0_f64).abs());
    let second = chroma * (1.0 - (hue % 2.0 - 1.0).abs());
    let (r, g, b) = match hue as u8 {
        0 => (chroma, second, 0.0),
        1 => (second, chroma, 0.0),
        2 => (0.0, chroma, second),
        3 => (0.0, second, chroma),
        4 => (second, 0.0, chroma),
        _ => (chroma, 0.0, second),
    };
    [r, g, b].map(|part| ((part + lightness - chroma / 2.0) * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn what_can_be_a_picture() {
        assert_eq!(kinds("float32", &[1, 64, 64, 3]), [Kind::Image, Kind::Mask]);
        assert_eq!(kinds("float32", &[1, 64, 64, 21]), [Kind::Mask]);
        assert_eq!(kinds("int64", &[1, 65, 65]), [Kind::Mask, Kind::Image]);
        assert_eq!(kinds("uint8", &[1, 65, 65, 1]), [Kind::Image]);
        for shape in [&[1, 1001][..], &[1, 1, 1, 3], &[2, 64, 64, 3], &[1, 64, 64, 5000], &[1, 10_000, 64, 3]] {
            assert_eq!(kinds("float32", shape), []);
        }
        assert_eq!(kinds("string", &[1, 64, 64, 3]), []);
    }

    #[test]
    fn images_are_scaled_to_their_range() {
        let picture = image("float32", &[1, 1, 3, 1], &floats(&[-1.0, f32::NAN, 3.0])).unwrap();
        assert_eq!(picture.range, (-1.0, 3.0));
        assert_eq!(picture.rgba, [0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255]);
        // Bytes are used unchanged; equal values have no range.
        assert_eq!(image("uint8", &[1, 1, 1, 3], &[7, 8, 9]).unwrap().rgba, [7, 8, 9, 255]);
        assert_eq!(image("float32", &[1, 1, 1], &floats(&[5.0])).unwrap().rgba, [0, 0, 0, 255]);
        assert_eq!(image("float32", &[1, 2, 2, 1], &floats(&[5.0])), None);
        assert_eq!(image("float32", &[1, 1, 1, 2], &floats(&[5.0, 1.0])), None);
    }

    #[test]
    fn masks_have_the_class_of_the_greatest_value() {
        let picture = mask("float32", &[1, 1, 3, 2], &floats(&[0.0, 1.0, 2.0, 2.0, -5.0, -4.0])).unwrap();
        assert_eq!(picture.classes, [(1, 2), (0, 1)]);
        assert_eq!(picture.rgba[4..7], colour(0));
        assert_eq!(picture.rgba[..3], colour(1));
        let classes = mask("int8", &[1, 2, 2], &[0, 3, 3, 3]).unwrap();
        assert_eq!((classes.width, classes.height, classes.classes), (2, 2, vec![(3, 3), (0, 1)]));
        assert_eq!(mask("int8", &[1, 1, 1], &[0xff]), None, "-1 is no class");
    }

    #[test]
    fn colours_of_classes_differ_and_stand_out_from_white_and_black() {
        let all: Vec<[u8; 3]> = (0..32).map(colour).collect();
        for (index, one) in all.iter().enumerate() {
            let light = one.iter().map(|part| u32::from(*part)).sum::<u32>() / 3;
            assert!((50..215).contains(&light), "{index}: {one:?}");
            assert!(all[..index].iter().all(|other| other != one), "{index}: {one:?}");
        }
    }
}
