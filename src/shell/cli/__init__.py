"""The command line: words in, words and exit codes out."""
