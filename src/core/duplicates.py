"""Duplicates: when two notes are so near in meaning that one of them may be spared.

Both numbers are measurements (benchmarks/duplicates.md) on the cosine of whole notes, with the model that ships.
A review may be offered what a person then turns down; a warning comes back until it is mended, so it must be right.
"""

REVIEW = 0.75  # every pair told twice reaches it, no pair that only shares a subject does
NEAR = 0.9  # of 513 notes that their authors kept apart three pairs do: copies and repeats
