"""Imperative shell: gathers snapshots, calls the core, applies what it decided."""
