//! All operating-system code: starting a program, talking to it with deadlines, ending it.
//!
//! Everything above sees safe types that never block longer than they were told to. Each engine's
//! pipes are polled in the thread of its game: no reader threads, so that a deadline is a deadline.

pub mod calls;
mod child;
mod cores;
mod fingerprint;
pub mod launcher;
mod lines;
mod memory;
mod own;
mod program;
mod relay;
mod reservation;
mod scratch;
mod signals;
mod slice;
mod tail;
mod terminal;
mod ticker;
mod topology;
pub mod tree;
mod watch;

pub use child::{Child, Confined, End, Heard, Launch};
pub use cores::{Cores, pin_thread};
pub use fingerprint::fingerprint;
pub use lines::LineBuffer;
pub use memory::{release_code, share_memory};
pub use own::{
    await_input, can_be_traced, can_hide_memory, can_map_device, can_meddle_with_parent, can_move, can_type,
    can_wake_itself, close_stdin, close_stdout, cpu_time, end_thread, forget_children, has_terminal,
    ignore_termination, kill_group, kill_parent, leave_orphan, leave_session, own_output, peak_memory,
    start_again, stop_self,
};
pub use program::{BuildError, Missing, build, find, this_program};
pub use relay::{Relay, Trips, send_back};
pub use reservation::Reservation;
pub use scratch::Scratch;
pub use signals::{INTERRUPTED, end_with_terminal, interruption, most_open_files};
pub use tail::Tail;
pub use terminal::terminal_size;
pub use ticker::Ticker;
pub use watch::{Broken, Limits, Lost};
