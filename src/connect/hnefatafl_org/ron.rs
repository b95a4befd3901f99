//! Reads RON, the notation in which the server sends its games and users, as JSON values.
//!
//! Structures become objects, tuples arrays, and `None` null. `Some(x)` and a tuple of one value
//! become the value. A named tuple becomes an object of one field with that name.

use serde_json::{Map, Value};

/// Deepest nesting that is read.
const MAX_DEPTH: usize = 48;

/// Reads a text as a value. `None` if it is not RON or nested too deeply.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut reader = RonReader { rest: text };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct RonReader<'t> {
    rest: &'t str,
}

impl<'t> RonReader<'t> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips a character, after white space, if it is next.
    fn skip(&mut self, wanted: char) -> bool {
        self.space();
        let after = self.rest.strip_prefix(wanted);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// The characters before the first that is not `wanted`.
    fn take_while(&mut self, wanted: fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.space();
        match self.rest.chars().next()? {
            '"' => self.text().map(Value::from),
            '[' => self.skip('[').then(|| self.list(']', depth))?.map(Value::from),
            '{' => self.skip('{').then(|| self.map(depth))?.map(Value::from),
            '(' => self.skip('(').then(|| self.tuple(depth))?,
            '-' | '+' | '0'..='9' => self.number(),
            _ => self.name(depth),
        }
    }

    fn number(&mut self) -> Option<Value> {
        let digits = self.take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let whole = digits.parse::<i64>().map(Value::from);
        whole.or_else(|_| digits.parse::<f64>().map(Value::from)).ok()
    }

    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                // The names that matter here contain none of these.
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                c => text.push(c),
            }
        }
        None
    }

    fn list(&mut self, end: char, depth: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        while !self.skip(end) {
            values.push(self.value(depth + 1)?);
            if !self.skip(',') {
                return self.skip(end).then_some(values);
            }
        }
        Some(values)
    }

    fn map(&mut self, depth: usize) -> Option<Map<String, Value>> {
        let mut map = Map::new();
        while !self.skip('}') {
            let key = match self.value(depth + 1)? {
                Value::String(text) => text,
                other => other.to_string(),
            };
            if !self.skip(':') {
                return None;
            }
            map.insert(key, self.value(depth + 1)?);
            if !self.skip(',') {
                return self.skip('}').then_some(map);
            }
        }
        Some(map)
    }

    /// A tuple or, if its first value is a name before a colon, a structure.
    fn tuple(&mut self, depth: usize) -> Option<Value> {
        let before = self.rest;
        self.space();
        let name = self.take_while(is_name);
        let is_structure = !name.is_empty() && self.skip(':');
        self.rest = before;
        if !is_structure {
            let mut values = self.list(')', depth)?;
            return if values.len() == 1 { values.pop() } else { Some(Value::from(values)) };
        }
        let mut map = Map::new();
        while !self.skip(')') {
            let name = self.take_while(is_name);
            if name.is_empty() || !self.skip(':') {
                return None;
            }
            map.insert(name.to_owned(), self.value(depth + 1)?);
            if !self.skip(',') {
                return self.skip(')').then(|| Value::from(map));
            }
        }
        Some(Value::from(map))
    }

    fn name(&mut self, depth: usize) -> Option<Value> {
        match self.take_while(is_name) {
            "" => None,
            "None" => Some(Value::Null),
            "true" => Some(Value::from(true)),
            "false" => Some(Value::from(false)),
            name if self.skip('(') => {
                let inner = self.tuple(depth + 1)?;
                Some(match name {
                    "Some" => inner,
                    name => Value::from(Map::from_iter([(name.to_owned(), inner)])),
                })
            }
            name => Some(Value::from(name)),
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_servers_text_is_read() {
        let text = r#"([],Users(({"ann":(username:"ann",wins:0,rating:(rating:1500.0,rd:350.0),logged_in:true)})),false,false)"#;
        let ann = json!({"username": "ann", "wins": 0, "rating": {"rating": 1500.0, "rd": 350.0}, "logged_in": true});
        assert_eq!(read(text), Some(json!([[], {"Users": {"ann": ann}}, false, false])));
        let text = "(id:3,attacker:Some(\"b\\\"c\"),defender:None,timed:Timed((add_seconds:-5, milliseconds_left:60000,)),size:_11)";
        let timed = json!({"Timed": {"add_seconds": -5, "milliseconds_left": 60000}});
        let read_now = read(text).unwrap();
        assert_eq!(read_now["timed"], timed);
        assert_eq!((&read_now["attacker"], &read_now["size"]), (&json!("b\"c"), &json!("_11")));
        assert_eq!(read("(1,[2,],{3:4,},())"), Some(json!([1, [2], {"3": 4}, []])));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "(", "[1 2]", "{1}", "(a:)", "\"open", "1 2", "%", "(a:1,2)"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
        assert_eq!(read(&"Some(".repeat(100_000)), None);
    }
}
