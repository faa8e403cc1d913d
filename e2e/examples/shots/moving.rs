//! Makes an animated GIF that loops forever, from screenshots and their durations. All frames share
//! 256 colours, and each frame contains only what changed since the previous one.

use std::collections::HashMap;
use std::io::Cursor;

use anyhow::{Context, Result, ensure};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use png::{ColorType, Decoder, Transformations};

/// Time units of a GIF per second.
pub(crate) const CS_PER_S: u16 = 100;
/// Colours available; one index is reserved for unchanged pixels.
const COLOURS: usize = 255;
const UNCHANGED: u8 = 255;

type Rgb = [u8; 3];

/// A frame of the animation.
#[derive(PartialEq, Eq)]
pub(crate) struct Picture {
    /// Width, in pixels.
    width: usize,
    /// Row by row.
    pixels: Vec<Rgb>,
}

impl Picture {
    /// Decodes a PNG of the browser.
    pub(crate) fn of_png(bytes: &[u8]) -> Result<Self> {
        let mut decoder = Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut samples = vec![0; reader.output_buffer_size().context("it is too large")?];
        let info = reader.next_frame(&mut samples)?;
        let per_pixel = match info.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            other => anyhow::bail!("a screenshot is not {other:?}"),
        };
        let pixels = samples.chunks_exact(per_pixel).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        Ok(Self { width: info.width as usize, pixels: pixels.collect() })
    }
}

/// Frames in order, each with its duration in 1/100 s.
#[derive(Default)]
pub(crate) struct Moving {
    pictures: Vec<(Picture, u16)>,
}

impl Moving {
    pub(crate) fn show(&mut self, picture: Picture, stands_cs: u16) -> Result<()> {
        if let Some((last, _)) = self.pictures.last() {
            let same = (last.width, last.pixels.len()) == (picture.width, picture.pixels.len());
            ensure!(same, "pictures are of one size");
            if *last == picture {
                self.stand(stands_cs);
                return Ok(());
            }
        }
        self.pictures.push((picture, stands_cs));
        Ok(())
    }

    /// Extends the last frame.
    pub(crate) fn stand(&mut self, longer_cs: u16) {
        if let Some((_, stands_cs)) = self.pictures.last_mut() {
            *stands_cs += longer_cs;
        }
    }

    /// Duration of one loop.
    pub(crate) fn lasts_s(&self) -> f64 {
        let all: f64 = self.pictures.iter().map(|(_, stands_cs)| f64::from(*stands_cs)).sum();
        all / f64::from(CS_PER_S)
    }

    /// Encodes the file.
    pub(crate) fn to_gif(&self) -> Result<Vec<u8>> {
        let (first, _) = self.pictures.first().context("it has no pictures")?;
        let (width, height) = (first.width, first.pixels.len() / first.width);
        let palette = self.palette();
        let mut file = Vec::new();
        let colours = palette.colours.as_flattened();
        let mut encoder =
            Encoder::new(&mut file, u16::try_from(width)?, u16::try_from(height)?, colours)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before = Vec::new();
        for (picture, stands_cs) in &self.pictures {
            let indices: Vec<u8> =
                picture.pixels.iter().map(|colour| palette.indices[colour]).collect();
            let frame = changed(&before, &indices, width)?;
            encoder.write_frame(&Frame { delay: *stands_cs, ..frame })?;
            before = indices;
        }
        drop(encoder);
        Ok(file)
    }

    /// The most frequent colours, kept exactly; all others map to the nearest of them.
    fn palette(&self) -> Palette {
        let mut counts: HashMap<Rgb, u32> = HashMap::new();
        for colour in self.pictures.iter().flat_map(|(picture, _)| &picture.pixels) {
            *counts.entry(*colour).or_default() += 1;
        }
        let mut colours: Vec<Rgb> = counts.keys().copied().collect();
        colours.sort_by_key(|colour| (std::cmp::Reverse(counts[colour]), *colour));
        colours.truncate(COLOURS);
        let near = |colour: &Rgb| {
            let away = |other: &Rgb| -> u32 {
                let squares =
                    colour.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2));
                squares.sum()
            };
            let nearest = (0..colours.len()).min_by_key(|n| away(&colours[*n]));
            nearest.unwrap_or_default() as u8
        };
        let indices = counts.keys().map(|colour| (*colour, near(colour))).collect();
        Palette { colours, indices }
    }
}

/// The colours of a file.
struct Palette {
    /// Up to [`COLOURS`], by index.
    colours: Vec<Rgb>,
    /// The index of every colour in the frames.
    indices: HashMap<Rgb, u8>,
}

/// The difference between two frames of indices: the smallest rectangle that contains all changes,
/// with unchanged pixels transparent. The first frame changes completely.
fn changed(before: &[u8], now: &[u8], width: usize) -> Result<Frame<'static>> {
    let changes = |at: &usize| before.get(*at) != Some(&now[*at]);
    let all: Vec<usize> = (0..now.len()).filter(changes).collect();
    let bounds = |place: fn(usize, usize) -> usize| {
        let places = || all.iter().map(|at| place(*at, width));
        let low = places().min().unwrap_or_default();
        (low, places().max().map_or(1, |high| high + 1 - low))
    };
    let (left, columns) = bounds(|at, width| at % width);
    let (top, rows) = bounds(|at, width| at / width);
    let mut buffer = Vec::with_capacity(columns * rows);
    for row in top..top + rows {
        let places = row * width + left..row * width + left + columns;
        buffer.extend(places.map(|at| if changes(&at) { now[at] } else { UNCHANGED }));
    }
    Ok(Frame {
        left: u16::try_from(left)?,
        top: u16::try_from(top)?,
        width: u16::try_from(columns)?,
        height: u16::try_from(rows)?,
        buffer: buffer.into(),
        transparent: Some(UNCHANGED),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    })
}
