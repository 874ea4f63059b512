"""Doctor: whether what is set up works, each trouble with a remedy that works too."""
