"""Scripts that make things go wrong, and count what is left: `make reliability` writes docs/reliability.md."""
