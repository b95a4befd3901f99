//! Texts of a form that is not read here.

/// What is wrong with the form of a text as a whole: it is UTF-16, or its lines end as on old Macs.
pub(crate) fn foreign_form(bytes: &[u8]) -> Option<&'static str> {
    let is_utf16 = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Every other byte of ASCII is zero.
        [0, a, 0, b, ..] | [a, 0, b, 0, ..] => *a != 0 && *b != 0,
        _ => false,
    };
    if is_utf16 {
        return Some("the text is UTF-16; save it as UTF-8");
    }
    let is_of_old_macs = !bytes.contains(&b'\n') && lone_return(bytes).is_some();
    is_of_old_macs.then_some("the lines end in carriage returns alone; save them with line feeds")
}

/// The place of the first carriage return in the midst of a line.
pub(crate) fn lone_return(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair[0] == b'\r' && !matches!(pair[1], b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_told_from_utf8() {
        for text in ["[Event \"a\"]\n", "\u{feff}[Event", "æøå"] {
            assert_eq!(foreign_form(text.as_bytes()), None, "{text}");
        }
        for text in ["\u{feff}[E", "[Event"] {
            let words: Vec<u16> = text.encode_utf16().collect();
            let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
            for bytes in [little, big] {
                assert!(foreign_form(&bytes).is_some_and(|what| what.contains("UTF-16")), "{text}");
            }
        }
        // What a crashed machine leaves is no text at all.
        assert_eq!(foreign_form(&[0; 8]), None);
    }

    #[test]
    fn carriage_returns_are_line_ends_only_before_line_feeds() {
        for (text, place) in
            [("a\r\nb\r\n", None), ("a\r\r\n", None), ("a\r", None), ("a\rb\n", Some(1))]
        {
            assert_eq!(lone_return(text.as_bytes()), place, "{text:?}");
            assert_eq!(foreign_form(text.as_bytes()), None, "{text:?}");
        }
        assert!(foreign_form(b"a\rb\r").is_some());
    }
}
