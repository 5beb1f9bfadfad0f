//! Positions as text: `chain hands stack player`, and as a picture.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use super::super::ParseError;
use super::{Domino, Hand, Lying, MOST, PLAYERS, Stack, TILES, Tile, Tiles};

/// How wide a picture of the chain gets before it goes on in the next line.
const WIDTH: usize = 78;

/// Things with a comma between them.
fn listed<T: fmt::Display>(things: impl Iterator<Item = T>) -> String {
    things.map(|thing| thing.to_string()).collect::<Vec<_>>().join(",")
}

/// The text of a hand: its tiles, then `?` and how many more there are; `-` if there are none.
fn hand_text(hand: &Hand) -> String {
    let mut text = listed(hand.known.iter());
    if hand.hidden > 0 {
        if !text.is_empty() {
            text.push(',');
        }
        text += &format!("?{}", hand.hidden);
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// `0-2,2-1 1-4,3-3,5-5,5-6/?4/?6 12 p1`; where the stack is known, its tiles from the top stand in the
/// place of their number.
impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chain = if self.chain.is_empty() { "-".to_owned() } else { listed(self.chain()) };
        let hands: Vec<String> = self.hands().iter().map(hand_text).collect();
        let stack = match self.stack() {
            Some(tiles) if self.stack_count() > 0 => listed(tiles),
            // An empty stack hides nothing; whether it is known shows in the hands.
            _ => self.stack_count().to_string(),
        };
        write!(f, "{chain} {} {stack} p{}", hands.join("/"), self.turn + 1)
    }
}

impl FromStr for Domino {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader { text, seen: Tiles::NONE };
        let mut fields = text.split_ascii_whitespace();
        let mut field = |name| {
            fields.next().ok_or_else(|| ParseError::new(text, text.len(), format!("no {name}: expected `chain hands stack player`, such as `- 0-1,0-2,2-3,4-4,5-6/?5 18 p1`")))
        };
        let chain = reader.chain(field("chain")?)?;
        let (hands, players) = reader.hands(field("hands")?)?;
        let stack_field = field("stack")?;
        let (stack, listed) = reader.stack(stack_field)?;
        let turn = reader.turn(field("player to move")?, players)?;
        if let Some(more) = fields.next() {
            return Err(ParseError::no_moves(text, "the position", more));
        }
        let hidden: u32 = hands.iter().map(|hand| u32::from(hand.hidden)).sum();
        if listed && hidden > 0 {
            return Err(
                reader.fail(stack_field, "nobody knows the stack and not the hands: expected a number")
            );
        }
        let count = u32::from(reader.seen.count()) + hidden + if listed { 0 } else { u32::from(stack) };
        if count != u32::from(TILES) {
            return Err(reader.fail(text, format!("{count} tiles in all, expected {TILES}")));
        }
        let stack = match listed || (stack == 0 && hidden == 0) {
            true => Stack::Known(reader.listed_stack(stack_field)),
            false => Stack::Hidden(stack),
        };
        let position = Self { chain, hands, players, stack, turn, unseen: Tiles::ALL.without(reader.seen) };
        if position.hands().iter().filter(|hand| hand.count() == 0).count() > 1 {
            return Err(reader.fail(text, "two players without tiles"));
        }
        Ok(position)
    }
}

/// Reads the fields of a text and remembers the tiles that it has met.
struct Reader<'a> {
    text: &'a str,
    seen: Tiles,
}

impl Reader<'_> {
    /// An error at the start of `part`, which is a part of the text.
    fn fail(&self, part: &str, reason: impl Into<String>) -> ParseError {
        ParseError::new(self.text, part.as_ptr() as usize - self.text.as_ptr() as usize, reason)
    }

    /// A tile that was not there before.
    fn tile(&mut self, part: &str) -> Result<Lying, ParseError> {
        let lying = Lying::parse(part).ok_or_else(|| self.fail(part, "expected a tile such as 2-6"))?;
        let tile = lying.tile().ok_or_else(|| self.fail(part, "expected a tile such as 2-6"))?;
        if self.seen.has(tile) {
            return Err(self.fail(part, format!("the tile {tile} is there twice")));
        }
        self.seen.insert(tile);
        Ok(lying)
    }

    fn chain(&mut self, field: &str) -> Result<VecDeque<Lying>, ParseError> {
        let mut chain: VecDeque<Lying> = VecDeque::with_capacity(TILES.into());
        if field == "-" {
            return Ok(chain);
        }
        for part in field.split(',') {
            let tile = self.tile(part)?;
            if let Some(last) = chain.back()
                && last.right != tile.left
            {
                return Err(self.fail(part, format!("{tile} does not go on from {last}")));
            }
            chain.push_back(tile);
        }
        Ok(chain)
    }

    fn hands(&mut self, field: &str) -> Result<([Hand; MOST], u8), ParseError> {
        let mut hands = [Hand::default(); MOST];
        let count = field.split('/').count();
        if count > MOST {
            let reason = format!("{count} hands, expected {} to {}", PLAYERS.start(), PLAYERS.end());
            return Err(self.fail(field, reason));
        }
        for (hand, text) in hands.iter_mut().zip(field.split('/')) {
            if text == "-" {
                continue;
            }
            for part in text.split(',') {
                if let Some(number) = part.strip_prefix('?') {
                    let number = self.number(number)?;
                    if hand.hidden > 0 {
                        return Err(self.fail(part, "one number of hidden tiles a hand"));
                    }
                    hand.hidden = number;
                } else if let Some(tile) = self.tile(part)?.tile() {
                    hand.known.insert(tile);
                }
            }
        }
        Ok((hands, count as u8))
    }

    /// The number of tiles, and whether they are listed.
    fn stack(&mut self, field: &str) -> Result<(u8, bool), ParseError> {
        if !field.contains('-') {
            return Ok((self.number(field)?, false));
        }
        for part in field.split(',') {
            self.tile(part)?;
        }
        Ok((field.split(',').count() as u8, true))
    }

    /// The tiles of a stack that has been read, the top last.
    fn listed_stack(&self, field: &str) -> Vec<Tile> {
        field.split(',').rev().filter_map(Tile::parse).collect()
    }

    fn turn(&self, field: &str, players: u8) -> Result<u8, ParseError> {
        let number = field.strip_prefix(['p', 'P']).and_then(|number| number.parse::<u8>().ok());
        match number {
            Some(number) if (1..=players).contains(&number) => Ok(number - 1),
            _ => Err(self.fail(field, format!("expected the player to move, p1 to p{players}"))),
        }
    }

    fn number(&self, part: &str) -> Result<u8, ParseError> {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number = part.parse::<u8>().ok().filter(|&number| is_number && number <= TILES);
        number.ok_or_else(|| self.fail(part, format!("expected a number of tiles, 0 to {TILES}")))
    }
}

impl Domino {
    /// The table and all hands, for people.
    pub(super) fn picture(&self) -> String {
        let mut picture = String::from("table ");
        let mut column = picture.len();
        if self.chain.is_empty() {
            picture.push('-');
        }
        for tile in self.chain() {
            let tile = format!("[{}|{}]", tile.left, tile.right);
            if column + tile.len() > WIDTH {
                picture += "\n      ";
                column = 6;
            }
            column += tile.len();
            picture += &tile;
        }
        let is_over = self.is_over();
        for (player, hand) in self.hands().iter().enumerate() {
            let mark = if !is_over && player == self.turn() { '>' } else { ' ' };
            let mut tiles: Vec<String> = hand.known.iter().map(|tile| tile.to_string()).collect();
            if hand.hidden > 0 {
                tiles.push(format!("{} hidden", hand.hidden));
            }
            picture += &format!(
                "\n{mark} p{}  {}",
                player + 1,
                if tiles.is_empty() { "-".to_owned() } else { tiles.join(" ") }
            );
        }
        picture + &format!("\nstack {}", self.stack_count())
    }
}
