"""Tests of what goes into harnesses and comes out again."""
