//! DynamoDB's decimal numbers, of up to 38 significant digits: parsed, compared, added and written.

use std::cmp::Ordering;

/// A number as `0.digits × 10^point`, with no zeros at either end of `digits`; zero has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    point: i64,
}

impl Decimal {
    /// Parses any spelling: `-12.50`, `1e2`, `+.5`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let significant = all.trim_start_matches('0');
        let leading = i64::try_from(all.len() - significant.len()).ok()?;
        let digits = significant.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Self { negative: false, digits, point: 0 });
        }
        let point = i64::try_from(whole.len()).ok()? - leading + i64::from(exponent);
        Some(Self { negative, digits, point })
    }

    /// Returns whether DynamoDB can store the number: 38 digits, magnitude from 1E-130 to 9.99..E+125.
    pub(super) fn fits(&self) -> bool {
        self.digits.is_empty() || (self.digits.len() <= 38 && (-129..=126).contains(&self.point))
    }

    /// Returns the digits of a whole number; `None` if there is a fraction, or more digits than any integer type has.
    pub(super) fn whole(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let len = usize::try_from(self.point).ok()?;
        if len < self.digits.len() || len > 40 {
            return None;
        }
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{}{}", self.digits, "0".repeat(len - self.digits.len())))
    }

    /// Adds another number, or subtracts it; returns `None` if they are too far apart for an exact sum.
    pub(crate) fn plus(&self, other: &Self, subtract: bool) -> Option<Self> {
        if other.digits.is_empty() {
            return Some(self.clone());
        }
        if self.digits.is_empty() {
            return Some(Self { negative: other.negative != subtract, ..other.clone() });
        }
        let exponent = self.exponent()?.min(other.exponent()?);
        let (a, b) = (self.scaled(exponent)?, other.scaled(exponent)?);
        let sum = if subtract { a.checked_sub(b)? } else { a.checked_add(b)? };
        Self::parse(&format!("{sum}e{exponent}"))
    }

    /// Returns the power of ten of the last digit.
    fn exponent(&self) -> Option<i64> {
        self.point.checked_sub(i64::try_from(self.digits.len()).ok()?)
    }

    /// Returns the number as a multiple of a power of ten that is not above its own.
    fn scaled(&self, exponent: i64) -> Option<i128> {
        let by = u32::try_from(self.exponent()?.checked_sub(exponent)?).ok()?;
        let magnitude = self.digits.parse::<i128>().ok()?.checked_mul(10_i128.checked_pow(by)?)?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Returns -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// Returns the canonical spelling of the number: no exponent up to 40 digits, no redundant zeros.
    pub(crate) fn canonical(&self) -> String {
        if let Some(whole) = self.whole() {
            return whole;
        }
        let sign = if self.negative { "-" } else { "" };
        match usize::try_from(self.point) {
            Ok(point) if point > 0 && point < self.digits.len() => {
                let (whole, fraction) = self.digits.split_at(point);
                format!("{sign}{whole}.{fraction}")
            }
            _ if (-20..=0).contains(&self.point) => {
                let zeros = usize::try_from(-self.point).unwrap_or_default();
                format!("{sign}0.{}{}", "0".repeat(zeros), self.digits)
            }
            _ => {
                let (first, rest) = self.digits.split_at(1);
                let dot = if rest.is_empty() { "" } else { "." };
                format!("{sign}{first}{dot}{rest}E{}", self.point - 1)
            }
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // Digits from the first on: `15` is before `2` when both have as many before the point.
        let magnitude = || self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
        self.sign().cmp(&other.sign()).then_with(|| if self.negative { magnitude().reverse() } else { magnitude() })
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    fn canonical(text: &str) -> Option<String> {
        Decimal::parse(text).map(|decimal| decimal.canonical())
    }

    #[test]
    fn one_number_has_one_spelling() {
        for (text, expected) in [
            ("3.0", "3"),
            ("1e2", "100"),
            ("-0", "0"),
            ("+.50", "0.5"),
            ("-12.50", "-12.5"),
            ("0.001", "0.001"),
            ("1E+2", "100"),
            ("1E-100", "1E-100"),
            ("12.5e100", "1.25E101"),
        ] {
            assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".", "1.2.3", "NaN", "inf", "1e", "0x10", "1e99999999999", "１"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_limits_are_dynamodbs() {
        let fits = |text: &str| Decimal::parse(text).is_some_and(|decimal| decimal.fits());
        assert!(fits("9.9999999999999999999999999999999999999E+125"));
        assert!(!fits("1E126"));
        assert!(fits("1E-130"));
        assert!(!fits("1E-131"));
        assert!(fits(&"9".repeat(38)));
        assert!(!fits(&"9".repeat(39)));
    }
}
