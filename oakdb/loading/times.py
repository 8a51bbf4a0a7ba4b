"""Times as the exports write them, all in UTC."""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

MILLISECONDS = 1e11  # seconds since 1970 reach so far only in the year 5138
ZONES = {"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
ABROAD = re.compile(r"^\w{3} (\w{3} \d{1,2} [\d:]{8}) (\w{3}) (\d{4})$")  # Sat Nov 02 13:05:22 PDT 2019


def time_of(said: Any) -> datetime | None:
    """A time in ISO 8601, in the manner of `date`, or in (milli)seconds since 1970; None where it is none of them."""
    try:
        seconds = float(said)
        return datetime.fromtimestamp(seconds / 1000 if abs(seconds) >= MILLISECONDS else seconds, UTC).replace(
            tzinfo=None
        )
    except (TypeError, ValueError, OverflowError, OSError):
        pass
    if not isinstance(said, str):
        return None
    abroad = ABROAD.match(said.strip())
    try:
        if abroad is None:
            found = datetime.fromisoformat(said.strip())
        else:
            day, zone, year = abroad.groups()
            found = datetime.strptime(f"{day} {year}", "%b %d %H:%M:%S %Y").replace(
                tzinfo=timezone(timedelta(hours=ZONES[zone]))
            )
    except (ValueError, KeyError):
        return None
    return found if found.tzinfo is None else found.astimezone(UTC).replace(tzinfo=None)
