//! The script of the page. It joins modules of the `branan board` page into one, because a report
//! is a single file.

use std::fmt::Write as _;

/// A module: its path below `web/`, and its text.
macro_rules! module {
    ($path:literal) => {
        ($path, include_str!(concat!("../../web/", $path)))
    };
}

/// The modules, each after its imports.
const MODULES: [(&str, &str); 18] = [
    module!("page/js/dom.js"),
    module!("page/js/board/art.json"),
    module!("page/js/board/art.js"),
    module!("page/js/board/squares.js"),
    module!("page/js/board/pieces.js"),
    module!("page/js/board/surface.js"),
    module!("page/js/board/marks.js"),
    module!("page/js/board/drawn.js"),
    module!("page/js/board/drawings.js"),
    module!("page/js/board/threats.js"),
    module!("page/js/board/piece-layer.js"),
    module!("page/js/languages/say.js"),
    module!("page/js/languages/en/main.js"),
    module!("page/js/board/labels.js"),
    module!("report/texts.js"),
    module!("page/js/board/square-cursor.js"),
    module!("page/js/board/board.js"),
    module!("report/report.js"),
];

/// All modules as one script. Each becomes a function that is called at once and returns its
/// exports.
pub(super) fn script() -> String {
    let mut script = "\"use strict\";\nconst modules = {};\n".to_owned();
    for (path, text) in MODULES {
        let body = if path.ends_with(".json") {
            format!("return {{ default: {} }};", text.trim_end())
        } else {
            as_function(text)
        };
        // Writing to a string cannot fail.
        let _ = writeln!(script, "modules[\"{}\"] = (() => {{\n{body}\n}})();", name(path));
    }
    script
}

/// The name of a module: the last part of its path.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Converts a module to the body of a function. Relies on prettier's formatting, in which each
/// statement starts its own line.
fn as_function(text: &str) -> String {
    let mut body = String::new();
    let mut exported = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut import = line.to_owned();
            while !import.ends_with(';') {
                let Some(next) = lines.next() else { break };
                import += next.trim();
            }
            body += &as_constant(&import);
        } else if let Some(rest) = line.strip_prefix("export ") {
            exported.push(defined(rest));
            body += rest;
        } else {
            body += line;
        }
        body.push('\n');
    }
    body + &format!("return {{ {} }};", exported.join(", "))
}

/// The name defined by a function, class or constant declaration.
fn defined(line: &str) -> &str {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let kinds = ["async", "function", "class", "const", "let"];
    words.find(|word| !kinds.contains(word)).unwrap_or_default()
}

/// Converts `import { a, b } from './c.js';` to constants.
fn as_constant(import: &str) -> String {
    let words = import.trim_start_matches("import ").trim_end_matches(';');
    let Some((names, from)) = words.split_once(" from ") else { return String::new() };
    let from = name(from.split('\'').nth(1).unwrap_or_default());
    let (names, member) = match names.strip_prefix("* as ") {
        Some(whole) => (whole.to_owned(), ""),
        None if names.starts_with('{') => (names.replace(" as ", ": "), ""),
        None => (names.to_owned(), ".default"),
    };
    format!("const {names} = modules[\"{from}\"]{member};")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions() {
        let module = "/** A. */\nimport { a, b as c } from '../x/a.js';\nimport {\n  d,\n} from './d.js';\n\
                      import * as e from './e.js';\nimport f from './f.json' with { type: 'json' };\n\
                      export const g = 1;\nexport async function h() {}\nexport class I {\n}\n";
        let expected = "/** A. */\nconst { a, b: c } = modules[\"a.js\"];\n\
                        const {d,} = modules[\"d.js\"];\nconst e = modules[\"e.js\"];\n\
                        const f = modules[\"f.json\"].default;\nconst g = 1;\nasync function h() {}\n\
                        class I {\n}\nreturn { g, h, I };";
        assert_eq!(as_function(module), expected);
    }

    #[test]
    fn every_import_is_of_an_earlier_module_and_nothing_ends_the_script() {
        for (place, (path, text)) in MODULES.iter().enumerate() {
            for line in text
                .lines()
                .filter(|line| line.starts_with("import ") || line.starts_with("} from "))
            {
                let Some(from) =
                    line.split(" from '").nth(1).and_then(|rest| rest.split('\'').next())
                else {
                    continue;
                };
                let earlier = MODULES[..place].iter().any(|(known, _)| name(known) == name(from));
                assert!(earlier, "{path} imports {from}");
            }
            assert!(
                MODULES[..place].iter().all(|(known, _)| name(known) != name(path)),
                "{path} twice"
            );
        }
        assert!(!script().contains("</script") && !script().contains("<!--"));
    }
}
