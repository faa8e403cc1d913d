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
/// The weight of a colour is its count to this power: rare lights get colours too.
const WEIGHT: f64 = 0.5;
/// Frames until a small error is corrected.
const SETTLES: u8 = 6;

type Rgb = [u8; 3];

/// A frame of the animation.
#[derive(Clone, PartialEq, Eq)]
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

    /// The part of a picture of a known size, by its left and top, and its width and height, all in
    /// pixels.
    pub(crate) fn cut_out_of(
        &self,
        whole: [u32; 2],
        corner: [u32; 2],
        size: [u32; 2],
    ) -> Result<Self> {
        let [whole, corner, size] = [whole, corner, size].map(|of| of.map(|px| px as usize));
        let known = [self.width, self.pixels.len() / self.width];
        ensure!(whole == known, "the picture has {known:?} pixels, not {whole:?}");
        let ([left, top], [width, height]) = (corner, size);
        let rows = self.pixels.chunks_exact(self.width).skip(top).take(height);
        let pixels = rows.flat_map(|row| &row[left..left + width]).copied().collect();
        Ok(Self { width, pixels })
    }

    /// Blends with a picture of the same size, which has a share from 0 to 1.
    pub(crate) fn blended(&self, other: &Self, share: f32) -> Self {
        let blend = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round();
        let pairs = self.pixels.iter().zip(&other.pixels);
        let pixels = pairs.map(|(a, b)| [0, 1, 2].map(|part| blend(a[part], b[part]) as u8));
        Self { width: self.width, pixels: pixels.collect() }
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

    /// Encodes the file. A pixel keeps its colour as long as the right one differs by at most the
    /// tolerance.
    pub(crate) fn to_gif(&self, tolerance: Tolerance) -> Result<Vec<u8>> {
        let (first, _) = self.pictures.first().context("it has no pictures")?;
        let (width, height) = (first.width, first.pixels.len() / first.width);
        let mut palette = Palette::of(self.pictures.iter().flat_map(|(shown, _)| &shown.pixels));
        let mut file = Vec::new();
        let colours = palette.colours.as_flattened().to_vec();
        let mut encoder =
            Encoder::new(&mut file, u16::try_from(width)?, u16::try_from(height)?, &colours)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut shown = Shown::default();
        for (picture, stands_cs) in &self.pictures {
            let before = shown.indices.clone();
            shown.show(&picture.pixels, &mut palette, tolerance);
            let frame = changed(&before, &shown.indices, width)?;
            encoder.write_frame(&Frame { delay: *stands_cs, ..frame })?;
        }
        drop(encoder);
        Ok(file)
    }
}

/// By how much a shown colour may differ from the right one, as a [`distance`].
#[derive(Clone, Copy)]
pub(crate) struct Tolerance {
    /// In any frame.
    pub(crate) at_once: u32,
    /// After [`SETTLES`] frames: what fades leaves no traces.
    pub(crate) settled: u32,
}

/// What a viewer sees.
#[derive(Default)]
struct Shown {
    /// By pixel.
    indices: Vec<u8>,
    /// For how many frames each pixel has differed by more than may stay.
    off: Vec<u8>,
}

impl Shown {
    fn show(&mut self, pixels: &[Rgb], palette: &mut Palette, tolerance: Tolerance) {
        if self.indices.is_empty() {
            self.indices = pixels.iter().map(|colour| palette.nearest(*colour)).collect();
            self.off = vec![0; pixels.len()];
            return;
        }
        for ((index, off), colour) in self.indices.iter_mut().zip(&mut self.off).zip(pixels) {
            let error = distance(*colour, palette.colours[usize::from(*index)]);
            *off = if error > tolerance.settled { *off + 1 } else { 0 };
            if error > tolerance.at_once || *off > SETTLES {
                (*index, *off) = (palette.nearest(*colour), 0);
            }
        }
    }
}

/// How different two colours look: the squares of the differences, weighted by how bright each
/// primary is.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let squares = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
    squares.zip([2, 4, 1]).map(|(square, weight)| square * weight).sum()
}

/// The colours of a file.
struct Palette {
    /// Up to [`COLOURS`], by index.
    colours: Vec<Rgb>,
    /// The index of every colour looked up so far.
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Median cut: the box of colours with the largest error is divided, until there are enough.
    fn of<'a>(pixels: impl Iterator<Item = &'a Rgb>) -> Self {
        let mut counts: HashMap<Rgb, u32> = HashMap::new();
        for colour in pixels {
            *counts.entry(*colour).or_default() += 1;
        }
        let mut all: Vec<(Rgb, f64)> =
            counts.into_iter().map(|(colour, n)| (colour, f64::from(n).powf(WEIGHT))).collect();
        all.sort_by_key(|(colour, _)| *colour);
        let mut boxes = vec![ColourBox::of(all)];
        while boxes.len() < COLOURS {
            let worst = (0..boxes.len()).max_by(|a, b| boxes[*a].error.total_cmp(&boxes[*b].error));
            let Some(worst) = worst.filter(|n| boxes[*n].error > 0.0) else { break };
            let divided = boxes.swap_remove(worst).divide();
            boxes.extend(divided);
        }
        let colours = boxes.iter().map(|cut| cut.mean.map(|part| part.round() as u8)).collect();
        Self { colours, known: HashMap::new() }
    }

    fn nearest(&mut self, colour: Rgb) -> u8 {
        let Self { colours, known } = self;
        *known.entry(colour).or_insert_with(|| {
            let nearest = (0..colours.len()).min_by_key(|n| distance(colour, colours[*n]));
            nearest.unwrap_or_default() as u8
        })
    }
}

/// Colours that share an index, unless they are divided.
struct ColourBox {
    /// With their weights.
    colours: Vec<(Rgb, f64)>,
    mean: [f64; 3],
    /// The weighted sum of squared errors, and the primary with most of them.
    error: f64,
    widest: usize,
}

impl ColourBox {
    fn of(colours: Vec<(Rgb, f64)>) -> Self {
        let total: f64 = colours.iter().map(|(_, weight)| weight).sum();
        let mean = [0, 1, 2].map(|part| {
            let sum: f64 = colours.iter().map(|(rgb, weight)| f64::from(rgb[part]) * weight).sum();
            sum / total
        });
        let errors = [(0, 2.0), (1, 4.0), (2, 1.0)].map(|(part, bright)| {
            let square = |rgb: &Rgb| (f64::from(rgb[part]) - mean[part]).powi(2);
            bright * colours.iter().map(|(rgb, weight)| square(rgb) * weight).sum::<f64>()
        });
        let widest = (0..3).max_by(|a, b| errors[*a].total_cmp(&errors[*b])).unwrap_or_default();
        Self { colours, mean, error: errors.iter().sum(), widest }
    }

    fn divide(self) -> [Self; 2] {
        let (middle, widest) = (self.mean[self.widest], self.widest);
        let is_below = |(rgb, _): &(Rgb, f64)| f64::from(rgb[widest]) < middle;
        let (below, above) = self.colours.into_iter().partition(is_below);
        [Self::of(below), Self::of(above)]
    }
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
