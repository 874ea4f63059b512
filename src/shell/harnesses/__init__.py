"""Harnesses: where each keeps its servers, hooks and rules, and how our entries come and go."""
