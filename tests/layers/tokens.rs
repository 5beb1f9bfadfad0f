//! Source text as tokens, as far as paths need it.

/// A token, as far as paths need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword; with its `!` where a macro is called.
    Word(String),
    /// `::`.
    Colons,
    /// Any other sign.
    Sign(char),
    /// A text, letter or number.
    Literal,
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many bytes the text at the start of `code` takes, if there is one: `"…"`, `r#"…"#`, `b'…'`.
fn literal(code: &str) -> Option<usize> {
    let rest = code.trim_start_matches(['b', 'c']);
    let prefix = code.len() - rest.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let body = raw.trim_start_matches('#');
        let hashes = raw.len() - body.len();
        let body = body.strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix + 1 + hashes + 1 + length);
    }
    let quote = rest.chars().next().filter(|&c| c == '"' || c == '\'')?;
    if quote == '\'' {
        // A lifetime is a quote and a name without a second quote behind its first letter.
        let mut after = rest[1..].chars();
        let (first, second) = (after.next()?, after.next());
        if first != '\\' && second != Some('\'') {
            return None;
        }
    }
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(prefix + at + 1),
            _ => {}
        }
    }
    Some(code.len())
}

/// How many bytes the comment at the start of `code` takes, if there is one.
fn comment(code: &str) -> Option<usize> {
    if code.starts_with("//") {
        return Some(code.find('\n').unwrap_or(code.len()));
    }
    let mut depth = 0;
    let mut at = 0;
    while code.starts_with("/*") && at < code.len() {
        let rest = &code[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    (at > 0).then_some(at)
}

pub(super) fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if let Some(length) = comment(rest) {
            length
        } else if let Some(length) = literal(rest) {
            tokens.push(Token::Literal);
            length
        } else if is_word(c) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let is_macro = rest[length..].starts_with('!') && !rest[length..].starts_with("!=");
            if c.is_numeric() {
                tokens.push(Token::Literal);
            } else if is_macro {
                tokens.push(Token::Word(format!("{}!", &rest[..length])));
            } else {
                tokens.push(Token::Word(rest[..length].to_owned()));
            }
            length + usize::from(is_macro)
        } else if rest.starts_with("::") {
            tokens.push(Token::Colons);
            2
        } else {
            tokens.push(Token::Sign(c));
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

pub(super) fn sign(token: Option<&Token>, wanted: char) -> bool {
    token == Some(&Token::Sign(wanted))
}

pub(super) fn word(token: Option<&Token>) -> Option<&str> {
    match token {
        Some(Token::Word(word)) => Some(word),
        _ => None,
    }
}

/// Where the bracket opened at `open` is closed.
pub(super) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// The tokens without the items behind `#[cfg(test)]`, and the modules so declared whose code is in
/// files of their own.
pub(super) fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut test_modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let inner = sign(tokens.get(at + 1), '!');
        let open = at + 1 + usize::from(inner);
        if !sign(tokens.get(at), '#') || !sign(tokens.get(open), '[') {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let close = closing(tokens, open);
        let words: Vec<&str> =
            tokens[open..close.min(tokens.len())].iter().filter_map(|token| word(Some(token))).collect();
        let for_tests = words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not");
        if for_tests && inner {
            return (Vec::new(), test_modules);
        }
        if !for_tests {
            kept.extend_from_slice(&tokens[at..(close + 1).min(tokens.len())]);
            at = close + 1;
            continue;
        }
        at = close + 1;
        // The item ends with its block or, without one, at a semicolon.
        while at < tokens.len() {
            match tokens[at] {
                Token::Sign(';') => {
                    if word(tokens.get(at - 2)) == Some("mod") {
                        test_modules.extend(word(tokens.get(at - 1)).map(str::to_owned));
                    }
                    break;
                }
                Token::Sign('{') => {
                    at = closing(tokens, at);
                    break;
                }
                Token::Sign('(' | '[') => at = closing(tokens, at) + 1,
                _ => at += 1,
            }
        }
        at += 1;
    }
    (kept, test_modules)
}
