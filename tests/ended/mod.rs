//! How a command of the arena ended, for tests that run it.

use std::process::Output;

/// What it wrote to standard output; it must have succeeded.
#[track_caller]
pub(crate) fn succeeds(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// It ended with exit code 2, and told this.
#[track_caller]
pub(crate) fn refused(output: &Output, told: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(told), "{told} is not in {stderr}");
}
