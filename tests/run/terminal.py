"""Runs a program in a terminal of its own and types, each time when something is to be seen.

    terminal.py COLUMNS LINES SCRIPT PROGRAM ARGUMENT ...

SCRIPT is JSON: a list of [text to wait for, what to type then]. All that the program wrote goes to standard
output, its exit code becomes this one's.
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios, time

columns, lines, script = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    before = termios.tcgetattr(0)
    # Ctrl-C is for the program; a handler, unlike SIG_IGN, does not pass on to it.
    signal.signal(signal.SIGINT, lambda *_: None)
    child = os.fork()
    if child == 0:
        os.execvp(sys.argv[4], sys.argv[4:])
    _, status = os.waitpid(child, 0)
    # What the program changed and did not put back.
    print("RESTORED" if termios.tcgetattr(0) == before else "NOT RESTORED", flush=True)
    os._exit(os.waitstatus_to_exitcode(status) & 255)
seen, fresh, deadline = b"", 0, time.monotonic() + 60
while True:
    if not select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
        sys.exit("nothing more came, waiting for %r after: %r" % (script[:1], seen[-2000:]))
    try:
        part = os.read(terminal, 65536)
    except OSError:
        part = b""
    if not part:
        break
    seen += part
    while script and script[0][0].encode() in seen[fresh:]:
        wanted, keys = script.pop(0)
        fresh = len(seen)
        os.write(terminal, keys.encode())
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
