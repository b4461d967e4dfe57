//! An independent parser of GTP's framing: which lines are commands, and which bytes are a reply.

/// The largest id (GTP 2 draft 2, section 2.11).
const MAX_ID: u64 = (1 << 31) - 1;

/// A command that gets a reply.
#[derive(Debug)]
pub struct Request {
    /// The id, which the reply repeats.
    pub id: Option<u64>,
    /// The name of the command.
    pub name: String,
    /// The rest of the line after the name.
    pub args: String,
    /// Number of bytes sent up to and including the command.
    pub end: usize,
}

impl Request {
    /// Whether any further line ends the command.
    pub fn yields(&self) -> bool {
        matches!(self.name.as_str(), "lz-analyze" | "kata-analyze")
            || self.name.ends_with("_cancellable")
    }

    /// The arguments, split at blanks.
    pub fn words(&self) -> Vec<&str> {
        self.args
            .split(' ')
            .filter(|word| !word.is_empty())
            .collect()
    }
}

#[derive(Debug)]
pub struct Reply {
    /// Whether the reply begins with `=` instead of `?`.
    pub is_success: bool,
    /// The id after the sign.
    pub id: Option<u64>,
    /// The rest, without the empty line.
    pub text: String,
}

/// Parses the commands: lines with more than blanks and a comment.
pub fn requests(sent: &[u8]) -> Vec<Request> {
    let mut requests = Vec::new();
    let mut end = 0;
    for line in sent.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        let bytes: Vec<u8> = line
            .iter()
            .copied()
            .filter(|&byte| byte != b'\r' && byte != b'\n')
            .collect();
        requests.extend(request(&String::from_utf8_lossy(&bytes), end));
    }
    requests
}

fn request(line: &str, end: usize) -> Option<Request> {
    let text = line
        .split('#')
        .next()
        .unwrap_or_default()
        .replace('\t', " ");
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    let text = text.trim_start_matches(' ');
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    let id = number
        .parse()
        .ok()
        .filter(|&id: &u64| id <= MAX_ID && (rest.is_empty() || rest.starts_with(' ')));
    let rest = if id.is_some() { rest } else { text }.trim_start_matches(' ');
    if id.is_none() && rest.is_empty() {
        return None;
    }
    let (name, args) = rest.split_once(' ').unwrap_or((rest, ""));
    Some(Request {
        id,
        name: name.to_owned(),
        args: args.trim().to_owned(),
        end,
    })
}

/// Splits replies: each is a sign, an id, and a text up to the first empty line.
pub fn replies(heard: &[u8]) -> Result<Vec<Reply>, String> {
    let heard =
        str::from_utf8(heard).map_err(|error| format!("replies that are no text: {error}"))?;
    let mut replies = Vec::new();
    let mut rest = heard;
    while !rest.is_empty() {
        let (reply, after) = rest
            .split_once("\n\n")
            .ok_or_else(|| format!("a reply without an end: {rest:?}"))?;
        let sign = reply.chars().next();
        if !matches!(sign, Some('=' | '?')) {
            return Err(format!(
                "expected `=` or `?`, saw {reply:?} after {} replies",
                replies.len()
            ));
        }
        let digits = reply[1..]
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(reply.len() - 1);
        let (id, text) = reply[1..].split_at(digits);
        if !(text.is_empty() || text.starts_with([' ', '\n'])) {
            return Err(format!("expected a blank behind the id, saw {reply:?}"));
        }
        if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
            return Err(format!("control characters in {reply:?}"));
        }
        replies.push(Reply {
            is_success: sign == Some('='),
            id: id.parse().ok(),
            text: text.trim_start_matches(' ').to_owned(),
        });
        rest = after;
    }
    Ok(replies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_within_a_reply_is_seen() {
        assert_eq!(replies(b"=1 a\nb\n\n? c\n\n").unwrap().len(), 2);
        assert!(replies(b"=1\n\nplay Q17\n\n").is_err());
        assert!(replies(b"=1 a\n\n\n= b\n\n").is_err());
        assert!(replies(b"= a\n").is_err());
    }

    #[test]
    fn comments_and_blanks_are_no_commands() {
        let names = |text: &str| {
            requests(text.as_bytes())
                .into_iter()
                .map(|request| request.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names("\n # x\n\t\r\nname#\n 5 quit\n7\n"),
            ["name", "quit", ""]
        );
    }
}
