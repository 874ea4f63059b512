"""Functional core: pure functions over immutable snapshots; no clock, file or environment."""
