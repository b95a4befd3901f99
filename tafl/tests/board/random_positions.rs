//! Random positions close to endings that are rare in random games.

use branan_plain::board::{DIRECTIONS, Square};
use branan_plain::rules::Rules;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The rows of a FEN, from the top rank; `.` is an empty square.
pub fn rows(board: &[Vec<char>]) -> String {
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let mut text = rows.join("/");
    for run in (1..=board.len()).rev() {
        text = text.replace(&".".repeat(run), &run.to_string());
    }
    text
}

/// The king at an edge behind a wall of soldiers, with some soldiers behind it and attackers
/// outside. Often one soldier of the wall is misplaced. `None` if the rules forbid the king's
/// square.
pub fn fort(rules: &Rules, random: &mut StdRng) -> Option<String> {
    let mut board = Cells::empty(rules.size);
    let depth = *[0, 0, 0, 1, 1, 2].choose(random).unwrap();
    let king = Square { file: random.random_range(0..rules.size), rank: depth };
    let mut inside = vec![king];
    for _ in 0..random.random_range(0..6) {
        let next = inside.choose(random).unwrap().step(*DIRECTIONS.choose(random).unwrap());
        if board.has(next) && !inside.contains(&next) {
            inside.push(next);
        }
    }
    let wall = around(&inside, &board);
    let behind = around(&[&inside[..], &wall].concat(), &board);
    let backing = *[0.0, 0.3, 0.6, 0.9].choose(random).unwrap();
    let attackers = *[0.02, 0.1, 0.3].choose(random).unwrap();
    for square in board.squares() {
        let (soldier, attacker) = match square {
            _ if inside.contains(&square) => (0.01, 0.01),
            _ if wall.contains(&square) => (0.98, 0.0),
            _ if behind.contains(&square) => (backing, attackers),
            _ => (0.02, attackers),
        };
        if random.random_bool(soldier) {
            board.put(square, 'T');
        } else if random.random_bool(attacker) {
            board.put(square, 't');
        }
    }
    board.put(king, 'K');
    if let Some(away) = wall.choose(random) {
        board.slide(*away, random);
    }
    board.rows(rules, random)
}

/// The king and some soldiers in a ring of attackers without empty squares inside. Usually one
/// attacker is misplaced. `None` if the rules forbid the king's square.
pub fn hemmed_in(rules: &Rules, random: &mut StdRng) -> Option<String> {
    let mut board = Cells::empty(rules.size);
    let inner = 1..rules.size - 1;
    let king = Square {
        file: random.random_range(inner.clone()),
        rank: random.random_range(inner.clone()),
    };
    let mut inside = vec![king];
    for _ in 0..random.random_range(0..5) {
        let next = inside.choose(random).unwrap().step(*DIRECTIONS.choose(random).unwrap());
        let mostly_inner = inner.contains(&next.file) && inner.contains(&next.rank);
        if board.has(next) && !inside.contains(&next) && (mostly_inner || random.random_bool(0.1)) {
            inside.push(next);
        }
    }
    let ring = around(&inside, &board);
    for &square in &inside {
        board.put(square, 'T');
    }
    for &square in &ring {
        board.put(square, 't');
    }
    board.put(king, 'K');
    for _ in 0..random.random_range(0..4) {
        let square = *board.squares().choose(random).unwrap();
        if board.at(square) == '.' {
            board.put(square, *['t', 't', 't', 'T'].choose(random).unwrap());
        }
    }
    board.slide(*ring.choose(random).unwrap(), random);
    board.rows(rules, random)
}

/// The neighbours of a set of squares that are not in it.
fn around(inside: &[Square], board: &Cells) -> Vec<Square> {
    let mut squares: Vec<Square> = inside.iter().flat_map(|square| square.neighbours()).collect();
    squares.sort();
    squares.dedup();
    squares.retain(|square| board.has(*square) && !inside.contains(square));
    squares
}

/// A board under construction.
struct Cells {
    /// `cells[rank][file]`
    cells: Vec<Vec<char>>,
}

impl Cells {
    fn empty(size: i32) -> Cells {
        Cells { cells: vec![vec!['.'; size as usize]; size as usize] }
    }

    fn has(&self, square: Square) -> bool {
        let side = 0..self.cells.len() as i32;
        side.contains(&square.file) && side.contains(&square.rank)
    }

    fn squares(&self) -> Vec<Square> {
        let side = 0..self.cells.len() as i32;
        side.clone().flat_map(|rank| side.clone().map(move |file| Square { file, rank })).collect()
    }

    fn at(&self, square: Square) -> char {
        self.cells[square.rank as usize][square.file as usize]
    }

    fn put(&mut self, square: Square, letter: char) {
        self.cells[square.rank as usize][square.file as usize] = letter;
    }

    /// Moves a piece a random distance along a line, or not at all if it is blocked.
    fn slide(&mut self, from: Square, random: &mut StdRng) {
        let direction = *DIRECTIONS.choose(random).unwrap();
        let mut to = from;
        for _ in 0..random.random_range(0..4) {
            let next = to.step(direction);
            if !self.has(next) || self.at(next) != '.' {
                break;
            }
            to = next;
        }
        let letter = self.at(from);
        self.put(from, '.');
        self.put(to, letter);
    }

    /// The rows of the board under a random symmetry, without soldiers on forbidden squares.
    fn rows(mut self, rules: &Rules, random: &mut StdRng) -> Option<String> {
        if random.random_bool(0.5) {
            self.cells.reverse();
        }
        if random.random_bool(0.5) {
            let size = self.cells.len();
            self.cells = (0..size)
                .map(|file| (0..size).map(|rank| self.cells[rank][file]).collect())
                .collect();
        }
        for square in self.squares() {
            let letter = self.at(square);
            if letter == 'K' && (rules.is_escape(square) || rules.is_camp(square)) {
                return None;
            }
            let may_stand = |letter| {
                let area = rules.area_of(square);
                area.is_none_or(|area| area.stop.contains(letter))
            };
            if letter != 'K' && !may_stand(letter) {
                self.put(square, '.');
            }
        }
        self.cells.reverse(); // A FEN has the top rank first.
        Some(rows(&self.cells))
    }
}
