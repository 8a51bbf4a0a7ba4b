"""The formats of labelling tools, one module each.

`read` gives the records and answers of a file; `TAKES` says which columns or fields the user may choose.
"""

import pkgutil


def modules() -> dict[str, str]:
    """The known formats by name, and the module of each."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name.replace("_", "-"): f"{__name__}.{name}" for name in names}
