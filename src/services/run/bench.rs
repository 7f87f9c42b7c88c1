//! Summarizes the times of many runs.

/// Distribution of run times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Number of times.
    pub count: usize,
    /// The shortest.
    pub min: f64,
    /// The median; for an even number, the mean of the two in the middle.
    pub median: f64,
    /// Nine of ten take no longer (nearest rank).
    pub p90: f64,
    /// The longest.
    pub max: f64,
    /// Their mean.
    pub mean: f64,
}

impl Spread {
    /// The spread of some times; zeros when there are none.
    pub fn of(times: &[f64]) -> Self {
        let mut sorted = times.to_vec();
        crate::order::sort_by(&mut sorted, f64::total_cmp);
        let count = sorted.len();
        let (Some(min), Some(max)) = (sorted.first(), sorted.last()) else { return Self::default() };
        Self {
            count,
            min: *min,
            median: (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0,
            p90: sorted[(count * 9).div_ceil(10) - 1],
            max: *max,
            mean: sorted.iter().sum::<f64>() / count as f64,
        }
    }
}

/// Number of times in each of `bins` equal bins between the shortest and the longest.
pub fn histogram(times: &[f64], bins: usize) -> Vec<u32> {
    let Spread { min, max, .. } = Spread::of(times);
    let mut counts = vec![0; bins];
    for time in times {
        let part = if max > min { (time - min) / (max - min) * bins as f64 } else { 0.0 };
        if let Some(count) = counts.get_mut((part as usize).min(bins.saturating_sub(1))) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_ten_times() {
        let times: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        let found = Spread::of(&times);
        assert_eq!(found, Spread { count: 10, min: 1.0, median: 5.5, p90: 9.0, max: 10.0, mean: 5.5 });
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]).median, 2.0);
        assert_eq!(Spread::of(&[4.0]), Spread { count: 1, min: 4.0, median: 4.0, p90: 4.0, max: 4.0, mean: 4.0 });
        assert_eq!(Spread::of(&[]), Spread::default());
    }

    #[test]
    fn every_time_falls_into_one_part() {
        assert_eq!(histogram(&[1.0, 1.1, 2.0, 3.0], 4), [2, 0, 1, 1]);
        assert_eq!(histogram(&[2.0, 2.0], 3), [2, 0, 0]);
        assert_eq!(histogram(&[], 2), [0, 0]);
        assert!(histogram(&[1.0], 0).is_empty());
    }
}
