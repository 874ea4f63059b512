"""The index: a disposable SQLite cache of the notes; the only place that knows SQL."""
