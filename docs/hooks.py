"""What the site needs beside its pages: README and others as pages, and no link that leads out of it."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
LINK = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)")


def on_config(config: Any) -> Any:
    """Every decision has its place in the list of pages, in order."""
    (listed,) = [entry for entry in config.nav if "Decisions" in entry]
    listed["Decisions"] = [f"decisions/{path.name}" for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    return config


def on_files(files: Any, config: Any) -> Any:
    """The pages that lie beside the folder."""
    for name, page in OUTSIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as the site needs them; what is not on the site is named, not linked."""
    uri = page.file.src_uri
    path = next((name for name, target in OUTSIDE.items() if target == uri), f"docs/{uri}")

    def linked(found: re.Match[str]) -> str:
        mark, text, target = found.groups()
        name, hash_, anchor = target.partition("#")
        if "://" in target or not name:
            return found.group()
        there = place_of(posixpath.normpath(posixpath.join(posixpath.dirname(path), name)))
        if there is None:
            return text
        return f"{mark}[{text}]({posixpath.relpath(there, posixpath.dirname(uri) or '.')}{hash_}{anchor})"

    return LINK.sub(linked, markdown)


def place_of(path: str) -> str | None:
    """Where a file of the repository is on the site."""
    if path in OUTSIDE:
        return OUTSIDE[path]
    is_page = path.startswith("docs/") and path.endswith((".md", ".svg")) and (ROOT / path).is_file()
    return path.removeprefix("docs/") if is_page else None
