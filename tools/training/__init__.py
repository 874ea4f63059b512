"""Training: from a teacher and permissively licensed text to the token vectors that hindnote ships."""
