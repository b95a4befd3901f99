//! Squares, pieces, and a position with its text form.

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The besiegers, who try to capture the king.
    Attackers,
    /// The king's side.
    Defenders,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A soldier of the attackers.
    Attacker,
    /// A soldier of the defenders.
    Defender,
    /// The king, a defender.
    King,
}

impl Piece {
    /// Its letter in a FEN.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }

    /// The side it belongs to.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }
}

/// A square, possibly off the board. `a1` is file 0, rank 0. The order of the fields sorts squares
/// by file and then by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square {
    /// From 0 on the left.
    pub file: i32,
    /// From 0 at the bottom.
    pub rank: i32,
}

/// Steps along ranks and files: right, left, up, down.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl Square {
    /// The next square in a direction.
    #[must_use]
    pub fn step(self, (files, ranks): (i32, i32)) -> Square {
        Square { file: self.file + files, rank: self.rank + ranks }
    }

    /// The orthogonally adjacent squares.
    #[must_use]
    pub fn neighbours(self) -> [Square; 4] {
        DIRECTIONS.map(|direction| self.step(direction))
    }

    /// `a1`, or `c13`.
    #[must_use]
    pub fn name(self) -> String {
        let letter = char::from(b'a' + self.file as u8);
        format!("{letter}{}", self.rank + 1)
    }

    /// Parses the name of a square. `None` if it is not one.
    #[must_use]
    pub fn parse(name: &str) -> Option<Square> {
        let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
        let rank: u8 = name[1..].parse().ok().filter(|&rank| rank > 0)?;
        let square = Square { file: i32::from(letter as u8 - b'a'), rank: i32::from(rank) - 1 };
        (square.name() == name).then_some(square)
    }
}

/// Everything that counts when positions are compared: board, side to move, announced squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// `cells[rank][file]`
    cells: Vec<Vec<Option<Piece>>>,
    /// The side to move.
    pub to_move: Side,
    /// The escape squares that the king has announced, sorted. Always empty without announcing.
    pub announced: Vec<Square>,
}

impl Position {
    /// A board without pieces.
    #[must_use]
    pub fn empty(size: i32, to_move: Side) -> Position {
        let row = vec![None; size as usize];
        Position { cells: vec![row; size as usize], to_move, announced: Vec::new() }
    }

    /// The length of the board's side, in squares.
    #[must_use]
    pub fn size(&self) -> i32 {
        self.cells.len() as i32
    }

    /// Whether a square lies on the board.
    #[must_use]
    pub fn is_on_board(&self, square: Square) -> bool {
        let size = self.size();
        square.file >= 0 && square.file < size && square.rank >= 0 && square.rank < size
    }

    /// The piece on a square. `None` if the square is empty or off the board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.is_on_board(square) {
            return None;
        }
        self.cells[square.rank as usize][square.file as usize]
    }

    /// Whether the same pieces stand on the same squares, regardless of the side to move.
    #[must_use]
    pub fn has_same_board(&self, other: &Position) -> bool {
        self.cells == other.cells
    }

    /// Puts a piece on a square of the board, or clears the square.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.rank as usize][square.file as usize] = piece;
    }

    /// All squares of the board.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for file in 0..self.size() {
            for rank in 0..self.size() {
                squares.push(Square { file, rank });
            }
        }
        squares
    }

    /// The king's square. `None` if he has been captured.
    #[must_use]
    pub fn king(&self) -> Option<Square> {
        let mut squares = self.squares().into_iter();
        squares.find(|&square| self.piece_at(square) == Some(Piece::King))
    }

    /// Whether a square is on the edge of the board.
    #[must_use]
    pub fn is_edge(&self, square: Square) -> bool {
        let last = self.size() - 1;
        square.file == 0 || square.file == last || square.rank == 0 || square.rank == last
    }

    /// Reads `<rows, top rank first> <a|d>`, and the announced squares under rules with announcing.
    ///
    /// # Errors
    /// Explains why a text is not a position.
    pub fn from_fen(fen: &str, size: i32, announce: bool) -> Result<Position, &'static str> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let most = if announce { 3 } else { 2 };
        if fields.len() < 2 || fields.len() > most {
            return Err("the number of fields is wrong");
        }
        let rows: Option<Vec<_>> = fields[0].split('/').map(parse_row).collect();
        let mut cells = rows.ok_or("a row holds something other than pieces and numbers")?;
        cells.reverse(); // The text has the top rank first.
        if cells.len() as i32 != size || cells.iter().any(|row| row.len() as i32 != size) {
            return Err("it is not of the board's size");
        }
        let all = cells.iter().flatten();
        if all.filter(|&&cell| cell == Some(Piece::King)).count() > 1 {
            return Err("there is more than one king");
        }
        let to_move = match fields[1] {
            "a" => Side::Attackers,
            "d" => Side::Defenders,
            _ => return Err("no side is to move"),
        };
        let mut position = Position { cells, to_move, announced: Vec::new() };
        // A missing third field means that nothing has been announced.
        if fields.len() == 3 && fields[2] != "-" {
            for name in fields[2].split(',') {
                let square = Square::parse(name).filter(|&square| position.is_on_board(square));
                position.announced.push(square.ok_or("an announced square is none of the board")?);
            }
            position.announced.sort();
            position.announced.dedup();
        }
        Ok(position)
    }

    /// The text that [`Position::from_fen`] reads.
    #[must_use]
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

/// Parses one row of the text: letters are pieces, a number (of one digit or more) is that many
/// empty squares.
fn parse_row(text: &str) -> Option<Vec<Option<Piece>>> {
    let mut row = Vec::new();
    let mut number = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        add_empty_squares(&mut row, &number)?;
        number.clear();
        row.push(Some(match letter {
            't' => Piece::Attacker,
            'T' => Piece::Defender,
            'K' => Piece::King,
            _ => return None,
        }));
    }
    add_empty_squares(&mut row, &number)?;
    Some(row)
}

/// Adds the number of empty squares given as text. `None` if it is not a valid number.
fn add_empty_squares(row: &mut Vec<Option<Piece>>, number: &str) -> Option<()> {
    if number.is_empty() {
        return Some(());
    }
    if number.starts_with('0') {
        return None;
    }
    let count: u8 = number.parse().ok()?;
    for _ in 0..count {
        row.push(None);
    }
    Some(())
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
