"""hindnote: Markdown memory for coding agents that a person can read, diff and trust."""

__version__ = "0.1.0"
