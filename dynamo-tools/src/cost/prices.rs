//! Prices, in one dated file.

use serde::{Deserialize, Serialize};

use crate::error::ToolError;

/// The prices of one region on one day, in US dollars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// When they were looked up.
    pub date: String,
    /// The region.
    pub region: String,
    /// What they are the prices of.
    pub about: String,
    /// Of a million read request units.
    pub read_per_million: f64,
    /// Of a million write request units.
    pub write_per_million: f64,
    /// Of a gigabyte in a month.
    pub storage_gb_month: f64,
}

/// The seconds of a month, as AWS counts them: 730 hours.
pub(super) const MONTH: f64 = 730.0 * 3600.0;

impl Prices {
    /// Returns the prices of us-east-1 that the crate comes with.
    ///
    /// ```
    /// let prices = dynamo_tools::cost::Prices::included()?;
    /// assert_eq!((prices.region.as_str(), prices.write_per_million), ("us-east-1", 0.625));
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    pub fn included() -> Result<Self, ToolError> {
        Self::from_json(include_str!("../../prices/us-east-1.json"))
    }

    /// Reads prices of another region or day, in the form of the included file.
    ///
    /// ```
    /// let prices = dynamo_tools::cost::Prices::from_json(
    ///     r#"{
    ///         "date": "2026-11-01", "region": "eu-north-1", "about": "on demand",
    ///         "read_per_million": 0.13, "write_per_million": 0.66, "storage_gb_month": 0.27
    ///     }"#,
    /// )?;
    /// assert_eq!(prices.region, "eu-north-1");
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ToolError> {
        Ok(serde_json::from_str(json)?)
    }

    /// A month of this many read and write units a second.
    pub(super) fn month(&self, reads: f64, writes: f64) -> f64 {
        (reads * self.read_per_million + writes * self.write_per_million) * MONTH / 1e6
    }
}
