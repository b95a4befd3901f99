//! Rows of a board as text: letters for pieces, and numbers for that many empty squares.

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPart {
    /// So many empty squares; [`usize::MAX`] if the number is too large to be read.
    Empty(usize),
    /// A piece, or what stands in its place.
    Letter(char),
}

/// A number in a row is 0 or begins with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeadingZero;

/// The parts of a row, from the first file on.
pub(crate) fn row_parts(row: &str) -> impl Iterator<Item = Result<RowPart, LeadingZero>> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let letter = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, length) = match digits {
            0 => (Ok(RowPart::Letter(letter)), letter.len_utf8()),
            _ if letter == '0' => (Err(LeadingZero), digits),
            _ => (Ok(RowPart::Empty(rest[..digits].parse().unwrap_or(usize::MAX))), digits),
        };
        rest = &rest[length..];
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_part_by_part() {
        let parts = |row: &str| row_parts(row).collect::<Result<Vec<_>, _>>();
        let (empty, letter) = (RowPart::Empty, RowPart::Letter);
        assert_eq!(
            parts("2tT11é"),
            Ok(vec![empty(2), letter('t'), letter('T'), empty(11), letter('é'),])
        );
        assert_eq!(parts(""), Ok(Vec::new()));
        assert_eq!(parts(&"9".repeat(30)), Ok(vec![empty(usize::MAX)]));
        assert_eq!(parts("t0"), Err(LeadingZero));
        assert_eq!(parts("01"), Err(LeadingZero));
    }
}
