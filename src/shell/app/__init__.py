"""Use cases: gather, decide, perform; the one door for every front end."""
