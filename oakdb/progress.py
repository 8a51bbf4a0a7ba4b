"""Progress of long work, on stderr."""

import sys
import time
from typing import TextIO


class StderrProgress:
    """What is being built, once the work has taken a second: on a terminal in one line, else a line a second."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.shown_at = time.monotonic()
        self.is_shown = False

    def __call__(self, number: int, total: int, name: str) -> None:
        if time.monotonic() - self.shown_at < (0.1 if self.is_shown and self.stream.isatty() else 1):
            return
        self.shown_at = time.monotonic()
        self.is_shown = True
        line = f"oakdb: {number}/{total} {name}"
        self.stream.write(f"\r{line:<60}" if self.stream.isatty() else line + "\n")
        self.stream.flush()

    def done(self) -> None:
        """Leave the terminal's line empty."""
        if self.is_shown and self.stream.isatty():
            self.stream.write(f"\r{'':<60}\r")
            self.stream.flush()
