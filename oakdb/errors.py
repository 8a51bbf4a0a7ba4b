"""The one error that oakdb raises for what its user gave."""

import duckdb

INPUT_REFUSED = 1
CALL_WRONG = 2
LONGEST_LINE = 1_000


class OakError(Exception):
    """Where, what was wrong, what to do: one line. The detail behind what was wrong may quote the user's data."""

    def __init__(
        self, where: str, what: str, remedy: str = "", *, exit_code: int = INPUT_REFUSED, detail: str = ""
    ) -> None:
        text = f"{where}: {what}" + (f" {detail}" if detail else "") + (f"; {remedy}" if remedy else "")
        super().__init__(_one_plain_line(text))
        self.where, self.what, self.remedy, self.exit_code = where, what, remedy, exit_code

    def without_detail(self) -> "OakError":
        """The same, with nothing of the data."""
        return OakError(self.where, self.what, self.remedy, exit_code=self.exit_code)


def _one_plain_line(text: str) -> str:
    """What a terminal can be shown, whatever the text holds: control characters as escapes, the middle cut out."""
    line = " ".join(text.split())
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} … {line[-LONGEST_LINE // 2 :]}"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in line
    )


def from_engine(where: str, error: duckdb.Error, remedy: str) -> OakError:
    """What the database refused; a machine that gave way is not the fault of what it was asked."""
    if isinstance(error, duckdb.OutOfMemoryException):
        return OakError(
            where, f"memory is exhausted ({first_line(error)})", "give it more, the results are as they were"
        )
    if "No space left on device" in str(error):
        return OakError(where, f"the disk is full ({first_line(error)})", "make room, the results are as they were")
    return OakError(where, first_line(error), remedy)


def stopped(error: duckdb.Error | MemoryError | OSError) -> OakError:
    """What nobody foresaw: the machine or the database gave way somewhere."""
    if isinstance(error, MemoryError):
        return OakError("memory", "is exhausted", "give it more, the results are as they were")
    if isinstance(error, OSError):
        where = str(error.filename or "oakdb")
        return OakError(where, f"cannot be read or written ({error.strerror or first_line(error)})", "check the path")
    return from_engine("oakdb", error, "the results are as they were")


def first_line(error: BaseException) -> str:
    """The message of a database error without its pointer into the SQL."""
    return str(error).strip().split("\n")[0]
