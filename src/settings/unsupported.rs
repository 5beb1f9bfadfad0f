//! Keys of the format that this version knows but does not carry out.
//!
//! What would change results is refused: a tournament must not be played by other rules than those
//! in its file. The rest is checked and its user told.

use super::keys::Type::Text;
use super::table::{Table, Value};

const PROTOCOLS: [&str; 4] = ["ugi", "uci", "gtp", "nboard"];

/// Reports that something is not available.
pub(super) fn refuse(value: &Value<'_>, what: &str) {
    value.fail(format!("{what} is not supported by this version"));
}

/// The keys of an `[[engine]]` or of `[each]`.
pub(super) fn engine(engine: &Table<'_>) {
    if let Some(protocol) = engine.get("protocol")
        && let Some(name) = protocol.word(&PROTOCOLS.map(|name| (name, name)))
        && name != "ugi"
    {
        refuse(&protocol, &format!("the protocol `{name}`"));
    }
    if let Some(variant) = engine.get("variant") {
        variant.check_type(&[Text]);
        no_effect(&variant);
    }
}

fn no_effect(value: &Value<'_>) {
    let what = format!("`{}` has no effect in this version", value.key);
    value.source.without_effect(value.key_span.clone(), what);
}
