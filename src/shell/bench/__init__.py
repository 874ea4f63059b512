"""Benches: the product measured on the user's own notes, which they only read."""
