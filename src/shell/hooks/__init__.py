"""Hooks: what a harness tells us of a turn, and the quiet line it gets back; light enough to run at every tool call."""
