//! How it reads, what it says unasked, and how it leaves.

use std::time::{Duration, Instant};

use super::exam::{Exam, legal};
use super::findings::{Seen, Verdict};
use super::plays::QUICK;
use super::rules;
use super::session::Session;
use crate::engine::LEAVE;
use crate::games::{Game, Line, Seat};
use crate::protocol;

/// How long an answer to something unusual may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a line waits for its second half.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a search without limits goes on before `stop`.
const SEARCH: Duration = Duration::from_millis(300);
/// How long an engine that waits is listened to.
const WAITING: Duration = Duration::from_millis(300);

/// Cuts lines in two, sends several at once, unknown words, Windows' line ends, `stop`.
pub(super) fn judge(exam: &mut Exam<'_>, game: Game) {
    let line = Line::new(game.start());
    let mut position = String::new();
    protocol::write_position(&mut position, &line, Seat(0));
    let position = position.as_str();

    exam.rule(rules::WRITES, Verdict::Fail, game, |_, session| {
        session.say("isre");
        session.listen(PAUSE);
        session.say("ady\n");
        session.await_word("readyok")?;
        session.say("isready\nisready\n");
        session.await_word("readyok")?;
        session.await_word("readyok")?;
        Ok(Seen::new("`isre`, then `ady`; two at once", "readyok each time"))
    });
    exam.rule(rules::UNKNOWN, Verdict::Fail, game, |_, session| {
        session.say("\nhow are you\nponderhit\n");
        session.get_ready("")?;
        let question = format!("{position}go {QUICK} hurry 3\n");
        let answer = session.ask_raw(&question, PATIENCE)?;
        legal(session, &line, &answer)?;
        Ok(Seen::new("`how are you`, an empty line", "nothing, and it plays on"))
    });
    exam.rule(rules::LINE_ENDS, Verdict::Warning, game, |_, session| {
        session.say("isready\r\n");
        session.await_word("readyok")?;
        let question = format!("{position}go {QUICK}\n").replace('\n', "\r\n");
        let answer = session.ask_raw(&question, PATIENCE)?;
        legal(session, &line, &answer)?;
        Ok(Seen::new("lines with \\r\\n", "the same answers"))
    });
    exam.rule(rules::STOP, Verdict::Warning, game, |_, session| {
        session.say(&format!("{position}go\n"));
        let begin = Instant::now();
        let answer = match session.answer_within(SEARCH)? {
            Some(answer) => answer,
            None => {
                session.say("stop\n");
                session.answer(LEAVE)?
            }
        };
        legal(session, &line, &answer)?;
        let came = format!("{} after {} ms", answer.word, begin.elapsed().as_millis());
        Ok(Seen::new("go, then stop", came))
    });
    exam.rule(rules::UNASKED, Verdict::Warning, game, |exam, session| {
        exam.ask(session, &line, QUICK)?;
        session.listen(WAITING);
        Ok(Seen::new("nothing", "nothing"))
    });
}

/// Sends it home, in two ways.
pub(super) fn end(exam: &mut Exam<'_>, game: Game) {
    for (rule, quit, sent) in
        [(rules::QUIT, true, "quit"), (rules::END_OF_INPUT, false, "the end of its input")]
    {
        match Session::ready(exam.setup(), game) {
            Err(trouble) => exam.note(rule, Verdict::Fail, trouble.seen),
            Ok(mut session) => match session.leave(quit, LEAVE) {
                Some(used) => exam.pass(rule, sent, format!("it ended after {} ms", used.as_millis())),
                None => {
                    let seen = session.seen("it was still there after a second");
                    exam.note(rule, Verdict::Fail, Seen { sent: sent.to_owned(), ..seen });
                }
            },
        }
    }
}
