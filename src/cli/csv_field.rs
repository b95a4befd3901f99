//! Fields of comma-separated values, after RFC 4180.

/// A field, in quotation marks where it holds what ends a field. A text that a spreadsheet would compute,
/// such as the name `=1+1`, gets an apostrophe before it, as OWASP advises.
pub fn field(text: &str) -> String {
    let is_formula = text.len() > 1 && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { &format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_marks_are_quoted() {
        assert_eq!(field("tablut"), "tablut");
        assert_eq!(field("a,b"), "\"a,b\"");
        assert_eq!(field("say \"x\""), "\"say \"\"x\"\"\"");
    }

    #[test]
    fn nothing_is_a_formula() {
        assert_eq!(field("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(field("@a,b"), "\"'@a,b\"");
        assert_eq!(field("-"), "-");
    }
}
