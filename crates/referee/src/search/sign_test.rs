//! The sign test, one-sided, and Holm's correction for several of them.

/// The chance of at least `wins` heads in `wins + losses` throws of a fair coin.
///
/// The binomial tail, summed in logarithms; within 1e-9 of the exact value.
pub fn sign_test(wins: u32, losses: u32) -> f64 {
    let n = wins + losses;
    if n == 0 {
        return 1.0;
    }
    let ln_half_n = f64::from(n) * libm::log(0.5);
    let ln_factorial = |k: u32| libm::lgamma(f64::from(k) + 1.0);
    let term =
        |k: u32| libm::exp(ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) + ln_half_n);
    (wins..=n).rev().map(term).sum::<f64>().min(1.0)
}

/// Corrects p-values of several tests of one family, in their order (S. Holm, "A simple
/// sequentially rejective multiple test procedure", 1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, &idx) in order.iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        largest = largest.max((p_values[idx] * factor).min(1.0));
        corrected[idx] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_binomial() {
        for (wins, losses, expected) in [
            (0, 0, 1.0),
            (1, 0, 0.5),
            (9, 1, 11.0 / 1024.0),
            (10, 0, 1.0 / 1024.0),
            (5, 5, 638.0 / 1024.0),
            (69, 39, 0.002_511_759),
        ] {
            let p = sign_test(wins, losses);
            assert!((p - expected).abs() < 1e-6, "{wins} : {losses}: {p}");
        }
        assert!(sign_test(100_000, 99_000) > 0.0);
    }

    #[test]
    fn holm_multiplies_the_smallest_most_and_keeps_the_order() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (given, expected) in corrected.iter().zip(expected) {
            assert!((given - expected).abs() < 1e-12, "{corrected:?}");
        }
    }
}
