//! The documentation: commands run, links resolve and tables are complete.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use branan::cli::Cli;
use branan::record::Termination;
use branan::rules::builtin;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

/// The root of the repository.
fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The chapters of the manual.
fn chapters() -> Vec<PathBuf> {
    let entries = fs::read_dir(top().join("docs")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut chapters: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    chapters.sort();
    assert!(chapters.len() > 10);
    chapters
}

/// The documents for users and developers.
fn documents() -> Vec<PathBuf> {
    let others =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "protocol.md", "packaging/README.md"];
    chapters().into_iter().chain(others.iter().map(|name| top().join(name))).collect()
}

/// A document, split into lines of code and of text.
struct Document {
    code: Vec<String>,
    text: String,
}

impl Document {
    fn read(path: &Path) -> Self {
        let mut document = Self { code: Vec::new(), text: String::new() };
        let mut fenced = false;
        let mut after_blank = true;
        let mut indented = false;
        for line in read(path).lines() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
                continue;
            }
            let block = line.strip_prefix("    ");
            // Unless a blank line precedes it, an indented line continues a list.
            indented = block.is_some() && (indented || after_blank);
            after_blank = line.trim().is_empty();
            match block.filter(|_| indented) {
                Some(code) => document.code.push(code.trim_start().to_owned()),
                None if fenced => document.code.push(line.to_owned()),
                None => {
                    document.text.push_str(line);
                    document.text.push('\n');
                }
            }
        }
        document
    }

    /// The commands in code blocks that start the program, as a shell would read them.
    fn blocks(&self) -> Vec<String> {
        let mut commands = Vec::new();
        let mut lines = self.code.iter();
        while let Some(line) = lines.next() {
            let mut command = line.strip_prefix("$ ").unwrap_or(line).to_owned();
            while command.ends_with('\\') {
                command.pop();
                command.push_str(lines.next().expect("a line after the backslash").trim_start());
            }
            commands.push(command);
        }
        // The first line of a certificate looks like a command.
        commands
            .retain(|command| command != "branan certificate 1" && arguments(command).is_some());
        commands
    }

    /// The commands in running text, without ellipses and lone options.
    fn inline(&self) -> Vec<String> {
        let flat = self.text.replace('\n', " ");
        let spans = flat.split('`').skip(1).step_by(2).map(str::to_owned);
        spans.filter(|span| arguments(span).is_some() && !span.contains('…')).collect()
    }
}

/// The arguments of a command that starts the program.
fn arguments(command: &str) -> Option<Vec<String>> {
    let rest = ["branan ", "target/release/branan ", "cargo run --release -- "]
        .iter()
        .find_map(|start| command.strip_prefix(start))
        .or_else(|| (command == "branan").then_some(""))?;
    let words = shlex::split(rest).unwrap_or_else(|| panic!("{command}"));
    // What goes to a file is the shell's.
    Some(words.into_iter().take_while(|word| word != ">").collect())
}

/// Replaces a placeholder for a number by a number.
fn with_number(word: &str) -> &str {
    match word {
        "N" => "1",
        "K/N" => "1/2",
        _ => word,
    }
}

#[test]
fn every_command_in_the_documents_is_understood() {
    let mut seen = 0;
    // The changelog names partial commands, and those of other versions.
    for path in documents().into_iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        let document = Document::read(&path);
        let blocks = document.blocks().into_iter().map(|command| (command, false));
        let inline = document.inline().into_iter().map(|command| (command, true));
        for (command, in_text) in blocks.chain(inline) {
            let words = arguments(&command).unwrap();
            let words = ["branan"].into_iter().chain(words.iter().map(|word| with_number(word)));
            if let Err(error) = Cli::try_parse_from(words) {
                let shown = [
                    ErrorKind::DisplayHelp,
                    ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
                    ErrorKind::DisplayVersion,
                ];
                // Running text may name a command without its arguments.
                let named = error.kind() == ErrorKind::MissingRequiredArgument
                    || error.to_string().contains("but none was supplied");
                // The engines of the examples are not there.
                let others = error.to_string().contains("there is no program");
                let fine = in_text && named || others || shown.contains(&error.kind());
                assert!(fine, "{}: {command}\n{error}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn every_command_has_a_place_in_the_manual() {
    let manual: String = chapters().iter().map(read).collect();
    for command in Cli::command().get_subcommands() {
        let named = format!("branan {}", command.get_name());
        assert!(manual.contains(&named), "{named}");
    }
}

/// Whether a command is fast and needs no files of the reader.
fn can_be_run(words: &[String]) -> bool {
    let quick = ["show", "variants", "verify", "completions", "--version", "--help"];
    let first = words.iter().find(|word| *word != "--variants" && !word.ends_with(".toml"));
    first.is_some_and(|first| {
        quick.contains(&first.as_str())
            || first == "solve" && words.iter().any(|word| word == "ard-ri")
    })
}

#[test]
fn quick_commands_in_the_documents_work() {
    let mut run = 0;
    for path in documents() {
        let folder = tempfile::tempdir().unwrap();
        // The manual's example rulesets, under the names that the commands use.
        let notation = read(top().join("docs/notation.md"));
        let rulesets = notation.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        fs::write(folder.path().join("my.toml"), rulesets.unwrap()).unwrap();
        for command in Document::read(&path).blocks() {
            let words = arguments(&command).unwrap();
            if !can_be_run(&words) {
                continue;
            }
            let output = Command::new(env!("CARGO_BIN_EXE_branan"))
                .args(&words)
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{}: {command}\n{errors}", path.display());
            run += 1;
        }
    }
    assert!(run >= 10, "{run}");
}

#[test]
fn the_match_in_a_file_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.toml");
    let tournaments = read(top().join("docs/tournaments.md"));
    let text = tournaments.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let program = format!("cmd = {:?}", env!("CARGO_BIN_EXE_branan"));
    fs::write(&file, text.unwrap().replace("cmd = \"branan\"", &program)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(["match", "--dry-run", "--config"])
        .arg(&file)
        .current_dir(top())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let plan = String::from_utf8_lossy(&output.stdout).into_owned();
    let games = "4000 games, 2 at a time, brandubh-macwhite, tablut: ten (1+0.01), twelve (1+0.01)";
    assert!(plan.contains(games), "{plan}");
}

#[test]
fn the_libraries_can_be_named_as_dependencies() {
    let page = read(top().join("docs/rust.md"));
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut named = BTreeSet::new();
    for block in blocks {
        let manifest: toml::Table = block.parse().unwrap();
        named.extend(manifest["dependencies"].as_table().unwrap().keys().cloned());
    }
    let package = |folder: &str| {
        let manifest: toml::Table = read(top().join(folder).join("Cargo.toml")).parse().unwrap();
        let text = |part: &str, key: &str| manifest[part].get(key).and_then(|it| it.as_str());
        // Without a name of its own, the library has the package's.
        let library = text("lib", "name").or(text("package", "name")).unwrap().to_owned();
        (text("package", "name").unwrap().to_owned(), library)
    };
    let packages = [package("tafl"), package(".")];
    assert_eq!(named, packages.iter().map(|(name, _)| name.clone()).collect());
    for (_, library) in packages {
        assert!(page.contains(&format!("use {library}::")), "{library}");
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(path: &Path) -> HashSet<String> {
    let text = read(path);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let headings = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
    let named = text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    headings.chain(named.map(str::to_owned)).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let elsewhere = ["tests", "tuning", "cluster", "web", "plain", "python"];
    let guides = elsewhere.iter().map(|folder| top().join(folder).join("README.md"));
    for path in documents().into_iter().chain(guides) {
        let text = Document::read(&path).text;
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            let (file, part) = target.split_once('#').unwrap_or((target, ""));
            let file =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {target}", path.display());
            let found = part.is_empty() || anchors(&file).contains(part);
            assert!(found, "{}: {target}: no such heading", path.display());
        }
    }
}

/// Expands `{a,b}` in a path.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (choices, after) = rest.split_once('}').expect("a closing brace");
    choices.split(',').map(|choice| format!("{before}{choice}{after}")).collect()
}

#[test]
fn every_file_that_is_named_exists() {
    let folders: BTreeSet<&str> =
        ["src", "tafl", "engine", "plain", "tuning", "docs", "packaging", "books", "web", "boards"]
            .into();
    for path in documents().into_iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        let text = Document::read(&path).text.replace('\n', " ");
        for span in text.split('`').skip(1).step_by(2) {
            let named = span.split_once('/').is_some_and(|(first, _)| folders.contains(first));
            if !named || span.contains(' ') || span.contains("{variant}") {
                continue;
            }
            for file in expanded(span) {
                // A Rust module is named without its extension.
                let file = top().join(&file);
                let module = file.with_extension("rs");
                assert!(file.exists() || module.exists(), "{}: {span}", path.display());
            }
        }
    }
}

#[test]
fn every_ruleset_is_described() {
    let readme = read(top().join("README.md"));
    let table = readme.split("## Rulesets").nth(1).unwrap();
    let listed: BTreeSet<&str> =
        table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let builtin: BTreeSet<&str> = builtin().iter().map(|ruleset| ruleset.name.as_str()).collect();
    assert_eq!(listed, builtin, "README.md");
    let rules = read(top().join("docs/rules.md"));
    let described: BTreeSet<&str> =
        rules.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    assert_eq!(described, builtin, "docs/rules.md");
}

/// The elements of a picture, sorted so that drawing order does not matter.
fn elements(picture: &str) -> Vec<&str> {
    let mut elements: Vec<&str> = picture
        .split("<g ")
        .map(|part| part.trim().trim_end_matches("</svg>").trim_end())
        .collect();
    elements.sort_unstable();
    elements
}

#[test]
fn the_boards_are_drawn_by_the_program() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(top().join("docs/boards")).unwrap() {
        let picture = entry.unwrap().path();
        let name = picture.file_stem().unwrap().to_str().unwrap();
        let drawn = folder.path().join("drawn.svg");
        let status = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["show", "--variant", name, "--svg"])
            .arg(&drawn)
            .stdin(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{name}");
        let renew = format!("run: branan show --variant {name} --svg docs/boards/{name}.svg");
        assert!(elements(&read(&drawn)) == elements(&read(&picture)), "{renew}");
    }
}

#[test]
fn the_manual_lists_all_its_chapters() {
    let summary = read(top().join("docs/SUMMARY.md"));
    for chapter in chapters().iter().filter(|path| !path.ends_with("SUMMARY.md")) {
        let name = chapter.file_name().unwrap().to_str().unwrap();
        assert!(summary.contains(&format!("]({name})")), "{name}");
    }
}

#[test]
fn the_notation_lists_every_ending() {
    let notation = read(top().join("docs/notation.md"));
    let (_, results) = notation.split_once("\n## Results\n").unwrap();
    let (results, _) = results.split_once("\n## ").unwrap();
    let rows = results.lines().filter(|line| line.starts_with('|'));
    let listed: HashSet<&str> = rows
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|names| names.split('`').skip(1).step_by(2))
        .collect();
    for termination in Termination::all() {
        assert!(listed.contains(termination.to_string().as_str()), "{termination}");
    }
}
