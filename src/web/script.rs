//! Joins the page's modules into one script, and its style sheets into one. A browser spends milliseconds on each file,
//! however small: sixty modules delay the first board more than everything else together.
//!
//! Each module becomes a function that returns its exports and follows the modules that it imports:
//!
//! ```text
//! const module3 = (() => {
//! const { svg } = module1;
//! class StoneLayer {}
//! return { StoneLayer };
//! })();
//! ```
//!
//! Modules that the page imports on demand, such as the messages of a language, are not joined.
//!
//! A style sheet takes the place of the line `@import './file.css';` that names it.
//!
//! Only the page's own forms of imports and exports are supported: `import { a, b } from './file.js';` on one line, and
//! `export` before a class, a function or a constant. Lines of comments, blank lines and indentation are left out, which
//! saves a third of the script; template literals therefore end on their line.
//!
//! This file uses nothing but the standard library, since `scripts/web` compiles it without Cargo
//! (`scripts/arena/release/join_modules.rs`).

use std::fmt::{self, Display, Write as _};

/// A module's own address in its source.
const OWN_ADDRESS: &str = "import.meta.url";

/// The reason why modules or style sheets cannot be joined.
#[derive(Debug, PartialEq, Eq)]
pub enum JoinError {
    /// An imported module does not exist.
    Missing(String),
    /// A module imports itself, directly or through others.
    Cycle(String),
    /// An import, an export, a comment or a template literal has an unsupported form.
    Form {
        /// The path of the module.
        file: String,
        /// The line with the unsupported form.
        line: String,
    },
}

impl Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Missing(file) => write!(f, "{file}: no such module"),
            JoinError::Cycle(file) => write!(f, "{file}: imported by a module that it imports"),
            JoinError::Form { file, line } => {
                write!(f, "{file}: a form that is not joined: {line}")
            }
        }
    }
}

/// Joins the module `entry` and all of its imports into one module, to be served from the folder of `entry`. `read`
/// returns the source of the module at a path. Fails if a module is missing, imports itself, or has an unsupported
/// form.
pub fn join_modules(
    entry: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Result<String, JoinError> {
    let mut joiner = Joiner {
        read,
        begun: Vec::new(),
        modules: Vec::new(),
        script: String::new(),
    };
    joiner.add(entry)?;
    Ok(joiner.script)
}

/// Joins the style sheet `entry` and those that it imports into one, to be served from the folder of `entry`. Imported
/// ones import no others. Fails like `join_modules`.
pub fn join_styles(
    entry: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Result<String, JoinError> {
    let form = |line: &str| JoinError::Form {
        file: entry.to_owned(),
        line: line.to_owned(),
    };
    let sheet = |path: &str| {
        let source = read(path).ok_or_else(|| JoinError::Missing(path.to_owned()))?;
        let lines = code_lines(&source).map_err(form)?;
        Ok(lines.join("\n") + "\n")
    };
    let mut style = String::new();
    for line in sheet(entry)?.lines() {
        let target = line.strip_prefix("@import '");
        match target.and_then(|rest| rest.strip_suffix("';")) {
            Some(target) => style += &sheet(&resolve(entry, target))?,
            None => {
                let _ = writeln!(style, "{line}");
            }
        }
    }
    match style.lines().find(|line| line.starts_with("@import")) {
        Some(line) => Err(form(line)),
        None => Ok(style),
    }
}

struct Joiner<R> {
    read: R,
    /// Modules with imports that are still being added.
    begun: Vec<String>,
    /// Modules already in the script.
    modules: Vec<String>,
    script: String,
}

impl<R: Fn(&str) -> Option<String>> Joiner<R> {
    /// Adds a module after the modules that it imports, unless it was added before. Returns its number.
    fn add(&mut self, path: &str) -> Result<usize, JoinError> {
        if let Some(number) = self.modules.iter().position(|known| known == path) {
            return Ok(number);
        }
        if self.begun.iter().any(|begun| begun == path) {
            return Err(JoinError::Cycle(path.to_owned()));
        }
        let source = (self.read)(path).ok_or_else(|| JoinError::Missing(path.to_owned()))?;
        self.begun.push(path.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        let form = |line: &str| JoinError::Form {
            file: path.to_owned(),
            line: line.to_owned(),
        };
        for line in code_lines(&source).map_err(form)? {
            let form = || form(line);
            if line.starts_with("import") {
                let (names, target) = parse_import(line).ok_or_else(form)?;
                let number = self.add(&resolve(path, target))?;
                let _ = writeln!(body, "const {{ {names} }} = module{number};");
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared_name(declaration).ok_or_else(form)?);
                let _ = writeln!(body, "{declaration}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        self.begun.pop();
        let address = format!("new URL('./{path}', {OWN_ADDRESS})");
        let body = body.replace(OWN_ADDRESS, &address);
        let number = self.modules.len();
        self.modules.push(path.to_owned());
        let _ = writeln!(
            self.script,
            "// {path}\nconst module{number} = (() => {{\n{body}return {{ {} }};\n}})();",
            exports.join(", ")
        );
        Ok(number)
    }
}

/// Returns the lines of a module without those of comments, blank lines and indentation. Fails with a line that goes on
/// after a comment of several lines, or that has an open template literal.
fn code_lines(source: &str) -> Result<Vec<&str>, &str> {
    let mut lines = Vec::new();
    let mut in_comment = false;
    for line in source.lines().map(str::trim) {
        let is_comment = in_comment || line.starts_with("/*");
        if let Some((_, rest)) = line.split_once("*/").filter(|_| is_comment) {
            match rest {
                "" => {}
                _ if in_comment => return Err(line),
                _ => lines.push(line),
            }
            in_comment = false;
        } else if is_comment {
            in_comment = true;
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push(line);
        }
    }
    match lines.iter().find(|line| line.matches('`').count() % 2 == 1) {
        Some(open) => Err(open),
        None => Ok(lines),
    }
}

/// Splits `import { a, b } from './file.js';` into the names and the address.
fn parse_import(line: &str) -> Option<(&str, &str)> {
    let names_and_rest = line.strip_prefix("import { ")?;
    let (names, rest) = names_and_rest.split_once(" } from '")?;
    let target = rest.strip_suffix("';")?;
    let is_plain = !names.contains(" as ") && target.starts_with('.');
    is_plain.then_some((names, target))
}

/// Returns the name that an exported declaration introduces.
fn declared_name(declaration: &str) -> Option<&str> {
    let kinds = ["class ", "function ", "async function ", "const "];
    let rest = kinds
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '_')?;
    (end > 0).then(|| &rest[..end])
}

/// Returns the path of `target`, an address relative to the module `from`.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, JoinError> {
        let read = |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        join_modules("app.js", read)
    }

    #[test]
    fn a_module_stands_once_behind_what_it_imports() {
        let script = joined(&[
            (
                "app.js",
                "import { a, b } from './x/a.js';\nimport { c } from './c.js';\na(b, c);\n",
            ),
            (
                "x/a.js",
                "import { c } from '../c.js';\nexport const b = c;\nexport async function a() {}\n",
            ),
            (
                "c.js",
                "export class c {}\nnew URL('w.js', import.meta.url);\n",
            ),
        ]);
        let expected = "\
// c.js
const module0 = (() => {
class c {}
new URL('w.js', new URL('./c.js', import.meta.url));
return { c };
})();
// x/a.js
const module1 = (() => {
const { c } = module0;
const b = c;
async function a() {}
return { b, a };
})();
// app.js
const module2 = (() => {
const { a, b } = module1;
const { c } = module0;
a(b, c);
return {  };
})();
";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        let refusal = |text| joined(&[("app.js", text)]).unwrap_err().to_string();
        let missing = refusal("import { a } from './a.js';");
        assert_eq!(missing, "a.js: no such module");
        let cycle = refusal("import { a } from './app.js';");
        assert_eq!(cycle, "app.js: imported by a module that it imports");
        for form in [
            "import * as a from './a.js';",
            "import { a as b } from './a.js';",
            "import { a } from 'package';",
            "export default 1;",
            "export { a };",
        ] {
            let named = format!("app.js: a form that is not joined: {form}");
            assert_eq!(refusal(form), named);
        }
        let open = refusal("a(`\n`);");
        assert_eq!(open, "app.js: a form that is not joined: a(`");
        let after = refusal("/*\n */ a();");
        assert_eq!(after, "app.js: a form that is not joined: */ a();");
    }

    #[test]
    fn a_style_sheet_takes_the_place_of_its_import() {
        let read = |path: &str| {
            let text = match path {
                "style/all.css" => "@import './a.css';\n/* The rest. */\nb {\n  top: 0;\n}\n",
                "style/a.css" => "a {\n  top: 1px;\n}\n",
                "style/deep.css" => "@import './all.css';\n",
                "style/odd.css" => "@import url(a.css);\n",
                "style/none.css" => "@import './nothing.css';\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        let joined = |entry: &str| join_styles(entry, read).map_err(|error| error.to_string());
        let expected = "a {\ntop: 1px;\n}\nb {\ntop: 0;\n}\n";
        assert_eq!(joined("style/all.css").unwrap(), expected);
        for (entry, refusal) in [
            (
                "deep",
                "deep.css: a form that is not joined: @import './a.css';",
            ),
            (
                "odd",
                "odd.css: a form that is not joined: @import url(a.css);",
            ),
            ("none", "nothing.css: no such module"),
        ] {
            let error = joined(&format!("style/{entry}.css")).unwrap_err();
            assert_eq!(error, format!("style/{refusal}"));
        }
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        let text = "\
// A module.

/**
 * A function.
 */
function a() {
  // It returns its text.
  /** @type {string} */
  const b = /** @type {any} */ (1);
  /** @type {any} */ (b).c();
  return '// /* */';
}
";
        let code = [
            "function a() {",
            "const b = /** @type {any} */ (1);",
            "/** @type {any} */ (b).c();",
            "return '// /* */';",
            "}",
        ];
        assert_eq!(code_lines(text), Ok(code.to_vec()));
    }
}
