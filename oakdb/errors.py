"""The one error that oakdb raises for what its user gave."""

INPUT_REFUSED = 1
CALL_WRONG = 2


class OakError(Exception):
    """Where, what was wrong, what to do: one line."""

    def __init__(self, where: str, what: str, remedy: str = "", *, exit_code: int = INPUT_REFUSED) -> None:
        text = f"{where}: {what}" + (f"; {remedy}" if remedy else "")
        super().__init__(" ".join(text.split()))
        self.exit_code = exit_code
