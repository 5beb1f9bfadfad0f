//! The texts of plies in records: JSON strings.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::games::PlyText;

impl Serialize for PlyText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for PlyText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Ply;

        impl Visitor<'_> for Ply {
            type Value = PlyText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the text of a ply, at most {} bytes", PlyText::MOST)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<PlyText, E> {
                PlyText::new(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_is_a_string_and_one_that_no_game_has_is_told() {
        let plies = ["c4", "draw:2-6"].map(|ply| PlyText::new(ply).unwrap());
        let json = serde_json::to_string(&plies).unwrap();
        assert_eq!(json, r#"["c4","draw:2-6"]"#);
        assert_eq!(serde_json::from_str::<[PlyText; 2]>(&json).unwrap(), plies);
        let told = serde_json::from_str::<PlyText>(r#""sixteen bytes or more""#).unwrap_err().to_string();
        assert!(told.contains("sixteen") && told.contains("at most 15 bytes"), "{told}");
    }
}
