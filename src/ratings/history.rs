//! Ratings as they changed with the games.

use statistics::Estimate;

use super::group::ratings;
use super::pool::connected;
use super::{Anchor, RatedGame};

/// The most moments of a history.
const MAX_MOMENTS: usize = 60;

/// The ratings after some of the games.
#[derive(Clone, Debug)]
pub struct HistoryPoint {
    /// Games so far.
    pub games: usize,
    /// The date of the last of them.
    pub date: String,
    /// The engines with a rating by then.
    pub ratings: Vec<(String, Estimate)>,
}

/// The ratings of the largest group of engines that can be compared, after more and more of its games in
/// the order of their dates.
#[must_use]
pub fn history(games: &[RatedGame], anchor: Option<&Anchor>) -> Vec<HistoryPoint> {
    let Some(mut games) = connected(games).into_iter().next() else { return Vec::new() };
    games.sort_by(|a, b| a.date.cmp(&b.date));
    let step = games.len().div_ceil(MAX_MOMENTS);
    let ends = (1..).map(|number| (number * step).min(games.len()));
    let until_all = ends.take(games.len().div_ceil(step));
    let moment = |end: usize| {
        let so_far: Vec<RatedGame> = games[..end].iter().map(|game| (*game).clone()).collect();
        let date = games[end - 1].date.clone();
        // Engines that are not connected yet follow later.
        let ratings = connected(&so_far).first().map(|games| ratings(games, anchor));
        HistoryPoint { games: end, date, ratings: ratings.unwrap_or_default() }
    };
    until_all.map(moment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    #[test]
    fn it_follows_the_dates_and_ends_with_all_games() {
        let game = |number: usize, attackers: &str, winner| RatedGame {
            attackers: attackers.to_owned(),
            defenders: "other".to_owned(),
            ruleset: "tablut".to_owned(),
            winner,
            date: format!("2026.01.{number:02}"),
        };
        let mut games: Vec<_> = (1..=20).map(|n| game(n, "old", Some(Side::Attackers))).collect();
        games.extend((21..=30).map(|n| game(n, "new", None)));
        games.reverse();
        let moments = history(&games, None);
        assert_eq!(moments.len(), 30);
        assert_eq!((moments[0].games, moments[0].date.as_str()), (1, "2026.01.01"));
        assert_eq!((moments[19].ratings.len(), moments[20].ratings.len()), (2, 3));
        assert_eq!((moments[29].games, moments[29].date.as_str()), (30, "2026.01.30"));
        assert!(history(&[], None).is_empty());
        let many: Vec<_> = (0..1000).map(|n| game(n, "old", None)).collect();
        let moments = history(&many, None);
        assert!(moments.len() <= MAX_MOMENTS && moments.last().unwrap().games == 1000);
    }
}
