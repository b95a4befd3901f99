//! Squares, pieces, and a position with its text form.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Attackers,
    Defenders,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    Attacker,
    Defender,
    King,
}

impl Piece {
    /// Its letter in a FEN.
    pub fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }

    pub fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }
}

/// A square, which may lie off the board. `a1` is file 0, rank 0.
/// The order of the fields makes squares sort by file and then by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

/// Steps along files and ranks: right, left, up, down.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl Square {
    /// The next square in a direction.
    pub fn step(self, (files, ranks): (i32, i32)) -> Square {
        Square { file: self.file + files, rank: self.rank + ranks }
    }

    pub fn neighbours(self) -> [Square; 4] {
        DIRECTIONS.map(|direction| self.step(direction))
    }

    /// `a1`, or `c13`.
    pub fn name(self) -> String {
        let letter = char::from(b'a' + self.file as u8);
        format!("{letter}{}", self.rank + 1)
    }

    /// The square of a name; panics if it is no name of a square.
    pub fn parse(name: &str) -> Square {
        let mut letters = name.chars();
        let letter = letters.next().expect("a square has a file");
        assert!(letter.is_ascii_lowercase(), "no such square: {name}");
        let number = letters.as_str();
        let rank: i32 = number.parse().expect("a square has a rank");
        let square = Square { file: i32::from(letter as u8 - b'a'), rank: rank - 1 };
        assert_eq!(square.name(), name, "no such square");
        square
    }
}

/// All that counts when positions are compared: board, side to move, announced squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// `cells[rank][file]`
    cells: Vec<Vec<Option<Piece>>>,
    pub to_move: Side,
    /// Sorted; always empty where announcing is off.
    pub announced: Vec<Square>,
}

impl Position {
    pub fn size(&self) -> i32 {
        self.cells.len() as i32
    }

    pub fn is_on_board(&self, square: Square) -> bool {
        let size = self.size();
        square.file >= 0 && square.file < size && square.rank >= 0 && square.rank < size
    }

    /// The piece on a square; nothing stands off the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.is_on_board(square) {
            return None;
        }
        self.cells[square.rank as usize][square.file as usize]
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.rank as usize][square.file as usize] = piece;
    }

    pub fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for file in 0..self.size() {
            for rank in 0..self.size() {
                squares.push(Square { file, rank });
            }
        }
        squares
    }

    /// Where the king stands, if he has not been taken.
    pub fn king(&self) -> Option<Square> {
        let mut squares = self.squares().into_iter();
        squares.find(|&square| self.piece_at(square) == Some(Piece::King))
    }

    pub fn is_edge(&self, square: Square) -> bool {
        let last = self.size() - 1;
        square.file == 0 || square.file == last || square.rank == 0 || square.rank == last
    }

    /// Reads `<rows, top rank first> <a|d>`, and the announced squares where announcing is on.
    /// Panics on anything malformed.
    pub fn from_fen(fen: &str, size: i32, announce: bool) -> Position {
        let fields: Vec<&str> = fen.split(' ').collect();
        let most = if announce { 3 } else { 2 };
        assert!(fields.len() >= 2 && fields.len() <= most, "wrong number of fields: {fen}");

        let mut cells: Vec<Vec<Option<Piece>>> = fields[0].split('/').map(parse_row).collect();
        cells.reverse(); // The text has the top rank first.
        assert_eq!(cells.len() as i32, size, "wrong number of rows: {fen}");
        for row in &cells {
            assert_eq!(row.len() as i32, size, "a row of the wrong length: {fen}");
        }
        let all = cells.iter().flatten();
        let kings = all.filter(|&&cell| cell == Some(Piece::King)).count();
        assert!(kings <= 1, "more than one king: {fen}");

        let mut position = Position {
            cells,
            to_move: match fields[1] {
                "a" => Side::Attackers,
                "d" => Side::Defenders,
                _ => panic!("no such side: {fen}"),
            },
            announced: Vec::new(),
        };
        // Without the third field nothing is announced.
        if fields.len() == 3 && fields[2] != "-" {
            position.announced = fields[2].split(',').map(Square::parse).collect();
            position.announced.sort();
            position.announced.dedup();
            for &square in &position.announced {
                assert!(position.is_on_board(square), "off the board: {fen}");
            }
        }
        position
    }

    pub fn fen(&self, announce: bool) -> String {
        let mut rows = Vec::new();
        for row in self.cells.iter().rev() {
            rows.push(row_text(row));
        }
        let side = match self.to_move {
            Side::Attackers => "a",
            Side::Defenders => "d",
        };
        let mut fen = format!("{} {side}", rows.join("/"));
        if announce {
            let names: Vec<String> = self.announced.iter().map(|square| square.name()).collect();
            fen += " ";
            fen += if names.is_empty() { "-" } else { "" };
            fen += &names.join(",");
        }
        fen
    }
}

/// One row of the text: letters are pieces, a number (of one digit or more) is empty squares.
fn parse_row(text: &str) -> Vec<Option<Piece>> {
    let mut row = Vec::new();
    let mut number = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        add_empty_squares(&mut row, &number);
        number.clear();
        row.push(Some(match letter {
            't' => Piece::Attacker,
            'T' => Piece::Defender,
            'K' => Piece::King,
            _ => panic!("no such piece: {letter} in {text}"),
        }));
    }
    add_empty_squares(&mut row, &number);
    row
}

fn add_empty_squares(row: &mut Vec<Option<Piece>>, number: &str) {
    if number.is_empty() {
        return;
    }
    assert!(!number.starts_with('0'), "a count of empty squares: {number}");
    let count: u8 = number.parse().expect("a count of empty squares");
    for _ in 0..count {
        row.push(None);
    }
}

fn row_text(row: &[Option<Piece>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row {
        let letter = match cell {
            None => {
                empty += 1;
                continue;
            }
            Some(Piece::Attacker) => 't',
            Some(Piece::Defender) => 'T',
            Some(Piece::King) => 'K',
        };
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
