//! The ratings of a group of engines that can be compared.

use rayon::prelude::*;
use statistics::{Cell, Estimate, Fit, PRIOR, Wdl, Z_95};

use super::pool::{Pool, groups};
use super::{Anchor, RatedEngine, RatedGame, RatedGroup, RatedRuleset};

/// A value with its variance, for people.
fn estimate((value, variance): (f64, f64)) -> Estimate {
    Estimate { value, error: Z_95 * variance.sqrt() }
}

/// Games with the model that was fitted to them.
struct Fitted {
    pool: Pool,
    cells: Vec<Cell>,
    fit: Fit,
}

impl Fitted {
    fn new(games: &[&RatedGame]) -> Self {
        let pool = Pool::new(games.iter().copied());
        let cells = pool.cells();
        let fit = Fit::new(&cells, pool.engines.list().len(), pool.rulesets.list().len(), PRIOR);
        Self { pool, cells, fit }
    }

    /// The ratings of the engines, around 0 or from the anchor if it is one of them.
    fn ratings(&self, anchor: Option<&Anchor>) -> Vec<Estimate> {
        let engines = self.pool.engines.list();
        let fixed = anchor.and_then(|anchor| {
            engines.iter().position(|name| *name == anchor.name).map(|place| (place, anchor.elo))
        });
        let all: Vec<usize> = (0..engines.len()).collect();
        let Some((zero, elo)) = fixed else {
            return self.fit.from_mean(&all).into_iter().map(estimate).collect();
        };
        let rating = |place: usize| {
            let (value, variance) = self.fit.contrast(&[(place, 1.0), (zero, -1.0)]);
            estimate((elo + value, variance))
        };
        all.into_iter().map(rating).collect()
    }

    /// For each engine, how likely it is that it is better than each other one.
    fn superiority(&self) -> Vec<Vec<f64>> {
        let count = self.pool.engines.list().len();
        let pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect();
        let likely: Vec<f64> =
            pairs.par_iter().map(|&(one, other)| self.fit.superiority(one, other)).collect();
        let mut table = vec![vec![0.5; count]; count];
        for ((one, other), likely) in pairs.into_iter().zip(likely) {
            (table[one][other], table[other][one]) = (likely, 1.0 - likely);
        }
        table
    }

    /// The cells with an engine, each with its results for that engine and its opponent.
    fn met(&self, engine: usize) -> impl Iterator<Item = (usize, Wdl)> {
        self.cells.iter().flat_map(move |cell| {
            let as_attackers = (cell.attackers == engine).then_some((cell.defenders, cell.wdl));
            let turned = Wdl { wins: cell.wdl.losses, losses: cell.wdl.wins, ..cell.wdl };
            let as_defenders = (cell.defenders == engine).then_some((cell.attackers, turned));
            as_attackers.into_iter().chain(as_defenders)
        })
    }
}

/// The names and ratings of engines that can be compared.
pub(super) fn ratings(games: &[&RatedGame], anchor: Option<&Anchor>) -> Vec<(String, Estimate)> {
    let fitted = Fitted::new(games);
    let ratings = fitted.ratings(anchor);
    fitted.pool.engines.list().iter().cloned().zip(ratings).collect()
}

/// Rates engines that can be compared.
pub(super) fn rate_group(games: &[&RatedGame], anchor: Option<&Anchor>) -> RatedGroup {
    let fitted = Fitted::new(games);
    let ratings = fitted.ratings(anchor);
    let roles = role_ratings(&fitted);
    let superiority = fitted.superiority();
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|a, b| ratings[*b].value.total_cmp(&ratings[*a].value));
    let engines = fitted.pool.engines.list();
    let engine = |&place: &usize| {
        let results = fitted.met(place).fold(Wdl::default(), |all, (_, wdl)| all + wdl);
        let met = fitted.met(place).map(|(other, wdl)| wdl.games() as f64 * ratings[other].value);
        let [as_attackers, as_defenders] = roles[place];
        RatedEngine {
            name: engines[place].clone(),
            elo: ratings[place],
            results,
            opponents: met.sum::<f64>() / results.games().max(1) as f64,
            superiority: order.iter().map(|&other| superiority[place][other]).collect(),
            as_attackers,
            as_defenders,
        }
    };
    let names: Vec<&String> = order.iter().map(|&place| &engines[place]).collect();
    let rulesets = fitted.pool.rulesets.list().iter().enumerate();
    RatedGroup {
        games: games.len() as u64,
        engines: order.iter().map(engine).collect(),
        rulesets: rulesets
            .map(|(place, name)| ruleset(&fitted, place, games, name, &names, anchor))
            .collect(),
    }
}

fn ruleset(
    fitted: &Fitted,
    place: usize,
    games: &[&RatedGame],
    name: &str,
    engines: &[&String],
    anchor: Option<&Anchor>,
) -> RatedRuleset {
    let played: Vec<&RatedGame> =
        games.iter().copied().filter(|game| game.ruleset == name).collect();
    let elo = if Pool::new(played.iter().copied()).is_connected() {
        ratings(&played, anchor)
    } else {
        Vec::new()
    };
    let of = |engine: &&String| elo.iter().find(|(name, _)| name == *engine).map(|(_, elo)| *elo);
    let (expected_score, expected_draws) = fitted.fit.between_equals(place);
    let cells = fitted.cells.iter().filter(|cell| cell.ruleset == place);
    RatedRuleset {
        name: name.to_owned(),
        attackers: cells.fold(Wdl::default(), |all, cell| all + cell.wdl),
        advantage: estimate(fitted.fit.advantage(place)),
        expected_score,
        expected_draws,
        elo: engines.iter().map(of).collect(),
    }
}

/// How well each engine attacks and defends: the same model, with two players for each engine. `None`
/// for engines that were never in a role, and for all unless the games connect all players. Two engines
/// are never enough: what one is better at cannot be told from what the ruleset favours.
fn role_ratings(fitted: &Fitted) -> Vec<[Option<Estimate>; 2]> {
    let (engines, rulesets) = (fitted.pool.engines.list().len(), fitted.pool.rulesets.list().len());
    let in_role = |cell: &Cell| Cell { defenders: engines + cell.defenders, ..*cell };
    let cells: Vec<Cell> = fitted.cells.iter().map(in_role).collect();
    let mut plays = vec![false; 2 * engines];
    for cell in &cells {
        plays[cell.attackers] = true;
        plays[cell.defenders] = true;
    }
    let group_of = groups(2 * engines, cells.iter().map(|cell| (cell.attackers, cell.defenders)));
    let mut of_players = (0..2 * engines).filter(|player| plays[*player]).map(|p| group_of[p]);
    let first = of_players.next();
    if engines < 3 || of_players.any(|group| Some(group) != first) {
        return vec![[None; 2]; engines];
    }
    let fit = Fit::new(&cells, 2 * engines, rulesets, PRIOR);
    let mut ratings = vec![[None; 2]; engines];
    for role in [0, 1] {
        let players: Vec<usize> =
            (role * engines..(role + 1) * engines).filter(|player| plays[*player]).collect();
        for (player, found) in players.iter().zip(fit.from_mean(&players)) {
            ratings[player - role * engines][role] = Some(estimate(found));
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::super::rate;
    use super::*;
    use crate::rules::Side::{Attackers, Defenders};
    use statistics::elo_of_score;

    /// Games of two engines in both roles; `score` of 10 in each role for the first, without draws.
    fn games(first: &str, second: &str, ruleset: &str, wins: [u64; 2]) -> Vec<RatedGame> {
        let game = |attackers: &str, defenders: &str, winner| RatedGame {
            attackers: attackers.to_owned(),
            defenders: defenders.to_owned(),
            ruleset: ruleset.to_owned(),
            winner: Some(winner),
            date: "2026.01.01".to_owned(),
        };
        let mut games = Vec::new();
        for number in 0..100 {
            let winner = if number < wins[0] { Attackers } else { Defenders };
            games.push(game(first, second, winner));
            let winner = if number < wins[1] { Defenders } else { Attackers };
            games.push(game(second, first, winner));
        }
        games
    }

    #[test]
    fn ratings_add_up_over_engines_that_have_not_met() {
        let mut all = games("a", "b", "tablut", [64, 64]);
        all.extend(games("b", "c", "tablut", [64, 64]));
        let groups = rate(&all, None);
        let [group] = &groups[..] else { panic!("{groups:?}") };
        let names: Vec<&str> = group.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        for (engine, elo) in group.engines.iter().zip([1.0, 0.0, -1.0]) {
            assert!((engine.elo.value - elo * elo_of_score(0.64)).abs() < 0.5, "{engine:?}");
        }
        // The one in the middle has played most.
        assert!(group.engines[1].elo.error < group.engines[0].elo.error);
        assert!(group.engines[0].superiority[2] > 0.999 && group.engines[2].superiority[0] < 0.001);
        assert_eq!((group.games, group.engines[1].results.games()), (400, 400));
        assert!(group.engines[1].opponents.abs() < 0.5);
    }

    #[test]
    fn superiority_rises_with_the_score() {
        let los = |wins: [u64; 2]| {
            // Of each role, ten games.
            let all = games("a", "b", "tablut", [0, 0]).split_off(180);
            let winner = |place: usize, wins: u64| {
                let won = (place / 2) < wins as usize;
                if won == place.is_multiple_of(2) { Attackers } else { Defenders }
            };
            let decided = all.into_iter().enumerate().map(|(place, game)| RatedGame {
                winner: Some(winner(place, wins[place % 2])),
                ..game
            });
            let group = &rate(&decided.collect::<Vec<_>>(), None)[0];
            let place = group.engines.iter().position(|engine| engine.name == "a").unwrap();
            let other = 1 - place;
            assert_eq!(group.engines[place].superiority[place], 0.5);
            assert_eq!(group.engines[place].results.wins, wins[0] + wins[1]);
            group.engines[place].superiority[other]
        };
        let scores = [[5, 5], [6, 6], [8, 8], [9, 9], [10, 9], [10, 10]].map(los);
        assert!((scores[0] - 0.5).abs() < 1e-3 && scores[5] > 0.999, "{scores:?}");
        assert!(scores.is_sorted_by(|less, more| less < more), "{scores:?}");
    }

    #[test]
    fn an_anchor_moves_all_and_is_certain() {
        let all = games("a", "b", "tablut", [64, 64]);
        let anchor = Anchor { name: "b".to_owned(), elo: 2000.0 };
        let group = &rate(&all, Some(&anchor))[0];
        assert_eq!((group.engines[1].elo.value, group.engines[1].elo.error), (2000.0, 0.0));
        assert!((group.engines[0].elo.value - 2000.0 - elo_of_score(0.64)).abs() < 0.5);
        assert!(group.engines[0].elo.error > 30.0);
    }

    #[test]
    fn an_advantage_of_the_role_is_no_strength() {
        // In one ruleset the attackers win three of four games, in the other one of four.
        let mut all = games("a", "b", "tablut", [75, 25]);
        all.extend(games("a", "b", "ard-ri", [25, 75]));
        let group = &rate(&all, None)[0];
        assert!(group.engines.iter().all(|engine| engine.elo.value.abs() < 0.01));
        let [tablut, ard_ri] = &group.rulesets[..] else { panic!("{group:?}") };
        assert!((tablut.advantage.value - elo_of_score(0.75)).abs() < 1.0, "{tablut:?}");
        assert!((tablut.expected_score - 0.75).abs() < 0.01);
        assert!((ard_ri.advantage.value - elo_of_score(0.25)).abs() < 1.0, "{ard_ri:?}");
        assert_eq!((tablut.attackers.wins, tablut.attackers.losses), (150, 50));
    }

    #[test]
    fn roles_and_rulesets_are_told_apart() {
        // One engine is better at attacking, and as good at defending.
        let mut all = games("a", "b", "tablut", [76, 50]);
        all.extend(games("a", "c", "tablut", [76, 50]));
        all.extend(games("b", "c", "tablut", [50, 50]));
        all.extend(games("a", "b", "ard-ri", [50, 50]));
        let group = &rate(&all, None)[0];
        let (a, b) = (&group.engines[0], &group.engines[1]);
        let difference = |one: Option<Estimate>, other: Option<Estimate>| {
            one.unwrap().value - other.unwrap().value
        };
        assert!(difference(a.as_attackers, b.as_attackers) > 80.0, "{group:?}");
        assert!(difference(a.as_defenders, b.as_defenders).abs() < 40.0, "{group:?}");
        let of = |place: usize| group.rulesets[place].elo[0].unwrap().value;
        assert!(of(0) > 40.0 && of(1).abs() < 1.0, "{group:?}");
        assert!(group.roles_note().is_none());
        // Between two engines, the roles are the ruleset's matter.
        let two = rate(&games("a", "b", "tablut", [76, 50]), None);
        assert!(two[0].engines.iter().all(|engine| engine.as_attackers.is_none()));
        assert!(two[0].roles_note().unwrap().contains("between two engines"));
        // Nor after a single game.
        let one = rate(&games("a", "b", "tablut", [76, 50])[..1], None);
        assert!(one[0].roles_note().unwrap().contains("between two engines"));
    }

    #[test]
    fn engines_that_never_met_come_in_groups() {
        let mut all = games("a", "b", "tablut", [64, 64]);
        all.extend(games("c", "d", "tablut", [40, 40]));
        all.extend(games("c", "d", "ard-ri", [40, 40]));
        let groups = rate(&all, Some(&Anchor { name: "a".to_owned(), elo: 100.0 }));
        let sizes: Vec<(u64, usize)> = groups.iter().map(|g| (g.games, g.engines.len())).collect();
        assert_eq!(sizes, [(400, 2), (200, 2)]);
        assert_eq!(groups[1].engines[0].elo.value, 100.0);
        // Connected by another ruleset only.
        all.extend(games("b", "c", "ard-ri", [50, 50]));
        let groups = rate(&all, None);
        assert_eq!((groups.len(), groups[0].engines.len()), (1, 4));
        assert!(groups[0].rulesets[0].elo.iter().all(Option::is_none));
        let note =
            "No ratings in tablut: the games there do not connect all engines that played them.";
        assert_eq!(groups[0].rulesets_note().as_deref(), Some(note));
        let note = groups[0].roles_note().unwrap();
        assert!(note.contains("do not connect all engines in both roles"), "{note}");
        assert_eq!(groups[0].rulesets[1].elo.iter().flatten().count(), 3);
        assert!(rate(&[], None).is_empty());
    }
}
