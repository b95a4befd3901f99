//! Self-play in many rulesets at once, on all cores.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use branan_engine::datagen::{PlayPlan, SelfPlayer};

use super::field::Field;
use super::game_record::SelfPlayed;
use super::outcome::{DatagenProgress, GenerateError, Generated};
use crate::engine::boards_for;
use crate::record::GameRecord;
use crate::rules::Ruleset;
use crate::search::Control;

/// What to generate.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
    /// Number of positions wanted per ruleset.
    pub positions: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// How to play the games.
    pub play: PlayPlan,
    /// The output folder. Each ruleset has one file there, named after it.
    pub folder: PathBuf,
}

/// Keeps a game outside the files of positions. Called before its positions are written, so that after
/// a crash the resumed run plays it again, the same, rather than lose it.
pub type KeepGame<'a> = &'a (dyn Fn(GameRecord) -> Result<(), Box<dyn Error + Send + Sync>> + Sync);

/// The file of a ruleset in a folder.
#[must_use]
pub fn path_of(folder: &Path, ruleset: &str) -> PathBuf {
    folder.join(format!("{ruleset}.positions"))
}

/// Plays games on the threads of the current rayon pool until every ruleset has its positions or
/// `stop` is set. Games are added whole, and those that `stop` cut short not at all. `report` gets
/// the progress at the start and after each game. Existing files are continued. `keep` gets each
/// game too.
///
/// # Errors
/// If a file cannot be used, a ruleset cannot be played, or `keep` fails.
pub fn generate(
    plan: &DatagenPlan,
    stop: &Arc<AtomicBool>,
    keep: Option<KeepGame>,
    report: &(dyn Fn(&DatagenProgress) + Sync),
) -> Result<Generated, GenerateError> {
    // Before there is any file.
    for ruleset in &plan.rulesets {
        player(ruleset, plan)?;
    }
    let fields = plan
        .rulesets
        .iter()
        .map(|ruleset| Field::open(plan, ruleset))
        .collect::<Result<Vec<_>, GenerateError>>()?;
    let (added, games) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = || {
        let each = || fields.iter().map(Field::positions);
        DatagenProgress {
            positions: each().sum(),
            added: added.load(Relaxed),
            games: games.load(Relaxed),
            counted: each().map(|positions| positions.min(plan.positions)).sum(),
            wanted: plan.positions * fields.len() as u64,
        }
    };
    let note = |new: u64| {
        added.fetch_add(new, Relaxed);
        games.fetch_add(1, Relaxed);
        report(&progress());
    };
    report(&progress());
    let threads = rayon::current_num_threads();
    let control = Control::stopped_by(Arc::clone(stop));
    let work = Work { plan, fields: &fields, control: &control, keep, note: &note };
    (0..threads)
        .into_par_iter()
        .with_max_len(1)
        .try_for_each(|thread| play_in_turn(&work, thread))?;
    let abandoned = fields.iter().filter_map(Field::take_reason).collect();
    Ok(Generated { progress: progress(), abandoned })
}

/// What the threads share.
struct Work<'a> {
    plan: &'a DatagenPlan,
    fields: &'a [Field<'a>],
    control: &'a Control,
    keep: Option<KeepGame<'a>>,
    /// Gets the number of positions that each game added.
    note: &'a (dyn Fn(u64) + Sync),
}

/// Plays games of the rulesets in turn, starting with index `first`, until all are done.
fn play_in_turn(work: &Work, first: usize) -> Result<(), GenerateError> {
    let Work { plan, fields, control, keep, note } = *work;
    let mut players: Vec<Option<Box<dyn SelfPlayer>>> = fields.iter().map(|_| None).collect();
    let mut turn = first;
    let mut idle = 0;
    while idle < fields.len() && !control.is_stopped() {
        let index = turn % fields.len();
        turn += 1;
        let field = &fields[index];
        let Some(game) = field.next_game(plan.positions) else {
            idle += 1;
            continue;
        };
        idle = 0;
        let player = match &mut players[index] {
            Some(player) => player,
            none => none.insert(player(field.ruleset, plan)?),
        };
        let Some(played) = player.play(game, control) else {
            if !control.is_stopped() {
                field.miss(game, plan.play.even_out);
            }
            continue;
        };
        if let Some(keep) = keep {
            let played = SelfPlayed {
                event: format!("self-play with seed {}", plan.seed),
                number: game.into(),
                variant: &field.ruleset.name,
                limits: format!("{} nodes", plan.play.nodes),
                first: played.first,
                moves: &played.moves,
                winner: played.winner,
                termination: played.termination,
            };
            keep(played.record()).map_err(GenerateError::Keep)?;
        }
        note(field.add(game, &played.records)?);
    }
    Ok(())
}

fn player(ruleset: &Ruleset, plan: &DatagenPlan) -> Result<Box<dyn SelfPlayer>, GenerateError> {
    let wrong = |error| GenerateError::SelfPlayer { ruleset: ruleset.name.clone(), error };
    let boards = boards_for(ruleset).map_err(|error| wrong(error.into()))?;
    boards.new_player(ruleset, plan.play.clone(), plan.seed).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::datagen::{PlayEvaluation, PositionFileError, Reader, Summary};
    use crate::eval::network::Network;
    use crate::game::new_game;
    use crate::record::Termination;
    use crate::rules::find;

    fn plan(folder: &Path) -> DatagenPlan {
        DatagenPlan {
            rulesets: ["brandub-walker", "tablut"].map(|name| find(name).unwrap().clone()).to_vec(),
            positions: 60,
            seed: 5,
            play: PlayPlan {
                evaluation: PlayEvaluation::Linear,
                nodes: 60,
                random_plies: (2, 6),
                window: 600,
                even_out: 0,
                longest: 80,
                decided: 2000,
            },
            folder: folder.to_owned(),
        }
    }

    fn run(plan: &DatagenPlan) -> DatagenProgress {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let made = pool.install(|| generate(plan, &Arc::default(), None, &|_| {})).unwrap();
        assert!(made.abandoned.is_empty());
        made.progress
    }

    #[test]
    fn games_are_kept_whole_and_the_same_each_time() {
        let games = || {
            let folder = tempfile::tempdir().unwrap();
            let plan = plan(folder.path());
            let kept = Mutex::new(Vec::new());
            let keep = |game: GameRecord| {
                kept.lock().unwrap().push(game);
                Ok(())
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let run = || generate(&plan, &Arc::default(), Some(&keep), &|_| {});
            let done = pool.install(run).unwrap().progress;
            let kept = kept.into_inner().unwrap();
            assert_eq!(kept.len() as u64, done.games);
            kept
        };
        let first = games();
        for game in &first {
            let mut board = new_game(find(&game.variant).unwrap(), None).unwrap();
            assert_eq!(board.to_move(), game.first);
            for mv in &game.moves {
                assert_eq!(board.play_text(&mv.text).unwrap().to_string(), mv.text);
            }
            match game.termination {
                Termination::Rules(reason) => {
                    let outcome = board.outcome().unwrap();
                    assert_eq!((outcome.winner, outcome.reason), (game.winner, reason));
                }
                _ => assert_eq!(board.outcome(), None),
            }
        }
        assert_eq!(games(), first);
    }

    #[test]
    fn a_game_that_cannot_be_kept_ends_the_run_without_its_positions() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let keep = |_: GameRecord| Err("no room".into());
        let refused = generate(&plan, &Arc::default(), Some(&keep), &|_| {});
        assert_eq!(refused.unwrap_err().to_string(), "no room");
        for name in ["brandub-walker", "tablut"] {
            let reader = Reader::open(&path_of(folder.path(), name)).unwrap();
            assert_eq!(reader.count(), 0);
        }
    }

    #[test]
    fn a_run_that_was_killed_goes_on_to_the_same_files() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let done = run(&plan);
        assert!(done.positions >= 120 && done.added == done.positions);
        let path = path_of(folder.path(), "tablut");
        let whole = std::fs::read(&path).unwrap();
        let cut = whole.len() - 5;
        std::fs::write(&path, &whole[..cut]).unwrap();
        let again = run(&plan);
        assert_eq!(again.positions, done.positions);
        assert!(again.added > 0 && again.added < done.added);
        assert_eq!(std::fs::read(&path).unwrap(), whole);

        let summary = Summary::of(Reader::open(&path).unwrap()).unwrap();
        assert!(summary.positions >= 60 && summary.games() > 1);
        assert_eq!(summary.results.iter().sum::<u64>(), summary.positions);
        assert_eq!(summary.duplicates, 0);

        let other = DatagenPlan { seed: 6, ..plan };
        let refused = generate(&other, &Arc::default(), None, &|_| {});
        assert!(matches!(refused, Err(GenerateError::Store(PositionFileError::Other { .. }))));
    }

    #[test]
    fn a_run_without_a_game_leaves_nothing_in_the_way_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let none = DatagenPlan { positions: 0, ..plan.clone() };
        assert_eq!(run(&none).positions, 0);
        let other = DatagenPlan { seed: 6, ..plan.clone() };
        assert!(run(&other).positions >= 120);

        // A network that does not fit all rulesets is refused before there is any file.
        let folder = tempfile::tempdir().unwrap();
        let network = Network::of(find("brandub-walker").unwrap()).unwrap();
        let play = PlayPlan {
            evaluation: PlayEvaluation::Network(Arc::new(network)),
            ..plan.play.clone()
        };
        let plan = DatagenPlan { play, folder: folder.path().to_owned(), ..plan };
        let error = generate(&plan, &Arc::default(), None, &|_| {}).unwrap_err().to_string();
        assert!(error.starts_with("tablut: the network cannot be used"), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_ruleset_without_openings_does_not_stop_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let names = ["hnefatafl-org-11", "brandubh-macwhite"];
        let rulesets = names.map(|name| find(name).unwrap().clone()).to_vec();
        let play = PlayPlan { nodes: 20, random_plies: (4, 12), window: 20, ..plan.play.clone() };
        let plan = DatagenPlan { rulesets, play, ..plan };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let run = || generate(&plan, &Arc::default(), None, &|_| {});
        let abandoned = pool.install(run).unwrap().abandoned;
        assert_eq!(abandoned.len(), 1);
        let error = abandoned[0].to_string();
        assert!(error.starts_with("hnefatafl-org-11: no opening of 2000"), "{error}");
        let reader = Reader::open(&path_of(folder.path(), "brandubh-macwhite")).unwrap();
        assert!(reader.count() >= 60);
    }

    #[test]
    fn a_file_with_enough_positions_stays_as_it_is_and_another_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let path = path_of(folder.path(), "tablut");
        std::fs::write(&path, "my notes").unwrap();
        let refused = generate(&plan, &Arc::default(), None, &|_| {});
        assert!(matches!(refused, Err(GenerateError::Store(PositionFileError::Format { .. }))));
        assert_eq!(std::fs::read(&path).unwrap(), b"my notes");
        std::fs::write(&path, "BRAN").unwrap();
        let done = run(&plan);
        let whole = std::fs::read(&path).unwrap();
        for positions in [60, 20] {
            let again = run(&DatagenPlan { positions, ..plan.clone() });
            assert_eq!((again.added, again.positions), (0, done.positions));
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn a_whole_last_game_is_kept_when_a_file_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let done = run(&plan);
        let path = path_of(folder.path(), "tablut");
        let before = std::fs::read(&path).unwrap();
        let stopped = Arc::new(AtomicBool::new(true));
        let more = DatagenPlan { positions: 200, ..plan };
        let unchanged = generate(&more, &stopped, None, &|_| {}).unwrap().progress;
        assert_eq!((unchanged.positions, unchanged.added), (done.positions, 0));
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let again = run(&more);
        assert_eq!(again.positions, done.positions + again.added);
        assert!(std::fs::read(&path).unwrap().starts_with(&before));
    }

    #[test]
    fn a_surplus_of_one_ruleset_does_not_complete_another() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let done = run(&DatagenPlan { rulesets: plan.rulesets[..1].to_vec(), ..plan.clone() });
        assert!(done.positions >= 60 && done.counted == 60 && done.wanted == 60);
        let plan = DatagenPlan { positions: 20, ..plan };
        let stopped =
            generate(&plan, &Arc::new(AtomicBool::new(true)), None, &|_| {}).unwrap().progress;
        assert_eq!((stopped.positions, stopped.counted, stopped.wanted), (done.positions, 20, 40));
    }

    #[test]
    fn a_folder_is_not_shared() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        let held = Field::open(&plan, &plan.rulesets[1]).unwrap();
        let played = generate(&plan, &Arc::default(), None, &|_| {});
        let error = played.unwrap_err().to_string();
        assert!(error.ends_with("tablut.positions is in use by another run"), "{error}");
        drop(held);
        run(&plan);
    }
}
