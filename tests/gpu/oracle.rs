//! Plain loops in float64 that define each op. Nothing here is shared with the kernels.

/// First window and number of windows, for one axis.
pub fn axis(same: bool, input: usize, filter: usize, stride: usize, dilation: usize) -> (usize, isize) {
    let reach = (filter - 1) * dilation + 1;
    if same {
        let output = input.div_ceil(stride);
        let total = ((output - 1) * stride + reach) as isize - input as isize;
        (output, total.max(0) / 2)
    } else {
        ((input - reach) / stride + 1, 0)
    }
}

/// A sliding window.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub same: bool,
    pub input: [usize; 4],
    pub filter: [usize; 2],
    pub stride: [usize; 2],
    pub dilation: [usize; 2],
}

impl Window {
    pub fn output(&self) -> [usize; 2] {
        [0, 1].map(|a| axis(self.same, self.input[1 + a], self.filter[a], self.stride[a], self.dilation[a]).0)
    }

    /// Calls `visit(tap row, tap column, input row, input column)` for the taps inside the input.
    pub fn taps(&self, oy: usize, ox: usize, mut visit: impl FnMut(usize, usize, usize, usize)) {
        let pad =
            [0, 1].map(|a| axis(self.same, self.input[1 + a], self.filter[a], self.stride[a], self.dilation[a]).1);
        for ky in 0..self.filter[0] {
            for kx in 0..self.filter[1] {
                let y = (oy * self.stride[0] + ky * self.dilation[0]) as isize - pad[0];
                let x = (ox * self.stride[1] + kx * self.dilation[1]) as isize - pad[1];
                if (0..self.input[1] as isize).contains(&y) && (0..self.input[2] as isize).contains(&x) {
                    visit(ky, kx, y as usize, x as usize);
                }
            }
        }
    }
}

/// Convolution: weights `[out][filter rows][filter columns][in]`.
pub fn conv(w: &Window, out: usize, x: &[f32], weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let ([n, ih, iw, c], [oh, ow]) = (w.input, w.output());
    let mut y = Vec::new();
    for image in 0..n {
        for oy in 0..oh {
            for ox in 0..ow {
                for o in 0..out {
                    let mut sum = bias.get(o).map_or(0.0, |&b| f64::from(b));
                    w.taps(oy, ox, |ky, kx, iy, ix| {
                        for i in 0..c {
                            let v = x[((image * ih + iy) * iw + ix) * c + i];
                            let k = weights[((o * w.filter[0] + ky) * w.filter[1] + kx) * c + i];
                            sum += f64::from(v) * f64::from(k);
                        }
                    });
                    y.push(sum as f32);
                }
            }
        }
    }
    y
}

/// Depthwise convolution: weights `[filter rows][filter columns][in * multiplier]`.
pub fn depthwise(w: &Window, multiplier: usize, x: &[f32], weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let ([n, ih, iw, c], [oh, ow]) = (w.input, w.output());
    let channels = c * multiplier;
    let mut y = Vec::new();
    for image in 0..n {
        for oy in 0..oh {
            for ox in 0..ow {
                for o in 0..channels {
                    let mut sum = bias.get(o).map_or(0.0, |&b| f64::from(b));
                    w.taps(oy, ox, |ky, kx, iy, ix| {
                        let v = x[((image * ih + iy) * iw + ix) * c + o / multiplier];
                        sum += f64::from(v) * f64::from(weights[(ky * w.filter[1] + kx) * channels + o]);
                    });
                    y.push(sum as f32);
                }
            }
        }
    }
    y
}

/// Pooling; `finish` gets the values inside the window.
pub fn pool(w: &Window, x: &[f32], finish: impl Fn(&[f64]) -> f64) -> Vec<f32> {
    let ([n, ih, iw, c], [oh, ow]) = (w.input, w.output());
    let mut y = Vec::new();
    for image in 0..n {
        for oy in 0..oh {
            for ox in 0..ow {
                for channel in 0..c {
                    let mut seen = Vec::new();
                    w.taps(oy, ox, |_, _, iy, ix| {
                        seen.push(f64::from(x[((image * ih + iy) * iw + ix) * c + channel]));
                    });
                    y.push(finish(&seen) as f32);
                }
            }
        }
    }
    y
}

/// All positions of a shape in row-major order.
pub fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &d in shape {
        all = all.into_iter().flat_map(|p: Vec<usize>| (0..d).map(move |i| [p.clone(), vec![i]].concat())).collect();
    }
    all
}

/// Row-major offset of a position, with dimensions of one repeated and missing ones on the left.
pub fn offset(shape: &[usize], position: &[usize]) -> usize {
    let skip = position.len() - shape.len();
    shape.iter().zip(&position[skip..]).fold(0, |o, (&d, &p)| o * d + if d == 1 { 0 } else { p })
}

/// An element-wise function of two tensors that broadcast to `out`.
pub fn binary(
    f: impl Fn(f32, f32) -> f32,
    (a, shape_a): (&[f32], &[usize]),
    (b, shape_b): (&[f32], &[usize]),
    out: &[usize],
) -> Vec<f32> {
    positions(out).iter().map(|p| f(a[offset(shape_a, p)], b[offset(shape_b, p)])).collect()
}

/// Reduction over `axes`; `finish` gets the elements of each result.
pub fn reduce(shape: &[usize], axes: &[usize], x: &[f32], finish: impl Fn(&[f64]) -> f64) -> Vec<f32> {
    let kept: Vec<usize> = shape.iter().enumerate().map(|(i, &d)| if axes.contains(&i) { 1 } else { d }).collect();
    let mut seen = vec![Vec::new(); kept.iter().product()];
    for (p, &v) in positions(shape).iter().zip(x) {
        seen[offset(&kept, p)].push(f64::from(v));
    }
    seen.iter().map(|s| finish(s) as f32).collect()
}

/// Softmax of rows.
pub fn softmax(len: usize, beta: f32, x: &[f32]) -> Vec<f32> {
    x.chunks(len)
        .flat_map(|row| {
            let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let e: Vec<f64> = row.iter().map(|v| (f64::from(v - top) * f64::from(beta)).exp()).collect();
            let sum: f64 = e.iter().sum();
            e.into_iter().map(move |v| (v / sum) as f32).collect::<Vec<_>>()
        })
        .collect()
}

/// Logarithm of the softmax of rows.
pub fn log_softmax(len: usize, x: &[f32]) -> Vec<f32> {
    x.chunks(len)
        .flat_map(|row| {
            let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let sum: f64 = row.iter().map(|v| f64::from(v - top).exp()).sum();
            row.iter().map(move |v| (f64::from(v - top) - sum.ln()) as f32).collect::<Vec<_>>()
        })
        .collect()
}
