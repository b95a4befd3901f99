//! Hours of the day.

use serde::Deserialize;

/// Hours of the day, `22:00-06:00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Hours {
    /// Minutes after midnight.
    from: u32,
    to: u32,
}

impl TryFrom<String> for Hours {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let minute = |text: &str| {
            let (hours, minutes) = text.split_once(':')?;
            let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
            (hours <= 24 && minutes < 60 && hours * 60 + minutes <= 1440)
                .then_some(hours * 60 + minutes)
        };
        let ends = text.split_once('-').and_then(|(a, b)| Some((minute(a)?, minute(b)?)));
        let (from, to) = ends.ok_or_else(|| format!("\"{text}\" is not like 18:00-23:30"))?;
        match from == to {
            true => Err(format!("\"{text}\" is no time at all; the whole day is 00:00-24:00")),
            false => Ok(Self { from, to }),
        }
    }
}

impl Hours {
    /// Whether a minute of the day is within them; they may last over midnight.
    pub(super) fn include(self, minute: u32) -> bool {
        match self.from <= self.to {
            true => (self.from..self.to).contains(&minute),
            false => minute >= self.from || minute < self.to,
        }
    }
}
